"""The commands ``perft`` and ``show``, with which others can check the rules."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from greylox_web import __version__
from greylox_web.__main__ import main
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from greylox_web.rules.play import random_game, replay

ROOT = Path(__file__).resolve().parents[2]
FIELDS = {
    *("game", "size", "options", "phase", "mover", "legal", "stones", "groups", "score"),
    *("over", "winner", "error"),
}


def run(*words: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "greylox_web", *words],
        cwd=ROOT,
        input=text,
        capture_output=True,
        timeout=60,
        check=False,
    )


def show_json(*texts: str, words: tuple[str, ...] = (), text: bytes = b"") -> list[dict]:
    done = run("show", "--json", *words, *texts, text=text)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 2 * any(line["error"] for line in lines), done.stderr
    return lines


def test_a_record_and_a_link_of_the_same_game_show_the_same():
    record, link = show_json("1. e5  2. e6+b2", "https://example.org/x/#1/greylox5/me5e6b2")
    assert record == link
    assert set(record) == FIELDS
    assert record["phase"] == "opening" and record["mover"] == "white"
    assert record["stones"] == {"white": ["e5"], "black": ["b2", "e6"]}
    assert record["legal"] == ["a1", "b1", "a2", "c2", "b3", "c3"]


def test_link_with_unknown_part_is_shown_with_warning():
    done = run("show", "--json", "#1/lox5/ma3/u1b2c3", "#1/lox5/ma3")
    more, plain = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 0 and more == plain and set(more) == FIELDS | {"control"}
    assert done.stderr.count(b"the link holds more than this version can show") == 1
    done = run("show", "--json", "#1/lox5/ma3/y1b2a3", "#1/lox5/ma3/y1b2c3")
    assert done.returncode == 0 and len(set(done.stdout.splitlines())) == 1
    assert done.stderr.count(b"answers in advance in the link that cannot be played") == 1


def test_control_is_shown_only_for_games_with_control():
    main, lox, brink = show_json("greylox2 1. b2  2. a1", "lox5", "brink3-x2 a1")
    assert set(main) == set(lox) == FIELDS | {"control"}
    assert main["control"] == {"white": [], "black": []}
    assert set(brink) == FIELDS


def test_a_fault_shows_the_longest_legal_part_and_a_sentence():
    (fault,) = show_json("#1/greylox5/me5e6a9b2")
    assert fault["error"] == "a9 is not a cell of this board"
    assert fault["stones"] == {"white": ["e5"], "black": ["e6"]}


def test_unreadable_text_has_all_fields_and_error():
    for line in show_json("#2/greylox5/m", "#1/chess8/m", "greylox99 e5"):
        assert set(line) >= FIELDS and line["game"] is None and line["error"]


def test_each_line_of_stdin_gives_one_output_line():
    text = b"#1/byg3/ma1\n\xff\xfe\x00junk\n#1/lox5/ma2-s\n" + b"x" * 20_000 + b"\n"
    good, bad, swapped, long = show_json(text=text)
    assert good["mover"] == "black" and bad["error"] and long["error"]
    assert swapped["stones"] == {"red": [], "blue": ["b1"]}


def test_record_without_game_uses_game_option():
    (line,) = show_json(
        "1. a1  2. b2", words=("--game", "brink", "--size", "3", "--option", "board=rhombus")
    )
    expected = {"board": "rhombus", "x": 3, "swap": False}
    assert line["game"] == "brink" and line["options"] == expected


def test_swap_option_from_link_or_command_line_shows_same():
    words = ("--game", "brink", "--size", "3", "--option", "x=2", "--option", "swap=yes")
    (from_record,) = show_json("1. a1", words=words)
    (from_link,) = show_json("#1/brink3-x2-p/ma1")
    assert from_record == from_link
    assert from_link["options"]["swap"] is True and from_link["legal"][-1] == "swap"
    (swapped,) = show_json("brink3-x2-p 1. a1 2. swap")
    assert swapped["stones"] == {"black": [], "white": ["a1"]} and swapped["mover"] == "black"


def test_a_resigned_game_is_over():
    (line,) = show_json("#1/brink3-x2/ma1-q")
    assert line["over"] and line["winner"] == "black" and line["legal"] == []


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("perft multiplicity --size 2 --depth 6 --option opening=false", b"5040\n"),
        (
            "perft multiplicity --size 2 --depth 6 --option opening=false --option swap=true",
            b"7560\n",
        ),
        ("perft brink --size 2 --depth 2 --option board=rhombus --option x=3", b"12\n"),
        ("perft lox --size 2 --depth 2 --option swap=false", b"12\n"),
        ("perft byg --size 2 --depth 0", b"1\n"),
    ],
)
def test_perft_takes_every_option(words: str, count: bytes):
    assert run(*words.split()).stdout == count


@pytest.mark.parametrize(
    "words",
    [
        "perft brink --size 2 --depth 1 --option x=0",
        "perft lox --size 99 --depth 1",
        "perft byg --size 3 --depth -1",
        "perft byg --size 3 --depth 1 --option colour=blue",
        "perft byg --size 3 --depth 1 --option board",
        "perft lox --size 3 --depth 1 --option swap=maybe",
        "perft brink --size 3 --depth 1 --option x=true",
    ],
)
def test_bad_words_get_a_sentence_and_no_traceback(words: str):
    done = run(*words.split())
    assert done.returncode == 2
    assert done.stderr.startswith(b"greylox: ") and b"Traceback" not in done.stderr


def test_version_is_printed_and_error_sets_status(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0 and capsys.readouterr().out == f"greylox {__version__}\n"
    assert main(["show", "garbage", "lox5 1. a1"]) == 2
    assert capsys.readouterr().out.startswith("error: ")


@pytest.mark.parametrize("name", GAMES)
def test_finished_game_shows_winner(name, capsys):
    game = new_game(name, 3, allow_small=True)
    actions = tuple(random_game(game, Random(1)))
    outcome = game.outcome(replay(game, actions)[-1])
    assert main(["show", write_link(GameRecord(game, actions))]) == 0
    winner = "nobody" if outcome.winner is None else game.colours[outcome.winner]
    assert capsys.readouterr().out == f"{name} 3: over, winner {winner}\n"
