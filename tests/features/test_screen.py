"""The texts beside the board, and the cell names that they show on the board."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from greylox_web.drawing.board_layers import layers_above_stones
from greylox_web.features.board.labels import cell_labels
from greylox_web.features.prompt.announcements import announcement, phase_notice
from greylox_web.formats import picture
from greylox_web.match.match import PERSON, Seat
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.state import MAIN, OPENING
from greylox_web.session.event import SetPreference, ShowNotice
from greylox_web.session.playing import ClickCell, PlayAction, Undo
from greylox_web.session.study import PlayFromHere, SetEditorTurn, ToggleEditor
from greylox_web.session.update import update
from greylox_web.text import plain_text
from greylox_web.words import WORDS
from greylox_web.words.moments import MOMENT_WORDS
from tests.screen import Screen
from tests.session.session_helpers import ENGINE, click_cells, engine_answers, new_session


def named(screen: Screen, *names: str) -> bool:
    """Return whether exactly these cells show their names."""
    return sorted(screen.texts["named"].values()) == sorted(names)


def test_cells_named_in_the_notice_show_their_names():
    session = new_session()
    assert named(Screen(session))
    session = click_cells(session, "e5")
    refused = click_cells(session, "a1")
    screen = Screen(refused)
    assert screen.notice == "The first stone of this turn must touch e5, and a1 does not."
    cell = session.game.board.parse_cell
    assert screen.texts["named"] == {cell("e5"): "e5", cell("a1"): "a1"}
    texts = {"named": screen.texts["named"]}
    svg = ElementTree.fromstring(
        f"<g>{''.join(layers_above_stones(session.game, 1, {}, texts))}</g>"
    )
    assert [text.text for text in svg.iter("text")] == ["e5", "a1"]
    after = click_cells(refused, "e6")
    assert named(Screen(after)), "they go with the sentence"


def test_hint_names_its_cells_and_ignores_similar_words():
    session = new_session("lox", 5)
    for text, names in {
        "Hint: one of c2, b3, or c3 is good.": ("b3", "c2", "c3"),
        "e9 and b0, k1, ab3, c33 and d4x: none but one": ("d4",),
        "It took 3 s, by 12 or a 5": (),
    }.items():
        assert named(Screen(update(session, ShowNotice(text))), *names)


SWAP_OPTIONS = {
    "lox": {},
    "brink": {"swap": True},
    "multiplicity": {"opening": False, "swap": True},
}
FRIEND = Seat(remote=True)
YOU_SWAPPED = (
    "You swapped. The stone on b3 is now your stone on c2: the same place, seen from your side."
)


def test_each_game_with_a_swap_is_tested():
    assert {name for name in GAMES if "swap" in new_game(name).options} == SWAP_OPTIONS.keys()


@pytest.mark.parametrize("name", SWAP_OPTIONS)
def test_swap_text_and_drawing_name_both_cells(name: str):
    start = new_session(name, 5, SWAP_OPTIONS[name])
    board, moved = start.game.board, set[bool]()
    for first in bits(board.cells):
        placed = update(start, ClickCell(first))
        due = WORDS["due-swap" if name == "lox" else "due-swap-here"]
        other = WORDS[start.game.colours[0]]
        assert Screen(placed).prompt_line == due.format(Other=other)
        assert Screen(placed).buttons["swap"] and not Screen(start).buttons["swap"]
        session = update(placed, PlayAction(board.swap_action))
        [now] = bits(session.state.stones[1])
        screen = Screen(session)
        swapped = plain_text(screen.swap)
        assert named(screen) and swapped.startswith(WORDS[session.game.colours[1]])
        assert screen.swap_reason and not Screen(placed).swap_reason
        assert screen.status == f"{WORDS[session.game.colours[0]]} to move" and not screen.goal
        assert board.cell_name(first) in swapped
        assert (f"stone on {board.cell_name(now)}:" in swapped) == (first != now)
        assert swapped not in screen.aria_text
        text = announcement(placed, session) or ""
        assert text.count(swapped) == 1 and screen.aria_text in text
        label = cell_labels(session, screen.layers)
        assert "before the swap" in label(first) or first == now
        assert "last turn" in label(now) and "before the swap" not in label(now)
        for masks in (screen.layers, picture.picture_layers(session.tree, session.cursor)):
            assert masks.get("swapped", 0) == (1 << first) * (first != now)
            assert masks["last"] == 1 << now and masks.get("flipped", 0) == (1 << now) * (
                first == now
            )
            svg = "".join(layers_above_stones(session.game, 0, masks))
            assert svg.count('class="swap-from"') == svg.count('class="swap"') == (first != now)
        undone = Screen(update(session, Undo()))
        assert not undone.swap and not undone.layers["swapped"]
        assert undone.buttons["swap"] and not screen.buttons["swap"]
        moved.add(first != now)
    assert moved == ({True, False} if name == "lox" else {False})


@pytest.mark.parametrize(
    ("seats", "first", "expected"),
    [
        (
            (PERSON, ENGINE),
            "b3",
            "{Fern} swapped. Your stone on b3 is now Blue's stone on c2: the same place, seen from"
            " Blue's side.",
        ),
        ((PERSON, ENGINE), "c3", "{Fern} swapped. Your stone on c3 is now Blue's."),
        ((ENGINE, PERSON), "b3", YOU_SWAPPED),
        ((ENGINE, PERSON), "c3", "You swapped. The stone on c3 is now yours."),
        ((FRIEND, PERSON), "b3", YOU_SWAPPED),
        (
            (PERSON, PERSON),
            "b3",
            "Blue swapped. The stone on b3 is now Blue's stone on c2: the same place, seen from"
            " Blue's side.",
        ),
        ((PERSON, PERSON), "c3", "Blue swapped. The stone on c3 is now Blue's."),
    ],
)
def test_swap_text_fits_the_viewer(seats: tuple[Seat, Seat], first: str, expected: str):
    session = new_session("lox", 5, seats=seats)
    if seats[0] == FRIEND:
        tree, node = session.tree.add(0, session.game.board.parse_cell(first))
        session = session.with_match(tree=tree, cursor=node, leaf=node)
    else:
        session = (engine_answers if seats[0].level else click_cells)(session, first)
    if seats[1].level:
        session = engine_answers(session, "swap")
    else:
        session = update(session, PlayAction(session.game.board.swap_action))
    screen = Screen(session)
    assert plain_text(screen.swap) == expected.format(Fern=WORDS["opponent-1"])
    if seats[0] == FRIEND:
        assert screen.aria_text == WORDS["friend-due"] and screen.send
    elif not seats[0].level:
        assert screen.status in ("Your turn", "Red to move")
    editing = Screen(update(session, ToggleEditor(True)))
    assert editing.prompt_line == editing.editor != "" and not editing.layers.get("swapped")


@pytest.mark.parametrize("name", GAMES)
def test_new_game_shows_the_goal_without_what_comes_later(name: str):
    goal_text = Screen(new_session(name)).goal
    assert goal_text.startswith("Goal: ") and len(goal_text) < 140
    assert not re.search("control|flip", goal_text)


def test_control_is_not_mentioned_before_a_stone_controls():
    session = new_session("greylox", 3)
    while session.state.phase == OPENING:
        assert "control" not in str(Screen(session).everything()[0])
        legal = session.game.legal(session.state)
        session = click_cells(session, session.game.board.cell_name(next(bits(legal))))
    assert Screen(new_session("lox")).prompt_line == WORDS["due-any"]


def test_turn_of_two_stones_lists_both():
    session = click_cells(new_session("greylox", 5), "e5")
    screen = Screen(session)
    assert screen.status == "Black to move: two stones"
    assert [step.state for step in screen.steps] == ["now", "later"]
    assert screen.prompt_line == screen.steps[0].text
    assert "[lit]" in screen.prompt_line and "[anchor]" in screen.prompt_line
    assert screen.aria_text == "Bound: touching White's last stone, e5"
    session = click_cells(session, "e6")
    screen = Screen(session)
    assert screen.status == "Black to move: one stone more"
    assert [(plain_text(step.text), step.state) for step in screen.steps] == [
        ("Bound: e6 touches White's last stone", "done"),
        ("Free: on a lit cell; these touch no stone", "now"),
    ]
    unlit = Screen(update(session, SetPreference("legal", False)))
    assert unlit.prompt_line == "*Free:* where it touches no stone"
    session = click_cells(session, "b2")
    assert Screen(session).status == "White to move: two stones"


def test_set_up_position_shows_the_due_action_without_goal():
    session = update(new_session(), ToggleEditor(True))
    session = update(session, SetEditorTurn(0, MAIN))
    session = click_cells(session, "e5", "e6")
    session = update(session, PlayFromHere())
    screen = Screen(session)
    assert session.tree.setup is not None and screen.editor is None
    assert screen.prompt_line == WORDS["due-any"] and not screen.goal


@pytest.mark.parametrize("name", ["greylox", "multiplicity"])
def test_bound_stone_ending_the_opening_is_called_last(name: str):
    """Otherwise "stone 1 of 2" would be due without a second, and the main phase seem late."""
    lasts = 0
    for seed in range(20):
        session = new_session(name, 3)
        while session.state.phase == OPENING:
            game, state = session.game, session.state
            legal = list(bits(game.legal(state)))
            ends = all(game.play(state, cell).phase != OPENING for cell in legal)
            due = Screen(session).prompt_line
            assert due.startswith("The opening's last stone") == (ends and len(legal) > 0)
            lasts += ends
            assert "opening is over" not in Screen(session).aria_text
            before = session
            session = update(session, ClickCell(Random(seed).choice(legal)))
        assert (
            phase_notice(before, session)
            == MOMENT_WORDS[f"begins-{session.game.prompt_key(session.state)}"]
        )
        for _ in range(2):  # each side is told in its first turn what changes now
            now = Screen(session)
            for text in (now.prompt_line, now.aria_text):
                assert text.startswith("The opening is over. From now on, one stone a turn")
            if "[tilted" in now.prompt_line:  # the sign has the colour of the stones it stands for
                sign = "[tilted-first]" if session.state.mover else "[tilted]"
                assert now.prompt_line.endswith(sign)
            legal = list(bits(session.game.legal(session.state) & session.game.board.cells))
            session = update(session, ClickCell(Random(seed).choice(legal)))
        assert "The opening is over" not in Screen(session).aria_text
    assert lasts
