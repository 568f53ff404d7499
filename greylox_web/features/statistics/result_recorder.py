"""The recorder of results against the engine and of reviews; its note explains the rating."""

import asyncio
from datetime import date

from js import Element

from ...drawing.avatars import avatar_svg
from ...page.dom import create_element, parse_svg
from ...page.feature import Feature
from ...page.store import Store
from ...progress import new_fact
from ...rules import default_game
from ...rules.notation.links import write_spec
from ...session.event import Event
from ...session.last_choices import newcomer_game
from ...session.load_match import NewGame, new_game_on
from ...session.naming import size_text
from ...session.seats import with_engine_level
from ...session.session import LESSON_REASON, TEACH_REASON, Session
from ...words.lessons import LESSONS_WORDS as WORDS
from ...words.opponents import OPPONENT_WORDS
from ..lessons.progress import get_done_steps, lesson_done_fact
from ..lessons.step import practice_game_step
from .course_end import course_end
from .game_result import GameResult, game_result, review_loss
from .rating_text import is_lost_first_game, rating_note
from .results import WON


class ResultRecorder(Feature):
    """Records finished games and complete reviews."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.recorded_ids: dict[str, str] = {}  # kind of fact -> id of the last match recorded
        self.result: GameResult | None = None  # the result of the recorded game
        self.verdict: Element | None = None  # the rating note of the result

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Record a finished game, and a complete review."""
        store, session, recorded_ids = self.store, self.store.session, self.recorded_ids
        match_id = session.match.id
        result = game_result(session) if session.ending.is_card_open else None
        if result and recorded_ids.get("game") != match_id:
            recorded_ids["game"] = match_id
            self.result, self.verdict = result, create_element("aside", id="rating-note")
            store.lifetime.spawn(record_game(store, session, result, self.verdict))
        is_current = (
            result is not None and result == self.result and recorded_ids["game"] == match_id
        )
        store.rating_note = self.verdict if is_current else None
        if (
            session.review
            and recorded_ids.get("review") != match_id
            and (loss := review_loss(session))
        ):
            recorded_ids["review"] = match_id
            payload = {**board_fields(session), **loss._asdict()}
            store.lifetime.spawn(add_fact(store, match_id, "review", payload))


def board_fields(session: Session) -> dict[str, str]:
    """Return the fields of a fact that name the game and its board."""
    return {"game": session.game.name, "spec": write_spec(session.game)}


async def add_fact(store: Store, match_id: str, kind: str, payload: dict[str, str | int]) -> None:
    """Add a fact about a match, once for each match."""
    progress = store.progress()
    await progress.wait_loaded()
    fact = new_fact(kind, **payload)._replace(id=f"{kind}-{match_id}")
    if all(other.id != fact.id for other in progress.facts):
        progress.add(fact)


async def record_game(
    store: Store, session: Session, result: GameResult, container: Element
) -> None:
    """Record the result, and show on the result card whether it is rated.

    A game that was loaded with its end is not recorded: it has been before, or is not the player's.
    """
    await asyncio.sleep(0)  # paint the card first
    if session.ending.ended_in_session:
        payload = {**board_fields(session), **result._asdict()}
        await add_fact(store, session.match.id, "game", payload)
    else:
        await store.progress().wait_loaded()
    verdict = rating_note(store.progress().facts, session.game.name, result)
    words = create_element("div")
    words.append(
        *record_practice_game(store, session),
        *(create_element("p", line) for line in verdict.lines),
        *make_default_board_offer(store, session, result, verdict.level),
        *make_teaching_offer(store, session, result),
    )
    picture = create_element("span", aria_hidden="true")
    picture.append(parse_svg(avatar_svg(verdict.level)))
    container.replaceChildren(picture, words)


def make_default_board_offer(
    store: Store, session: Session, result: GameResult, level: int
) -> list[Element]:
    """Make the offer of the default board, for a winner on the small board of a first game."""
    default = default_game(session.game.name)
    is_first = session.game == newcomer_game(default.name) != default
    if not is_first or result.score != WON or session.unrated_reason == LESSON_REASON:
        return []
    event = new_game_on(default, with_engine_level(session.seats, level))
    words = OPPONENT_WORDS["usual"].format(cells=default.board.cells.bit_count())
    text = OPPONENT_WORDS["usual-play"].format(board=size_text(default))
    return [make_offer(store, words, text, "usual-board", event)]


def make_teaching_offer(store: Store, session: Session, result: GameResult) -> list[Element]:
    """Make the offer of a game that stops after costly turns, after a lost first game."""
    if not is_lost_first_game(store.progress().facts, result):
        return []
    event = new_game_on(session.game, session.seats, unrated_reason=TEACH_REASON)
    words, text = OPPONENT_WORDS["teach-offer"], OPPONENT_WORDS["teach-play"]
    return [make_offer(store, words, text, "teach-again", event)]


def make_offer(store: Store, words: str, text: str, name: str, event: NewGame) -> Element:
    """Make a sentence with a button that starts a game."""
    button = create_element("button", text, type="button", id=name)
    store.lifetime.listen(button, "click", lambda _: store.dispatch(event))
    paragraph = create_element("p", f"{words} ")
    paragraph.append(button)
    return paragraph


def record_practice_game(store: Store, session: Session) -> list[Element]:
    """Record the practice game of a course; make the progress and where to go on.

    The same board counts as a lesson only if the game was begun as one.
    """
    name = session.game.name
    step = practice_game_step(session.game)
    if not step or session.unrated_reason != LESSON_REASON:
        return []
    progress = store.progress()
    if step not in get_done_steps(progress.facts, name):
        progress.add(lesson_done_fact(name, step))
    end = course_end(progress.facts, name, date.today())
    text, action = create_element("p", end.text), end.main_action
    if isinstance(action, str):
        return [text, create_element("a", end.main_text, href=action, **{"class": "main"})]
    button = create_element("button", end.main_text, type="button", **{"class": "main"})
    store.lifetime.listen(button, "click", lambda _: store.dispatch(action))
    links = create_element("ul", **{"class": "places"})
    for link in end.links:
        item = create_element("li")
        item.append(create_element("a", link.text, href=link.address))
        links.append(item)
    return [text, create_element("h3", WORDS["what-next"]), button, links]
