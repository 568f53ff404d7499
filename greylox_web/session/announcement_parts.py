"""Screen reader sentences that games and exercises share."""

from ..match.tree import ROOT
from ..rules.notation.actions import localized_action
from ..text import plain_text
from ..words import WORDS
from . import naming
from .playing import swap_sentence
from .session import Session

OFF_BOARD = {WORDS[f"action-{name}"]: name for name in ("end", "pass", "swap")}
"""The actions that are not cells: displayed text -> name."""


def join_sentences(*parts: str) -> str:
    """Join the parts that are not empty into one line of sentences."""
    return " ".join(text if text[-1:] in ".!?" else f"{text}." for text in parts if text)


def move_sentence(session: Session, mover: int, actions: list[str]) -> str:
    """Return a sentence on a colour's actions, which are texts of ``localized_action``."""
    action = ", ".join(actions)
    key = OFF_BOARD.get(action, "action")
    if key == "swap":
        return plain_text(named_swap_sentence(session, session.cursor))
    if len(actions) == 1 and action.endswith("x"):
        key, action = "flipped", action[:-1]
    voice = "you-" if mover == naming.colour_called_you(session) else ""
    return WORDS[f"says-{voice}{key}"].format(
        Name=naming.display_name(session, mover), action=action
    )


def last_action_sentence(session: Session) -> str:
    """Return a sentence on the action that led to the position shown; "" at the start."""
    tree, node = session.tree, session.cursor
    if node == ROOT:
        return ""
    before = tree.state_before(node)
    action = localized_action(tree.game, before, tree.nodes[node].action)
    return move_sentence(session, before.mover, [action])


def named_swap_sentence(session: Session, node: int) -> str:
    """Return a sentence on the swap that led to ``node``; "" after any other action."""
    return swap_sentence(
        session, node, naming.display_name(session, 1), naming.colour_called_you(session)
    )
