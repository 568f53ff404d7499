"""The engine's thinking time under each kind of GTP time control."""

from math import inf

import pytest

from greylox_web.command.gtp.clock import TimeControl


@pytest.mark.parametrize(
    ("control", "seconds"),
    [
        (TimeControl(), inf),
        (TimeControl(main=100.0), 5.0),
        (TimeControl(main=0.0, period=30.0, stones=2), 10.0),
        (TimeControl(main=100.0, period=30.0, stones=2), 15.0),
        (TimeControl(main=100.0, period=5.0), inf),
        (TimeControl(period=5.0), inf),
    ],
)
def test_turn_seconds_follow_time_settings(control, seconds):
    assert control.turn_seconds(0) == control.turn_seconds(1) == seconds


@pytest.mark.parametrize(
    ("time_left", "seconds"),
    [((12.0, 3), 3.0), ((40.0, 0), 12.0), ((0.0, 0), 10.0), ((6.0, 1), 3.0)],
)
def test_turn_seconds_follow_time_left(time_left, seconds):
    control = TimeControl(main=100.0, period=30.0, stones=2, time_left={1: time_left})
    assert control.turn_seconds(1) == seconds
    assert control.turn_seconds(0) == 15.0, "the other has its own"


def test_main_time_never_falls_below_zero():
    control = TimeControl(main=100.0)
    control.subtract(0, 20.0)
    assert (control.turn_seconds(0), control.turn_seconds(1)) == (4.0, 5.0)
    control.subtract(0, 500.0)
    assert control.turn_seconds(0) == 0.0
    control.subtract(0, 1.0)
    assert control.time_left == {0: (0.0, 0)}


def test_byo_yomi_time_changes_only_by_time_left():
    control = TimeControl(main=100.0, period=30.0, stones=2, time_left={0: (12.0, 3)})
    control.subtract(0, 5.0)
    assert control.time_left == {0: (12.0, 3)}
    unlimited = TimeControl()
    unlimited.subtract(0, 5.0)
    assert unlimited.turn_seconds(0) == inf
