"""The pointer on the board, against a model that records every event."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from greylox_web.drawing.hex_geometry import Point, centre
from greylox_web.features.board.aim import (
    APOTHEM,
    BETWEEN_CELLS,
    DOUBLE_TAP_MILLIS,
    DOUBLE_TAP_REACH,
    IDLE,
    cancel,
    cancel_if_stale,
    ghost_kind,
    hit_test,
    move,
    position_key,
    press,
    release,
)
from greylox_web.match.match import PERSON
from greylox_web.rules import new_game
from greylox_web.rules.board import NO_CELL, bits
from greylox_web.session.requests import ToggleAnalysis
from greylox_web.session.study import PickMark, ToggleEditor
from greylox_web.session.update import update
from tests.session.session_helpers import ENGINE, click_cells, new_session

CELLS = st.sampled_from([NO_CELL, BETWEEN_CELLS, 3, 4, 5])
X_OF_CELL = {NO_CELL: 900, BETWEEN_CELLS: 45, 3: 0, 4: 30, 5: 60}  # x of the pointer for each aim
ORIGIN = Point(0, 0)


def tap(pointer, cell, now, confirms=False, position="p", at=ORIGIN):
    pointer = press(pointer, cell, at, now, position)
    return release(pointer, cell, at, now + 50, confirms)


class PointerMachine(RuleBasedStateMachine):
    """Presses, moves, releases and other events in any order."""

    def __init__(self):
        super().__init__()
        self.pointer = IDLE
        self.now, self.position = 0.0, 0
        self.events: list[tuple] = []  # since the last press
        self.counted: list[tuple[float, Point]] = []  # releases that played
        self.held = NO_CELL

    def press_point(self, cell: int) -> Point:
        return Point(X_OF_CELL[cell], 0)

    @rule(millis=st.sampled_from([1, 40, 200, DOUBLE_TAP_MILLIS, 5000]))
    def wait(self, millis):
        self.now += millis

    @rule(cell=CELLS, follows=st.booleans())
    def press(self, cell, follows):
        self.pointer = press(
            self.pointer, cell, self.press_point(cell), self.now, self.position, follows
        )
        is_double = any(
            self.now - when < DOUBLE_TAP_MILLIS
            and hypot(at.x - X_OF_CELL[cell], at.y) < DOUBLE_TAP_REACH
            for when, at in self.counted[-1:]
        )
        self.events = [("press", cell, follows, is_double)]
        if is_double:
            self.counted.append((self.now, self.counted[-1][1]))

    @rule(cell=CELLS)
    def move(self, cell):
        self.pointer = move(self.pointer, cell)
        self.events.append(("move", cell))

    @rule()
    def redraw(self):
        """Redraw the same position, as after a report, a layer switch or a hover."""
        self.pointer = cancel_if_stale(self.pointer, self.position)

    @rule()
    def another_position(self):
        self.position += 1
        self.pointer = cancel_if_stale(self.pointer, self.position)
        self.events.append(("over",))
        self.held = NO_CELL

    @rule()
    def escape(self):
        self.pointer = cancel(self.pointer)
        self.events.append(("over",))
        self.held = NO_CELL

    @rule(cell=CELLS, confirms=st.booleans())
    def release(self, cell, confirms):
        self.pointer, played = release(
            self.pointer, cell, self.press_point(cell), self.now, confirms and cell >= 0
        )
        assert played == self.expected(cell, confirms)
        self.events = []

    def expected(self, cell, confirms) -> int:
        if not self.events or self.events[0][0] != "press" or ("over",) in self.events:
            return NO_CELL
        _, pressed, follows, is_double = self.events[0]
        if is_double or cell == NO_CELL or not (follows or cell == pressed):
            return NO_CELL
        if cell == BETWEEN_CELLS:
            return BETWEEN_CELLS
        if confirms and self.held != cell:
            self.held = cell
            return NO_CELL
        self.held = NO_CELL
        self.counted.append((self.now, self.press_point(cell)))
        return cell

    @invariant()
    def ghost_matches_held_cell(self):
        assert self.pointer.awaiting_confirm == self.held
        if not self.events:
            assert self.pointer.ghost == self.held


TestPointing = PointerMachine.TestCase


def test_a_tap_plays_and_its_double_does_not():
    pointer, played = tap(IDLE, 4, 0)
    assert played == 4
    pointer, played = tap(pointer, 4, 120)
    assert played == NO_CELL
    _, played = tap(pointer, 4, 1000)
    assert played == 4


def test_double_tap_across_an_edge_plays_once():
    pointer, _ = tap(IDLE, 4, 0)
    pointer, played = tap(pointer, 5, 100, at=Point(10, 3))
    assert played == NO_CELL
    _, played = tap(pointer, 5, 200, at=Point(2 * APOTHEM, 0))
    assert played == 5


def test_dragging_off_cancels_and_returning_plays():
    pointer = press(IDLE, 4, ORIGIN, 0, "p")
    assert pointer.ghost == 4
    pointer = move(pointer, 5)
    assert pointer.ghost == NO_CELL
    assert release(pointer, 5, ORIGIN, 50)[1] == NO_CELL
    assert release(pointer, 4, ORIGIN, 50)[1] == 4


def test_under_the_magnifier_the_cell_shown_is_played():
    pointer = move(press(IDLE, 4, ORIGIN, 0, "p", magnified=True), 5)
    assert pointer.ghost == 5
    assert release(pointer, 5, ORIGIN, 50)[1] == 5


def test_a_second_tap_confirms_and_another_cell_moves_the_ghost():
    pointer, played = tap(IDLE, 4, 0, confirms=True)
    assert played == NO_CELL and pointer.ghost == 4
    pointer, played = tap(pointer, 5, 500, confirms=True)
    assert played == NO_CELL and pointer.ghost == 5
    assert tap(pointer, 5, 1000, confirms=True)[1] == 5
    assert tap(cancel(pointer), 5, 1000, confirms=True)[1] == NO_CELL
    assert tap(pointer, 5, 1000, confirms=True, position="another")[1] == NO_CELL


BOARDS = [
    ("greylox", 3, None),
    ("greylox", 8, None),
    ("lox", 5, None),
    ("brink", 5, {"board": "rhombus"}),
]


@pytest.mark.parametrize(("name", "size", "options"), BOARDS)
@pytest.mark.parametrize("turn", [0, 1, 3, 13, 20])
def test_hit_test_at_a_cell_centre_returns_the_cell(name, size, options, turn):
    board = new_game(name, size, options).board
    for cell in bits(board.cells):
        at = centre(board, *board.column_row(cell), turn)
        assert hit_test(board, at, turn, dead_zone=0.07) == cell
        near_point = Point(at.x + 0.7 * APOTHEM, at.y)
        assert hit_test(board, near_point, turn) == cell


@given(st.floats(-200, 200), st.floats(-200, 200), st.sampled_from([0, 1, 3, 14]))
def test_the_aim_is_a_cell_of_the_board_or_none(x: float, y: float, turn: int):
    board = new_game("greylox", 4).board
    at = Point(x, y)
    clear, careful = hit_test(board, at, turn), hit_test(board, at, turn, dead_zone=0.07)
    if clear < 0:
        assert clear == careful == NO_CELL
        return
    middle = centre(board, *board.column_row(clear), turn)
    assert hypot(middle.x - x, middle.y - y) <= APOTHEM * 2 / 3**0.5 + 1e-6
    assert careful in (clear, BETWEEN_CELLS)
    assert hit_test(board, at, turn, clear, 0.07) == clear


def test_hit_test_near_an_edge_keeps_only_the_pressed_cell():
    board = new_game("greylox", 5).board
    e5, f5 = board.parse_cell("e5"), board.parse_cell("f5")
    first_centre, second_centre = (centre(board, *board.column_row(cell)) for cell in (e5, f5))
    edge = Point(
        (first_centre.x + second_centre.x) / 2 + 0.5, (first_centre.y + second_centre.y) / 2
    )
    assert hit_test(board, edge, 0) == f5
    assert hit_test(board, edge, 0, dead_zone=0.07) == BETWEEN_CELLS
    assert hit_test(board, edge, 0, e5, 0.07) == e5
    assert hit_test(board, edge, 0, board.parse_cell("a1"), 0.07) == BETWEEN_CELLS


def test_the_rim_of_the_board_is_not_an_edge_between_cells():
    board = new_game("greylox", 5).board
    i5 = centre(board, *board.column_row(board.parse_cell("i5")))
    rim = Point(i5.x + 0.98 * APOTHEM, i5.y)
    assert hit_test(board, rim, 0, dead_zone=0.07) == board.parse_cell("i5")
    assert hit_test(board, Point(rim.x + 1, rim.y), 0, dead_zone=0.07) == NO_CELL


def test_ghost_shows_the_movers_stone_on_legal_cells():
    session = new_session("greylox", 5)
    session = click_cells(session, "e5")
    cell = session.game.board.parse_cell
    assert ghost_kind(session, cell("e6")) == "second"
    assert ghost_kind(session, cell("a1")) == "no"
    assert ghost_kind(session, NO_CELL) == ghost_kind(session, BETWEEN_CELLS) == "no"
    drawing = update(session, PickMark("circle"))
    assert ghost_kind(drawing, cell("a1")) == "sign"
    engine_first = new_session("brink", 5, seats=(ENGINE, PERSON))
    assert ghost_kind(engine_first, cell("e6")) == "no"


def test_position_key_ignores_reports_and_changes_with_moves():
    session = new_session("brink", 5)
    analysed = update(session, ToggleAnalysis())
    played = click_cells(session, "e5")
    edited = update(session, ToggleEditor(True))
    assert position_key(analysed) == position_key(session)
    assert position_key(played) != position_key(session) != position_key(edited)
