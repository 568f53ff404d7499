"""Random events on the page and in several tabs lose no moves."""

import pytest

from tests.page.walks import SEEDS, WALKS


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("kind", WALKS)
def test_random_walks_lose_no_moves(kind: str, seed: int):
    assert WALKS[kind](seed)
