"""How long the engine may think, for each way of giving time that GTP has."""

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
def test_a_turn_gets_its_share_of_what_the_settings_say(control, seconds):
    assert control.turn_seconds(0) == control.turn_seconds(1) == seconds


@pytest.mark.parametrize(
    ("left", "seconds"),
    [((12.0, 3), 3.0), ((40.0, 0), 12.0), ((0.0, 0), 10.0), ((6.0, 1), 3.0)],
)
def test_what_is_left_of_a_colours_time_is_shared_among_its_turns(left, seconds):
    control = TimeControl(main=100.0, period=30.0, stones=2, time_left={1: left})
    assert control.turn_seconds(1) == seconds
    assert control.turn_seconds(0) == 15.0, "the other has its own"


def test_main_time_is_used_up_and_no_more_than_that():
    control = TimeControl(main=100.0)
    control.subtract(0, 20.0)
    assert (control.turn_seconds(0), control.turn_seconds(1)) == (4.0, 5.0)
    control.subtract(0, 500.0)
    assert control.turn_seconds(0) == 0.0
    control.subtract(0, 1.0)
    assert control.time_left == {0: (0.0, 0)}


def test_a_period_with_stones_is_told_by_the_controller_alone():
    control = TimeControl(main=100.0, period=30.0, stones=2, time_left={0: (12.0, 3)})
    control.subtract(0, 5.0)
    assert control.time_left == {0: (12.0, 3)}
    unlimited = TimeControl()
    unlimited.subtract(0, 5.0)
    assert unlimited.turn_seconds(0) == inf
