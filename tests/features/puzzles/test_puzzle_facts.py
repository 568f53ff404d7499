"""What the facts say of puzzles."""

from __future__ import annotations

import math
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.puzzles.progress import (
    daily_fact,
    daily_solved,
    progress,
    puzzle_fact,
    streak,
    strength,
    week,
)
from greylox_web.progress import Fact, FactLog, read_fact

TODAY = date(2026, 11, 22)  # a Sunday


def met(
    puzzle: str, ago: int, right: bool, helped: bool = False, daily: bool = False, rated: int = 1500
):
    """A puzzle that was met so many days ago; later calls happened later on that day."""
    met.count += 1
    day = TODAY - timedelta(ago)
    fact = puzzle_fact(puzzle, rated, right=right, helped=helped, day=day if daily else None)
    return fact._replace(day=day.isoformat(), at=f"{day}T12:00:00.{met.count:06}+00:00")


met.count = 0


def test_what_failed_comes_again_until_it_is_solved():
    one, two, three = met("lox-1", 9, False), met("lox-2", 8, True), met("lox-3", 7, True, True)
    found = progress(FactLog([one, two, three]))
    assert found.tried == {"lox-1", "lox-2", "lox-3"} and found.solved == {"lox-2"}
    assert found.due_again == ("lox-1", "lox-3"), "the one that waits longest first"
    later = progress(FactLog([one, two, three, met("lox-1", 1, False)]))
    assert later.due_again == ("lox-3", "lox-1")
    solved = progress(FactLog([one, two, three, met("lox-1", 1, False), met("lox-1", 0, True)]))
    assert solved.due_again == ("lox-3",) and solved.solved == {"lox-1", "lox-2"}
    assert progress(FactLog([one]), "byg") == progress(FactLog())


def test_days_in_a_row_last_until_a_day_is_over_without_one():
    def on(*ago: int) -> list[str]:
        return [(TODAY - timedelta(days)).isoformat() for days in ago]

    assert streak([], TODAY) == 0
    assert streak(on(0), TODAY) == 1
    assert streak(on(1, 2, 3), TODAY) == 3, "today is not over"
    assert streak(on(0, 1, 2, 4), TODAY) == 3
    assert streak(on(2, 3), TODAY) == 0


def marks(facts: list[Fact], today: date = TODAY):
    return week(progress(FactLog(facts)), today)


def test_the_week_shows_how_the_puzzle_of_each_day_was_solved():
    def solved(ago: int):
        return daily_solved("lox-9", TODAY - timedelta(ago))

    found = [met(f"lox-{ago}", ago, ago != 2, daily=True) for ago in (0, 2, 4, 6, 7)]
    assert marks(found) == ("first", "", "first", "", "", "", "first"), "as it was stored before"
    assert marks([*found, solved(2), solved(0)]) == ("first", "", "first", "", "done", "", "first")
    assert marks(found, date(2026, 11, 23)) == ("",) * 7, "a new week"
    again = [met("lox-1", 1, False, daily=True), met("lox-1", 1, True, daily=True)]
    assert marks(again) == ("", "", "", "", "", "done", "")


def test_neither_another_puzzle_nor_an_unsolved_one_is_a_day_in_the_row():
    helped = met("lox-1", 0, True, helped=True, daily=True)
    missed = met("lox-1", 0, False, daily=True)
    assert progress(FactLog([met("lox-2", 0, True), helped, missed])).days == frozenset()
    told = progress(FactLog([helped, daily_solved("lox-1", TODAY)]))
    assert told.days == {TODAY.isoformat()} and told.first_try_days == frozenset()
    assert told.solved == frozenset() and told.due_again == ("lox-1",)


def test_the_daily_puzzle_counts_on_its_day():
    facts = FactLog([met("lox-1", 1, True, daily=True), met("lox-2", 0, True)])
    assert daily_fact(facts, TODAY.isoformat()) is None
    yesterday = daily_fact(facts, (TODAY - timedelta(1)).isoformat())
    assert yesterday and yesterday.what["puzzle"] == "lox-1"


def test_strength_counts_the_first_encounter_of_each_puzzle_of_the_game():
    well = FactLog(met(f"lox-{n}", 20 - n, True, rated=1500) for n in range(10))
    badly = FactLog(met(f"lox-{n}", 20 - n, False, rated=1500) for n in range(10))
    good, bad = strength(well, "lox", TODAY), strength(badly, "lox", TODAY)
    assert good.rating > 1600 and bad.rating < 1400 and good.deviation < 200
    again = badly.union(met(f"lox-{n}", 0, True) for n in range(10))
    again = again.union(daily_solved(f"lox-{n}", TODAY) for n in range(10))
    assert strength(again, "lox", TODAY) == bad, "known puzzles make nobody stronger"
    assert strength(well, "byg", TODAY).deviation == 350
    assert strength(well, "lox", TODAY + timedelta(900)).deviation > good.deviation


@given(
    st.lists(
        st.tuples(st.dates(), st.integers(1, 400), st.sampled_from([0, 1500, 4000]), st.booleans()),
        max_size=6,
    ),
    st.dates(),
)
def test_whatever_puzzle_facts_may_tell_there_is_a_strength(days, today):
    told = []
    for day, many, rated, right in days:
        for _ in range(many):
            fact = puzzle_fact(f"lox-{len(told)}", rated, right=right)
            told.append(read_fact(fact._replace(day=day.isoformat()).text))
    assert all(map(math.isfinite, strength(FactLog(told), "lox", today)))
