"""What is written beside the board, and what of it is shown on the board."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from greylox_web.drawing.pieces import layers_above_stones
from greylox_web.features.board.labels import cell_labels
from greylox_web.features.prompt.moments import phase_notice
from greylox_web.features.prompt.speech import announcement
from greylox_web.formats import picture
from greylox_web.match.match import PERSON, Seat
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.state import MAIN, OPENING
from greylox_web.session.event import ShowNotice
from greylox_web.session.playing import ClickCell, PlayAction, Undo
from greylox_web.session.study import PlayFromHere, SetEditorTurn, ToggleEditor
from greylox_web.session.update import update
from greylox_web.words import WORDS
from greylox_web.words.moments import MOMENT_WORDS
from tests.screen import Screen
from tests.session.sittings import ENGINE, answer, begin, click


def named(shown: Screen, *names: str) -> bool:
    """Whether these cells, and no others, bear their names."""
    return sorted(shown.texts["named"].values()) == sorted(names)


def test_cells_that_the_sentence_beside_the_board_names_bear_their_names():
    session = begin()
    assert named(Screen(session))
    session = click(session, "e5")
    refused = click(session, "a1")
    shown = Screen(refused)
    assert shown.notice == "The first stone of this turn must touch e5, and a1 does not."
    cell = session.game.board.parse_cell
    assert shown.texts["named"] == {cell("e5"): "e5", cell("a1"): "a1"}
    drawn = ElementTree.fromstring(
        f"<g>{''.join(layers_above_stones(session.game, 1, {}, {'named': shown.texts['named']}))}</g>"
    )
    assert [text.text for text in drawn.iter("text")] == ["e5", "a1"]
    after = click(refused, "e6")
    assert named(Screen(after)), "they go with the sentence"


def test_a_hint_names_its_cells_and_what_only_looks_like_a_name_is_none():
    session = begin("lox", 5)
    for text, names in {
        "Hint: one of c2, b3, or c3. Press again for the cell.": ("b3", "c2", "c3"),
        "e9 and b0, k1, ab3, c33 and d4x: none but one": ("d4",),
        "It took 3 s, by 12 or a 5": (),
    }.items():
        assert named(Screen(update(session, ShowNotice(text))), *names)


SWAPS = [name for name in GAMES if "swap" in new_game(name).options]
FRIEND = Seat(remote=True)


@pytest.mark.parametrize("name", SWAPS)
def test_a_swap_is_told_with_both_cells_and_drawn_between_them(name: str):
    start = begin(name, 5, {"swap": True})
    board, moved = start.game.board, set[bool]()
    for first in bits(board.cells):
        placed = update(start, ClickCell(first))
        session = update(placed, PlayAction(board.swap_action))
        [now] = bits(session.state.stones[1])
        shown = Screen(session)
        assert named(shown) and shown.prompt_line.startswith(WORDS[session.game.colours[1]])
        assert shown.status == f"{WORDS[session.game.colours[0]]} to move" and not shown.goal
        assert (f"mirror cell {board.cell_name(now)}" in shown.prompt_line) == (first != now)
        assert shown.prompt_line not in shown.aria_text
        heard = announcement(placed, session) or ""
        assert heard.count(shown.prompt_line) == 1 and shown.aria_text in heard
        label = cell_labels(session, shown.layers)
        assert "before the swap" in label(first) or first == now
        assert "just played" in label(now) and "before the swap" not in label(now)
        for masks in (shown.layers, picture.picture_layers(session.tree, session.cursor)):
            assert masks.get("swapped", 0) == (1 << first) * (first != now)
            assert masks["last"] == 1 << now and masks.get("flipped", 0) == (1 << now) * (
                first == now
            )
            drawn = "".join(layers_above_stones(session.game, 0, masks))
            assert drawn.count('class="swap-from"') == drawn.count('class="swap"') == (first != now)
        back = Screen(update(session, Undo()))
        assert "swaps:" not in back.prompt_line and not back.layers["swapped"]
        moved.add(first != now)
    assert name != "lox" or moved == {True, False}


@pytest.mark.parametrize(
    ("seats", "first", "told"),
    [
        (
            (PERSON, ENGINE),
            "b3",
            "{Fern} swaps: your stone becomes Blue's, on its mirror cell c2.",
        ),
        ((PERSON, ENGINE), "c3", "{Fern} swaps: your stone becomes Blue's where it lies."),
        ((ENGINE, PERSON), "b3", "You swap: the stone becomes yours, on its mirror cell c2."),
        ((ENGINE, PERSON), "c3", "You swap: the stone becomes yours where it lies."),
        ((FRIEND, PERSON), "b3", "You swap: the stone becomes yours, on its mirror cell c2."),
        (
            (PERSON, PERSON),
            "b3",
            "Blue swaps: the stone becomes Blue's, on its mirror cell c2.",
        ),
        ((PERSON, PERSON), "c3", "Blue swaps: the stone becomes Blue's where it lies."),
    ],
)
def test_a_swap_is_told_as_whoever_swaps_sees_it(seats: tuple[Seat, Seat], first: str, told: str):
    session = begin("lox", 5, seats=seats)
    if seats[0] == FRIEND:
        tree, node = session.tree.add(0, session.game.board.parse_cell(first))
        session = session.with_match(tree=tree, cursor=node, leaf=node)
    else:
        session = (answer if seats[0].level else click)(session, first)
    if seats[1].level:
        session = answer(session, "swap")
    else:
        session = update(session, PlayAction(session.game.board.swap_action))
    shown = Screen(session)
    assert shown.prompt_line == told.format(Fern=WORDS["opponent-1"])
    if seats[0] == FRIEND:
        assert shown.aria_text == WORDS["friend-due"] and shown.send
    elif not seats[0].level:
        assert shown.status in ("Your move", "Red to move")
    editing = Screen(update(session, ToggleEditor(True)))
    assert editing.prompt_line == editing.editor != "" and not editing.layers.get("swapped")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_begins_tells_its_goal_and_what_a_flip_is(name: str):
    session = begin(name)
    told = Screen(session).goal
    assert told.startswith("Goal: ")
    assert ("A flip turns an enemy stone" in told) == session.game.uses_sight
    assert len(told) < 180, "a phone has room for three lines"
    if session.game.uses_sight:
        assert f"first-goal-{name}" in WORDS


def test_beside_a_position_that_was_set_up_there_is_room_for_what_is_due():
    session = update(begin(), ToggleEditor(True))
    session = update(session, SetEditorTurn(0, MAIN))
    session = click(session, "e5", "e6")
    session = update(session, PlayFromHere())
    told = Screen(session)
    assert session.tree.setup is not None and told.editor is None
    assert told.prompt_line.startswith("Place where Black has no control") and not told.goal


@pytest.mark.parametrize("name", ["greylox", "multiplicity"])
def test_a_bound_stone_that_must_end_the_opening_is_called_its_last(name: str):
    """Else "stone 1 of 2" is due and no second one, and what begins seems to come a turn late."""
    lasts = 0
    for seed in range(20):
        session = begin(name, 3)
        while session.state.phase == OPENING:
            game, state = session.game, session.state
            legal = list(bits(game.legal(state)))
            ends = all(game.play(state, cell).phase != OPENING for cell in legal)
            said = Screen(session).prompt_line
            assert said.startswith("The opening's last stone") == (ends and len(legal) > 0)
            lasts += ends
            before = session
            session = update(session, ClickCell(Random(seed).choice(legal)))
        assert (
            phase_notice(before, session)
            == MOMENT_WORDS[f"begins-{session.game.required_action(session.state)}"]
        )
    assert lasts
