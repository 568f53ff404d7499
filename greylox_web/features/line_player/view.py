"""The contents of a line player: the turns of its lines, and what screen readers hear."""

from typing import NamedTuple

from ...rules.notation.actions import format_turns, group_by_turn, localized_action
from ...session.announcement_parts import last_action_sentence
from ...session.session import Session
from ...words import WORDS, labelled
from ...words.line_player import LINE_WORDS
from .model import Line, OpenLine


class ShownLine(NamedTuple):
    """A line beside the board; its heading and its chance may be empty."""

    line: Line
    kind: str = "best"  # "best" in the engine's colour, "played" in that of the record
    heading: str = ""
    chance: str = ""
    ply: int = 0  # the number of its actions that the board shows while the line is not open


class Chip(NamedTuple):
    """A turn of a line, as a button that shows the position after it."""

    colour: str  # of the stones
    text: str  # as in the list of moves
    label: str  # for screen readers
    start: int  # the number of actions before the turn
    end: int  # and after it


def line_chips(line: Line) -> tuple[Chip, ...]:
    """Return the turns of a line."""
    game, states = line.game, [line.state]
    for action in line.actions:
        states.append(game.play(states[-1], action))
    texts = format_turns(game, states, line.actions, localized_action)
    chips = []
    for turn, text in zip(group_by_turn(states, line.actions), texts, strict=True):
        colour = game.colours[states[turn[0]].mover]
        chips.append(Chip(colour, text, labelled(WORDS[colour], text), turn[0], turn[-1] + 1))
    return tuple(chips)


def current_chip(chips: tuple[Chip, ...], ply: int) -> int:
    """Return the index of the turn that the last of ``ply`` actions belongs to, or -1."""
    return next((index for index, one in enumerate(chips) if one.start < ply <= one.end), -1)


def selected_line(lines: tuple[ShownLine, ...], opened: OpenLine | None) -> int:
    """Return the index of the open line among these, the first one if another or none is open."""
    shown = [one.line for one in lines]
    return shown.index(opened.line) if opened is not None and opened.line in shown else 0


def step_sentence(session: Session) -> str:
    """Return what the board shows of the open line, as a sentence; "" without a line."""
    opened = session.line
    if opened is None:
        return ""
    if opened.ply == 0:
        return LINE_WORDS["start"]
    total, move = len(opened.line.actions), last_action_sentence(opened.board_session(session))
    return LINE_WORDS["step"].format(done=opened.ply, total=total, move=move)
