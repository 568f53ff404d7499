"""Which events can be heard."""

from __future__ import annotations

from random import Random

import pytest

from greylox_web.app.session import events as table
from greylox_web.app.session.update import update
from greylox_web.app.thinking import wire
from greylox_web.app.view.sounds import TONES, sound_of
from greylox_web.rules.board import bits
from tests.app.sittings import ENGINE, answer, begin, click


def heard(session, event):
    after, _ = update(session, event)
    return after, sound_of(event, session, after)


def test_a_stone_a_refusal_and_the_end():
    session, _ = begin("brink", 3)
    a1 = table.Click(session.game.board.cell("a1"))
    session, sound = heard(session, a1)
    assert sound == "place"
    session, sound = heard(session, a1)
    assert sound == "refusal"
    _, sound = heard(session, table.Resign())
    assert sound == "end"


def test_a_flip_sounds_otherwise():
    random = Random(1)
    session, _ = begin("lox", 5)
    flips = 0
    while not flips:
        legal = session.game.legal(session.state) & session.game.board.cells
        action = random.choice(list(bits(legal)))
        session, sound = heard(session, table.Click(action))
        assert sound == "place"
        stones = session.state.stones[0] | session.state.stones[1]
        flips = session.game.legal(session.state) & stones
    _, sound = heard(session, table.Click(next(bits(flips))))
    assert sound == "flip"


def test_the_engines_stone_is_heard_and_its_reports_are_not():
    session, _ = begin("brink", 3, seats=(table.PERSON, ENGINE))
    session, _ = click(session, "a1")
    after, _ = answer(session, "b1")
    heard = wire.EngineAnswer(after.engine.report)
    assert sound_of(heard, session, after) == "place"
    assert sound_of(heard, session, session) is None


@pytest.mark.parametrize(
    "event",
    [
        table.Step(-1),
        table.Go(1),
        table.Undo(),
        table.Say("Hear!"),
        table.Analyse(),
        table.NewGame("byg", 3),
        table.OpenLink("1/lox5/mc3"),
    ],
)
def test_looking_is_silent(event):
    session, _ = begin("brink", 3)
    session, _ = click(session, "a1", "b1")
    assert heard(session, event)[1] is None


def test_switching_the_sound_on_gives_a_sample():
    session, _ = begin()
    assert heard(session, table.Prefer("sound", True))[1] == "place"
    assert heard(session, table.Prefer("sound", False))[1] is None


def test_drawing_is_silent():
    session, _ = begin("brink", 3)
    session, _ = update(session, table.PickMark("circle"))
    assert heard(session, table.Click(session.game.board.cell("a1")))[1] is None


def test_tones_are_short():
    assert all(start + lasts < 1 for tones in TONES.values() for _, start, lasts in tones)
