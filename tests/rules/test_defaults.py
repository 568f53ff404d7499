"""New game's defaults, and the values that links, records and calls may omit."""

import json
from random import Random

import pytest

from greylox_web import api, zoo
from greylox_web.__main__ import main
from greylox_web.command.gtp.extensions import ExtendedCommands
from greylox_web.formats import read
from greylox_web.rules import GAMES, NotationError, default_game, get_shapes, new_game
from greylox_web.rules.defaults import DEFAULTS
from greylox_web.rules.notation.links import read_link, read_spec, write_spec
from greylox_web.rules.notation.records import read_record
from greylox_web.rules.options import BOARD
from tests import sixth

BOARDS = ("5", "4", "3", "7-d", "5-d", "11-d")


def test_the_table_has_each_board_once_and_each_game():
    games = [read_spec(spec) for spec in DEFAULTS]
    assert [write_spec(game) for game in games] == list(DEFAULTS)
    assert len({(game.name, game.board.shape, game.size) for game in games}) == len(games)
    assert {game.name for game in games} == GAMES.keys()


@pytest.mark.parametrize("spec", DEFAULTS)
def test_a_board_of_the_table_has_its_options(spec):
    game = read_spec(spec)
    board = {key: value for key, value in game.options.items() if key == BOARD.key}
    assert default_game(game.name, game.size, board) == game


@pytest.mark.parametrize("name", GAMES)
def test_default_board_is_first_others_match_links(name):
    own = [spec for spec in DEFAULTS if read_spec(spec).name == name]
    assert write_spec(default_game(name)) == own[0]
    boards = {(read_spec(spec).board.shape, read_spec(spec).size) for spec in own}
    for shape, board in get_shapes(name):
        first = next((size for shape_name, size in boards if shape_name == shape.name), None)
        assert (default_game(name, None, board).size == shape.default_size) or first is not None
        for size in shape.offered_sizes:
            if (shape.name, size) not in boards:
                assert default_game(name, size, board) == new_game(name, size, board)


def test_default_game_keeps_given_size_and_options():
    for x in (1, 7):
        options = {"board": "hexhex", "x": x}
        assert default_game("brink", 5, options) == new_game("brink", 5, options)
    assert write_spec(default_game("lox", 9, {"swap": False})) == "lox9-n"
    assert default_game("brink", 7) == default_game("brink", 7, {"board": "hexhex"})


@pytest.mark.parametrize(
    "arguments",
    [("chess",), ("brink", 99), ("brink", 5, {"swop": True}), ("lox", 9, {"board": "x"})],
)
def test_default_game_with_unknown_argument_is_refused(arguments):
    with pytest.raises(NotationError):
        default_game(*arguments)


def test_default_game_outside_table_uses_class_defaults(monkeypatch):
    sixth.register(monkeypatch)
    assert default_game("siege") == new_game("siege")


@pytest.mark.parametrize("board", BOARDS)
def test_without_x_a_link_and_a_record_mean_3_for_good(board):
    expected = read_spec(f"brink{board}-x3")
    assert read_spec(f"brink{board}") == expected
    assert read_link(f"1/brink{board}/ma1").record.game == expected
    assert read_record(f"brink{board} 1. a1").record.game == expected
    for text in (
        f"(;FF[4]GG[brink{board}];B[a1])",
        f'{{"format": "greylox-web game", "version": 1, "game": "brink{board}", "nodes": [{{}}]}}',
        f"brink{board} 1. a1",
        f"https://example.org/#1/brink{board}/ma1",
    ):
        result = read(text)
        assert result.tree is not None and result.tree.game == expected, text


@pytest.mark.parametrize("size", [None, 4, 5, 7])
def test_without_x_a_call_means_3_for_good(size, capsys):
    expected = read_spec(f"brink{size or 5}-x3")
    assert new_game("brink", size) == expected
    assert api.new_game("brink", size).link.startswith(f"1/{write_spec(expected)}/")
    words = ExtendedCommands(new_game("lox"), 0, Random(1))
    words.do_greylox_game("brink", *([] if size is None else [str(size)]))
    assert words.ongoing_game.game == expected
    chosen = [] if size is None else ["--size", str(size)]
    main(["show", "--json", "--game", "brink", *chosen, "1. a1"])
    assert json.loads(capsys.readouterr().out)["options"]["x"] == 3


def test_swap_is_on_where_no_fair_x_is_known_and_off_where_it_is_omitted():
    swaps = {
        write_spec(default_game("brink", size, board))
        for shape, board in get_shapes("brink")
        for size in shape.offered_sizes
        if default_game("brink", size, board).options["swap"]
    }
    assert swaps == {"brink6-d-x8-p", "brink7-d-x8-p"}
    for spec in swaps:
        game = read_spec(spec.removesuffix("-p"))
        assert not game.options["swap"]
        chosen = {"board": "rhombus", "x": 8}
        assert new_game("brink", game.size, chosen) == game
        assert api.new_game("brink", game.size, **chosen).link.startswith(f"1/{write_spec(game)}/")
        assert read_link(f"1/{write_spec(game)}/ma1").record.game == game


def test_new_game_rhombus_without_x_has_3():
    assert new_game("brink", None, {"board": "rhombus"}) == read_spec("brink11-d-x3")
    assert api.new_game("brink", 7, board="rhombus").link.startswith("1/brink7-d-x3/")
    assert zoo.env("brink", 4).unwrapped.game == read_spec("brink4-x3")
