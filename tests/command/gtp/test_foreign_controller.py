"""Whole games under a controller that is not ours: Sabaki's, by its npm package."""

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


def played(game, size):
    """What the controller reports of a game between two engines of low level."""
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


def checked(found, game, size):
    """The positions and the actions of a game that both engines tell alike."""
    assert len(set(found["links"])) == 1, "both engines, and one that went back, agree"
    reading = read_any(found["links"][0], allow_small=True)
    record, last = reading.record, reading.states[-1]
    assert record and (record.game.name, record.game.size) == (game, size)
    outcome = outcome_of(record, last)
    assert outcome is not None and not record.game.legal(last)
    told = {0: "B+", 1: "W+", None: "0"}[outcome.winner]
    assert found["scores"] == [told, told]
    earlier = read_any(found["earlier"], allow_small=True).record
    assert earlier and earlier.actions == record.actions[: len(earlier.actions)]
    assert len(earlier.actions) < len(record.actions)
    return reading.states, record.actions


def test_a_foreign_controller_plays_a_whole_game_of_lox():
    found = played("lox", 5)
    _, actions = checked(found, "lox", 5)
    assert len(found["turns"]) == len(actions)


def test_a_foreign_controller_bears_with_turns_of_several_stones():
    """Byg's are one word; between the second player's first two the first one passes."""
    found = played("byg", 4)
    states, actions = checked(found, "byg", 4)
    assert [colour for colour, _ in found["turns"][:4]] == ["B", "W", "B", "W"]
    assert found["turns"][2][1].lower() == "pass"
    assert any("+" in move for _, move in found["turns"])
    assert len(group_by_turn(states, actions)) == len(found["turns"]) - 1
