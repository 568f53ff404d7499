"""Random playouts against slower ones."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine.playouts import Playouts, random_bit, terminal_value
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import random_game, replay


@given(st.sets(st.integers(0, 90), min_size=1), st.integers(0, 99))
def test_random_bit_is_in_mask(members, seed):
    mask = sum(1 << cell for cell in members)
    assert random_bit(mask, list(range(88)), Random(seed)) in members


@pytest.mark.parametrize("members", [[3], [1, 2, 90], list(range(0, 88, 3)), list(range(88))])
def test_every_bit_is_equally_likely(members):
    random, mask = Random(1), sum(1 << cell for cell in members)
    times = 300
    counts = Counter(random_bit(mask, list(range(88)), random) for _ in range(times * len(members)))
    assert sorted(counts) == members
    chi_square = sum((count - times) ** 2 / times for count in counts.values())
    assert chi_square <= len(members) + 4 * (2 * len(members)) ** 0.5, "chi square, four sigma"


@pytest.mark.parametrize("name", GAMES)
def test_playouts_end_the_game(name):
    game, playouts = new_game(name), Playouts(Random(2))
    random = Random(4)
    for _ in range(20):
        actions = random_game(game, random)
        state = replay(game, actions[: random.randrange(len(actions) + 1)])[-1]
        last = playouts.final_state(game, state) if game.legal(state) else state
        assert game.legal(last) == 0
        assert terminal_value(game, last) in (-1.0, 0.0, 1.0)
        value, owned = playouts(game, state)
        assert value in (-1.0, 0.0, 1.0)
        assert not owned[0] & owned[1]


@pytest.mark.parametrize("name", ["brink", "multiplicity"])
def test_filling_the_board_at_once_is_a_random_game(name):
    """Both colours get as many stones as one by one, and every cell is filled equally often."""
    game, playouts, random = new_game(name, 3), Playouts(Random(2)), Random(3)
    start = game.start()
    while start.phase != 2 or start.occupied.bit_count() < 5:
        start = game.play(start, random.choice(list(bits(game.legal(start)))))
    counts = Counter()
    for _ in range(2000):
        last = playouts.fill_board(start, game.legal(start), game.final_vacancies)
        slow = replay(game, random_game(game, random, start), start)[-1]
        assert last.mover == slow.mover
        assert [s.bit_count() for s in last.stones] == [s.bit_count() for s in slow.stones]
        assert all(new & old == old for new, old in zip(last.stones, start.stones, strict=True))
        counts.update(bits(last.stones[0] & ~start.stones[0]))
    mean = sum(counts.values()) / len(counts)
    assert all(abs(count - mean) < 5 * mean**0.5 for count in counts.values())
