"""Evaluations as percentages and texts, and the legal part of the engine's lines."""

import pytest

from greylox_web.engine.messages import SearchReport
from greylox_web.rules import new_game
from greylox_web.session.evaluation import evaluation_from_report, legal_line


@pytest.mark.parametrize(
    ("line", "legal_actions"),
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
def test_legal_line_ends_before_first_illegal_action(line, legal_actions):
    game = new_game("brink", 3)
    cells = [game.board.parse_cell(name) for name in line[:legal_actions]]
    assert list(legal_line(game, game.start(), line)) == cells


def test_a_line_ends_with_the_game():
    game = new_game("brink", 3)
    names = list(game.board.cell_names(game.board.cells))
    assert len(legal_line(game, game.start(), [*names, names[0]])) == len(names)


@pytest.mark.parametrize(
    ("value", "proven", "percent", "text"),
    [
        (0.999, False, 99, "Black 99%"),
        (-0.999, False, 1, "Black 1%"),
        (1.0, True, 100, "Black 100%, proven"),
        (-1.0, True, 0, "Black 0%, proven"),
    ],
)
def test_evaluation_text_says_proven_only_if_proven(value, proven, percent, text):
    report = SearchReport(1, True, "a1", 100, value, proven, [], [], 9, None)
    shown_evaluation = evaluation_from_report(new_game("brink", 3), report)
    assert (shown_evaluation.percent, shown_evaluation.text) == (percent, text)
