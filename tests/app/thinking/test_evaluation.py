"""The engine's opinion in numbers: what of its lines can be shown."""

import pytest

from greylox_web.app.thinking.evaluation import legal_line
from greylox_web.rules import new_game


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (["c3", "c4", "c5"], 3),
        (["nonsense", "c3"], 0),
        (["", "c3"], 0),
        (["end", "c3"], 0),
        (["c3", "nonsense", "c4"], 1),
        (["c3", "c3", "c4"], 1),
        ([], 0),
    ],
)
def test_a_line_ends_before_its_first_word_that_is_no_legal_action(line, kept):
    game = new_game("brink", 3)
    cells = [game.board.cell(name) for name in line[:kept]]
    assert list(legal_line(game, game.start(), line)) == cells


def test_a_line_ends_with_the_game():
    game = new_game("brink", 3)
    names = list(game.board.names(game.board.cells))
    assert len(legal_line(game, game.start(), [*names, names[0]])) == len(names)
