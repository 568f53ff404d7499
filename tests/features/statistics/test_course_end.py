"""Where to go on after a course: a game, then puzzles, the opening map and the next course."""

from datetime import date

import pytest

from greylox_web.features.lessons.opening_map import mapped_game
from greylox_web.features.lessons.progress import lesson_done_fact
from greylox_web.features.lessons.step import COURSES, course
from greylox_web.features.statistics.course_end import course_end, next_course
from greylox_web.features.statistics.results import WON
from greylox_web.progress import FactLog, new_fact
from greylox_web.rules import default_game
from greylox_web.rules.notation.links import write_spec
from greylox_web.session.last_choices import newcomer_game
from greylox_web.session.update import update
from tests.session.session_helpers import new_session

TODAY = date(2026, 11, 30)


def facts_after(*names: str) -> FactLog:
    """The facts of a player who has finished the courses of these games."""
    return FactLog(lesson_done_fact(name, step.name) for name in names for step in course(name))


@pytest.mark.parametrize("name", COURSES)
def test_a_finished_course_leads_to_a_first_game_and_further_places(name: str):
    end = course_end(facts_after(name), name, TODAY)
    session = update(new_session(), end.main_action)
    assert session.game == newcomer_game(name) and session.unrated_reason == ""
    assert [seat.level for seat in session.seats] == [None, 1] and "Pip" in end.main_text
    addresses = [link.address for link in end.links]
    assert addresses[0] == f"#puzzle/next/{name}"
    assert (f"#learn/{name}/map" in addresses) == bool(mapped_game(name))
    assert addresses[-1] == f"#learn/{next_course(facts_after(name), name)}" != f"#learn/{name}"


def test_after_a_win_the_next_opponent_and_the_usual_board_follow():
    won = new_fact(
        "game",
        game="lox",
        spec=write_spec(newcomer_game("lox")),
        colour=0,
        level=1,
        score=WON,
        unrated="board",
    )
    end = course_end(facts_after("lox").union([won]), "lox", TODAY)
    session = update(new_session(), end.main_action)
    assert session.game == default_game("lox") and session.seats[1].level == 2


def test_the_next_course_is_one_that_is_not_finished():
    assert next_course(facts_after("greylox", "lox"), "greylox") == "brink"
    assert next_course(facts_after("byg"), "byg") == "greylox"
    everything = facts_after(*COURSES)
    assert next_course(everything, "byg") == ""
    assert course_end(everything, "byg", TODAY).links[-1].address == "#learn"


def test_an_unfinished_course_leads_to_its_next_lesson():
    facts = FactLog([lesson_done_fact("byg", course("byg")[-1].name)])
    end = course_end(facts, "byg", TODAY)
    assert end.main_action == "#learn/byg" and not end.links and "1 of 7" in end.text
