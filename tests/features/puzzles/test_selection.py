"""The choice of the next puzzle, and the texts about results."""

from __future__ import annotations

from datetime import date, timedelta

from greylox_web.features.exercise.model import Attempt, Verdict
from greylox_web.features.lessons.progress import lesson_done_fact
from greylox_web.features.puzzles.judge import make_exercise
from greylox_web.features.puzzles.page_text import (
    due_rows,
    due_text,
    rating_later_text,
    rating_summary,
)
from greylox_web.features.puzzles.progress import daily_solved, puzzle_fact
from greylox_web.features.puzzles.progress_text import (
    lesson_link,
    rating_text,
    result_heading,
    result_text,
    share_text,
    streak_text,
)
from greylox_web.features.puzzles.selection import (
    daily_puzzle_name,
    known_games,
    next_puzzle,
    target_strength,
    was_learned_or_played,
)
from greylox_web.features.puzzles.themes import idea
from greylox_web.progress import FactLog
from greylox_web.rules import GAMES
from tests.features.puzzles.shipped_puzzles import daily_list, puzzle, puzzles_of

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


def test_failed_puzzle_returns_on_the_next_day():
    facts = met(FactLog(), "lox-5", False)
    assert next_puzzle(LOX, facts, "lox", TODAY).name != "lox-5"
    assert next_puzzle(LOX, facts, "lox", TODAY + timedelta(1)).name == "lox-5"
    tomorrow = TODAY + timedelta(1)
    assert next_puzzle(LOX, facts, "lox", tomorrow, ["lox-5"]).name != "lox-5", "not the same again"
    solved = met(facts, "lox-5", True)
    assert next_puzzle(LOX, solved, "lox", TODAY + timedelta(6)).name != "lox-5"


def test_when_all_are_solved_the_oldest_comes_again():
    facts = FactLog()
    for name in reversed(LOX):
        facts = met(facts, name, True)
    assert next_puzzle(LOX, facts, "lox", TODAY).name == [*LOX][-1]
    assert next_puzzle({}, facts, "lox", TODAY) is None


def test_streak_text_has_count_and_weekdays():
    facts = met(met(FactLog(), "lox-1", True, 1, day=TODAY), "lox-2", False, 0, day=TODAY)
    streak = streak_text(facts.union([daily_solved("lox-2", TODAY)]), TODAY)
    assert (streak.streak, streak.label) == (2, "days in a row")
    assert [day.mark for day in streak.week] == [""] * 5 + ["first", "done"]
    assert streak.week[4][:2] == ("F", "Friday: not solved")
    assert streak.week[5][:2] == ("S", "Saturday: solved on the first try")
    assert streak.week[6][:2] == ("S", "Sunday: solved")
    assert [day.when for day in streak.week] == ["past"] * 6 + ["today"]
    tuesday = streak_text(facts, date(2026, 11, 24)).week
    assert [day.when for day in tuesday] == ["past", "today", *["future"] * 5]
    assert tuesday[1].text == "Tuesday, today: not solved yet"
    assert tuesday[2].text == "Wednesday: still to come"
    assert streak.aria_text == "2 days in a row with the day's puzzle solved"
    one = streak_text(met(FactLog(), "lox-1", True, day=TODAY), TODAY)
    assert (one.label, one.aria_text) == ("day in a row", "1 day with the day's puzzle solved")


def test_result_text_describes_the_attempt():
    attempt = Attempt(make_exercise(puzzle("lox-1")))
    done, solution = Verdict("done"), Verdict("shown")
    assert result_text(attempt) == result_heading(attempt) == ""
    solved = Attempt(attempt.exercise, done)
    assert (result_heading(solved), result_text(solved)) == ("Solved on the first try", "")
    assert result_heading(solved, is_repeat=True) == "Solved this time"
    assert result_heading(solved, was_solved=True) == "Solved today"
    hinted = Attempt(attempt.exercise, done, helped=True)
    assert result_heading(hinted) == "Solved" and "hint" in result_text(hinted)
    later = Attempt(attempt.exercise, done, wrong_count=1, helped=True)
    assert result_heading(later) == "Solved" and "Not on the first try" in result_text(later)
    shown = Attempt(attempt.exercise, solution, helped=True)
    assert (result_heading(shown), result_text(shown)) == ("", "It will come again.")
    wrong = Attempt(attempt.exercise, Verdict("wrong", heading="a1 loses"), wrong_count=1)
    assert (result_heading(wrong), result_text(wrong)) == ("a1 loses", "")


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


def test_lesson_link_names_the_lesson_that_explains_the_puzzle():
    row = next(row for row in LOX.values() if idea(row) == "hold")
    new = lesson_link(FactLog(), row)
    assert new.route == "learn/lox"
    assert new.text == "New to Lox? Lesson 5 explains this: Survive one turn."
    begun = FactLog([lesson_done_fact("lox", "join")])
    learner = lesson_link(begun, row)
    assert learner.route == "learn/lox/survive"
    assert learner.text == "Lesson 5 of Lox explains this: Survive one turn."
    assert lesson_link(begun.union([lesson_done_fact("lox", "survive")]), row) is None
    assert lesson_link(met(FactLog(), "lox-2", True), row) is None, "no newcomer"
    assert lesson_link(met(FactLog(), "byg-2", True), row) == new


def test_rating_text_after_the_only_encounter():
    facts = FactLog()
    for ago in range(8, 2, -1):
        facts = met(facts, f"lox-{ago}", ago % 2 == 0, ago)
    text = rating_text(met(facts, "lox-1", True), "lox-1")
    assert text.change.startswith("+") and text.has_risen and len(text.curve) == 7
    missed = rating_text(met(facts, "lox-2", False), "lox-2")
    assert missed.change.startswith("\u2212") and not missed.has_risen
    assert rating_text(met(met(facts, "lox-1", False), "lox-1", True), "lox-1") is None


def test_the_page_shows_the_rating_after_five_puzzles():
    facts = FactLog()
    for number in range(1, 5):
        facts = met(facts, f"lox-{number}", True, 9 - number)
    assert rating_summary(facts) is None
    assert rating_later_text(facts) == "After 1 more puzzle your rating is shown here."
    for number in (5, 6):
        facts = met(facts, f"lox-{number}", False, 9 - number)
    summary = rating_summary(facts)
    assert summary.text.endswith("in 2 puzzles") and not summary.has_risen
    assert summary.table[1] == ("2026-11-19", "Lox 6", summary.last)
    assert len(summary.table) == 3


def test_missed_puzzles_are_due_on_another_day():
    facts = met(met(FactLog(), "lox-5", False, 3), "lox-6", False)
    assert [row.name for row in due_rows(facts, LOX, TODAY)] == ["lox-5"]
    assert due_text(facts, LOX["lox-5"]) == "missed on 2026-11-19"
    solved = met(facts, "lox-5", True)
    assert due_rows(solved, LOX, TODAY) == []
    assert due_text(solved, LOX["lox-5"]) == "missed on 2026-11-19"


def test_suited_puzzles_are_of_known_games():
    assert known_games(FactLog()) == ["greylox"]
    facts = FactLog([lesson_done_fact("byg", "second")])
    assert known_games(facts) == ["byg"]
    assert was_learned_or_played(facts, "byg") and not was_learned_or_played(facts, "lox")
    assert known_games(met(facts, "lox-1", True)) == ["lox", "byg"]


def learned(*games: str, ago: int = 1) -> FactLog:
    """The facts of a first lesson of each game."""
    day = (TODAY - timedelta(ago)).isoformat()
    facts = (lesson_done_fact(game, "see") for game in games)
    return FactLog([fact._replace(day=day, at=f"{day}T12:00:00.000+00:00") for fact in facts])


def test_the_days_puzzle_is_of_a_known_game():
    days = daily_list()
    everything = learned(*GAMES)
    for after in range(len(days)):
        day = TODAY + timedelta(after)
        index = (day - date(2026, 11, 16)).days % len(days)
        assert daily_puzzle_name(day, days, everything) == days[index]
        assert daily_puzzle_name(day, days, FactLog()).startswith("greylox-")
        name = daily_puzzle_name(day, days, learned("lox", "byg"))
        assert name.partition("-")[0] in ("lox", "byg")
        if days[index].startswith(("lox-", "byg-")):
            assert name == days[index], "everybody who knows the game has the same puzzle"


def test_the_days_puzzle_of_one_game_is_new_each_day():
    days, facts, names = daily_list(), learned("lox", ago=0), []
    for after in range(1, 60):
        day = TODAY + timedelta(after)
        names.append(daily_puzzle_name(day, days, facts))
        facts = met(facts, names[-1], True, -after, day=day)
    assert len({*names}) == len(names)


def test_the_days_puzzle_stays_all_day():
    days, facts = daily_list(), learned("lox")
    for after in range(5):
        day = TODAY + timedelta(after)
        name = daily_puzzle_name(day, days, facts)
        more = facts.union(learned(*GAMES, ago=-after))
        assert daily_puzzle_name(day, days, more) == name, "a lesson of the same day"
        right = met(facts, name, True, -after, day=day)
        assert daily_puzzle_name(day, days, right.union(learned(*GAMES))) == name, "it was met"
    other = next(name for name in days if name.startswith("brink-"))
    solved = facts.union([daily_solved(other, TODAY)])
    assert daily_puzzle_name(TODAY, days, solved) == other
    unknown = facts.union([daily_solved("brink-9999", TODAY)])
    assert daily_puzzle_name(TODAY, days, unknown) == daily_puzzle_name(TODAY, days, facts)
