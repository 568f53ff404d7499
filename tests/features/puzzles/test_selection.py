"""The choice of the next puzzle, and the texts about results."""

from __future__ import annotations

from datetime import date, timedelta

from greylox_web.features.exercise.model import Attempt, Verdict
from greylox_web.features.puzzles.judge import make_exercise
from greylox_web.features.puzzles.progress import daily_solved, puzzle_fact
from greylox_web.features.puzzles.progress_text import (
    puzzle_summary,
    result_text,
    share_text,
    streak_text,
)
from greylox_web.features.puzzles.selection import next_puzzle, target_strength
from greylox_web.progress import FactLog
from tests.features.puzzles.shipped_puzzles import puzzle, puzzles_of

TODAY = date(2026, 11, 22)
LOX = puzzles_of("lox")


def met(facts: FactLog, name: str, right: bool, ago: int = 0, **more: object) -> FactLog:
    """The facts plus one attempt, later than all others of its day."""
    day = (TODAY - timedelta(ago)).isoformat()
    at = f"{day}T12:00:00.{len(facts):06}+00:00"
    row = puzzles_of(name.partition("-")[0])[name]
    fact = puzzle_fact(name, row.strength, right=right, **more)
    return facts.union([fact._replace(day=day, at=at)])


def test_new_player_gets_easy_then_harder_puzzles():
    facts, strengths = FactLog(), []
    for count in range(30):
        row = next_puzzle(LOX, facts, "lox", TODAY)
        strengths.append(row.strength)
        facts = met(facts, row.name, True, ago=30 - count)
    assert len({fact.what["puzzle"] for fact in facts}) == 30, "no puzzle twice"
    assert strengths[0] < sorted(row.strength for row in LOX.values())[20]
    assert max(strengths) > strengths[0] + 300


def test_failures_lead_to_easier_puzzles():
    well = badly = FactLog()
    for name in [*LOX][:8]:
        well, badly = met(well, name, True, 3), met(badly, name, False, 3)
    assert target_strength(well, "lox", TODAY) > target_strength(badly, "lox", TODAY) + 150


def test_failed_puzzle_returns_after_a_gap():
    facts = met(FactLog(), "lox-5", False)
    assert next_puzzle(LOX, facts, "lox", TODAY).name != "lox-5"
    assert next_puzzle(LOX, facts, "lox", TODAY + timedelta(1)).name == "lox-5"
    for name in ("lox-6", "lox-7", "lox-8", "lox-9"):
        facts = met(facts, name, True)
    assert next_puzzle(LOX, facts, "lox", TODAY).name == "lox-5"
    assert next_puzzle(LOX, facts, "lox", TODAY, ["lox-5"]).name != "lox-5", "not the same again"
    solved = met(facts, "lox-5", True)
    assert next_puzzle(LOX, solved, "lox", TODAY + timedelta(9)).name not in ("lox-5", "lox-6")


def test_when_all_are_solved_the_oldest_comes_again():
    facts = FactLog()
    for name in reversed(LOX):
        facts = met(facts, name, True)
    assert next_puzzle(LOX, facts, "lox", TODAY).name == [*LOX][-1]
    assert next_puzzle({}, facts, "lox", TODAY) is None


def test_puzzle_summary_of_a_game():
    fresh = puzzle_summary("lox", LOX, FactLog(), TODAY)
    assert (fresh.solved, fresh.due_text, fresh.button) == (f"0 of {len(LOX)} solved", "", "Start")
    assert fresh.strength == ""
    facts = met(met(FactLog(), "lox-1", False), "byg-1", False)
    assert puzzle_summary("lox", LOX, facts, TODAY).due_text == "1 to try again"
    for name in [*LOX][1:30]:
        facts = met(facts, name, True, 2)
    assert puzzle_summary("lox", LOX, facts, TODAY).strength == "", (
        "easy ones tell little of their solver"
    )
    facts = FactLog()
    for count, name in enumerate([*LOX][1:40]):
        facts = met(facts, name, count % 4 > 0, 2)
    summary = puzzle_summary("lox", LOX, facts, TODAY)
    assert summary.solved == f"29 of {len(LOX)} solved" and summary.strength.startswith(
        "strength 1"
    )


def test_streak_text_has_count_and_weekdays():
    facts = met(met(FactLog(), "lox-1", True, 1, day=TODAY), "lox-2", False, 0, day=TODAY)
    streak = streak_text(facts.union([daily_solved("lox-2", TODAY)]), TODAY)
    assert (streak.streak, streak.label) == (2, "days in a row")
    assert [day.mark for day in streak.week] == [""] * 5 + ["first", "done"]
    assert streak.week[4][:2] == ("F", "Friday: not solved")
    assert streak.week[5][:2] == ("S", "Saturday: solved on the first try")
    assert streak.week[6][:2] == ("S", "Sunday: solved")
    assert streak.aria_text == "2 days in a row with the day's puzzle solved"
    one = streak_text(met(FactLog(), "lox-1", True, day=TODAY), TODAY)
    assert (one.label, one.aria_text) == ("day in a row", "1 day with the day's puzzle solved")


def test_result_text_describes_the_attempt():
    attempt = Attempt(make_exercise(puzzle("lox-1")))
    done, solution = Verdict("done"), Verdict("shown")
    assert result_text(attempt) == ""
    assert result_text(Attempt(attempt.exercise, done)) == "On the first try."
    assert (
        result_text(Attempt(attempt.exercise, done), is_repeat=True)
        == "This time on the first try."
    )
    assert "hint" in result_text(Attempt(attempt.exercise, done, helped=True))
    assert "Not on the first try" in result_text(
        Attempt(attempt.exercise, done, wrong_count=1, helped=True)
    )
    assert result_text(Attempt(attempt.exercise, solution, helped=True)) == "It will come again."


def test_share_text_omits_the_solution():
    address = "https://example.org/#puzzle/lox-1"
    row, facts = LOX["lox-1"], met(FactLog(), "lox-2", True, 1, day=TODAY)

    def sent(facts: FactLog, daily: bool = True) -> str:
        return share_text(facts, "lox", TODAY, address, "Red to play and win", daily=daily)

    solved = sent(met(facts, "lox-1", True, day=TODAY))
    assert solved.splitlines() == [
        "Lox, puzzle of 2026-11-22: solved on the first try ⬢",
        "2 days in a row",
        address,
    ]
    assert "not on the first try" in sent(met(facts, "lox-1", False, day=TODAY))
    assert sent(FactLog()).splitlines()[0] == "Lox, puzzle of 2026-11-22"
    assert sent(FactLog(), daily=False).startswith("Lox, a puzzle: Red to play and win")
    for text in (solved, sent(FactLog(), daily=False)):
        assert row.solution not in text.replace(address, "")
