"""Programs in a match: ours, one with standard GTP only, and misbehaving ones."""

import os
import sys
import time
from pathlib import Path

import pytest

from greylox_web.__main__ import main
from greylox_web.command.game import GameInProgress
from greylox_web.command.match.program import Forfeit, GtpProgram
from greylox_web.rules import new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.play import replay
from tests.command.match.gtp_programs import OURS, PYTHON, make_program, play_match
from tests.rules.playouts import game_of


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("greylox", {}),
        ("byg", {}),
        ("lox", {"swap": False}),
        ("brink", {"x": 2, "swap": True}),
        ("multiplicity", {"opening": False, "swap": True}),
    ],
)
def test_own_program_receives_game_and_options(name, options):
    game = new_game(name, 3, options, allow_small=True)
    for played in play_match(OURS, "random", game):
        assert not played["fault"], played["how"]
        assert game.outcome(
            replay(game, read_link(played["link"], allow_small=True).record.actions)[-1]
        )


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("brink3-x3", " board=hexhex x=3"),
        ("brink5-d-x2", " board=rhombus x=2"),
        ("brink3-x2-p", " board=hexhex x=2 swap=true"),
        ("lox5", " swap=true"),
        ("lox5-n", " swap=false"),
        ("multiplicity3-f-p", " opening=false swap=true"),
    ],
)
def test_program_receives_no_newer_switch_that_is_off(monkeypatch, spec, options):
    """An earlier version, which knows fewer options, plays the games that it knows."""
    game, commands = game_of(spec), []
    player = GtpProgram("unused", 1.0)
    monkeypatch.setattr(player, "start", lambda: None)
    monkeypatch.setattr(player, "send_or_forfeit", lambda text: commands.append(text) or "true")
    player.new_game(GameInProgress(game), "")
    assert commands[1:] == [f"greylox-game {game.name} {game.size}{options}"]


def test_program_with_only_standard_gtp_commands_plays(tmp_path):
    genmove = 'print("= resign\\n", flush=True)'
    for played in play_match(make_program(tmp_path, genmove), "random", new_game("brink", 3)):
        assert (played["winner"], played["how"], played["fault"]) == ("b", "resigned", False)


@pytest.mark.parametrize(
    ("genmove", "reason"),
    [
        ("sys.exit(3)", r"crashed at genmove (exit status 3)"),
        ("import os, time; os.close(1); time.sleep(30)", "closed its output at genmove"),
        ('print("= z9\\n", flush=True)', "played z9: "),
        ('print("= a1 b2\\n", flush=True)', "which is not a turn"),
        ('print("=\\n", flush=True)', "which is not a turn"),
        ('print("? I will not\\n", flush=True)', "answered genmove with '? I will not'"),
        ('print("hello", flush=True)', "answered genmove with 'hello'"),
        ("import time; time.sleep(30)", "did not answer genmove in 0.5 seconds"),
        ('print("= a1", flush=True)', "did not answer genmove in 0.5 seconds"),
        ('print("= " + "x" * 300_000 + "\\n", flush=True)', "did not end its answer"),
        ('print("\\n".join(["= x"] * 30_000), flush=True)', "did not end its answer"),
    ],
)
def test_misbehaving_program_forfeits_and_match_continues(tmp_path, genmove, reason):
    timeout = 0.5 if "0.5" in reason else 20.0
    played = play_match(
        "random", make_program(tmp_path, genmove), new_game("brink", 3), (0, 1), timeout
    )
    assert len(played) == 2
    for one in played:
        assert (one["winner"], one["fault"]) == ("a", True)
        assert reason in one["how"]
        assert one["how"].startswith(("black ", "white "))


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("/no/such/program", "did not start: No such file or directory"),
        (f"{PYTHON} -c pass", "crashed "),
        (f"{PYTHON} -c 'import time; time.sleep(9)'", "did not answer protocol_version in 0.5 s"),
        (f"""{PYTHON} -c 'input(); print("? no\\n")'""", "answered protocol_version with '? no'"),
    ],
)
def test_program_that_does_not_start_is_error_not_forfeit(tmp_path, capsys, command, reason):
    log = tmp_path / "log.jsonl"
    words = ["match", "random", f"gtp:{command}", "--resume", str(log), "--game", "brink"]
    timeout = "0.5" if "0.5" in reason else "20"
    assert main([*words, "--games", "2", "--timeout", timeout]) == 2
    output = capsys.readouterr()
    assert output.err.startswith(f"greylox: gtp:{command} {reason}") and output.out == ""
    assert log.read_text() == ""


def test_finished_match_starts_no_programs(tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    mark = tmp_path / "here"
    player = make_program(tmp_path, 'print("= resign\\n", flush=True)')
    words = ["match", player, "random", "--game", "brink", "--resume", str(log), "--games", "2"]
    assert main(words) == 0
    (tmp_path / "program.py").write_text(f"open({str(mark)!r}, 'w')")
    assert main(words) == 0
    assert capsys.readouterr().out.count("0 of 2") == 2
    assert not mark.exists()


def test_program_that_exits_during_game_forfeits():
    for played in play_match("gtp:/no/such/program", "random", new_game("brink", 3)):
        assert played["winner"] == "b"
        assert "did not start: No such file" in played["how"]


@pytest.mark.skipif(sys.platform == "win32", reason="process groups")
def test_child_processes_of_program_are_killed(tmp_path):
    inner, pid_path = tmp_path / "inner.py", tmp_path / "pid"
    inner.write_text(
        f"import os, time; open({str(pid_path)!r}, 'w').write(str(os.getpid()))\ntime.sleep(60)"
    )
    player = GtpProgram(f"sh -c '{PYTHON} {inner}; true'", 5.0)
    player.start()
    with pytest.raises(Forfeit, match="did not answer name"):
        player.send_or_forfeit("name")
    pid = int(pid_path.read_text())
    for _ in range(100):  # until the process that adopts orphans has reaped it
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        state = Path(f"/proc/{pid}/stat")
        if state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    pytest.fail("it goes on")


def test_program_that_ignores_quit_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr("greylox_web.command.match.program.QUIT_SECONDS", 0.2)
    path = tmp_path / "deaf.py"
    path.write_text("import time\ntime.sleep(60)")
    player = GtpProgram(f"{PYTHON} {path}", 1.0)
    player.start()
    process = player.process
    player.close()
    assert process.poll() is not None
