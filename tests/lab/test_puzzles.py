"""Proven puzzles: how they are made, what is kept of them, and whether they are right."""

import json
import os
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits, mapped
from greylox_web.rules.notation.links import check_digits, read_link
from greylox_web.rules.play import random_game, replay
from greylox_web.search.exact.canonical import symmetries
from greylox_web.search.exact.solver import OutOfBudget
from greylox_web.search.tree.playouts import result
from lab.puzzles import __main__ as command
from lab.puzzles import making, source, store
from lab.puzzles.grade import MOST, VISITS, grade, net_of, played
from lab.puzzles.making import Maker, is_worthwhile
from lab.puzzles.proof import DRAW, LOSS, WIN, Choice, Proof, Prover, choices, prove
from lab.puzzles.source import Found, board_for, late_positions, some_turn, whole_game
from lab.puzzles.store import FOLDER, PuzzleError, after_turn, read, read_line, turn_name
from lab.puzzles.themes import THEMES, of_end, of_turn, themes_of
from lab.puzzles.twins import difference, images, least_image

LONG = os.environ.get("GREYLOX_TESTS") == "long"
PLAIN = 4000  # positions of a plain minimax in the quick run
KEPT = {name: read(FOLDER / f"{name}.jsonl") for name in GAMES}
ENDLESS = 10**9
LEAST = 60  # puzzles of each game


def position(link):
    """The game and the position that a link, without its check digits, leads to."""
    reading = read_link(f"{link}/c{check_digits(link)}", small=True)
    assert reading.error is None
    return reading.record.game, reading.states[-1]


# ---- the plain minimax: every action of every position to the end, nothing known before


class TooMany(Exception):
    """The plain minimax would take too long."""


class Plain:
    """Worth by looking at everything; with ``known`` each position once."""

    def __init__(self, game, most, known=None):
        self.game, self.left, self.known = game, most, known

    def worth(self, state):
        """The worth for the side to move."""
        if self.known is not None and state in self.known:
            return self.known[state]
        self.left -= 1
        if self.left < 0:
            raise TooMany
        best = self.look(state)
        if self.known is not None:
            self.known[state] = best
        return best

    def look(self, state):
        legal, best = self.game.legal(state), LOSS
        if not legal:
            return int(result(self.game, state)) * (-1 if state.mover else 1)
        for action in bits(legal):
            after = self.game.play(state, action)
            worth = self.worth(after) * (1 if after.mover == state.mover else -1)
            best = max(best, worth)
            if best == WIN:
                break
        return best


def disprove(each, most, known=None):
    """Hold a puzzle against the plain minimax: every turn, and every reply."""
    plain, puzzle, game, mover = (
        Plain(each.game, most, known),
        each.puzzle,
        each.game,
        each.state.mover,
    )

    def to_mover(state):
        return plain.worth(state) * (1 if state.mover == mover else -1)

    worth = store.WORTHS[puzzle.value]
    assert to_mover(each.after) == worth
    for turns, less in ((puzzle.lost, LOSS), (puzzle.drawn, DRAW)):
        for turn, reply in turns.items():
            after = after_turn(game, each.state, turn)
            assert less < worth
            assert to_mover(after) == less
            if reply:
                assert to_mover(after_turn(game, after, reply)) == less


@pytest.mark.parametrize("name", GAMES)
def test_the_smallest_puzzles_hold_against_a_plain_minimax(name):
    few = sorted(KEPT[name], key=lambda each: each.puzzle.nodes)[:20]
    proven = 0
    for each in few:
        with suppress(TooMany):
            disprove(each, PLAIN)
            proven += 1
        if proven == 2:
            break
    assert proven


@pytest.mark.timeout(3000 if LONG else 300)
@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_proven_again(name):
    """From nothing, with the same proof; all of them in the long form."""
    some = KEPT[name] if LONG else sorted(KEPT[name], key=lambda each: each.puzzle.nodes)[:8]
    for each in some:
        puzzle, game = each.puzzle, each.game
        proof = prove(game, each.state, puzzle.nodes)
        assert proof is not None
        again = store.puzzle_of(
            game, puzzle.link, proof, themes_of(game, each.state, proof), puzzle.number, puzzle.net
        )
        assert replace(again, grade=puzzle.grade) == puzzle
        assert is_worthwhile(proof)
        assert prove(game, each.state, puzzle.nodes - 1) is None
        if LONG:
            with suppress(TooMany):
                disprove(each, 100_000, {})


# ---- what is kept


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_are_many_and_not_alike(name):
    kept = KEPT[name]
    assert len(kept) >= LEAST
    assert len({each.puzzle.grade for each in kept}) >= 5
    assert len({(each.game.board.shape, each.game.size) for each in kept}) >= 3
    colours = Counter(each.state.mover for each in kept)
    assert min(colours[0], colours[1]) >= len(kept) / 5
    assert len({each.puzzle.link for each in kept}) == len({each.image for each in kept})
    assert len({each.image for each in kept}) == len(kept)
    solutions = Counter(
        (each.puzzle.number, frozenset(each.puzzle.solution.split("+"))) for each in kept
    )
    assert max(solutions.values()) == 1


def row(**changes):
    """A sound line with some fields changed."""
    return json.dumps(json.loads(SOUND.puzzle.line) | changes)


SOUND = min(KEPT["multiplicity"], key=lambda each: len(each.puzzle.lost | each.puzzle.drawn))
TURN, REPLY = next(iter((SOUND.puzzle.lost | SOUND.puzzle.drawn).items()))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "no JSON"),
        (SOUND.puzzle.line[:-9], "no JSON"),
        ("[]", "its fields are not"),
        (json.dumps({"link": "x"}), "its fields are not"),
        (row(more=1), "its fields are not"),
        (row(nodes="7"), "its nodes is not of the right kind"),
        (row(nodes=True), "its nodes is not of the right kind"),
        (row(lost={"a1": 5}), "its lost is not of the right kind"),
        (row(themes=[5]), "its themes is not of the right kind"),
        (row(value="loss"), "its value is neither"),
        (row(value="draw", drawn={"a1": "b1"}), "its value is neither"),
        (row(themes=["magic"]), "there is no theme magic"),
        (row(grade=3), "3 is no grade"),
        (row(link="1/hex5/m"), "is not a game"),
        (row(link="1/multiplicity3-f/mz9"), "z9"),
        (row(solution="z9"), "z9"),
        (row(solution=""), "not"),
        (row(solution=SOUND.puzzle.solution + "+" + TURN), "no whole turn"),
        (row(solution=TURN), "not all that there are, each once"),
        (row(lost={}, drawn={}), "not all that there are, each once"),
        (row(lost=SOUND.puzzle.lost | SOUND.puzzle.drawn | {TURN: TURN}, drawn={}), "not legal"),
        (row(lost=SOUND.puzzle.lost | SOUND.puzzle.drawn | {TURN: ""}, drawn={}), "no reply"),
    ],
)
def test_a_broken_line_is_refused_with_a_sentence(line, sentence, tmp_path):
    assert read_line(row()) == SOUND
    with pytest.raises(PuzzleError) as refusal:
        read_line(line)
    assert sentence in str(refusal.value)
    path = tmp_path / "multiplicity.jsonl"
    path.write_text(f"{row()}\n{line}\n")
    with pytest.raises(PuzzleError, match=r"multiplicity\.jsonl, line 2: "):
        read(path)


def test_a_finished_game_and_an_open_turn_are_no_puzzles():
    for link in (
        "1/brink3-x3/sxxo.oxox.xooxo.xoox.1ox-x-2/mc5",
        "1/greylox3/sx2.4.5.4.3-o-1-la1/mb1",
    ):
        with pytest.raises(PuzzleError, match="not the beginning of a turn"):
            read_line(row(link=f"{link}/c{check_digits(link)}"))


# ---- twins


def turned(game, state, move, exchange):
    """The position after a symmetry of the board, perhaps with the colours exchanged."""
    sides = [mapped(side, move) for side in state.stones]
    anchor = state.anchor if state.anchor < 0 else move[state.anchor]
    return state._replace(
        stones=(sides[1], sides[0]) if exchange else (sides[0], sides[1]),
        mover=1 - state.mover if exchange else state.mover,
        placed=mapped(state.placed, move),
        anchor=anchor,
    )


@pytest.mark.parametrize("name", GAMES)
def test_twins_are_found(name):
    game, random = new_game(name, 5), Random(5)
    kept, exchanged = symmetries(game)
    positions = replay(game, random_game(game, random))[3::7]
    for state in positions:
        image = least_image(game, state)
        for move in kept:
            twin = turned(game, state, move, exchange=False)
            assert least_image(game, twin) == image
            assert difference(game, twin, image) == 0
        for move in exchanged:
            assert least_image(game, turned(game, state, move, exchange=True)) == image
        other = state._replace(mover=1 - state.mover)
        assert least_image(game, other) != image
        cell = state.stones[0] & -state.stones[0]
        fewer = state._replace(stones=(state.stones[0] ^ cell, state.stones[1]), anchor=-1)
        assert least_image(game, fewer) != image
        assert difference(game, fewer, image) == 1
    assert len({least_image(game, state) for state in positions}) == len(positions)
    bigger = new_game(name, 7)
    assert difference(bigger, bigger.start(), images(game, game.start())[0]) is None


def test_in_lox_a_mirrored_board_is_a_twin_only_with_the_colours_exchanged():
    game, state = position("1/lox5/s1x3.1x3.5.2o2.5-x-2/m")
    _, exchanged = symmetries(game)
    assert least_image(game, turned(game, state, exchanged[0], exchange=True)) == least_image(
        game, state
    )
    assert least_image(game, turned(game, state, exchanged[0], exchange=False)) != least_image(
        game, state
    )


# ---- themes


@pytest.mark.parametrize(
    ("link", "turn", "themes"),
    [
        ("1/greylox3/sox1.x3.5.4.3-x-2/m", "a1", {"flip", "join"}),
        ("1/greylox3/sox1.x3.5.4.3-x-2/m", "e5", {"place", "apart"}),
        ("1/greylox3/sx1o.4.o4.4.3-x-2/m", "b1", {"protect"}),
        ("1/greylox3/sx2.4.5.4.3-o-1-la1/m", "b1+e5", {"opening", "several"}),
        ("1/brink3-x3/so1o.4.5.4.2x-x-2/m", "b1", {"block", "apart"}),
        ("1/brink3-x3/so1o.4.5.4.3-x-2/m", "b1", {"block"}),
        ("1/brink3-x3/sx1x.4.5.4.2o-x-2/m", "b1", {"join"}),
        ("1/brink3-x3/sxxo.oxox.xooxo.xoox.1ox-x-2/m", "c5", {"finish"}),
        ("1/byg3/sx2.4.2o2.4.2x-x-2/m", "b1+d5", {"several"}),
        ("1/byg3/sx2.4.2o2.4.2x-x-2/m", "b1+end", {"few"}),
        ("1/byg3/sx2.4.2o2.4.2x-x-2/m", "c1+end", {"few", "apart"}),
        ("1/lox3/s1x1.3.1x1-x-2/m", "b2", {"connect", "join"}),
        ("1/lox3/s1o1.3.3-x-2/m", "c3", set()),
        ("1/lox3/s1x1.1x1.1x1-o-2/m", "a1", {"survive", "finish"}),
        ("1/lox3/s3.o1o.3-x-2/m", "b2", {"block"}),
        ("1/lox3/s3.oo1.3-x-2/m", "c2", {"block"}),
        ("1/lox3/sxo1.xo1.oox-x-2/mc2", "a2", {"forced-pass"}),
    ],
)
def test_what_a_turn_is_about(link, turn, themes):
    game, state = position(link)
    actions, reached = [], state
    for word in turn.split("+"):
        action = game.board.end if word == "end" else game.board.cell(word)
        assert game.legal(reached) >> action & 1
        actions.append(action)
        reached = game.play(reached, action)
    assert reached == after_turn(game, state, turn)
    found = of_turn(game, state, tuple(actions))
    assert found <= set(THEMES)
    assert found - {"flip", "place", "protect"} == themes - {"flip", "place", "protect"}
    if game.name != "lox":
        assert found == themes


@pytest.mark.parametrize(
    ("link", "worth", "themes"),
    [
        ("1/greylox3/soox.ooxx.ooxoo.o1xo.xxx-x-2/md3", WIN, {"largest", "claim"}),
        ("1/greylox3/sxoo.xxox.xxooo.xx1o.xxo-o-2/md4", WIN, {"cascade"}),
        ("1/greylox3/sxxx.oxxx.1ooxx.ooox.ooo-o-2/ma3", WIN, {"largest"}),
        ("1/brink3-x3/sxxo.oxox.xooxo.xoox.1ox-x-2/mc5", WIN, {"gap"}),
        ("1/brink3-x3/sxxx.ooox.oxoxx.o1xx.ooo-x-2/mc4", WIN, {"smaller"}),
        ("1/brink3-x3/sxxo.xo1x.xxoox.ooxo.oox-x-2/mc2", WIN, {"cascade"}),
        ("1/multiplicity3-f/sxxo.oxox.xooxo.x1ox.1ox-o-2/mc4", WIN, {"product"}),
        ("1/multiplicity3-f/sox1.oxox.xxo1x.xooo.xxo-o-2/md3", DRAW, {"draw"}),
        ("1/lox3/s1x1.1x1.1x1-o-2/ma1", WIN, set()),
    ],
)
def test_what_decides_in_the_end(link, worth, themes):
    game, last = position(link)
    outcome = game.outcome(last)
    winner = 0 if outcome.winner is None else outcome.winner
    proof = Proof(worth, Choice((), last), (), 1, last, outcome)
    assert of_end(game, winner, proof) == themes


def test_every_theme_is_one_that_a_test_knows():
    """Each of them has its position above."""
    known = set[str]()
    for test in (test_what_a_turn_is_about, test_what_decides_in_the_end):
        for case in test.pytestmark[0].args[1]:
            known |= case[2]
    assert known == set(THEMES)


# ---- proofs


def test_a_turn_is_a_set_of_stones():
    game, state = position("1/byg3/sx2.4.2o2.4.2x-x-2/m")
    found = list(choices(game, state))
    names = {frozenset(turn_name(game, each.actions).split("+")) for each in found}
    assert len(names) == len(found) == len({each.after for each in found})
    assert {"b1", "end"} in names
    assert {"b1", "d5"} in names
    assert {"b1", "a2"} not in names  # the same group would grow twice
    game, state = position("1/greylox3/sx2.4.5.4.3-o-1-la1/m")
    assert {"b1", "e5"} in [{*turn_name(game, c.actions).split("+")} for c in choices(game, state)]
    assert all(each.after.mover == 0 for each in choices(game, state))


@pytest.mark.parametrize("spec", ["brink3-x2", "multiplicity3-f", "byg3", "greylox3", "lox3-n"])
def test_the_prover_finds_what_a_plain_minimax_finds(spec):
    """On late positions of random games: all turns that keep the result, and the only one."""
    game, start = position(f"1/{spec}/m")
    seen = {True: 0, False: 0}
    for seed in range(16):
        states = replay(game, random_game(game, Random(seed), start))
        begun = [state for state in states if not state.placed and game.legal(state)]
        state = begun[max(len(begun) - 4 - seed % 2, 0)]
        plain = Plain(game, ENDLESS, {})
        ends = [each.after for each in choices(game, state)]
        worths = {
            after: plain.worth(after) * (1 if after.mover == state.mover else -1) for after in ends
        }
        best = max(worths.values())
        keepers = {after for after, worth in worths.items() if worth == best}
        prover = Prover(game)
        assert {each.after for each in prover.keeping(state, best)} == keepers
        assert prover.worth(state) == best
        only, proof = prover.only(state), prove(game, state, ENDLESS)
        single = best > LOSS and len(keepers) == 1
        seen[single] += 1
        assert (only is not None) == (proof is not None) == single
        if proof is not None:
            assert proof.worth == best
            assert {proof.solution.after} == keepers
            assert {w.choice.after: w.worth for w in proof.wrong} == {
                after: worth for after, worth in worths.items() if after not in keepers
            }
            assert game.outcome(proof.last) == proof.outcome
    assert seen[False]
    assert seen[True] or spec == "lox3-n"


def test_a_spent_budget_is_no_proof():
    game = new_game("multiplicity")
    prover = Prover(game)
    prover.allow(50)
    with pytest.raises(OutOfBudget):
        prover.only(game.start())
    assert prove(game, game.start(), 50) is None


# ---- grades


def test_a_grade_is_where_the_search_begins_to_keep_the_turn():
    each = next(p for p in KEPT["brink"] if p.puzzle.grade not in (None, 1))
    found = each.puzzle.grade
    assert grade(each.game, each.state, each.after) == found
    assert played(each.game, each.state, found) == each.after
    assert played(each.game, each.state, VISITS[VISITS.index(found) - 1]) != each.after
    wrong = after_turn(each.game, each.state, next(iter(each.puzzle.lost)))
    assert grade(each.game, each.state, wrong) is None
    assert VISITS[-1] == MOST


def test_grading_again_keeps_all_but_the_grades(tmp_path, monkeypatch, capsys):
    path = tmp_path / "byg.jsonl"
    before = [each.puzzle for each in KEPT["byg"][:3]]
    path.write_text("".join(replace(p, grade=None, net="old").line for p in before[:2]))

    def slow(game, state, after):
        if len(read(path)) == 2:  # somebody adds a puzzle meanwhile
            store.append(path, replace(before[2], net="new"))
        return 64

    monkeypatch.setattr(command, "grade", slow)
    monkeypatch.setattr("sys.argv", ["lab.puzzles", "grade", "byg", "--folder", str(tmp_path)])
    command.main()
    assert "2 puzzles graded, 2 changed" in capsys.readouterr().out
    net = net_of("byg")
    expected = [replace(p, grade=64, net=net) for p in before[:2]] + [replace(before[2], net="new")]
    assert [each.puzzle for each in read(path)] == expected


# ---- making


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
        Choice((each.game.board.cell(each.puzzle.solution),), each.after),
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
    assert new_game(name) in games
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
