"""New game's boards and shares match the results of the studies."""

import csv
from dataclasses import replace

import pytest

from greylox_web.features.new_game.shares import SHARES
from greylox_web.measure.summary import column_names
from greylox_web.rules import default_game
from greylox_web.rules.notation.links import read_spec, write_spec
from greylox_web.rules.options import BOARD
from lab import study
from lab.studies import shares
from lab.studies.balance import even_x
from lab.studies.questions import BRINK_BOARDS, BRINK_X, QUESTIONS, brink_spec


def write_tables(folder, *rows):
    """Write rows as study tables: the point's name, visits, games, the first share, draws."""
    for name in QUESTIONS:
        with (folder / f"{name}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, column_names(), restval="0")
            writer.writeheader()
            for point, visits, games, first, draws in rows:
                if point.startswith(name):
                    own = {"game": point, "visits": visits, "games": games, "different": games}
                    writer.writerow(own | {"first": first, "draws": draws})
    return folder


def both_strengths(point, games, first, draws=0):
    """Return a point's rows at both strengths; at the weaker, the first colour always wins."""
    return (point, 32, games, 1.0, 0), (point, 256, games, first, draws)


def balanced_x(board, measured):
    """Return the default X of Brink on a board, or None before the board is bisected."""
    specs = {x: brink_spec(board, x) for x in BRINK_X}
    return even_x({x: measured[spec].share for x, spec in specs.items() if spec in measured})


def test_page_module_matches_tables():
    assert shares.MODULE_PATH.read_text("utf-8") == shares.render_module(shares.load_shares())


@pytest.mark.parametrize("board", BRINK_BOARDS)
def test_brink_default_x_is_nearest_to_one_half_and_has_a_swap_unless_even(board):
    measured = shares.load_shares()
    x = balanced_x(board, measured)
    spec = brink_spec(board, x or 1)
    game = read_spec(spec)
    shape = {BOARD.key: game.options[BOARD.key]}
    if x is not None:
        is_even = 0.4 <= measured[spec].share <= 0.6
        assert default_game("brink", game.size, shape) == replace(game, swap=not is_even)


def test_board_with_200_games_is_listed(tmp_path):
    rows = (
        *both_strengths("brink5-x4-drawn4", 200, 0.9),
        *both_strengths("brink5-x6-drawn4", 199, 0.4),
        *both_strengths("brink5-x5-drawn8", 200, 0.5),
        *both_strengths("multiplicity5-drawn4", 200, 0.55, 20),
        ("multiplicity4-drawn4", 256, 400, 0.5, 0),
        *both_strengths("byg5-starts-drawn4", 400, 0.5),
        *(("lox5-n-starts-drawn4", visits, 2000, 0.5, 0) for visits in (8, 32)),
    )
    boards = shares.load_shares(write_tables(tmp_path, *rows))
    assert boards.keys() == {"brink5-x4", "multiplicity5"}
    assert boards["multiplicity5"].percentages == (50, 10)
    text = shares.render_module(boards)
    assert '{\n    "brink5-x4": (90, 0),\n    "multiplicity5": (50, 10),\n}\n' in text


def test_balanced_x_needs_neighbours_around_one_half(tmp_path):
    bisected = {8: 0.2, 4: 0.9, 6: 0.45, 5: 0.52}
    rows = [both_strengths(f"brink5-x{x}-drawn4", 200, share) for x, share in bisected.items()]
    for count in range(5):
        boards = shares.load_shares(
            write_tables(tmp_path, *(row for pair in rows[:count] for row in pair))
        )
        assert balanced_x("5", boards) == (5 if count == 4 else None)
        assert balanced_x("4", boards) is None


def test_no_results_make_empty_module(tmp_path):
    boards = shares.load_shares(write_tables(tmp_path))
    namespace = {}
    exec(shares.render_module(boards), namespace)
    assert namespace["SHARES"] == {}


def test_the_command_writes_the_module(tmp_path, monkeypatch):
    monkeypatch.setattr(shares, "MODULE_PATH", tmp_path / "shares.py")
    monkeypatch.setattr("sys.argv", ["lab.study", "shares"])
    study.main()
    assert (tmp_path / "shares.py").read_text("utf-8") == shares.render_module(shares.load_shares())


def test_listed_boards_are_offered_and_have_article():
    for spec, (wins, draws) in SHARES.items():
        game = read_spec(spec)
        assert write_spec(game) == spec
        assert 0 <= wins <= wins + draws <= 100
        assert (study.PAGE_DIR / f"{game.name}.html").exists()
