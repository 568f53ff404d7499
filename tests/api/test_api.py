"""The researchers' API: positions and the engine."""

import doctest
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import greylox_web.api as api
from greylox_web.api import Considered, Engine, NotationError, games, new_game, read
from greylox_web.engine.compiled import search as puct
from greylox_web.rules import GAMES
from greylox_web.rules.notation.links import write_link
from tests.rules.playouts import SMALL, game_of, seeds


def start(spec):
    """The first position of a game that ``spec`` names."""
    game = game_of(spec)
    return new_game(game.name, game.size, **game.options)


@given(st.sampled_from(SMALL), seeds)
def test_random_game_link_and_text_read_back_equal(spec, seed):
    over = start(spec).random_end(Random(seed))
    assert over.outcome is not None and over.legal == () and over.mover is None
    assert read(over.link) == read(f"https://example.org/#{over.link}") == over
    assert read(over.text) == over
    assert start(spec).play(*over.turns) == start(spec).play(*over.actions) == over
    assert over.back(len(over.actions)) == start(spec)
    before = over.back()
    assert over.actions[-1].removesuffix("x") in before.legal and before.mover
    assert before.summary()["legal"] == list(before.legal)
    assert over.summary()["winner"] == over.winner


@pytest.mark.parametrize("name", GAMES)
def test_a_position_shows_itself_as_the_page_draws_it(name):
    position = new_game(name).random_end(Random(1)).back(20)
    picture = position._repr_svg_()
    assert picture == position.svg() and position.svg(turn=1) != picture
    svg_root = ElementTree.fromstring(picture)
    words = " ".join(element.text or "" for element in svg_root.iter())
    for stones in position.summary()["stones"].values():
        assert " ".join(stones) in words
    assert "animate" in position.film()
    assert (
        str(position) == position.diagram
        and read(position.diagram.splitlines()[-1]).state == position.state
    )
    assert re.fullmatch(r"<\w+ · .+: \w+ to move, \d+ legal actions>", repr(position))


def test_listed_games_and_options_can_be_created():
    for name, facts in games().items():
        for board, sizes in facts["boards"].items():
            chosen = facts["options"] | ({"board": board} if len(facts["boards"]) > 1 else {})
            position = new_game(name, sizes[0], **chosen)
            assert position.game.board.shape == board and position.game.colours == facts["colours"]


def test_swap_is_an_option_of_brink_and_of_multiplicity_without_its_opening():
    for name, more in (("brink", {"x": 2}), ("multiplicity", {"opening": False})):
        first = new_game(name, 3, swap=True, **more).play("b2")
        assert first.legal[-1] == "swap"
        swapped = first.play("swap")
        stones = swapped.summary()["stones"]
        assert [stones[colour] for colour in swapped.game.colours] == [[], ["b2"]]
        assert (swapped.mover, swapped.turns) == (swapped.game.colours[0], ("b2", "swap"))
        assert read(swapped.link) == read(swapped.text) == swapped
        assert "swap" not in new_game(name, 3, **more).play("b2").legal
        assert games()[name]["options"]["swap"] is False


def test_resigned_game_is_over():
    over = new_game("byg", 3).play("a1", "c3").resign()
    assert (over.winner, over.outcome.reason, over.legal) == ("white", "resigned", ())
    assert read(over.link) == over and over.back(0).play("b1").mover
    assert over.random_end(Random(0)) == over
    assert repr(over) == "<Byg · base 3: over, winner white>"


def test_link_with_cursor_reads_position_at_cursor():
    whole = new_game("lox", 5).play("a1", "b2", "c3")
    parsed = replace(whole.record, cursor=1, resigned=True)
    assert read(write_link(parsed)) == whole.back(2)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: new_game("chess"), "no game called “chess”"),
        (lambda: new_game("lox", 1), "not 1"),
        (lambda: new_game("lox", 5.0), "a size is a whole number, not 5.0"),
        (lambda: new_game("lox", True), "a size is a whole number"),
        (lambda: new_game("lox", 5, y=1), "no option “y”"),
        (lambda: new_game("brink", 5, x=99), "99"),
        (lambda: new_game("brink", 5, x=True), "x is a whole number, not True"),
        (lambda: new_game("brink", 5, swap=1), "swap is True or False, not 1"),
        (lambda: new_game("multiplicity", swap=True), "no option “swap” together with “opening”"),
        (lambda: new_game("byg", 5, board=7), "board is the name of a shape, not 7"),
        (lambda: new_game("lox", 5).play("z9"), "z9"),
        (lambda: new_game("byg", 5).play("a1", "a1"), "a1 is already taken"),
        (lambda: new_game("lox", 5).play("a1+b2"), "b2 cannot join the turn"),
        (lambda: new_game("lox", 5).play("+"), "'\\+' is not a turn"),
        (lambda: new_game("lox", 5).resign().play("a1"), "the game is over"),
        (lambda: new_game("lox", 5).back(), "there are 0 actions"),
        (lambda: new_game("lox", 5).back(-1), "actions to take back"),
        (lambda: read("byg5 1. a1 2. a1"), "a1 is already taken"),
        (lambda: new_game("lox", 5).play(["b4", "d2"]), r"is a text, not \['b4', 'd2'\]"),
        (lambda: read(""), "game"),
        (lambda: read(None), "is a text, not None"),
        (lambda: new_game("lox", 5).resign().solve(), "the game is over"),
        (lambda: new_game("lox", 3).solve(seconds=0), "a limit must be more than 0, not 0"),
        (lambda: Engine(level=11), "levels are 0 to 10, not 11"),
        (lambda: Engine(level=True), "levels are 0 to 10, not True"),
        (lambda: Engine(level=3.0), "levels are 0 to 10, not 3.0"),
        (lambda: Engine(0).analyse(new_game("lox", 5), visits=1.5), "visits are .* not 1.5"),
        (lambda: Engine(0).move(new_game("lox", 5).resign()), "the game is over"),
        (lambda: Engine(0).analyse(new_game("lox", 5), visits=0), "visits are 1 to 1,000,000"),
    ],
)
def test_invalid_request_raises_notation_error(call, message):
    with pytest.raises(NotationError, match=message):
        call()


def test_small_boards_are_solved():
    first = new_game("lox", 3, swap=False)
    value = first.solve()
    assert value and value.winner == "red"
    assert first.play(value.best).solve().winner == "red"
    assert new_game("lox", 4).solve(positions=10) is None
    assert new_game("lox", 4).solve(seconds=0.001) is None


@pytest.mark.parametrize("spec", ["greylox3", "lox4", "brink3-x2", "multiplicity3", "byg3"])
def test_engine_repeats_whole_game_with_same_seed(spec):
    games_played = []
    for _ in range(2):
        engine, position = Engine(1, seed=7), start(spec)
        while position.outcome is None:
            position = position.play(engine.move(position))
        games_played.append(position)
    assert games_played[0] == games_played[1]
    late_position = games_played[0].back(len(games_played[0].actions) - 2)
    analysis = Engine(networks=False).analyse(late_position, visits=30)
    assert (
        analysis.best in {action.action for action in analysis.candidates}
        and -1 <= analysis.value <= 1
    )
    assert late_position.play(*analysis.pv).actions[2:] == analysis.pv


def test_engines_in_several_threads_return_same_move():
    """The engines share a network; concurrent writes to its memory once crashed the interpreter."""
    expected = [Engine(6, seed=1).move(start("greylox3"))] * 3
    with ThreadPoolExecutor(3) as threads:
        futures = [threads.submit(Engine(6, seed=1).move, start("greylox3")) for _ in expected]
    assert [answer.result() for answer in futures] == expected


def test_analysis_reports_number_of_visits(monkeypatch):
    position = start("lox7")
    assert Engine().analyse(position, visits=300).visits == 300
    monkeypatch.setattr(puct, "MAX_ARENA_BYTES", 1 << 20)
    assert 300 < Engine().analyse(position, visits=20_000).visits < 20_000


def test_package_docstring_examples_run():
    """The examples run unchanged and return the results that their comments state."""
    example = re.search(r"```python\n(.*?)```", api.__doc__, re.S)[1]
    names = {}
    exec(compile(example, "example", "exec"), names)
    assert eval("later.legal", names)[:2] == ("a1", "b1")
    assert eval('read("lox5 1. b4  2. d2") == later', names) is True
    solved = eval('new_game("lox", 3, swap=False).solve()', names)
    assert repr(solved) in example
    assert doctest.testmod(api).failed == 0


def test_earlier_names_are_aliases():
    analysis = Engine(0).analyse(new_game("lox", 3), visits=20)
    assert (analysis.line, analysis.top) == (analysis.pv, analysis.candidates)
    assert isinstance(analysis.top[0], Considered)
    value = new_game("lox", 3, swap=False).solve()
    assert value.opened == value.nodes
