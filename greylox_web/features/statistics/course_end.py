"""The result of a course's practice game: the progress, and where to go on."""

from datetime import date
from typing import NamedTuple

from ...progress import FactLog
from ...rules import GAMES, TITLES
from ...session import naming
from ...session.load_match import NewGame
from ...session.new_game_form import NewGameForm, new_game_event, with_game
from ...words.lessons import LESSONS_WORDS as WORDS
from ..lessons.opening_map import mapped_game
from ..lessons.progress import get_done_steps
from ..lessons.step import COURSES, MAP, ROUTE, course, next_step
from .advice import suggest_level, suggested_game


class Link(NamedTuple):
    """A link to another page."""

    text: str
    address: str


class CourseEnd(NamedTuple):
    """What the result card shows about a course."""

    text: str
    main_text: str  # of the main action
    main_action: str | NewGame  # the address of the next lesson; after the course, a new game
    links: tuple[Link, ...] = ()  # after the course


def course_end(facts: FactLog, name: str, today: date) -> CourseEnd:
    """Return the progress in a course and where to go on, for a player with these facts."""
    done_names = get_done_steps(facts, name)
    fields = {"game": TITLES[name], "done": len(done_names), "count": len(course(name))}
    if next_step(name, done_names):
        text = WORDS["course-on"].format(**fields)
        return CourseEnd(text, WORDS["next-lesson"], f"#{ROUTE}/{name}")
    game, level = suggested_game(facts, name), suggest_level(facts, name, today).level
    form = with_game(NewGameForm("", 0, {}), game)._replace(level=level)
    links = [Link(WORDS["to-puzzles"].format(**fields), f"#puzzle/next/{name}")]
    if mapped_game(name):
        links.append(Link(WORDS["to-map"].format(**fields), f"#{ROUTE}/{name}/{MAP}"))
    following = next_course(facts, name)
    links.append(
        Link(WORDS["to-course"].format(game=TITLES[following]), f"#{ROUTE}/{following}")
        if following
        else Link(WORDS["all-courses"], f"#{ROUTE}")
    )
    return CourseEnd(
        WORDS["course-done"].format(**fields),
        WORDS["to-play"].format(Name=naming.engine_name(level), board=naming.board_text(game)),
        new_game_event(form, second=False),
        tuple(links),
    )


def next_course(facts: FactLog, name: str) -> str:
    """Return the next game after ``name`` whose course is not finished; "" if there is none."""
    index = COURSES.index(name)
    for following in (*COURSES[index + 1 :], *COURSES[:index]):
        if following in GAMES and next_step(following, get_done_steps(facts, following)):
            return following
    return ""
