"""The games on the home page: those in progress, and the last finished one; and its other cards."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from js import Element, document

from ...drawing.thumbnail import thumbnail
from ...page.dom import by_id, create_element, game_icon, is_home, parse_svg, set_text
from ...page.feature import Feature
from ...page.store import Store
from ...rules import GAMES
from ...session.event import Event
from ...session.session import Session
from ..library.game_texts import unfinished_game
from ..library.resumable import find_resumable, stored_entries

if TYPE_CHECKING:
    from .last_game import LastGame


class Resumable(NamedTuple):
    """A game that can be continued."""

    session: Session
    address: str
    updated: str = ""  # when it was stored, ISO 8601; "" if it was played in this visit


class Home(Feature):
    """The card of the games in progress and the card of the last game, updated while home is
    visible.
    """

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        store.lifetime.spawn(add_cards(store))

    def on_press(self, name: str, button: Element) -> None:
        """Play the next game, or review or repeat the last one."""
        last_game, spawn = self.store.get_part(load_last_game()), self.store.lifetime.spawn
        if name == "play":
            spawn(last_game.play_next())
        elif last_game.entry is not None:
            if name == "rematch":
                last_game.rematch(last_game.entry)
            elif self.store.autosave is not None:
                self.store.autosave.run_in_background(last_game.review(last_game.entry))

    def refresh(self) -> None:
        """Reload the stored games."""
        if is_home():
            self.store.lifetime.spawn(show_games(self.store))

    def on_event(self, event: Event | None, before: Session) -> None:
        """Show the current game; reload the other games if the current game has changed."""
        session, before = self.store.session.game_session, before.game_session
        if is_home() and session.in_progress:
            show_large(Resumable(session, "#go-on"))
        if event is None or not session.is_same_game(before):
            self.refresh()


async def add_cards(store: Store) -> None:
    """Add the other cards; the page can paint between two imports."""
    await asyncio.sleep(0)  # until the stored games are being read
    from .learning_card import LearningCard

    store.get_part(LearningCard).on_event(None, store.session)
    await asyncio.sleep(0)
    from .cards import DailyPuzzleCard, MistakesCard, ProgressCards

    for card in (DailyPuzzleCard, ProgressCards, MistakesCard):
        store.get_part(card).on_event(None, store.session)


async def show_games(store: Store) -> None:
    """Show each game once: the current or latest one with its board, the others as lines."""
    await store.library_ready.wait()
    assert store.autosave is not None
    from ..library.entry import CorruptEntry, load_match  # the first visit has no stored game

    def stored() -> Iterator[Resumable]:
        for name, entry in sorted(entries.items(), key=lambda item: item[1].updated, reverse=True):
            try:
                yield Resumable(Session(load_match(entry)), f"#play/{name}", entry.updated)
            except CorruptEntry:
                continue  # My games reports it

    all_entries = await stored_entries(store.autosave)
    entries = find_resumable(all_entries)
    games = [game for game in (*in_this_visit(store), *stored()) if game.session.in_progress]
    by_name = {game.session.game.name: game for game in reversed(games)}  # the first of each
    shown = [game for game in games if by_name[game.session.game.name] is game]
    document.documentElement.toggleAttribute("data-has-unfinished-game", bool(shown))
    if shown:
        show_large(shown[0])
    others = by_id("games-in-progress").querySelector(".other-games")
    others.hidden = not shown[1:]
    others.replaceChildren(*map(line, shown[1:]))
    if document.documentElement.dataset.home == "today":
        await asyncio.sleep(0)  # so that the page can paint
        await store.get_part(load_last_game()).show(all_entries or [])


def load_last_game() -> "type[LastGame]":
    """Load the card of the last game, which a first visit does not show."""
    from .last_game import LastGame

    return LastGame


def in_this_visit(store: Store) -> Iterator[Resumable]:
    """Return the current game, and those that other games have replaced."""
    current = store.session.game_session
    yield Resumable(current, "#go-on")
    for name in GAMES:
        open_match = store.visit.get_suspended(name)
        if name != current.game.name and open_match is not None:
            yield Resumable(Session(open_match.match), f"#play/{name}")


def show_large(game: Resumable) -> None:
    """Fill in the game with its board."""
    session, card = game.session, by_id("games-in-progress")
    texts, live = unfinished_game(session), session.live_node
    card.querySelector(".eyebrow").textContent = f"{texts.title} · {texts.players}"
    card.querySelector(".title").textContent = texts.turn
    set_text(card.querySelector(".where"), texts.about)
    by_id("current-game").setAttribute("href", game.address)
    masks = {"last": session.tree.last_turn_mask(live)}
    card.querySelector(".picture").replaceChildren(
        parse_svg(thumbnail(session.game, session.tree.nodes[live].state, masks=masks))
    )


def line(game: Resumable) -> Element:
    """Make the line of a game without its board."""
    from ...page.intl import relative_day  # the first visit has no stored game

    texts = unfinished_game(game.session)
    item, link = create_element("li"), create_element("a", href=game.address)
    link.append(
        game_icon(game.session.game.name),
        create_element("b", texts.title),
        create_element("span", f"{texts.players} · {texts.turn}"),
        create_element(
            "span", relative_day(game.updated) if game.updated else "", **{"class": "when"}
        ),
    )
    item.append(link)
    return item
