"""Whole games under another project's controller: Sabaki's, from its npm package."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from greylox_web.rules.notation.actions import group_by_turn, outcome_of
from greylox_web.rules.notation.records import read_any
from tools import ROOT
from tools.environment import ensure_npm

pytestmark = pytest.mark.slow

SCRIPT = Path(__file__).with_name("two_engines.mjs")


def play_with_controller(game, size):
    """Return the controller's report on a game between two engines of low level."""
    engine = [sys.executable, "-m", "greylox_web", "gtp", "--game", game, "--level", "1"]
    done = subprocess.run(
        ["node", SCRIPT, ensure_npm(), str(size), *engine],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=200,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def check_game_log(log, game, size):
    """Return the states and actions of a game; check that both engines report the same game."""
    assert len(set(log["links"])) == 1, "both engines, and one that went back, agree"
    reading = read_any(log["links"][0], allow_small=True)
    record, last = reading.record, reading.states[-1]
    assert record and (record.game.name, record.game.size) == (game, size)
    outcome = outcome_of(record, last)
    assert outcome is not None and not record.game.legal(last)
    result = {0: "B+", 1: "W+", None: "0"}[outcome.winner]
    assert log["scores"] == [result, result]
    earlier = read_any(log["earlier"], allow_small=True).record
    assert earlier and earlier.actions == record.actions[: len(earlier.actions)]
    assert len(earlier.actions) < len(record.actions)
    return reading.states, record.actions


def test_a_foreign_controller_plays_a_whole_game_of_lox():
    log = play_with_controller("lox", 5)
    _, actions = check_game_log(log, "lox", 5)
    assert len(log["turns"]) == len(actions)


def test_a_foreign_controller_bears_with_turns_of_several_stones():
    """A turn in Byg is one word; the first player passes between the second player's first two."""
    log = play_with_controller("byg", 4)
    states, actions = check_game_log(log, "byg", 4)
    assert [colour for colour, _ in log["turns"][:4]] == ["B", "W", "B", "W"]
    assert log["turns"][2][1].lower() == "pass"
    assert any("+" in move for _, move in log["turns"])
    assert len(group_by_turn(states, actions)) == len(log["turns"]) - 1
