"""Numbers of action sequences (perft.txt), counted by the package and briefly by the reference."""

from pathlib import Path

import pytest

from greylox_web.rules.board import bits
from greylox_web.rules.play import perft
from tests.rules.playouts import game_of, twin_of, word

BRIEF = 1300  # the most sequences that the reference counts


def table():
    """Return the rows of perft.txt: (game, numbers)."""
    lines = (Path(__file__).parent / "perft.txt").read_text().splitlines()
    rows = [line.split() for line in lines if line and line[0] != "#"]
    return [pytest.param(row[0], [int(word) for word in row[1:]], id=row[0]) for row in rows]


def perft_of_twin(twin, depth):
    if depth == 0:
        return 1
    legal = twin.legal()
    if depth == 1:
        return len(legal)
    return sum(perft_of_twin(twin.copy().apply(name), depth - 1) for name in legal)


def split(game, depth):
    """Return the count after each first action, to locate a fault."""
    start = game.start()
    actions = bits(game.legal(start))
    return "\n".join(
        f"{word(game, action)} {perft(game, depth - 1, game.play(start, action))}"
        for action in actions
    )


@pytest.mark.parametrize(("spec", "numbers"), table())
def test_the_package_counts(spec, numbers):
    game = game_of(spec)
    for depth, number in enumerate(numbers, 1):
        assert perft(game, depth) == number, f"{spec} depth {depth}:\n{split(game, depth)}"


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "numbers"), table())
def test_the_twin_counts(spec, numbers):
    for depth, number in enumerate(numbers, 1):
        if number <= BRIEF:
            assert perft_of_twin(twin_of(game_of(spec)), depth) == number, f"{spec} depth {depth}"


def test_perft_of_depth_0_is_1():
    assert perft(game_of("lox3"), 0) == 1
