"""What is written beside the board, and what of it is shown on the board."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from greylox_web.app.drawing.pieces import above
from greylox_web.app.session import events as ev
from greylox_web.app.session.update import update
from greylox_web.app.view.panel.frame import Frame, frame
from greylox_web.app.view.panel.moments import moment
from greylox_web.rules import GAMES
from greylox_web.rules.board import bits
from greylox_web.rules.state import MAIN, OPENING
from greylox_web.words import WORDS
from greylox_web.words.moments import MOMENT_WORDS
from tests.app.sittings import begin, click


def named(shown: Frame, *names: str) -> bool:
    """Whether these cells, and no others, bear their names."""
    return sorted(shown.texts["named"].values()) == sorted(names)


def test_cells_that_the_sentence_beside_the_board_names_bear_their_names():
    session, _ = begin()
    assert named(frame(session))
    session, _ = click(session, "e5")
    refused, _ = click(session, "a1")
    shown = frame(refused)
    assert shown.notice == "The first stone of this turn must touch e5, and a1 does not."
    cell = session.game.board.cell
    assert shown.texts["named"] == {cell("e5"): "e5", cell("a1"): "a1"}
    drawn = ElementTree.fromstring(
        f"<g>{''.join(above(session.game, 1, {}, {'named': shown.texts['named']}))}</g>"
    )
    assert [text.text for text in drawn.iter("text")] == ["e5", "a1"]
    after, _ = click(refused, "e6")
    assert named(frame(after)), "they go with the sentence"


def test_a_hint_names_its_cells_and_what_only_looks_like_a_name_is_none():
    session, _ = begin("lox", 5)
    for text, names in {
        "Hint: one of c2, b3, or c3. Press again for the cell.": ("b3", "c2", "c3"),
        "e9 and b0, k1, ab3, c33 and d4x: none but one": ("d4",),
        "It took 3 s, by 12 or a 5": (),
    }.items():
        assert named(frame(update(session, ev.Say(text))[0]), *names)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_begins_tells_its_goal_and_what_a_flip_is(name: str):
    session, _ = begin(name)
    told = frame(session).goal
    assert told.startswith("Goal: ")
    assert ("A flip turns an enemy stone" in told) == session.game.sight
    assert len(told) < 180, "a phone has room for three lines"
    if session.game.sight:
        assert f"first-goal-{name}" in WORDS


def test_beside_a_position_that_was_set_up_there_is_room_for_what_is_due():
    session, _ = update(begin()[0], ev.Edit(True))
    session, _ = update(session, ev.EditTurn(0, MAIN))
    session, _ = click(session, "e5", "e6")
    session, _ = update(session, ev.PlayFromHere())
    told = frame(session)
    assert session.tree.setup is not None and told.editor is None
    assert told.due.startswith("Place where Black has no control") and not told.goal


@pytest.mark.parametrize("name", ["greylox", "multiplicity"])
def test_a_bound_stone_that_must_end_the_opening_is_called_its_last(name: str):
    """Else "stone 1 of 2" is due and no second one, and what begins seems to come a turn late."""
    lasts = 0
    for seed in range(20):
        session, _ = begin(name, 3)
        while session.state.phase == OPENING:
            game, state = session.game, session.state
            legal = list(bits(game.legal(state)))
            ends = all(game.play(state, cell).phase != OPENING for cell in legal)
            said = frame(session).due
            assert said.startswith("The opening's last stone") == (ends and len(legal) > 0)
            lasts += ends
            before = session
            session, _ = update(session, ev.Click(Random(seed).choice(legal)))
        assert moment(before, session) == MOMENT_WORDS[f"begins-{session.game.due(session.state)}"]
    assert lasts
