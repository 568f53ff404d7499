"""Puzzle results from facts: due puzzles, the streak, the week and the player's strength."""

from __future__ import annotations

import math
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.puzzles.progress import (
    best_streak,
    daily_fact,
    daily_solved,
    progress,
    puzzle_fact,
    rating_change,
    rating_history,
    saved_fact,
    saved_puzzles,
    streak,
    streak_record,
    strength,
    week,
)
from greylox_web.features.puzzles.selection import due_puzzles
from greylox_web.progress import Fact, FactLog, read_fact
from greylox_web.rules import GAMES
from tests.features.puzzles.shipped_puzzles import puzzles_of

TODAY = date(2026, 11, 22)  # a Sunday


def met(
    puzzle: str, ago: int, right: bool, helped: bool = False, daily: bool = False, rated: int = 1500
):
    """The fact of a puzzle tried ``ago`` days ago; later calls get later times on that day."""
    met.count += 1
    day = TODAY - timedelta(ago)
    fact = puzzle_fact(puzzle, rated, right=right, helped=helped, day=day if daily else None)
    return fact._replace(day=day.isoformat(), at=f"{day}T12:00:00.{met.count:06}+00:00")


met.count = 0


def due(*facts: Fact) -> list[str]:
    return [*due_puzzles(progress(FactLog(facts)), TODAY, puzzles_of("lox"))]


def test_a_failed_puzzle_comes_again_after_a_day_a_week_and_a_month():
    missed = met("lox-1", 60, False)
    assert due(met("lox-1", 1, False)) == ["lox-1"] and due(met("lox-1", 0, False)) == []
    assert due(missed, met("lox-1", 7, True)) == ["lox-1"]
    assert due(missed, met("lox-1", 6, True)) == []
    again = missed, met("lox-1", 50, True)
    assert due(*again, met("lox-1", 30, True)) == ["lox-1"]
    assert due(*again, met("lox-1", 29, True)) == []
    assert due(*again, met("lox-1", 42, True), met("lox-1", 41, True)) == [], "learned"
    assert due(*again, met("lox-1", 2, False)) == ["lox-1"], "it begins anew"
    assert due(met("lox-1", 60, True)) == []


def test_saved_puzzles_are_listed_until_released():
    def saved(number: int, puzzle: str, is_saved: bool) -> Fact:
        at = f"2026-11-22T12:00:00.{number:06}+00:00"
        return saved_fact(puzzle, saved=is_saved)._replace(at=at)

    facts = FactLog([saved(1, "lox-1", True), saved(2, "byg-2", True)])
    assert saved_puzzles(facts) == ["byg-2", "lox-1"], "the latest first"
    again = facts.union([saved(3, "byg-2", False), saved(4, "byg-3", True)])
    assert saved_puzzles(again) == ["byg-3", "lox-1"]
    assert saved_puzzles(FactLog(read_fact(fact.text) for fact in again)) == ["byg-3", "lox-1"]
    assert progress(again) == progress(FactLog())


def test_failed_puzzle_is_due_until_solved():
    one, two, three = met("lox-1", 9, False), met("lox-2", 8, True), met("lox-3", 7, True, True)
    puzzle_progress = progress(FactLog([one, two, three]))
    assert puzzle_progress.tried == {"lox-1", "lox-2", "lox-3"} and puzzle_progress.solved == {
        "lox-2"
    }
    assert [*puzzle_progress.due_days] == ["lox-1", "lox-3"], "the one that waits longest first"
    assert puzzle_progress.unsolved == {"lox-1", "lox-3"}
    updated = progress(FactLog([one, two, three, met("lox-1", 1, False)]))
    assert [*updated.due_days] == ["lox-3", "lox-1"]
    solved = progress(FactLog([one, two, three, met("lox-1", 1, False), met("lox-1", 0, True)]))
    assert solved.unsolved == {"lox-3"} and solved.solved == {"lox-1", "lox-2"}
    assert progress(FactLog([one]), "byg") == progress(FactLog())


def test_streak_ends_after_a_day_without_a_solution():
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

    facts = [met(f"lox-{ago}", ago, ago != 2, daily=True) for ago in (0, 2, 4, 6, 7)]
    assert marks(facts) == ("first", "", "first", "", "", "", "first"), "as it was stored before"
    assert marks([*facts, solved(2), solved(0)]) == ("first", "", "first", "", "done", "", "first")
    assert marks(facts, date(2026, 11, 23)) == ("",) * 7, "a new week"
    retried = [met("lox-1", 1, False, daily=True), met("lox-1", 1, True, daily=True)]
    assert marks(retried) == ("", "", "", "", "", "done", "")


def test_other_or_unsolved_puzzle_adds_no_streak_day():
    helped = met("lox-1", 0, True, helped=True, daily=True)
    missed = met("lox-1", 0, False, daily=True)
    assert progress(FactLog([met("lox-2", 0, True), helped, missed])).days == frozenset()
    puzzle_progress = progress(FactLog([helped, daily_solved("lox-1", TODAY)]))
    assert (
        puzzle_progress.days == {TODAY.isoformat()}
        and puzzle_progress.first_try_days == frozenset()
    )
    assert puzzle_progress.solved == frozenset() and puzzle_progress.unsolved == {"lox-1"}


def test_the_daily_puzzle_counts_on_its_day():
    facts = FactLog([met("lox-1", 1, True, daily=True), met("lox-2", 0, True)])
    assert daily_fact(facts, TODAY.isoformat()) is None
    yesterday = daily_fact(facts, (TODAY - timedelta(1)).isoformat())
    assert yesterday and yesterday.what["puzzle"] == "lox-1"


def test_strength_uses_the_first_encounter_of_each_puzzle():
    well = FactLog(met(f"lox-{n}", 20 - n, True, rated=1500) for n in range(10))
    badly = FactLog(met(f"lox-{n}", 20 - n, False, rated=1500) for n in range(10))
    good, bad = strength(well, "lox", TODAY), strength(badly, "lox", TODAY)
    assert good.rating > 1600 and bad.rating < 1400 and good.deviation < 200
    repeated = badly.union(met(f"lox-{n}", 0, True) for n in range(10))
    repeated = repeated.union(daily_solved(f"lox-{n}", TODAY) for n in range(10))
    assert strength(repeated, "lox", TODAY) == bad, "known puzzles make nobody stronger"
    assert strength(well, "byg", TODAY).deviation == 350
    assert strength(well, "lox", TODAY + timedelta(900)).deviation > good.deviation


def test_one_rating_counts_the_first_encounters_of_all_games():
    facts = FactLog(met(f"{game}-1", 9 - n, n % 2 == 0) for n, game in enumerate(GAMES))
    facts = facts.union([met("lox-2", 2, True), met("lox-3", 2, False), met("lox-1", 1, True)])
    history = rating_history(facts)
    assert [each.puzzle for each in history] == [*(f"{game}-1" for game in GAMES), "lox-2", "lox-3"]
    assert history[-1].rating == pytest.approx(strength(facts, "", TODAY - timedelta(2)), abs=1e-9)
    assert rating_history(FactLog()) == []


def test_rating_changes_once_for_each_puzzle():
    facts = FactLog(met(f"lox-{n}", 9 - n, True) for n in range(1, 6))
    assert rating_change(facts, "lox-5") is None, "too few to show a rating"
    facts = facts.union([met("lox-6", 3, False)])
    before, after = (each.rating.rating for each in rating_history(facts)[-2:])
    assert rating_change(facts, "lox-6") == round(after) - round(before) < 0
    assert rating_change(facts, "lox-7") is None, "never met"
    assert rating_change(facts.union([met("lox-6", 1, True)]), "lox-6") is None, "met again"


def test_best_streak_is_the_longest():
    assert best_streak(FactLog()) == 0
    facts = FactLog([streak_record(3), streak_record(12), streak_record(7)])
    assert best_streak(facts) == 12
    assert progress(facts) == progress(FactLog())


@given(
    st.lists(
        st.tuples(st.dates(), st.integers(1, 400), st.sampled_from([0, 1500, 4000]), st.booleans()),
        max_size=6,
    ),
    st.dates(),
)
def test_strength_is_finite_for_any_puzzle_facts(days, today):
    facts = []
    for day, many, rated, right in days:
        for _ in range(many):
            fact = puzzle_fact(f"lox-{len(facts)}", rated, right=right)
            facts.append(read_fact(fact._replace(day=day.isoformat()).text))
    log = FactLog(facts)
    assert all(map(math.isfinite, strength(log, "lox", today)))
    assert all(math.isfinite(value) for each in rating_history(log) for value in each.rating)
