"""Keeps how games against the engine ended and what reviews found; says what that counts for."""

import asyncio

from js import Element

from ...drawing.faces import avatar_svg
from ...page.dom import create_element, parse_svg
from ...page.feature import Feature
from ...page.table import Store
from ...progress import new_fact
from ...rules import TITLES, default_game
from ...rules.notation.links import write_spec
from ...session.choices import newcomer_game
from ...session.event import Event
from ...session.opening import NewGame
from ...session.seats import with_engine_level
from ...session.session import LESSON_REASON, Session
from ...words.lessons import LESSONS_WORDS as WORDS
from ...words.opponents import OPPONENT_WORDS
from ..lessons.progress import done, lesson_done
from ..lessons.step import ROUTE, course, next_step, small_game
from .rated import Ended, ended, lost
from .results import WON
from .score_text import told


class Score(Feature):
    """Keeps up with games that end and with reviews that are complete."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.noted: dict[str, str] = {}  # kind of fact -> id of the last match it was noted of
        self.result: Ended | None = None  # how that game ended
        self.verdict: Element | None = None  # what is said of it

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Note a game that has ended, and what a review has found."""
        table, session, noted = self.store, self.store.session, self.noted
        match_id = session.match.id
        result = ended(session) if session.ending.is_card_open else None
        if result and noted.get("game") != match_id:
            noted["game"] = match_id
            self.result, self.verdict = result, create_element("aside", id="verdict")
            table.lifetime.spawn(note_game(table, session, result, self.verdict))
        is_of = result is not None and result == self.result and noted["game"] == match_id
        table.rating_note = self.verdict if is_of else None
        if session.review and noted.get("review") != match_id and (found := lost(session)):
            noted["review"] = match_id
            what = {**board(session), **found._asdict()}
            table.lifetime.spawn(add(table, "review", what))


def board(session: Session) -> dict[str, str]:
    """What is played."""
    return {"game": session.game.name, "spec": write_spec(session.game)}


async def add(table: Store, kind: str, what: dict[str, str | int]) -> None:
    """Keep a fact of the game on the table, once for each game."""
    progress = table.progress()
    name = table.session.match.id
    await progress.wait_loaded()
    fact = new_fact(kind, **what)
    fact = fact._replace(id=f"{kind}-{name}")
    if all(known.id != fact.id for known in progress.facts):
        progress.add(fact)


async def note_game(table: Store, session: Session, result: Ended, place: Element) -> None:
    """Keep the result, and say on the card what it counts for.

    A game that was opened with its end has been kept, or was another's.
    """
    await asyncio.sleep(0)  # the card is painted first
    if session.ending.ended_in_session:
        await add(table, "game", {**board(session), **result._asdict()})
    else:
        await table.progress().wait_loaded()
    verdict = told(table.progress().facts, session.game.name, result)
    words = create_element("div")
    words.append(*(create_element("p", line) for line in verdict.lines))
    words.append(*usual_way(table, session, result, verdict.level), *course_way(table, session))
    picture = create_element("span", aria_hidden="true")
    picture.append(parse_svg(avatar_svg(verdict.level)))
    place.replaceChildren(picture, words)


def usual_way(table: Store, session: Session, result: Ended, level: int) -> list[Element]:
    """The way from the small board of a first game to the usual one, for who has won there."""
    usual = default_game(session.game.name)
    is_first = session.game == newcomer_game(usual.name) != usual
    if not is_first or result.score != WON or session.unrated_reason == LESSON_REASON:
        return []
    seats = with_engine_level(session.seats, level)
    event = NewGame(usual.name, usual.size, tuple(usual.options.items()), seats)
    words = OPPONENT_WORDS["usual"].format(cells=usual.board.cells.bit_count())
    button = create_element("button", OPPONENT_WORDS["usual-play"], type="button", id="usual-board")
    table.lifetime.listen(button, "click", lambda _: table.dispatch(event))
    paragraph = create_element("p", f"{words} ")
    paragraph.append(button)
    return [paragraph]


def course_way(table: Store, session: Session) -> list[Element]:
    """Keep that the small game of a course is done; the way back to the lessons, if it was one.

    The same board is a lesson only where it was begun as one.
    """
    name = session.game.name
    step = small_game(session.game)
    if not step or session.unrated_reason != LESSON_REASON:
        return []
    progress = table.progress()
    if step not in done(progress.facts, name):
        progress.add(lesson_done(name, step))
    known = done(progress.facts, name)
    following = next_step(name, known)
    told = WORDS["course-on" if following else "course-done"]
    words = told.format(game=TITLES[name], done=len(known), count=len(course(name)))
    paragraph = create_element("p", f"{words} ")
    address = f"#{ROUTE}/{name}" if following else f"#{ROUTE}"
    paragraph.append(
        create_element("a", WORDS["next-lesson" if following else "all-courses"], href=address)
    )
    return [paragraph]
