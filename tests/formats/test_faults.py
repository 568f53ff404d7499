"""Damaged, hostile and foreign files: one message, the legal part remains, and never slow."""

import json
import time
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.formats import game_json, read, sgf
from greylox_web.match.match import Match
from greylox_web.match.tree import ROOT, new_tree
from greylox_web.rules.notation.links import read_spec
from greylox_web.schema import SchemaError
from greylox_web.session.load_match import LoadMatch
from greylox_web.session.playing import Redo, StepBy
from greylox_web.session.session import Session
from greylox_web.session.update import update
from greylox_web.text import MAX_GAME_TEXT, MAX_NODES
from tests.formats.strategies import SPECS, many, random_tree

GAME = {"format": "greylox-web game", "version": 1, "game": "brink3-x2"}


def game_text(**changes):
    """A game as JSON text with these changes."""
    return json.dumps(GAME | {"nodes": [{}, {"play": "a1"}, {"play": "b1"}]} | changes)


@pytest.mark.parametrize(
    ("text", "sentence", "nodes"),
    [
        ("(;GG[brink:3-x2];B[a1];W[a1];B[b1])", "already taken", 2),
        ("(;GG[brink:3-x2];B[a1](;W[a1];B[b1])(;W[c1]))", "already taken", 3),
        ("(;GG[brink:3-x2];B[a1];B[b1])", "out of turn", 2),
        ("(;GG[brink:3-x2];B[a1]W[b1])", "two moves", 1),
        ("(;GG[brink:3-x2];B[];W[b1])", "not the name of a cell", 1),
        ("(;GG[brink:3-x2];B[a1];AB[b1])", "in the middle", 2),
        ("(;GG[brink:3-x2];B[a1];W[resign];B[b1])", "follow a resignation", 2),
        ("(;GG[brink:3-x2];B[a1]", "ends too early", 2),
        ("(;GG[brink:3-x2];B[a1];W[b1", "damaged", 2),
        ("(;GG[brink:3-x2];B[a1]@;W[b1])", "damaged", 2),
        ("(;GG[brink:3-x2];B[a1]((;W[b1]))", "no node where one is due", 2),
        ("(;GG[brink:3-x2];B[a1]()", "no node where one is due", 2),
        ("(;GG[brink:3-x2];B[a1][b1])", "two moves", 1),
        ("(;GG[brink:3-x2];[a1])", "without a property", 2 - 1),
        ("(;GG[brink:3-x2]AB[a1]AW[a1];W[b1])", "one stone at most", 0),
        ("(;GG[brink:3-x2]GP[night];B[b1])", "is not a phase", 0),
        ("(;GG[brink:3-x2]AB[zz];W[b1])", "not the name of a cell", 0),
        ("(;GG[chess:8])", "is not a game and a size", 0),
        ("(;GG[];)", "is not a game and a size", 0),
        ("(;FF[4]GM[1]SZ[19];B[aa])", "of another game", 0),
        ("(;FF[4];B[aa])", "of another game", 0),
        ("{", "is not JSON", 0),
        ("[]", "not one of our games", 0),
        ("{}", "not one of our games", 0),
        ('{"format": ["greylox-web game"]}', "not one of our games", 0),
        (game_text(version=2), "newer version", 0),
        (game_text(version="1"), "not one of our games", 0),
        (game_text(version=True), "not one of our games", 0),
        (game_text(game=5), "the game is not a text", 0),
        (game_text(game="chess8"), "is not a game and a size", 0),
        (game_text(setup="5.5"), "rows, not", 0),
        (game_text(setup=None), "the set-up is not a text", 0),
        (game_text(nodes={}), "list of 1 to", 0),
        (game_text(nodes=[]), "list of 1 to", 0),
        (game_text(nodes=[{}] * (MAX_NODES + 1)), "list of 1 to", 0),
        (game_text(meta=[1]), "not an object", 0),
        (game_text(meta={"a": {}}), "not plain values", 0),
        (game_text(nodes=[{}, 5]), "position 1 of the file: it is not an object", 1),
        (game_text(nodes=[{}, {"play": "a1"}, {"play": "a1"}, {"play": "b1"}]), "already taken", 2),
        (game_text(nodes=[{}, {"play": "a1", "after": 7}]), "before it is missing", 1),
        (game_text(nodes=[{}, {"play": "a1", "after": False}]), "before it is missing", 1),
        (game_text(nodes=[{}, {"play": None}]), "the action is not a text", 1),
        (game_text(nodes=[{"comment": 5}]), "the comment is not a text", 1),
        (game_text(nodes=[{"marks": {}}]), "not a list", 1),
        (game_text(nodes=[{"marks": [["star", "a1"]]}]), "marks is unknown", 1),
        (game_text(nodes=[{"marks": [[["x"], "a1"]]}]), "marks is unknown", 1),
        (game_text(nodes=[{"marks": [["circle", "z9"]]}]), "not a cell", 1),
        (game_json.write_library([]), "holds many games", 0),
        ("", "nothing to read", 0),
        (" \n\ufeff", "does not begin", 0),
        ("hello", "does not begin", 0),
        ("x" * (MAX_GAME_TEXT + 1), "longer than", 0),
    ],
)
def test_faulty_file_reports_error_and_keeps_legal_part(text, sentence, nodes):
    result = read(text)
    assert sentence in result.error
    assert (len(result.tree.nodes) if result.tree else 0) == nodes


@pytest.mark.parametrize(
    "text",
    [
        game_text(
            nodes=[{}, {"play": "a1"}, {"play": "b1"}, {"after": 1, "play": "c1"}, {"play": "b2"}],
            leaf=2,
            cursor=3,
        ),
        "(;GG[brink:3-x2];B[a1](;W[b1]GV[end])(;W[c1]GV[shown];B[b2]))",
    ],
    ids=["json", "sgf"],
)
def test_a_position_shown_off_the_line_brings_its_own_line(text):
    result = read(text)
    assert result.error is None
    assert (result.cursor, result.leaf) == (3, 4)
    session = update(
        Session(Match(new_tree(result.tree.game))), LoadMatch(Match(*result[:3]), imported=True)
    )
    for event in (StepBy(1), StepBy(-2), Redo(), Redo()):
        session = update(session, event)
    assert session.cursor == session.leaf == 4


@pytest.mark.parametrize("key", ["leaf", "cursor"])
@pytest.mark.parametrize("value", [99, -1, None, "1", True, 1.0])
def test_json_view_of_missing_node_falls_back_to_line_end(key, value):
    result = read(game_text(**{key: value}))
    assert (result.error, result.leaf, result.cursor) == (None, 2, 2)


HOSTILE = {
    "many branches": "(;GG[brink:3-x2]" + "(;" * 9_000,
    "open brackets": "(;GG[brink:3-x2]" + "(" * 500_000,
    "semicolons": "(;" + ";" * 500_000,
    "semicolons, then a bracket": "(" + ";;)" * 150_000,
    "values": "(;GG[brink:3-x2]C" + "[]" * 250_000,
    "one long value": "(;GG[brink:3-x2]C[" + "\\\\" * 240_000 + "])",
    "an open value": "(;GG[brink:3-x2]C[" + "\\]" * 240_000,
    "spaces": "(" + " " * 500_000,
    "brackets and spaces": ("(" + " " * 99) * 5_000,
    "letters": "(;" + "A" * 500_000,
    "marks": "(;GG[lox:15]LB" + "[a1:xxxxxxxxxx]" * 30_000 + ")",
    "stones": "(;GG[lox:15]AB" + "[a1]" * 40_000 + ")",
    "one move again and again": "(;GG[byg:8]" + "(;B[a1])" * 9_990 + ")",
    "one comment again and again": "(;GG[byg:8]" + f"(;B[a1]C[{'x' * 40}])" * 9_000 + ")",
    "ever more marks": "(;GG[byg:8]"
    + "".join(f"(;B[a1]LB[a1:{n}a][a1:{n}b][a1:{n}c])" for n in range(9_000))
    + ")",
    "deep json": "[" * 500_000,
    "deep json objects": '{"a":' * 100_000,
    "a big number": '{"format":' + "9" * 500_000 + "}",
    "many strings": "[" + '"",' * 160_000 + "1]",
    "quotes": "{" + '"' * 500_000,
    "backslashes": '{"' + "\\" * 500_000,
    "hexworld": "11," + "a1" * 250_000,
    "hexworld head": "11" + "r1" * 250_000 + ",",
    "nodes": json.dumps(GAME | {"nodes": [{}] + [{"after": 0, "play": "a1"}] * 9_999}),
    "noise": "".join(Random(1).choices("(;)[]\\AB a1", k=500_000)),
}


def test_a_position_takes_no_more_marks_than_a_file_may_hold():
    one, other = ("".join(f"[a1:{sign}{n}]" for n in range(300)) for sign in "xy")
    result = read(f"(;GG[brink:3-x2](;B[c1]LB{one})(;B[c1]LB{other}))")
    assert len(result.tree.nodes[1].marks) == 500
    reloaded = read(game_json.write_game(*result[:3]))
    assert (reloaded.error, reloaded.tree) == (None, result.tree)


def test_library_of_any_length_is_detected_by_header():
    text = game_json.write_library([json.loads(game_text())] * 6_000)
    assert len(text) > MAX_GAME_TEXT
    assert read(text).kind == read("\ufeff\n" + text).kind == "library"
    assert len(game_json.parse_games(text)) == 6_000


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_read_in_no_time(text):
    assert len(text) <= MAX_GAME_TEXT
    began = time.thread_time()
    result = read(text)
    assert time.thread_time() - began < 1.5
    assert result.error or result.tree


@many
@given(st.integers(0, 1 << 32))
def test_mutated_files_are_read_or_refused(seed):
    random = Random(seed)
    tree, leaf, cursor = random_tree(read_spec(random.choice(SPECS)), random)
    for write in (sgf.write_sgf, game_json.write_game):
        text = write(tree, leaf, cursor)
        for _ in range(random.randint(1, 4)):
            at, to = sorted(random.choices(range(len(text) + 1), k=2))
            new = random.choice(
                ("", "]", "[", "(", ")", ";", '"', "}", "{", "\\", "0", "a1", text[at:to])
            )
            text = text[:at] + new + text[to if random.random() < 0.2 else min(at + 1, to) :]
        result = read(text)
        if result.tree is None:
            assert result.error
            continue
        assert result.cursor in result.tree.path(result.leaf)
        written_text = write(result.tree, result.leaf, result.cursor)
        reloaded = read(written_text)
        assert reloaded.error is None
        assert write(*reloaded[:3]) == written_text


@given(st.text())
def test_any_text_is_read_or_refused(text):
    result = read(text)
    assert result.tree or result.error


def test_a_damaged_game_never_takes_its_library_with_it():
    games = [
        json.loads(game_text()),
        "rubbish",
        json.loads(game_text(nodes=[{}, {"play": "zz"}])),
        {},
    ]
    text = json.dumps({"format": "greylox-web library", "version": 1, "games": games})
    results = [game_json.read_value(value) for value in game_json.parse_games(text)]
    assert [one.tree and len(one.tree.nodes) for one in results] == [3, None, 1, None]
    assert [bool(one.error) for one in results] == [False, True, True, True]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"format": "greylox-web library", "version": 2, "games": []}', "newer version"),
        ('{"format": "greylox-web library", "version": 1, "games": 5}', "does not hold a list"),
        (json.dumps([{}] * 20_001), "at most 20,000 games"),
        ("[" * 99, "too deeply"),
        ("nothing", "is not JSON"),
    ],
)
def test_unreadable_library_raises_schema_error(text, sentence):
    with pytest.raises(SchemaError, match=sentence):
        game_json.parse_games(text)


def test_parse_games_accepts_a_single_game():
    assert game_json.parse_games(game_text()) == [json.loads(game_text())]
    assert game_json.parse_games(f"[{game_text()}]") == [json.loads(game_text())]


def test_faulty_sgf_keeps_unparsed_text():
    assert read("(;GG[brink:3-x2];B[a1];W[zz];B[b1])").unparsed == ";W[zz];B[b1])"


def test_sgf_of_others_with_crlf_and_words_around_it():
    result = read(
        "my game:\r\n(;FF[4]\r\nGG[brink:3-x2]C[one\r\ntwo\\\r\n three]\r\n;B[a1])\r\nbye"
    )
    assert result.error is None
    assert result.tree.nodes[ROOT].comment == "one\ntwo three"
    assert new_tree(read_spec("brink3-x2")).nodes[0].state == result.tree.nodes[0].state
