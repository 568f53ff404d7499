"""GTP: golden transcripts through a real process, and hostile input."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.command import networks
from greylox_web.command.arguments import parse_options
from greylox_web.command.game import EnginePlayer, GameInProgress
from greylox_web.command.gtp.clock import TimeControl
from greylox_web.command.gtp.extensions import ExtendedCommands
from greylox_web.command.gtp.protocol import MAX_LINE_CHARACTERS, respond
from greylox_web.command.networks import evaluators
from greylox_web.engine.engine import Engine
from greylox_web.engine.levels import LEVELS
from greylox_web.engine.network_registry import NetworkRegistry
from greylox_web.engine.tuning import level_settings
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.records import read_any
from greylox_web.rules.play import replay

ROOT = Path(__file__).parents[3]
TRANSCRIPTS = sorted(Path(__file__).with_name("transcripts").glob("*.gtp"))
WILDCARD = "<*>"  # in a transcript: any answer of the engine


def run_gtp(arguments, text):
    """Return the answers of a real process, one text per answer."""
    words = [sys.executable, "-m", "greylox_web", "gtp", *arguments]
    done = subprocess.run(words, input=text, capture_output=True, cwd=ROOT, timeout=60, check=True)
    assert done.stderr == b""
    out = done.stdout.decode("ascii")
    assert out == "" or out.endswith("\n\n")
    return out.split("\n\n")[:-1]


def read_transcript(path):
    """Return the arguments, the input and the answers of a transcript."""
    first, *lines = path.read_text().splitlines()
    arguments = first.split("gtp ", 1)[1].split()
    source, answers, inside = [], [], False
    for line in lines:
        if inside and not line:
            inside = False
        elif inside:
            answers[-1] += "\n" + line
        elif line.startswith(("=", "?")):
            answers.append(line)
            inside = True
        else:
            source.append(line)
    return arguments, "\n".join(source) + "\n", answers


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)
def test_golden_transcript(path):
    arguments, source, expected = read_transcript(path)
    answers = run_gtp(arguments, source.encode())
    assert len(answers) >= len(expected)
    for text, pattern in zip(answers, expected, strict=True):
        expression = ".*".join(re.escape(part) for part in pattern.split(WILDCARD))
        assert re.fullmatch(expression, text, re.S), f"{text!r} is not {pattern!r}"


def make_commands(name="greylox", size=3, options=None, level=0):
    return ExtendedCommands(new_game(name, size, options, allow_small=True), level, Random(1))


def test_every_command_is_in_a_transcript():
    transcripts = "\n".join(path.read_text() for path in TRANSCRIPTS)
    for name in make_commands().commands:
        assert re.search(rf"^(\d+ )?{name}\b", transcripts, re.M), name


@pytest.mark.parametrize("name", GAMES)
def test_genmove_plays_whole_turns_until_the_game_is_over(name):
    engine = make_commands(name, 3)
    for _ in range(200):
        mover = engine.ongoing_game.state.mover
        reply = respond(engine, f"genmove {'bw'[mover]}")
        if reply.startswith("?"):
            break
        turn = reply[2:]
        assert not engine.ongoing_game.state.placed
        second = make_commands(name, 3)
        second.ongoing_game.load(read_game(engine))
        assert second.ongoing_game.state == engine.ongoing_game.state
        assert turn.count("+") <= 3
    assert reply == "? the game is over"
    assert respond(engine, "final_score")[:4] in ("= B+", "= W+", "= 0")


def read_game(engine):
    return read_any(engine.do_greylox_link(), allow_small=True)


def test_genmove_on_open_turn_completes_it():
    engine = make_commands()
    assert respond(engine, "play b c3") == "="
    assert respond(engine, "play w c4") == "="
    reply = respond(engine, "genmove w")
    assert re.fullmatch(r"= [a-e][1-5]", reply)
    assert respond(engine, "undo") == "="
    assert respond(engine, "greylox-turn") == "= black"


def test_played_back_moves_give_same_positions():
    one, two = make_commands("byg"), make_commands("byg")
    while one.ongoing_game.outcome() is None:
        mover = "bw"[one.ongoing_game.state.mover]
        turn = respond(one, f"genmove {mover}")[2:]
        assert respond(two, f"play {mover} {turn}") == "="
        assert two.ongoing_game.states[-1] == one.ongoing_game.states[-1]


def test_byg_second_player_moves_twice_after_opening():
    engine = make_commands("byg")
    turns = [respond(engine, f"genmove {mover}") for mover in "bwwbwb"]
    assert all(turn.startswith("= ") for turn in turns)
    assert respond(engine, "greylox-turn") == "= black"


@pytest.mark.parametrize("name", GAMES)
def test_strictly_alternating_program_can_play(name):
    one, two, skips, colours = make_commands(name), make_commands(name), 0, "bw" * 100
    for colour in colours:
        turn = respond(one, f"genmove {colour}")[2:]
        if turn == "the game is over":
            break
        skips += two.ongoing_game.state.mover != "bw".index(colour)
        assert respond(two, f"play {colour} {turn}") == "="
        assert two.ongoing_game.states == one.ongoing_game.states
    assert one.ongoing_game.outcome() is not None
    assert skips == (name == "byg")


def test_pass_legal_once_between_two_turns_of_opponent():
    engine = make_commands("byg")
    for command in ("play b c3", "play b pass", "play w pass", "play w c4", "play w pass"):
        assert respond(engine, command).startswith("?" if "pass" in command else "=")
    assert respond(engine, "play b c5").startswith("?")
    before = list(engine.ongoing_game.states)
    assert respond(engine, "play b pass") == "="
    assert respond(engine, "genmove b").startswith("? it is the turn of")
    assert respond(engine, "undo") == "=" and engine.ongoing_game.states == before
    assert respond(engine, "genmove b") == "= pass"
    assert respond(engine, "undo") == "=" and respond(engine, "undo") == "="
    assert respond(engine, "greylox-turn") == "= black" and len(engine.ongoing_game.actions) == 1


def test_undo_takes_back_whole_turns():
    engine = make_commands()
    respond(engine, "play b c3")
    before = list(engine.ongoing_game.states)
    respond(engine, "genmove w")
    assert len(engine.ongoing_game.actions) == 3
    respond(engine, "undo")
    assert engine.ongoing_game.states == before


def test_partly_illegal_turn_changes_nothing():
    engine = make_commands()
    respond(engine, "play b c3")
    before = (
        list(engine.ongoing_game.states),
        list(engine.ongoing_game.actions),
        list(engine.ongoing_game.undo_points),
    )
    for turn in ("c4+c5", "c4+", "+c4", "c4+a1+a2", "+", "c4++a1", "resign+c4", "c4+resign+a1"):
        assert respond(engine, f"play w {turn}").startswith("?"), turn
        table = engine.ongoing_game
        assert (table.states, table.actions, table.undo_points) == before
        assert not table.resigned


@pytest.mark.parametrize(
    ("name", "word", "colour"),
    [
        *(("greylox", w, c) for w, c in (("b", 0), ("w", 1), ("white", 0), ("BLACK", 1))),
        *(("brink", w, c) for w, c in (("b", 0), ("w", 1), ("black", 0), ("White", 1))),
        *(("lox", w, c) for w, c in (("b", 0), ("w", 1), ("red", 0), ("blue", 1))),
        *(("lox", w, c) for w, c in (("black", 0), ("white", 1))),
        *(("multiplicity", w, c) for w, c in (("B", 0), ("W", 1), ("white", 0), ("red", 1))),
    ],
)
def test_colours(name, word, colour):
    assert make_commands(name).parse_colour(word) == colour


@given(st.text(max_size=80))
def test_any_line_gets_at_most_one_response(line):
    reply = respond(make_commands(), line)
    assert reply is None or (reply[0] in "=?" and "\n\n" not in reply)
    assert reply is None or "internal error" not in reply


@given(
    st.sampled_from(
        sorted(set(make_commands().commands) - {"greylox-analyse", "greylox-solve", "genmove"})
    ),
    st.lists(
        st.text(st.characters(codec="ascii", exclude_characters="\n#"), max_size=12), max_size=4
    ),
)
def test_any_arguments_get_an_answer(name, arguments):
    reply = respond(make_commands(), " ".join([name, *arguments]))
    assert reply[0] in "=?" and "internal error" not in reply


def test_hostile_input_through_a_real_process():
    lines = [
        b"name",
        b"x" * (MAX_LINE_CHARACTERS * 3),
        b"\x00\x01\x02\x7f\x1b[2J",
        b"\xff\xfe\xff name",
        b"9" * 5000 + b" name",
        b"12345678901234567890 name",
        b"play b " + b"c3+" * 5000 + b"c3",
        b"play b %s%n{0}../../etc",
        b"boardsize " + b"9" * 4000,
        b"greylox-load 1/lox" + b"9" * 300 + b"/m",
        b"greylox-load #1/byg8/m" + b"a1" * 4000,
        b"time_settings nan inf 1e999",
        b"na\x08me\r",
        b"protocol_version",
    ]
    answers = run_gtp(["--size", "3"], b"\n".join(lines) + b"\nquit")
    signs = [text[0] for text in answers]
    assert "".join(signs) == "=???==??????===", answers
    assert all(len(text) < 6000 for text in answers)
    assert answers[-2:] == ["= 2", "="]


def test_the_end_of_the_input_is_the_end():
    assert run_gtp([], b"name") == ["= Greylox Web"]
    assert run_gtp([], b"") == []


def test_exception_in_command_becomes_error_response():
    engine = make_commands()
    engine.commands["name"] = lambda: 1 // 0
    assert respond(engine, "3 name").startswith("?3 internal error: ZeroDivisionError")
    assert respond(engine, "protocol_version") == "= 2"


@pytest.mark.parametrize(
    ("pair", "key", "value"),
    [
        *(("swap=" + word, "swap", False) for word in ("false", "no", "0", "False")),
        *(("opening=" + word, "opening", True) for word in ("true", "yes", "1")),
        *(("x=5", "x", 5), ("board=rhombus", "board", "rhombus")),
    ],
)
def test_the_values_of_options(pair, key, value):
    options = parse_options([pair])
    assert options == {key: value} and type(options[key]) is type(value)


@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_game_is_written_and_read(name):
    options = new_game(name, 3, allow_small=True).options
    parsed_options = parse_options(f"{key}={str(value).lower()}" for key, value in options.items())
    assert repr(parsed_options) == repr(options)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("lox 3 swap=maybe", "swap is true or false, not 'maybe'"),
        ("lox 3 swap=2", "swap is true or false, not '2'"),
        ("lox 3 swap=", "swap is true or false, not ''"),
        ("multiplicity 3 opening=none", "opening is true or false, not 'none'"),
        ("brink 2 x=true", "x is a whole number, not 'true'"),
        ("brink 2 x=-1", "the X of Brink is from 1 to 7 on this board, not -1"),
        ("brink 2 x=2.5", "x is a whole number, not '2.5'"),
        ("brink 2 x=1234567890", "the X of Brink is from 1 to 7 on this board, not 1,234,567,890"),
    ],
)
def test_invalid_option_value_gets_error_message(command, sentence):
    engine = make_commands()
    assert respond(engine, f"greylox-game {command}") == f"? {sentence}"
    assert engine.ongoing_game.game == new_game("greylox", 3), "the game goes on"


def test_an_option_is_taken_as_it_is_meant():
    engine = make_commands()
    assert respond(engine, "greylox-game lox 3 swap=no") == "="
    assert engine.ongoing_game.game.options == {"swap": False}


def test_the_clock_limits_a_turn():
    clock = TimeControl()
    assert clock.turn_seconds(0) == float("inf")
    assert TimeControl(0, 10, 0).turn_seconds(0) == float("inf"), "as GTP says"
    assert TimeControl(60, 10, 0).turn_seconds(0) == float("inf"), "as GTP says"
    assert TimeControl(100, 0, 0).turn_seconds(0) == pytest.approx(5)
    assert 1 < TimeControl(0, 10, 5).turn_seconds(1) < 2
    clock.time_left[0] = (40.0, 0)
    assert clock.turn_seconds(0) == pytest.approx(2), "told without time settings"
    clock.subtract(0, 20)
    assert clock.turn_seconds(0) == pytest.approx(1) and clock.turn_seconds(1) == float("inf")
    free = TimeControl(60, 10, 0)
    free.subtract(0, 5)
    assert free.turn_seconds(0) == float("inf"), "also after a turn"
    clock = TimeControl(100, 0, 0)
    clock.subtract(0, 60)
    assert clock.turn_seconds(0) == pytest.approx(2)
    clock.time_left[0] = (6.0, 2)
    assert clock.turn_seconds(0) == pytest.approx(2)


def test_genmove_subtracts_time_used():
    engine = make_commands(size=5, level=max(LEVELS))
    respond(engine, "time_settings 1 0 0")
    assert respond(engine, "genmove b").startswith("= ")
    seconds_left, _ = engine.clock.time_left[0]
    assert 0.5 < seconds_left < 1


def test_load_without_arguments_is_syntax_error():
    engine = make_commands()
    respond(engine, "play b c3")
    assert respond(engine, "greylox-load") == "? syntax error: greylox-load TEXT [MORE]"
    assert respond(engine, "greylox-load # a comment") == "? syntax error: greylox-load TEXT [MORE]"
    assert respond(engine, "greylox-turn") == "= black"


def test_a_loaded_game_is_taken_back_turn_by_turn():
    engine = make_commands()
    assert respond(engine, "greylox-load greylox3 1. c3  2. c4+a1  3. b1+e5") == "="
    assert respond(engine, "undo") == "="
    game = new_game("greylox", 3)
    actions = [game.board.parse_cell(name) for name in ("c3", "c4", "a1")]
    assert engine.ongoing_game.states == replay(game, actions)


def test_an_analysis_makes_the_next_move_no_stronger():
    """The first level with a network visits once; it must not choose from the analysis's tree."""
    table, engine = (
        GameInProgress(new_game("brink")),
        EnginePlayer(1, Random(1), evaluators(plain=False)),
    )
    engine.analysis(table, 300)
    engine.choose_turn(table)
    assert engine.engine.trees[1, 0].root.visits == 1


@pytest.mark.parametrize("level", range(1, 11))
def test_a_level_does_all_its_work_over_gtp(level):
    """Exactly as many visits as the page's engine makes at this level."""
    game = new_game("brink", 4)
    engine = make_commands("brink", 4, level=level)
    engine.engine.engine.evaluators = evaluators(plain=False)
    respond(engine, "genmove b")
    [memory] = engine.engine.engine.trees.values()
    task = Engine(Random(1), evaluators(plain=False)).start_task(game, [game.start()], [], level)
    task.think()
    assert task.visits == level_settings(game, level).visits
    assert memory.root.visits == task.search.root.visits > task.visits * 0.6


def test_time_limit_stops_search_after_at_least_one_visit():
    engine = make_commands("brink", 5, level=10)
    respond(engine, "time_settings 1 0 0")
    respond(engine, "time_left b 0 0")
    assert respond(engine, "genmove b").startswith("= ")
    [memory] = engine.engine.engine.trees.values()
    assert 1 <= memory.root.visits < 1000


def generate_moves(*arguments):
    """Return the answers of a real process to ``genmove``, for three turns of each colour."""
    text = "\n".join(f"genmove {colour}" for colour in "bwbwbw").encode()
    return run_gtp(["--game", "brink", "--size", "3", *arguments], text)


@pytest.mark.slow
def test_seed_determines_game():
    """At level 1, which chooses at random."""
    one, second, other = (
        generate_moves("--level", "1", "--seed", seed) for seed in ("1", "1", "2")
    )
    assert one == second != other


def test_the_level_is_five_unless_it_is_chosen():
    assert run_gtp([], b"greylox-level") == ["= 5"]
    assert run_gtp(["--level", "9"], b"greylox-level") == ["= 9"]


def test_missing_network_is_reported_once(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(networks, "load_registry", NetworkRegistry)
    monkeypatch.setattr(networks, "NETWORK_DIR", tmp_path)
    networks.warn.cache_clear()
    for _ in range(2):
        assert networks.network_of(new_game("byg")) is None
    stderr = capsys.readouterr().err
    assert stderr == "plain search instead of a network: there is no byg.npz\n"
    (tmp_path / "lox.npz").write_bytes(b"damaged")  # which has already been reported
    assert networks.network_of(new_game("lox")) is None and capsys.readouterr().err == ""


@pytest.mark.parametrize("name", GAMES)
def test_boardsize_accepts_one_size_or_width_and_height(name):
    engine = make_commands(name, 3)
    assert respond(engine, "boardsize 4 4") == "=" and engine.ongoing_game.game.size == 4
    assert respond(engine, "boardsize +3 03") == "=" and engine.ongoing_game.game.size == 3
    refused = "? unacceptable size: a board is as wide as it is high, not 4 x 5"
    assert respond(engine, "boardsize 4 5") == refused
    assert respond(engine, "boardsize 4 x") == "? unacceptable size: 'x' is not a whole number"
    assert respond(engine, "boardsize 99 99").startswith("? unacceptable size: ")
    for more in ("4 4 4", ""):
        reply = respond(engine, f"boardsize {more}")
        assert reply == "? syntax error: boardsize SIZE [HEIGHT]"
    assert engine.ongoing_game.game == new_game(name, 3, allow_small=True)


def test_swap_pieces_is_accepted_as_swap():
    """HexGui sends and accepts only ``swap-pieces``."""
    for swap in ("swap", "swap-pieces", "SWAP-PIECES"):
        engine = make_commands("lox", 5)
        assert respond(engine, "play w swap-pieces").startswith("? illegal move: ")
        assert respond(engine, "play black c2") == "="
        assert respond(engine, f"play white {swap}") == "="
        assert respond(engine, "greylox-link").startswith("= 1/lox5/mc2-s/")
        assert respond(engine, "play white swap-pieces").startswith("? illegal move: ")
        assert respond(engine, "play black resign") == "="
        assert respond(engine, "final_score") == "= W+R"
        assert respond(engine, "undo") == "=" and respond(engine, "greylox-turn") == "= red"


@pytest.mark.parametrize(("size", "swap"), [("2", "swap"), ("2 2", "swap-pieces")])
def test_the_answer_calls_the_swap_as_the_other_side_does(size, swap):
    answers = set()
    for seed in range(40):
        engine = ExtendedCommands(new_game("lox", 5), 0, Random(seed))
        for command in (f"boardsize {size}", "clear_board", "play b a1"):
            assert respond(engine, command) == "="
        reply = respond(engine, "genmove w")
        if engine.ongoing_game.actions[-1] == engine.ongoing_game.game.board.swap_action:
            answers.add(reply)
            assert respond(engine, "undo") == "=" and respond(engine, f"play w {reply[2:]}") == "="
    assert answers == {f"= {swap}"}
