"""The prompt panel: the side to move, the required action, and the result of the game."""

from typing import Literal, NamedTuple

from ..match.tree import ROOT
from ..rules import Game
from ..rules.board import bits
from ..rules.state import MAIN, OPENING, State
from ..text import IN_TEXT, plain_text
from ..words import WORDS
from . import naming
from .announcement_parts import named_swap_sentence
from .layers import drawn_rule_layers
from .session import Session

GOAL_ACTIONS = 3  # the goal is hidden after this many actions
STONES_LEFT = {"bound": "two", "free": "more"}  # in a turn with two stones, by what is due

SIGNS = {
    "bound": ("lit", "anchor"),
    "bound-last": ("lit", "anchor"),
    "free": ("lit",),
    "sight": ("tilted",),
    "sight-begins": ("tilted",),
}
"""By required action, the signs that its sentence speaks of while the board shows them."""

Comparison = tuple[tuple[str, str, str, bool], ...]
"""Rows of a rank, the group sizes of both colours, and whether the rank decided the game."""

StepState = Literal["done", "now", "later"]


class Step(NamedTuple):
    """One stone of a turn with two stones."""

    text: str  # with ``*terms*`` and ``[signs]``, see ``text.rich_parts``
    state: StepState


class Prompt(NamedTuple):
    """The texts of the prompt; each may be empty.

    ``prompt_line``, ``swap`` and the steps have ``*terms*`` and ``[signs]``.
    """

    status: str
    prompt_line: str
    aria_text: str  # ``prompt_line`` for screen readers, with names of cells
    goal: str  # the goal of the game, during its first turns
    result: str
    comparison: Comparison  # the compared group sizes at the end of the game
    steps: tuple[Step, ...]  # the stones of a turn with two stones, in place of ``prompt_line``
    swap: str  # what the swap did that was the last action
    swap_reason: str  # why a swap is allowed


CACHE: list[tuple[Session, Prompt]] = []  # for the last session: a frame asks three times


def prompt(session: Session) -> Prompt:
    """Return the prompt of a session."""
    if not CACHE or CACHE[0][0] is not session:
        CACHE[:] = [(session, _make_prompt(session))]
    return CACHE[0][1]


def _make_prompt(session: Session) -> Prompt:
    status, prompt_line = _status(session)
    named = _named_prompt(session)
    aria_text = plain_text(prompt_line)
    steps: tuple[Step, ...] = ()
    if prompt_line == named:
        prompt_line, steps = _drawn_prompt(session), _steps(session)
    plays = session.outcome is None and session.editor is None
    swap = named_swap_sentence(session, session.target_node) if plays else ""
    reason = _swap_reason() if swap else ""
    return Prompt(
        status, prompt_line, aria_text, _goal(session), *_ending(session), steps, swap, reason
    )


def _swap_reason() -> str:
    from ..words.moments import MOMENT_WORDS

    return MOMENT_WORDS["swap-why"]


def _drawn_prompt(session: Session) -> str:
    """Return the mover's required action, with the signs that the board shows."""
    key = _session_due_key(session)
    signs = SIGNS.get(key, ())
    drawn = drawn_rule_layers(session) if signs else {}
    is_drawn = bool(signs) and all(drawn.get(name) for name in signs)
    return _due(session.game, session.state, f"{key}-drawn" if is_drawn else key)


def _steps(session: Session) -> tuple[Step, ...]:
    """Return the stones of a turn in the opening, which has two; () in other turns."""
    game, state = session.game, session.state
    if _due_key(game, state) == "bound":
        return Step(_drawn_prompt(session), "now"), Step(_due(game, state, "free"), "later")
    if game.prompt_key(state) == "free":
        return Step(_due(game, state, "bound-done"), "done"), Step(_drawn_prompt(session), "now")
    return ()


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
    yours = state.mover == naming.colour_called_you(session)
    is_retry, stones = session.is_retrying, STONES_LEFT.get(_due_key(game, state))
    if stones and is_retry:
        key = f"your-try-{stones}" if yours else f"trying-{stones}"
    elif stones:
        key = f"your-move-{stones}" if yours else f"to-move-{stones}"
    elif is_retry:
        key = "your-try" if yours else "trying"
    else:
        key = "your-move" if yours else "to-move"
    status = WORDS[key].format(Name=naming.display_name(session, state.mover))
    if session.review is not None and session.review.shows_past(session):
        return status, WORDS["browsing"]
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
    return status, _named_prompt(session)


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
    return first_goal(session.game)


def first_goal(game: Game) -> str:
    """Return the goal of a game in one sentence, for players who are new to it."""
    return WORDS.get(f"first-goal-{game.name}") or goal(game)


def goal(game: Game) -> str:
    """Return the goal of a game in one sentence."""
    key = f"goal-{game.name}"
    if game.margin == 1:  # any lead wins, so a smaller largest group never does
        key += "-any"
    return WORDS[key].format(**game.options)


def is_first_game(session: Session) -> bool:
    """Whether this is the first game of a first visit, before its first stone."""
    tree = session.tree
    has_begun = len(tree.nodes) > 1 or tree.setup is not None
    return not (session.preferences.greeted or has_begun or session.editor is not None)


def prompt_text(game: Game, state: State) -> str:
    """Return the mover's required action in one sentence, with names of cells."""
    return plain_text(_due(game, state, _due_key(game, state)))


def _named_prompt(session: Session) -> str:
    """Return the mover's required action in this game in one sentence, with names of cells."""
    return plain_text(_due(session.game, session.state, _session_due_key(session)))


def _due_key(game: Game, state: State) -> str:
    """Return the key of the required action: ``Game.prompt_key``, or a special case of it."""
    key = game.prompt_key(state)
    if key == "bound" and all(game.play(state, a).phase == MAIN for a in bits(game.legal(state))):
        return "bound-last"  # no free stone can follow
    if key == "sight":
        legal = game.legal(state) & game.board.cells
        if legal == game.board.cells & ~state.occupied:
            return "any"  # control matters nowhere yet
        if not legal & state.occupied:
            return "sight-place"
    return key


def _session_due_key(session: Session) -> str:
    """Return the key of the required action; the first one after the opening says what changed."""
    game, key = session.game, _due_key(session.game, session.state)
    if not _begins_main_phase(session):
        return key
    if key == "any" and game.prompt_key(session.state) == "sight":
        key = "sight-place"  # control matters from now on, although it closes no cell yet
    return f"{key}-begins" if f"due-{key}-begins" in WORDS else key


def _begins_main_phase(session: Session) -> bool:
    """Return whether the mover's turn is its first one after an opening of bound stones."""
    nodes, node, state = session.tree.nodes, session.cursor, session.state
    if state.phase != MAIN or not session.game.has_anchors:
        return False
    while node != ROOT:
        node = nodes[node].parent
        if nodes[node].state.phase == OPENING:
            return True
        if nodes[node].state.mover == state.mover:
            return False
    return False


def _due(game: Game, state: State, key: str) -> str:
    """Return the sentence of a key "due-", which may have ``*terms*`` and ``[signs]``."""
    board, placed = game.board, state.placed.bit_count()
    words: dict[str, object] = {"placed": placed, "most": state.quota + placed}
    words |= {"anchor": board.cell_name(state.anchor) if state.anchor >= 0 else ""}
    words |= {"cell": board.cell_name(state.placed.bit_length() - 1) if placed else ""}
    words |= {"Colour": WORDS[game.colours[state.mover]]}
    words |= {"Other": WORDS[game.colours[1 - state.mover]]}
    words |= {"lit": IN_TEXT["lit"], "touch": IN_TEXT["anchor"]}
    words |= {"lean": IN_TEXT["tilted-first" if state.mover else "tilted"]}  # the other's stone
    return WORDS[f"due-{key}"].format(**words)


def needs_link(session: Session) -> bool:
    """Whether to send the link: the remote player is to move, or does not know the end yet.

    A local player ended the game, or the remote player's answer in advance did.
    """
    if session.outcome is None:
        return session.is_remote_to_move and session.activity("answer") is None
    node = session.tree.nodes[session.cursor]
    last = node.state.mover if node.resigned else session.tree.nodes[node.parent].state.mover
    if session.seats[last].remote and session.match.answers and not node.resigned:
        from ..match.answers import given_nodes  # the friend does not know yet that it was played

        return session.cursor in given_nodes(session.tree, session.cursor, session.match.answers)
    return session.seats[1 - last].remote and not session.seats[last].remote


def seat_offer_label(session: Session) -> str:
    """Return the label of the "take seat" button.  Empty if no seat is offered."""
    if not session.has_seat_offer or session.offered_seat is None:
        return ""
    return WORDS["take-seat"].format(Colour=WORDS[session.game.colours[session.offered_seat]])
