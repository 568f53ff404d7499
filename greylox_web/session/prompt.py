"""The prompt panel: the side to move, the required action, and the result of the game."""

from typing import NamedTuple

from ..match.tree import ROOT
from ..rules import TITLES, Game
from ..rules.board import bits
from ..rules.state import MAIN, State
from ..words import WORDS
from . import naming
from .announcement_parts import named_swap_sentence
from .session import Session

GOAL_ACTIONS = 3  # the goal is hidden after this many actions


Comparison = tuple[tuple[str, str, str, bool], ...]
"""Rows of a rank, the group sizes of both colours, and whether the rank decided the game."""


class Prompt(NamedTuple):
    """The texts of the prompt; each may be empty."""

    status: str
    prompt_line: str
    aria_text: str  # ``prompt_line`` for screen readers, with names of cells
    goal: str  # the goal of the game, during its first turns
    result: str
    comparison: Comparison  # the compared group sizes at the end of the game


def prompt(session: Session) -> Prompt:
    """Return the prompt of a session."""
    status, prompt_line = _status(session)
    named = prompt_text(session.game, session.state, ringed=False)
    is_default = prompt_line == prompt_text(session.game, session.state)
    aria_text = named if is_default else prompt_line
    plays = session.outcome is None and session.editor is None
    if swap := named_swap_sentence(session, session.target_node) if plays else "":
        prompt_line = (
            swap if is_default or session.is_remote_to_move or not prompt_line else prompt_line
        )
    return Prompt(status, prompt_line, aria_text, _goal(session), *_ending(session))


def _status(session: Session) -> tuple[str, str]:
    """Return the status (the side to move) and the prompt line; both "" after the end."""
    state, game = session.state, session.game
    for activity in session.activities:
        if (special := activity.status(session)) is not None:
            return special
    if session.outcome is not None:
        return "", ""
    if session.engine.thinking and session.engine.purpose == "play":
        return WORDS["thinking"].format(Name=naming.display_name(session, state.mover)), ""
    status = WORDS["to-move"].format(Name=naming.display_name(session, state.mover))
    if state.mover == naming.colour_called_you(session):
        status = WORDS["your-move"]
    if session.is_retrying:
        status = WORDS["trying"].format(Name=naming.display_name(session, state.mover))
    if session.seats[state.mover].level is not None and not session.is_retrying:
        if session.tree.nodes[session.cursor].children:
            return status, WORDS["browsing"]
        if session.engine.paused:
            return status, WORDS["paused"]
        return status, WORDS["engine-failed" if session.engine.status == "failed" else "waiting"]
    if session.is_remote_to_move:
        name = naming.display_name(session, state.mover)
        return status, WORDS["friend-due" if session.cursor != ROOT else "friend-first"].format(
            Name=name
        )
    if session.has_seat_offer and session.offered_seat is not None:
        return status, WORDS["offered"].format(Colour=WORDS[game.colours[session.offered_seat]])
    return status, prompt_text(session.game, session.state, ringed=session.preferences.bound)


def _ending(session: Session) -> tuple[str, Comparison]:
    """Return the result in sentences and the compared group sizes; empty before the end."""
    if session.outcome is None:
        return "", ()
    from .outcome import comparison, result  # loaded only at the end of a game

    text = "" if session.editor is not None else result(session, session.outcome)
    return text, comparison(session.outcome)


def _goal(session: Session) -> str:
    """Return the goal of the game during its first turns.

    The goal is "" later, in the editor, with a seat offer, during a replay, after a set-up and
    after a swap.
    """
    goal_over = len(session.tree.path(session.cursor)) > GOAL_ACTIONS
    if goal_over or session.editor is not None or session.outcome is not None:
        return ""
    if session.has_seat_offer or session.replay_node >= 0:
        return ""
    if session.tree.setup is not None or session.tree.swap_cells(session.cursor):
        return ""  # the prompt line is long, so no goal fits
    return WORDS.get(f"first-goal-{session.game.name}") or goal(session)


def goal(session: Session) -> str:
    """Return the goal of the game in one sentence."""
    game = session.game
    key = f"goal-{game.name}"
    if game.margin == 1:  # any lead wins, so a smaller largest group never does
        key += "-any"
    return WORDS[key].format(**game.options)


def shows_greeting(session: Session) -> bool:
    """Whether to show the greeting of a first visit, before the first stone of a new game."""
    tree = session.tree
    has_begun = len(tree.nodes) > 1 or tree.setup is not None
    return not (session.preferences.greeted or has_begun or session.editor is not None)


def greeting(session: Session) -> str:
    """Return the greeting of a first visit: the name of the game and the opponent's level."""
    if not shows_greeting(session):
        return ""
    local_colour = naming.local_or_solver_colour(session)
    level = None if local_colour is None else session.seats[1 - local_colour].level
    text = WORDS["welcome"].format(Game=TITLES[session.game.name])
    return f"{text} {WORDS['welcome-level'].format(level=level)}" if level else text


def prompt_text(game: Game, state: State, *, ringed: bool = True) -> str:
    """Return the mover's required action in one sentence.

    With ``ringed`` the anchor is called the ringed stone, otherwise by the name of its cell.
    """
    placed = state.placed.bit_count()
    anchor = game.board.cell_name(state.anchor) if state.anchor >= 0 else ""
    if ringed:
        anchor = WORDS["ringed"]
    words = {"anchor": anchor, "placed": placed, "most": state.quota + placed}
    words |= {"Colour": WORDS[game.colours[state.mover]]}
    words |= {"Other": WORDS[game.colours[1 - state.mover]]}
    prompt = game.prompt_key(state)
    if prompt == "bound" and all(
        game.play(state, a).phase == MAIN for a in bits(game.legal(state))
    ):
        prompt = "bound-last"  # no free stone can follow
    return WORDS[f"due-{prompt}"].format(**words)


def needs_link(session: Session) -> bool:
    """Whether to send the link: the remote player is to move, or a local player ended the game."""
    if session.outcome is None:
        return session.is_remote_to_move
    node = session.tree.nodes[session.cursor]
    last = node.state.mover if node.resigned else session.tree.nodes[node.parent].state.mover
    return session.seats[1 - last].remote and not session.seats[last].remote


def seat_offer_label(session: Session) -> str:
    """Return the label of the "take seat" button.  Empty if no seat is offered."""
    if not session.has_seat_offer or session.offered_seat is None:
        return ""
    return WORDS["take-seat"].format(Colour=WORDS[session.game.colours[session.offered_seat]])
