"""The puzzle generator: games, positions, selection, the command."""

import json
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from greylox_web.rules import GAMES, default_game, new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.turns import WholeTurn
from lab.puzzles import __main__ as command
from lab.puzzles import candidates, generator
from lab.puzzles.candidates import (
    CandidatePosition,
    late_positions,
    play_game,
    random_board,
    random_turn,
)
from lab.puzzles.generator import PuzzleGenerator
from lab.puzzles.proof import Prover
from lab.puzzles.store import turn_name
from tests.lab.puzzles.samples import PUZZLES


@pytest.fixture
def small(monkeypatch):
    """Use a small board and instant grades."""
    monkeypatch.setattr(generator, "random_board", lambda name, random: new_game(name, 3))
    monkeypatch.setattr(generator, "grade", lambda game, state, after: 16)
    for module in (generator, candidates):
        monkeypatch.setattr(module, "node_budget", lambda game: 2000)


def test_generator_stopped_resumes_with_next_game(small, tmp_path):
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    generator = PuzzleGenerator("multiplicity", whole)
    while len(generator.puzzles) < 3:
        generator.play_next_game()
    assert int(generator.progress_path.read_text()) == generator.next_game
    assert PuzzleGenerator("multiplicity", whole).next_game == generator.next_game
    lines = whole.read_text().splitlines(keepends=True)
    numbers = [json.loads(line)["number"] for line in lines]
    assert [each.puzzle.line for each in generator.puzzles] == lines
    first = sum(number == numbers[0] for number in numbers)
    broken.write_text("".join(lines[:first]) + lines[first][:40])  # interrupted while writing
    resumed = PuzzleGenerator("multiplicity", broken)
    assert resumed.next_game == numbers[0] + 1
    assert broken.read_text() == "".join(lines[:first])
    while len(resumed.puzzles) < len(lines):
        resumed.play_next_game()
    assert broken.read_text() == whole.read_text()


def test_similar_or_easy_puzzle_is_dropped(small, tmp_path, monkeypatch):
    generator = PuzzleGenerator("multiplicity", tmp_path / "some.jsonl")
    generator.puzzles = [each for each in PUZZLES["multiplicity"] if each.game.size == 3][:1]
    [each] = generator.puzzles
    before = read_link(each.puzzle.link)
    candidate = CandidatePosition(
        before.states[0],
        WholeTurn(before.record.actions, each.state),
        WholeTurn((each.game.board.parse_cell(each.puzzle.solution),), each.solution_state),
    )
    assert candidate.link(each.game) == each.puzzle.link
    assert generator.is_like_another(each.game, candidate, [])  # it is already stored
    generator.puzzles = []
    assert generator.is_like_another(
        each.game, candidate, [each]
    )  # the same solution in the same game
    assert not generator.is_like_another(each.game, candidate, [])
    generated = generator.puzzle(each.game, candidate)
    assert generated is not None
    assert replace(each.puzzle, number=generated.puzzle.number, grade=16) == generated.puzzle
    generator.puzzles = [replace(each, puzzle=replace(each.puzzle, grade=1))] * 60
    assert generator.has_enough_easy
    assert generator.has_enough(each.state.mover)
    assert not generator.has_enough(1 - each.state.mover)
    assert generator.is_full(each.game)
    assert not generator.is_full(new_game("multiplicity"))


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
    candidates = []
    for seed in range(3):
        candidates += late_positions(game, Random(seed))
    assert candidates
    for candidate in candidates:
        reading = read_link(candidate.link(game))
        assert reading.states[-1] == candidate.state
        assert turn_name(game, reading.record.actions) == turn_name(
            game, candidate.leading_turn.actions
        )
        assert (
            Prover(game).unique_keeping_turn(candidate.state)[1].state == candidate.solution.state
        )


def test_the_command(small, tmp_path, monkeypatch, capsys):
    def run(*words):
        monkeypatch.setattr("sys.argv", ["lab.puzzles", *words, "--folder", str(tmp_path)])
        command.main()
        return capsys.readouterr().out

    out = run("multiplicity", "--max-puzzles", "1")
    assert " multiplicity3: " in out
    assert run("multiplicity", "--max-puzzles", "1") == ""
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
