"""Series of puzzles: their addresses, sets, and streaks."""

from dataclasses import replace

import pytest

from greylox_web.features.puzzles.page_text import set_text_of
from greylox_web.features.puzzles.progress import puzzle_fact
from greylox_web.features.puzzles.series import (
    STREAK,
    SUITED,
    Series,
    StreakRun,
    next_in_streak,
    parse_path,
)
from greylox_web.features.puzzles.sets import SET_NAMES, all_sets, next_in_set, set_rows
from greylox_web.features.puzzles.themes import difficulty, idea
from greylox_web.progress import FactLog
from greylox_web.rules import GAMES
from tests.features.puzzles.shipped_puzzles import puzzles_of

PUZZLES = {name: row for game in GAMES for name, row in puzzles_of(game).items()}


@pytest.mark.parametrize(
    ("path", "series", "name"),
    [
        ("lox-7", Series("next", game="lox"), "lox-7"),
        ("next", SUITED, ""),
        ("next/lox", Series("next", game="lox"), ""),
        ("streak", STREAK, ""),
        ("streak/byg-2", STREAK, "byg-2"),
        ("set/hold", Series("set", "hold"), ""),
        ("set/hold/lox-7", Series("set", "hold"), "lox-7"),
        ("set/join/byg", Series("set", "join", "byg"), ""),
        ("set/join/byg/byg-2", Series("set", "join", "byg"), "byg-2"),
        ("set/lox", Series("set", "lox"), ""),
    ],
)
def test_addresses_of_series(path, series, name):
    assert parse_path(path) == (series, name)
    if series.kind != "next":
        assert (series.puzzle_path(name) if name else series.path) == path


@pytest.mark.parametrize(
    "path", ["", "nonsense", "next/chess", "next/lox-7", "set", "set/x", "set/hold/chess", "set/"]
)
def test_unknown_series(path):
    assert parse_path(path)[0] is None


def test_sets_by_idea_hold_all_puzzles():
    names = [row.name for name in SET_NAMES[1:-1] for row in set_rows(name, PUZZLES.values())]
    assert len(names) == len({*names}) >= 360
    for name in SET_NAMES:
        rows = set_rows(name, PUZZLES.values())
        strengths = [row.strength for row in rows]
        assert len(rows) >= 10 and strengths == sorted(strengths)
    assert {difficulty(row) for row in set_rows("very-hard", PUZZLES.values())} == {5}
    assert {difficulty(row) for row in set_rows("first-steps", PUZZLES.values())} == {1}
    assert {idea(row) for row in set_rows("join", PUZZLES.values(), "byg")} == {"join"}
    assert set_rows("lox", PUZZLES.values()) == set_rows("lox", puzzles_of("lox").values())


@pytest.mark.parametrize("game", ["", *GAMES])
def test_every_shown_set_has_its_texts(game):
    sets = all_sets(PUZZLES, (), game)
    assert len(sets) >= 5
    texts = [set_text_of(each, game) for each in sets]
    assert len({text.title for text in texts}) == len(texts)
    assert all(text.solved.startswith("0 of ") for text in texts)
    assert all(game in ("", *each.games) and len(each.rows) >= 5 for each in sets)


def test_a_set_is_solved_one_puzzle_after_another():
    rows = set_rows("hold", PUZZLES.values())
    first, second, *others = (row.name for row in rows)
    assert next_in_set(rows, []).name == first
    assert next_in_set(rows, [first]).name == second
    assert next_in_set(rows, [], current=first).name == second
    assert next_in_set(rows, [second], current=others[-1]).name == first, "the skipped one"
    assert next_in_set(rows, [second, *others], current=first) is None
    assert next_in_set(rows, [first, second, *others]) is None
    done = next(each for each in all_sets(PUZZLES, {first, second}) if each.name == "hold")
    assert done.solved == 2 and done.next_row.name == others[0]
    whole = next(each for each in all_sets(PUZZLES, {*PUZZLES}) if each.name == "hold")
    assert set_text_of(whole, "").solved == "Complete"


def test_a_streak_becomes_harder_until_the_first_mistake():
    run, strengths = StreakRun(), []
    for _ in range(20):
        row = next_in_streak(run, PUZZLES, FactLog())
        run = run.with_puzzle(row.name).answered(solved=True)
        strengths.append(row.strength)
    assert strengths == sorted(strengths) and strengths[-1] > strengths[0] + 150
    assert run.length == 20 and run.can_skip and not run.awaits_answer
    run = run.with_puzzle("lox-1").answered(solved=False)
    assert run.is_over and run.length == 20 and not run.can_skip


def test_one_puzzle_of_a_streak_may_be_skipped():
    run = StreakRun().with_puzzle("lox-1")
    assert run.awaits_answer and run.can_skip
    run = run.with_puzzle("lox-2")
    assert run.has_skipped and not run.can_skip and run.awaits_answer
    run = run.answered(solved=True)
    assert run.length == 1 and not run.is_over and not run.awaits_answer


def test_a_streak_prefers_unknown_puzzles_and_has_an_end():
    first = next_in_streak(StreakRun(), PUZZLES, FactLog())
    facts = FactLog([puzzle_fact(first.name, first.strength, right=True)])
    assert next_in_streak(StreakRun(), PUZZLES, facts).name != first.name
    long = replace(StreakRun(), names=tuple(PUZZLES))
    assert next_in_streak(long, PUZZLES, FactLog()) is None
