"""The announcements of a short game of each kind, word for word.

The texts are in ``spoken/``.  Renew them with
``GREYLOX_SPOKEN=renew python3 build.py test tests/features/prompt/test_announcement_parts.py``,
then read the difference.
"""

import os
from pathlib import Path

import pytest

from greylox_web.features.board.labels import cell_labels
from greylox_web.features.prompt.announcements import announcement
from greylox_web.rules import GAMES
from greylox_web.rules.board import bits
from greylox_web.session.playing import ClickCell, PlayAction
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import new_session

FOLDER = Path(__file__).parent / "spoken"
SIZES = {"lox": 5}
STEP = 5  # each action played is so much further in the list of legal actions


def messages(name: str) -> list[str]:
    """A game as announced: every cell at three moments of it, and a message for each decision."""
    session = new_session(name, SIZES.get(name, 3))
    board = session.game.board
    lines = [f"{name} {session.game.size}"]

    def cells(title: str) -> None:
        layers = Screen(session).layers
        lines.extend(["", title, *map(cell_labels(session, layers), bits(board.cells))])

    def decide(event: object, mark: str) -> None:
        nonlocal session
        before = session
        session = update(session, event)
        lines.append(f"{mark} {announcement(before, session)}")

    cells("The cells at the start:")
    lines += ["", "The game:"]
    pick, half = 0, board.cells.bit_count() // 2
    while session.outcome is None:
        legal = list(bits(session.game.legal(session.state)))
        actions = len(session.tree.nodes) - 1
        if actions == half:
            cells("The cells in the middle:")
            lines += ["", "The game goes on:"]
        if actions in (1, half):  # an illegal click, if any cell is illegal
            refused = next((c for c in bits(board.cells) if c not in legal), None)
            if refused is not None:
                decide(ClickCell(refused), "no ")
        pick = (pick + STEP) % len(legal)
        action = legal[pick]
        decide(ClickCell(action) if action < board.end_action else PlayAction(action), "yes")
    cells("The cells at the end:")
    return lines


@pytest.mark.parametrize("name", GAMES)
def test_game_announcements_match_the_transcript(name: str):
    text = "\n".join(messages(name)) + "\n"
    file = FOLDER / f"{name}.txt"
    if os.environ.get("GREYLOX_SPOKEN") == "renew":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_every_decision_is_announced(name: str):
    decisions = [line for line in messages(name) if line[:4] in ("yes ", "no  ")]
    assert len(decisions) > 10
    assert not any("None" in line for line in decisions)
