"""The first card of home without a game in progress: the last finished game, and the next one."""

from js import Element

from ...drawing.thumbnail import showcase_position, thumbnail
from ...page.dom import by_id, create_element, parse_svg, set_text, show
from ...page.store import Store
from ...rules import TITLES
from ...session.load_match import LeaveExercise, LoadMatch, rematch
from ...session.session import Session
from ...words.ending import ENDING_WORDS
from ...words.home import HOME_WORDS as WORDS
from ..library.collection import newest_finished
from ..library.entry import CorruptEntry, Entry, load_match
from ..library.game_texts import finished_game
from ..moves.record_panel import open_page
from ..review.model import StartReview
from ..statistics.advice import suggested_game
from ..statistics.cards import start_game
from ..statistics.ladder_text import ladder_text, play_event, starts_again
from .cards import choose_game


class LastGame:
    """The card, and the game that it shows."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.entry: Entry | None = None
        actions = by_id("last-game").querySelector(".card-actions")
        self.buttons = [self._add_button(actions, name) for name in ("review", "rematch")]

    def _add_button(self, actions: Element, name: str) -> Element:
        """Add the button of an action on the last game."""
        button = create_element(
            "button", ENDING_WORDS[name], type="button", data_press=f"home:{name}"
        )
        actions.append(button)
        return button

    async def show(self, stored: list[Entry]) -> None:
        """Fill in the card; without a finished game it names the next opponent only."""
        await self.store.progress().wait_loaded()
        self.entry, card = newest_finished(stored), by_id("last-game")
        facts, game = self.store.progress().facts, choose_game(self.store)
        ladder = ladder_text(facts, game)
        following = play_event(self.store.session, suggested_game(facts, game), ladder.level)
        try:
            last = finished_game(load_match(self.entry)) if self.entry else None
        except CorruptEntry:
            last = None  # My games reports it
        card.classList.toggle("has-result", last is not None)
        review, repeat = self.buttons
        show(review, last is not None)
        show(repeat, last is not None and not starts_again(following, last.session))
        if last is None:
            eyebrow, title, about = TITLES[game], WORDS["next-game"], ladder.title
            svg = thumbnail(*showcase_position(game))
        else:
            eyebrow = f"{WORDS['last-game']} · {last.title} · {last.players}"
            title, about = last.result, last.reason
            svg = thumbnail(last.session.game, last.session.state)
        card.querySelector(".eyebrow").textContent = eyebrow
        card.querySelector(".title").textContent = title
        set_text(card.querySelector(".where"), about)
        card.querySelector(".main span").textContent = ladder.button
        card.querySelector(".picture").replaceChildren(parse_svg(svg))

    async def play_next(self) -> None:
        """Start a game against the next opponent of the ladder."""
        await self.store.progress().wait_loaded()
        facts, game = self.store.progress().facts, choose_game(self.store)
        start_game(self.store, suggested_game(facts, game), ladder_text(facts, game).level)

    async def review(self, entry: Entry) -> None:
        """Open the last game and its review."""
        assert self.store.autosave is not None
        if await self.store.autosave.open(entry.id):
            self.store.dispatch(StartReview())
            open_page(self.store, "analysis")

    def rematch(self, entry: Entry) -> None:
        """Start the last game again, with the same players on the same terms."""
        if self.store.session.exercise_attempt is not None:
            self.store.dispatch(LeaveExercise())
        session = Session(load_match(entry))
        self.store.dispatch(LoadMatch(rematch(session, session.seats).match))
