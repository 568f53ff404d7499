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
from lab.puzzles.making import PuzzleGenerator
from lab.puzzles.proof import Prover, WholeTurn
from lab.puzzles.source import (
    CandidatePosition,
    late_positions,
    play_game,
    random_board,
    random_turn,
)
from lab.puzzles.store import turn_name
from tests.lab.puzzles.samples import KEPT


@pytest.fixture
def small(monkeypatch):
    """Games on a small board, and grades at once."""
    monkeypatch.setattr(making, "random_board", lambda name, random: new_game(name, 3))
    monkeypatch.setattr(making, "grade", lambda game, state, after: 16)
    for module in (making, source):
        monkeypatch.setattr(module, "budget", lambda game: 2000)


def test_making_goes_on_where_it_was_stopped(small, tmp_path):
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    maker = PuzzleGenerator("multiplicity", whole)
    while len(maker.puzzles) < 3:
        maker.play_next_game()
    assert int(maker.progress_path.read_text()) == maker.next_game
    assert PuzzleGenerator("multiplicity", whole).next_game == maker.next_game
    lines = whole.read_text().splitlines(keepends=True)
    numbers = [json.loads(line)["number"] for line in lines]
    assert [each.puzzle.line for each in maker.puzzles] == lines
    first = sum(number == numbers[0] for number in numbers)
    broken.write_text("".join(lines[:first]) + lines[first][:40])  # stopped while writing
    again = PuzzleGenerator("multiplicity", broken)
    assert again.next_game == numbers[0] + 1
    assert broken.read_text() == "".join(lines[:first])
    while len(again.puzzles) < len(lines):
        again.play_next_game()
    assert broken.read_text() == whole.read_text()


def test_what_is_like_another_or_too_easy_is_not_kept(small, tmp_path, monkeypatch):
    maker = PuzzleGenerator("multiplicity", tmp_path / "some.jsonl")
    maker.puzzles = [each for each in KEPT["multiplicity"] if each.game.size == 3][:1]
    [each] = maker.puzzles
    before = read_link(each.puzzle.link)
    hit = CandidatePosition(
        before.states[0],
        WholeTurn(before.record.actions, each.state),
        WholeTurn((each.game.board.parse_cell(each.puzzle.solution),), each.solution_state),
    )
    assert hit.link(each.game) == each.puzzle.link
    assert maker.is_like_another(each.game, hit, [])  # it is there already
    maker.puzzles = []
    assert maker.is_like_another(each.game, hit, [each])  # the same solution in the same game
    assert not maker.is_like_another(each.game, hit, [])
    found = maker.puzzle(each.game, hit)
    assert found is not None
    assert replace(each.puzzle, number=found.puzzle.number, grade=16) == found.puzzle
    maker.puzzles = [replace(each, puzzle=replace(each.puzzle, grade=1))] * 60
    assert maker.has_enough_easy
    assert maker.has_enough(each.state.mover)
    assert not maker.has_enough(1 - each.state.mover)
    assert maker.is_full(each.game)
    assert not maker.is_full(new_game("multiplicity"))


@pytest.mark.parametrize("name", GAMES)
def test_games_are_played_on_many_boards(name):
    games = {random_board(name, Random(seed)) for seed in range(300)}
    assert len({(game.board.shape, game.size) for game in games}) >= 4
    assert default_game(name) in games
    options = {tuple(game.options.items()) for game in games}
    assert len(options) > 1 or not new_game(name).options


def test_late_positions_come_with_the_turn_before():
    game = new_game("byg", 3)
    random = Random("byg 3")
    turns = list(play_game(game, random))
    assert turns[0][0] == game.start()
    assert all(after[0] == before[1].state for before, after in pairwise(turns))
    assert not game.legal(turns[-1][1].state)
    turn = random_turn(game, turns[4][0], random)
    assert not turn.state.placed
    found = []
    for seed in range(3):
        found += late_positions(game, Random(seed))
    assert found
    for hit in found:
        reading = read_link(hit.link(game))
        assert reading.states[-1] == hit.state
        assert turn_name(game, reading.record.actions) == turn_name(game, hit.leading_turn.actions)
        assert Prover(game).unique_keeping_turn(hit.state)[1].state == hit.solution.state


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
