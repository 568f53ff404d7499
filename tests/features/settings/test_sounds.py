"""Which events can be heard."""

from __future__ import annotations

from random import Random

import pytest

from greylox_web.features.settings.sounds import SOUNDS, VIBRATIONS, sound_of
from greylox_web.match.match import PERSON
from greylox_web.rules.board import bits
from greylox_web.rules.state import OPENING
from greylox_web.session.asking import EngineReport, ToggleAnalysis
from greylox_web.session.event import SetPreference, ShowNotice
from greylox_web.session.opening import NewGame, OpenLink
from greylox_web.session.playing import ClickCell, GoToNode, Resign, StepBy, Undo
from greylox_web.session.study import PickMark
from greylox_web.session.update import update
from tests.session.sittings import ENGINE, answer, begin, click


def heard(session, event):
    after = update(session, event)
    return after, sound_of(event, session, after)


def test_a_stone_a_refusal_and_the_end():
    session = begin("brink", 3)
    a1 = ClickCell(session.game.board.parse_cell("a1"))
    session, sound = heard(session, a1)
    assert sound == "place"
    session, sound = heard(session, a1)
    assert sound == "refusal"
    _, sound = heard(session, Resign())
    assert sound == "won", "one of the two at this screen"


def test_the_end_sounds_as_it_is_for_who_plays_here():
    session = begin("brink", 3, seats=(PERSON, ENGINE))
    _, sound = heard(session, Resign())
    assert sound == "lost"


def test_the_opening_ends_with_a_sound_of_its_own():
    random = Random(3)
    session = begin("greylox", 3)
    found = []
    while session.state.phase == OPENING:
        legal = session.game.legal(session.state) & session.game.board.cells
        session, sound = heard(session, ClickCell(random.choice(list(bits(legal)))))
        found.append(sound)
    assert found[-1] == "phase" and set(found[:-1]) == {"place"}


def test_a_flip_sounds_otherwise():
    random = Random(1)
    session = begin("lox", 5)
    flips = 0
    while not flips:
        legal = session.game.legal(session.state) & session.game.board.cells
        action = random.choice(list(bits(legal)))
        session, sound = heard(session, ClickCell(action))
        assert sound == "place"
        stones = session.state.stones[0] | session.state.stones[1]
        flips = session.game.legal(session.state) & stones
    _, sound = heard(session, ClickCell(next(bits(flips))))
    assert sound in ("flip", "sweep")


def test_the_engines_stone_is_heard_and_its_reports_are_not():
    session = begin("brink", 3, seats=(PERSON, ENGINE))
    session = click(session, "a1")
    after = answer(session, "b1")
    heard = EngineReport(after.engine.report)
    assert sound_of(heard, session, after) == "place"
    assert sound_of(heard, session, session) is None


@pytest.mark.parametrize(
    "event",
    [
        StepBy(-1),
        GoToNode(1),
        Undo(),
        ShowNotice("Hear!"),
        ToggleAnalysis(),
        NewGame("byg", 3),
        OpenLink("1/lox5/mc3"),
    ],
)
def test_looking_is_silent(event):
    session = begin("brink", 3)
    session = click(session, "a1", "b1")
    assert heard(session, event)[1] is None


def test_switching_the_sound_on_gives_a_sample():
    session = begin()
    assert heard(session, SetPreference("sound", True))[1] == "place"
    assert heard(session, SetPreference("sound", False))[1] is None


def test_drawing_is_silent():
    session = begin("brink", 3)
    session = update(session, PickMark("circle"))
    assert heard(session, ClickCell(session.game.board.parse_cell("a1")))[1] is None


def test_sounds_are_short_and_each_is_another():
    for parts in SOUNDS.values():
        assert all(part.start + part.seconds < 1.5 and 0 < part.loudness <= 1 for part in parts)
        assert min(part.start for part in parts) == 0
    assert len(set(SOUNDS.values())) == len(SOUNDS) and VIBRATIONS.keys() == SOUNDS.keys()


def test_a_sound_is_over_before_the_next_action_and_an_end_takes_a_second():
    longest = {name: max(part.start + part.seconds for part in SOUNDS[name]) for name in SOUNDS}
    for name in ("place", "flip", "sweep", "turn", "refusal"):
        assert longest.pop(name) < 0.4
    assert all(0.5 < seconds < 1.2 for seconds in longest.values())
