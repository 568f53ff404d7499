"""The sounds of events."""

from __future__ import annotations

from random import Random

import pytest

from greylox_web.features.settings.sounds import SOUNDS, VIBRATIONS, sound_of
from greylox_web.match.match import PERSON
from greylox_web.rules.board import bits
from greylox_web.rules.state import OPENING
from greylox_web.session.event import SetPreference, ShowNotice
from greylox_web.session.load_match import NewGame, OpenLink
from greylox_web.session.playing import ClickCell, GoToNode, Resign, StepBy, Undo
from greylox_web.session.requests import EngineReport, ToggleAnalysis
from greylox_web.session.study import PickMark
from greylox_web.session.update import update
from tests.session.session_helpers import ENGINE, click_cells, engine_answers, new_session


def play_event(session, event):
    after = update(session, event)
    return after, sound_of(event, session, after)


def test_stone_refusal_and_end_have_sounds():
    session = new_session("brink", 3)
    a1 = ClickCell(session.game.board.parse_cell("a1"))
    session, sound = play_event(session, a1)
    assert sound == "place"
    session, sound = play_event(session, a1)
    assert sound == "refusal"
    _, sound = play_event(session, Resign())
    assert sound == "won", "one of the two at this screen"


def test_end_sound_depends_on_the_local_side():
    session = new_session("brink", 3, seats=(PERSON, ENGINE))
    _, sound = play_event(session, Resign())
    assert sound == "lost"


def test_the_opening_ends_with_a_sound_of_its_own():
    random = Random(3)
    session = new_session("greylox", 3)
    sounds = []
    while session.state.phase == OPENING:
        legal = session.game.legal(session.state) & session.game.board.cells
        session, sound = play_event(session, ClickCell(random.choice(list(bits(legal)))))
        sounds.append(sound)
    assert sounds[-1] == "phase" and set(sounds[:-1]) == {"place"}


def test_a_flip_sounds_otherwise():
    random = Random(1)
    session = new_session("lox", 5)
    flips = 0
    while not flips:
        legal = session.game.legal(session.state) & session.game.board.cells
        action = random.choice(list(bits(legal)))
        session, sound = play_event(session, ClickCell(action))
        assert sound == "place"
        stones = session.state.stones[0] | session.state.stones[1]
        flips = session.game.legal(session.state) & stones
    _, sound = play_event(session, ClickCell(next(bits(flips))))
    assert sound in ("flip", "sweep")


def test_engine_stone_has_a_sound_and_reports_have_none():
    session = new_session("brink", 3, seats=(PERSON, ENGINE))
    session = click_cells(session, "a1")
    after = engine_answers(session, "b1")
    report = EngineReport(after.engine.report)
    assert sound_of(report, session, after) == "place"
    assert sound_of(report, session, session) is None


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
    session = new_session("brink", 3)
    session = click_cells(session, "a1", "b1")
    assert play_event(session, event)[1] is None


def test_switching_the_sound_on_gives_a_sample():
    session = new_session()
    assert play_event(session, SetPreference("sound", True))[1] == "place"
    assert play_event(session, SetPreference("sound", False))[1] is None


def test_drawing_is_silent():
    session = new_session("brink", 3)
    session = update(session, PickMark("circle"))
    assert play_event(session, ClickCell(session.game.board.parse_cell("a1")))[1] is None


def test_each_sound_is_another():
    for parts in SOUNDS.values():
        assert all(0 < part.loudness <= 1 for part in parts)
        assert min(part.start for part in parts) == 0
    assert len(set(SOUNDS.values())) == len(SOUNDS) and VIBRATIONS.keys() == SOUNDS.keys()


def test_sounds_are_short_and_end_sounds_last_a_second():
    durations = {name: max(part.start + part.seconds for part in SOUNDS[name]) for name in SOUNDS}
    for name in ("place", "flip", "sweep", "turn", "refusal"):
        assert durations.pop(name) < 0.4
    assert all(0.5 < seconds < 1.2 for seconds in durations.values())
