"""How puzzles are made: games, positions, what is worth keeping, the command."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from greylox_web.rules import GAMES, default_game, new_game
from greylox_web.rules.notation.links import read_link
from lab.puzzles import __main__ as command
from lab.puzzles import making, source
from lab.puzzles.making import Maker
from lab.puzzles.proof import Choice, Prover
from lab.puzzles.source import Found, board_for, late_positions, some_turn, whole_game
from lab.puzzles.store import turn_name
from tests.lab.puzzles.samples import KEPT


@pytest.fixture
def small(monkeypatch):
    """Games on a small board, and grades at once."""
    monkeypatch.setattr(making, "board_for", lambda name, random: new_game(name, 3))
    monkeypatch.setattr(making, "grade", lambda game, state, after: 16)
    for module in (making, source):
        monkeypatch.setattr(module, "budget", lambda game: 2000)


def test_making_goes_on_where_it_was_stopped(small, tmp_path):
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    maker = Maker("multiplicity", whole)
    while len(maker.kept) < 3:
        maker.step()
    assert int(maker.tried.read_text()) == maker.number
    assert Maker("multiplicity", whole).number == maker.number
    lines = whole.read_text().splitlines(keepends=True)
    numbers = [json.loads(line)["number"] for line in lines]
    assert [each.puzzle.line for each in maker.kept] == lines
    first = sum(number == numbers[0] for number in numbers)
    broken.write_text("".join(lines[:first]) + lines[first][:40])  # stopped while writing
    again = Maker("multiplicity", broken)
    assert again.number == numbers[0] + 1
    assert broken.read_text() == "".join(lines[:first])
    while len(again.kept) < len(lines):
        again.step()
    assert broken.read_text() == whole.read_text()


def test_what_is_like_another_or_too_easy_is_not_kept(small, tmp_path, monkeypatch):
    maker = Maker("multiplicity", tmp_path / "some.jsonl")
    maker.kept = [each for each in KEPT["multiplicity"] if each.game.size == 3][:1]
    [each] = maker.kept
    before = read_link(each.puzzle.link)
    hit = Found(
        before.states[0],
        Choice(before.record.actions, each.state),
        Choice((each.game.board.parse_cell(each.puzzle.solution),), each.after),
    )
    assert hit.link(each.game) == each.puzzle.link
    assert maker.is_like_another(each.game, hit, [])  # it is there already
    maker.kept = []
    assert maker.is_like_another(each.game, hit, [each])  # the same solution in the same game
    assert not maker.is_like_another(each.game, hit, [])
    found = maker.puzzle(each.game, hit)
    assert found is not None
    assert replace(each.puzzle, number=found.puzzle.number, grade=16) == found.puzzle
    maker.kept = [replace(each, puzzle=replace(each.puzzle, grade=1))] * 60
    assert maker.has_enough_easy
    assert maker.has_enough(each.state.mover)
    assert not maker.has_enough(1 - each.state.mover)
    assert maker.is_full(each.game)
    assert not maker.is_full(new_game("multiplicity"))


@pytest.mark.parametrize("name", GAMES)
def test_games_are_played_on_many_boards(name):
    games = {board_for(name, Random(seed)) for seed in range(300)}
    assert len({(game.board.shape, game.size) for game in games}) >= 4
    assert default_game(name) in games
    options = {tuple(game.options.items()) for game in games}
    assert len(options) > 1 or not new_game(name).options


def test_late_positions_come_with_the_turn_before():
    game = new_game("byg", 3)
    random = Random("byg 3")
    turns = list(whole_game(game, random))
    assert turns[0][0] == game.start()
    assert all(after[0] == before[1].after for before, after in pairwise(turns))
    assert not game.legal(turns[-1][1].after)
    turn = some_turn(game, turns[4][0], random)
    assert not turn.after.placed
    found = []
    for seed in range(3):
        found += late_positions(game, Random(seed))
    assert found
    for hit in found:
        reading = read_link(hit.link(game))
        assert reading.states[-1] == hit.state
        assert turn_name(game, reading.record.actions) == turn_name(game, hit.way.actions)
        assert Prover(game).only(hit.state)[1].after == hit.solution.after


def test_the_command(small, tmp_path, monkeypatch, capsys):
    def run(*words):
        monkeypatch.setattr("sys.argv", ["lab.puzzles", *words, "--folder", str(tmp_path)])
        command.main()
        return capsys.readouterr().out

    out = run("multiplicity", "--most", "1")
    assert " multiplicity3: " in out
    assert run("multiplicity", "--most", "1") == ""
    assert "multiplicity: " in (out := run("show", "multiplicity"))
    assert "hexhex 3" in out
    for words in (("show",), ("byg", "brink")):
        with pytest.raises(SystemExit):
            run(*words)
        assert "a game is named once" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="brink"):
        run("show", "brink")
    monkeypatch.setattr(command, "GAMES", {"siege": None})
    with pytest.raises(SystemExit, match="no network of siege"):
        run("siege")
