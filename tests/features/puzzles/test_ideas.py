"""The idea, the lesson and the difficulty of every shipped puzzle."""

from collections import Counter

import pytest

from greylox_web.features.lessons.step import course
from greylox_web.features.puzzles.themes import LAST, RULES, difficulty, idea, lesson
from greylox_web.rules import GAMES
from greylox_web.words.puzzles import PUZZLE_WORDS
from tests.features.puzzles.shipped_puzzles import puzzle, puzzles_of

ROWS = [row for game in GAMES for row in puzzles_of(game).values()]


def test_every_puzzle_has_one_idea_with_words():
    ideas = Counter(idea(row) for row in ROWS)
    assert ideas.total() == 365 and ideas[LAST] <= 3
    assert min(count for name, count in ideas.items() if name != LAST) >= 10
    assert all(f"set-{name}" in PUZZLE_WORDS for name in ideas)


@pytest.mark.parametrize("game", GAMES)
def test_every_idea_has_a_lesson(game):
    steps = {step.name for step in course(game)}
    assert {rule.lesson for rule in RULES[game]} <= steps
    assert {lesson(row) for row in puzzles_of(game).values()} <= steps
    assert RULES[game][-1].themes == frozenset(), "the last rule always applies"


def flips(row) -> int:
    """Return how many stones may be flipped in the position of a puzzle."""
    each = puzzle(row.name)
    return (each.game.legal(each.state) & each.state.stones[1 - each.state.mover]).bit_count()


def solution_flips(row) -> bool:
    """Return whether the right turn flips a stone."""
    each = puzzle(row.name)
    return bool(each.state.stones[1 - each.state.mover] >> each.solution[0] & 1)


@pytest.mark.parametrize("game", ["greylox", "lox"])
def test_ideas_of_flips_are_true(game):
    rows = {name: [] for name in ("choose-flip", "flip", "wait")}
    for row in puzzles_of(game).values():
        rows.setdefault(idea(row), []).append(row)
    assert all(solution_flips(row) and flips(row) > 1 for row in rows["choose-flip"])
    assert all(solution_flips(row) and flips(row) == 1 for row in rows["flip"])
    assert all(not solution_flips(row) and flips(row) for row in rows["wait"])


def test_a_line_of_sight_that_closes_takes_control():
    for row in ROWS:
        if idea(row) != "sight":
            continue
        each = puzzle(row.name)
        opponent = 1 - each.state.mover
        before, after = (
            each.game.controlled(state)[opponent] for state in (each.state, each.solution_state)
        )
        assert before & ~after & ~(1 << each.solution[0]), row.name


def test_held_connections_survive_every_reply():
    for row in puzzles_of("lox").values():
        if idea(row) == "hold":
            each = puzzle(row.name)
            game, mover, after = each.game, each.state.mover, each.solution_state
            replies = [n for n in range(game.board.end_action + 1) if game.legal(after) >> n & 1]
            assert game.connecting_group(after, mover)
            assert all(game.connecting_group(game.play(after, n), mover) for n in replies)


def test_three_stones_are_three_cells():
    rows = [row for row in puzzles_of("byg").values() if idea(row) == "three"]
    assert rows and all(len(puzzle(row.name).solution) == 3 for row in rows)


def test_difficulty_grows_with_the_rating():
    by_strength = sorted(ROWS, key=lambda row: row.strength)
    levels = [difficulty(row) for row in by_strength]
    assert levels == sorted(levels) and set(levels) == {1, 2, 3, 4, 5}
    assert min(Counter(levels).values()) >= 20
