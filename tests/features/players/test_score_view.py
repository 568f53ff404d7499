"""The score of both colours, against slow reference code; and the empty corners for the plates."""

from __future__ import annotations

import re
from random import Random

import pytest

from greylox_web.drawing.hex_geometry import empty_corners
from greylox_web.drawing.lead_scale import lead_scale_svg, winner_by_lead
from greylox_web.features.players.phases import phases
from greylox_web.features.players.score_view import drawing
from greylox_web.match.match import Match
from greylox_web.match.tree import tree_from_record
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits, hexhex, rhombus
from greylox_web.rules.groups import stones_to_connect
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.state import MAIN, OPENING, State
from greylox_web.session.playing import ClickCell
from greylox_web.session.session import Session
from greylox_web.session.study import ClearEditor, SetEditorTool, SetEditorTurn, ToggleEditor
from greylox_web.session.update import update
from tests.edge_distance import min_stones_to_connect
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session


@pytest.mark.parametrize("seed", range(60))
def test_the_stones_to_connect_are_the_fewest(seed: int):
    random = Random(seed)
    game = new_game("lox", random.choice((5, 6, 7, 9)))
    stones = [0, 0]
    for cell in bits(game.board.cells):
        if random.random() < seed / 80:
            stones[random.randrange(2)] |= 1 << cell
    state = State((stones[0], stones[1]), 0)
    for colour in (0, 1):
        own, other = state.stones[colour], state.stones[1 - colour]
        assert game.interim_score(state, colour) == min_stones_to_connect(
            game.board, own, other, *game.edges[colour]
        )


def test_empty_board_needs_a_stone_per_row_and_walls_block():
    game = new_game("lox", 5)
    assert [game.interim_score(game.start(), colour) for colour in (0, 1)] == [5, 5]
    row = sum(1 << game.board.cell_at(column, 2) for column in range(5))
    assert game.interim_score(State((0, row), 0), 0) is None
    assert game.interim_score(State((0, row), 0), 1) == 0
    first_edge, second_edge = game.edges[0]
    assert stones_to_connect(game.board, 0, 0, first_edge, second_edge) == 5


def test_the_words_of_a_number_fit_it():
    session = new_session("lox", 5)
    numbers = [(side.score.number, side.score.label) for side in Screen(session).sides]
    assert numbers == [("5", "stones to connect")] * 2
    reading = read_link("#1/lox5-n/s1x3.1x3.1x3.1x3.5-x-2/m")
    assert reading.record is not None
    tree, _leaf, _cursor = tree_from_record(reading.record)
    red, blue = (side.score for side in Screen(Session(Match(tree))).sides)
    assert (red.number, red.label) == ("1", "stone to connect")
    assert (
        red.bars == (1,) * 4 and red.missing_stones == 1 and red.text == "Red: 1 stone to connect"
    )
    assert (blue.number, blue.label) == ("5", "stones to connect"), "along the last row"
    session = new_session("multiplicity", 4, {"opening": False})
    session = click_cells(session, "a1", "g7", "a2", "g6", "d4", "c3", "d5")
    assert [side.score.label for side in Screen(session).sides] == ["2²", "product"]
    assert [side.score.number for side in Screen(session).sides] == ["4", "2"]


def test_deciding_bars_are_the_first_that_differ():
    session = new_session("byg", 3)
    session = click_cells(session, "a1", "e5", "c1", "a2", "d5", "c2")
    first, second = (side.score for side in Screen(session).sides)
    assert (first.bars, second.bars) == ((2,), (2, 2))
    assert first.deciding_bar == second.deciding_bar == 1
    assert Screen(session).drawing.length == 4


@pytest.mark.parametrize("x", [1, 3, 5])
def test_the_gauge_colours_each_lead_as_the_game_decides_it(x: int):
    game = new_game("brink", 3, {"x": x})
    assert winner_by_lead(game, 0) is None
    for lead in range(1, 9):
        assert winner_by_lead(game, lead) == (0 if lead >= x else 1)
        assert winner_by_lead(game, -lead) == (1 if lead >= x else 0)
    markup = lead_scale_svg(game, 2)
    kinds = re.findall(r'class="lead (\w+)"', markup)
    middle = len(kinds) // 2
    assert kinds[middle] == "even" and kinds[-1] == "black" and kinds[0] == "white"
    assert kinds[middle + 1] == ("black" if x == 1 else "white")
    assert markup.count('class="pin"') == 1 and 'class="pin"' in lead_scale_svg(game, 99)


@pytest.mark.parametrize("x", [1, 5, 6, 12, 100])
@pytest.mark.parametrize("lead", [0, 2, -7, 11, -12, 90, 150])
def test_lead_scale_has_fixed_width_and_shows_lead_and_margin(x, lead):
    markup = lead_scale_svg(new_game("brink", 8, {"x": x}), lead)
    slots = re.findall(r'class="on (\w+)" x="([\d.]+)"[^>]*>([^<]*)<', markup)
    assert len(slots) == 13
    pin = re.search(r'class="pin" transform="translate\(([\d.]+)', markup)[1]
    [(colour, _, text)] = [slot for slot in slots if slot[1] == pin]
    assert text == str(abs(lead))
    wins = abs(lead) >= x
    assert colour == ("even" if not lead else "black" if wins == (lead > 0) else "white")
    right = {slot[2]: slot[0] for slot in slots[7:]}
    assert right[str(x)] == "black" and right.get(str(x - 1), "white") == "white"


def test_drawing_depends_on_the_margin():
    drawings = []
    for x in (3, 12):
        tree, leaf, cursor = tree_from_record(read_link(f"1/brink5-x{x}/ma1b2a2").record)
        drawings.append(Screen(Session(Match(tree, leaf, cursor))).drawing)
    assert drawings[0] != drawings[1]


def test_brink_summary_names_the_current_winner():
    sentences = []
    for line in ("ma1b2a2c3", "ma1b2a2", "ma1b2a2e5a3"):
        tree, leaf, cursor = tree_from_record(read_link(f"1/brink3-x2/{line}").record)
        sentences.append(Screen(Session(Match(tree, leaf, cursor))).drawing.summary_text)
    assert sentences == [
        "The largest groups are equal, so the next largest decide.",
        "Black's largest group is larger by 1. It needs 2, so White wins.",
        "Black's largest group is larger by 2. 2 is enough, so Black wins.",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_how_it_stands_once_it_has_groups(name: str):
    session = new_session(name)
    if name != "lox":
        assert not any(side.score.number for side in Screen(session).sides)
        assert not Screen(session).drawing.kind and not Screen(session).drawing.heading
    random = Random(1)
    while session.state.phase == OPENING or len(session.tree.nodes) < 12:
        legal = session.game.legal(session.state) & session.game.board.cells
        session = update(session, ClickCell(random.choice(list(bits(legal)))))
    screen = Screen(session)
    assert all(side.score.number and side.score.label for side in screen.sides)
    assert screen.drawing.kind and screen.drawing.heading


def test_the_opening_has_phases_in_place_of_a_score():
    session = click_cells(new_session("greylox", 5), "e5", "e6", "g6", "f6")
    names = [(phase.name, phase.about, phase.is_current) for phase in phases(session)]
    assert names == [
        ("Opening", "turn 3 of about 15", True),
        ("Place or flip", "control begins", False),
        ("End", "count", False),
    ]
    assert not Screen(session).drawing.kind
    assert [phase.about for phase in phases(new_session("multiplicity", 3))] == [
        "turn 1 of about 5",
        "on any vacant cell",
        "multiply",
    ]
    assert not phases(new_session("multiplicity", 3, {"opening": False}))
    assert not phases(new_session("lox"))


def test_a_rhombus_leaves_two_corners_empty_and_a_hexagon_all():
    assert [empty_corners(hexhex(5), turn) for turn in range(24)] == ["all"] * 24
    board = rhombus(11)
    assert (empty_corners(board, 0), empty_corners(board, 3)) == ("right", "left")
    assert empty_corners(board, 12) == "left", "in a mirror"
    assert {empty_corners(board, turn) for turn in range(24)} == {"all", "left", "right"}


@pytest.mark.parametrize("name", GAMES)
def test_on_an_empty_board_a_bar_has_a_length(name):
    session = new_session(name)
    assert drawing(session).length == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_position_in_the_making_stands_for_itself(name: str):
    session = new_session(name)
    legal = list(bits(session.game.legal(session.state) & session.game.board.cells))
    for cell in legal[:: len(legal) // 4]:
        session = update(session, ClickCell(cell))
    assert session.state.occupied
    making = update(session, ToggleEditor(True))
    assert Screen(making).sides == Screen(session).sides
    for step in (ClearEditor(), SetEditorTurn(1, making.state.phase)):
        making = update(making, step)
        screen = Screen(making)
    empty = Screen(new_session(name))
    assert [side.to_move for side in screen.sides] == [False, True]
    assert [side.score for side in screen.sides] == [side.score for side in empty.sides]
    assert [side.facts[:2] for side in screen.sides] == [side.facts[:2] for side in empty.sides]
    assert screen.drawing == empty.drawing
    making = update(making, ToggleEditor(False))
    assert Screen(making).sides == Screen(session).sides


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_being_set_up_can_be_counted(name: str):
    random = Random(name)
    session = update(new_session(name, 5), ToggleEditor(True))
    cells = list(bits(session.game.board.cells))
    for _ in range(300):
        step = random.choice(
            (
                *(
                    SetEditorTool(tool)
                    for tool in ("first", "second", "vacant", "placed", "anchor")
                ),
                *(ClickCell(random.choice(cells)) for _ in range(20)),
                SetEditorTurn(random.randrange(2), random.choice((OPENING, MAIN))),
            )
        )
        session = update(session, step)
        screen, state = Screen(session), session.editor.state
        assert [side.to_move for side in screen.sides] == [not state.mover, bool(state.mover)]
        counted = [str(stones.bit_count()) for stones in state.stones]
        assert [side.facts[0][1] for side in screen.sides] == counted
