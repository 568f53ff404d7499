"""The prompt beside the board: whose turn it is, what is due, and how the game ended."""

from typing import NamedTuple

from ..match.tree import ROOT
from ..rules import TITLES, Game
from ..rules.board import bits
from ..rules.state import MAIN, State
from ..words import WORDS
from . import naming
from .announcement_parts import last_swap_sentence
from .session import Session

GOAL_ACTIONS = 3  # the goal is shown until this many actions were played


Comparison = tuple[tuple[str, str, str, bool], ...]
"""Rows of a rank, the sizes of both colours' groups, and whether they decided the game."""


class Prompt(NamedTuple):
    """What the prompt says; each part may be ""."""

    status: str
    prompt_line: str
    aria_text: str  # ``due`` for screen readers, with names of cells
    goal: str  # of the game, in its first turns
    result: str
    comparison: Comparison  # of the group sizes at the end, as far as they were compared


def prompt(session: Session) -> Prompt:
    """The prompt of a session."""
    status, prompt_line = _status(session)
    named = prompt_text(session.game, session.state, ringed=False)
    is_default = prompt_line == prompt_text(session.game, session.state)
    aria_text = named if is_default else prompt_line
    plays = session.outcome is None and session.editor is None
    if swap := last_swap_sentence(session, session.target_node) if plays else "":
        prompt_line = (
            swap if is_default or session.is_remote_to_move or not prompt_line else prompt_line
        )
    return Prompt(status, prompt_line, aria_text, _goal(session), *_ending(session))


def _status(session: Session) -> tuple[str, str]:
    """Whose turn it is, and what is due; both "" after the end."""
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
    """Who won and why, in sentences, and the group sizes that were compared; empty before."""
    if session.outcome is None:
        return "", ()
    from .outcome import comparison, result  # only at the end

    text = "" if session.editor is not None else result(session, session.outcome)
    return text, comparison(session.outcome)


def _goal(session: Session) -> str:
    """The goal of the game, in its first turns; "" later and where something else is due."""
    goal_over = len(session.tree.path(session.cursor)) > GOAL_ACTIONS
    if goal_over or session.editor is not None or session.outcome is not None:
        return ""
    if session.has_seat_offer or session.replay_node >= 0:
        return ""
    if session.tree.setup is not None or session.tree.swap_cells(session.cursor):
        return ""  # no room: what is due takes a long sentence
    return WORDS.get(f"first-goal-{session.game.name}") or goal(session)


def goal(session: Session) -> str:
    """The goal of the game, in a sentence."""
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
    """The greeting of a first visit: which of the games this is, and who the opponent is."""
    if not shows_greeting(session):
        return ""
    local_colour = naming.local_colour(session)
    level = None if local_colour is None else session.seats[1 - local_colour].level
    text = WORDS["welcome"].format(Game=TITLES[session.game.name])
    return f"{text} {WORDS['welcome-level'].format(level=level)}" if level else text


def prompt_text(game: Game, state: State, *, ringed: bool = True) -> str:
    """What the mover has to do now, in a sentence.

    The anchor is called the ringed stone if ``ringed``, and otherwise by the name of its cell.
    """
    placed = state.placed.bit_count()
    anchor = game.board.cell_name(state.anchor) if state.anchor >= 0 else ""
    if ringed:
        anchor = WORDS["ringed"]
    words = {"anchor": anchor, "placed": placed, "most": state.quota + placed}
    words |= {"Colour": WORDS[game.colours[state.mover]]}
    words |= {"Other": WORDS[game.colours[1 - state.mover]]}
    prompt = game.required_action(state)
    if prompt == "bound" and all(
        game.play(state, a).phase == MAIN for a in bits(game.legal(state))
    ):
        prompt = "bound-last"  # no free stone can follow
    return WORDS[f"due-{prompt}"].format(**words)


def needs_link(session: Session) -> bool:
    """Whether the friend needs the link: to move, or because the game ended at this screen."""
    if session.outcome is None:
        return session.is_remote_to_move
    node = session.tree.nodes[session.cursor]
    last = node.state.mover if node.resigned else session.tree.nodes[node.parent].state.mover
    return session.seats[1 - last].remote and not session.seats[last].remote


def seat_offer_label(session: Session) -> str:
    """The label of the button for the seat that a link offers, or ""."""
    if not session.has_seat_offer or session.offered_seat is None:
        return ""
    return WORDS["take-seat"].format(Colour=WORDS[session.game.colours[session.offered_seat]])
