"""The dynamic part of the home view: the games in progress."""

from ...drawing.thumbnail import thumbnail
from ...page.dom import by_id, is_home, parse_svg
from ...page.feature import Feature
from ...page.store import Store
from ...rules import GAMES, TITLES
from ...session.event import Event
from ...session.session import Session
from ...words.home import HOME_WORDS as WORDS
from ..library.resumable import resumable_entries
from .current_game_card import current_game_card


class Home(Feature):
    """The game cards, updated while home is visible."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.on_event(None, store.session)

    def refresh(self) -> None:
        """Reload the stored games."""
        if is_home():
            self.store.lifetime.spawn(show_all(self.store))

    def on_event(self, event: Event | None, before: Session) -> None:
        """Show the current game; reload the other games if the current game has changed."""
        session, before = self.store.session.game_session, before.game_session
        if is_home() and session.in_progress:
            show_current_game(session)
        if event is None or not session.is_same_game(before):
            self.refresh()


async def show_all(store: Store) -> None:
    """Show on each game's card whether it resumes a game or starts one."""
    await store.library_ready.wait()
    autosave = store.autosave
    assert autosave is not None
    stored = await resumable_entries(autosave)
    for name in GAMES:
        session, entry = store.session.game_session, stored.get(name)
        open_match = store.visit.get_suspended(name)
        suspended = None if open_match is None else open_match.match
        if session.game.name == name and session.in_progress:
            suspended = session.match
        if suspended is not None and suspended.in_progress:
            state = suspended.tree.nodes[suspended.live_node].state
            set_game_card(
                name, current_game_card(Session(suspended)).title, thumbnail(suspended.game, state)
            )
        elif suspended is None and entry is not None:
            from ..library.cards import picture  # deferred: the first visit has no stored game

            set_game_card(name, entry.status, picture(entry))
        else:
            set_game_card(name)


def set_game_card(name: str, status: str = "", picture: str = "") -> None:
    """Show the unfinished game on a game's card; an empty ``picture`` means there is none."""
    card, title = by_id(f"card-{name}"), TITLES[name]
    card.toggleAttribute("data-has-unfinished-game", bool(picture))
    card.querySelector(".now").textContent = status
    card.querySelector(".left").replaceChildren(*([parse_svg(picture)] if picture else ()))
    action_link = card.querySelector(".card-link")
    action_link.querySelector("span").textContent = WORDS["go-on" if picture else "play"]
    words = WORDS["go-on-game" if picture else "play-game"]
    action_link.setAttribute("aria-label", words.format(Game=title))


def show_current_game(session: Session) -> None:
    """Fill in the card that resumes the current game."""
    card, words = by_id("current-game"), current_game_card(session)
    for name in words._fields:
        card.querySelector(f".{name}").textContent = getattr(words, name)
    state = session.tree.nodes[session.live_node].state
    card.querySelector(".picture").replaceChildren(parse_svg(thumbnail(session.game, state)))
