"""Answers in advance in the session: those whose turn has come, and the local player's own.

A turn that fits an answer is followed by the reply at once.  A ``RemoteReplay`` shows it, and the
link that goes back holds both.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ..match.answers import (
    add_answer,
    fitting_answer,
    own_answers,
    remove_answer,
    turn_start_node,
)
from ..match.match import PERSON
from ..match.move_list import nodes_by_turn
from ..match.tree import ROOT
from ..rules import Game
from ..rules.notation.actions import localized_turn
from ..rules.notation.answers import Turn
from ..rules.state import State
from ..words.friends import FRIEND_WORDS
from . import naming
from .event import Event
from .load_match import Answered, RemoteReplay
from .session import Notice, Session


class AddAnswer(Event):
    """Add an answer of the local player: a turn of the friend and the reply, and so on."""

    actions: tuple[int, ...]
    keeps_replay = True

    def apply(self, session: Session) -> Session:
        answers, why = add_answer(session.match, self.actions)
        added = session.with_match(answers=answers)
        return replace(added, notice=Notice(FRIEND_WORDS[why])) if why else added


class RemoveAnswer(Event):
    """Remove one of the local player's answers."""

    index: int
    keeps_replay = True

    def apply(self, session: Session) -> Session:
        return session.with_match(answers=remove_answer(session.match, self.index))


def answer_texts(game: Game, state: State, turns: Sequence[Turn]) -> Iterator[str]:
    """Yield "if e5, then d4" for each turn of the opponent in an answer."""
    for index in range(0, len(turns), 2):
        turn, reply = turns[index], turns[index + 1]
        key = "and-if" if index else "if"
        yield FRIEND_WORDS[key].format(
            turn=localized_turn(game, state, turn.actions),
            reply=localized_turn(game, turn.end, reply.actions),
        )
        state = reply.end


def own_answer_texts(session: Session) -> list[tuple[str, ...]]:
    """Return the texts of the local player's answers."""
    tree, answers = session.tree, own_answers(session.match)
    state = tree.nodes[turn_start_node(tree, session.match.live_node)].state
    return [tuple(answer_texts(session.game, state, turns)) for turns in answers]


def given_text(session: Session, start: int, given: frozenset[int]) -> Answered:
    """Describe answers of the local player that were played after the node ``start``."""
    tree = session.tree
    turns = nodes_by_turn(tree, tree.path(session.leaf)[len(tree.path(start)) :])
    texts: list[str] = []
    for turn, reply in pairwise(turns):
        if reply[0] in given:
            first, second = (
                localized_turn(
                    session.game,
                    tree.state_before(one[0]),
                    [tree.nodes[node].action for node in one],
                )
                for one in (turn, reply)
            )
            texts.append(FRIEND_WORDS["and-if" if texts else "if"].format(turn=first, reply=second))
    played = "; ".join(texts)
    note = FRIEND_WORDS["answer-played"].format(answers=played)
    return Answered(FRIEND_WORDS["your-answer"], played, note)


def play_due_answer(session: Session) -> Session:
    """Play the reply to the last turn of the game, if it was given in advance."""
    match = session.match
    node, mover = match.cursor, match.state.mover
    first, second = match.seats
    if (
        first.remote == second.remote
        or PERSON not in match.seats
        or node in (ROOT, match.takeback_node)
        or node != match.live_node
        or node != match.leaf
        or match.outcome is not None
        or session.replay_node >= 0
        or session.exercise_attempt is not None
        or session.editor is not None
        or session.is_retrying
        or session.faulty_link is not None
    ):
        return session
    answer = fitting_answer(match.tree, node, match.answers)
    if answer is None:
        return session
    tree, end = match.tree, node
    for action in answer.reply.actions:
        tree, end = tree.add(end, action)
    played = tree.actions(end)
    answers = tuple((*played, *rest) for rest in answer.rests)
    if match.seats[mover].remote:
        name = naming.display_name(session, mover)
        heading, note = (FRIEND_WORDS[key].format(Name=name) for key in ("answered", "at-once"))
        answered = Answered(heading, "", note)
        answers = (*answers, played)  # the friend does not know yet that it was played
    else:
        start = turn_start_node(tree, tree.nodes[node].parent)
        new = frozenset(tree.path(end)[len(tree.path(node)) :])
        answered = given_text(session.with_match(tree=tree, leaf=end), start, new)
    now = session.with_match(tree=tree, leaf=end, answers=answers)
    return now.with_activity(RemoteReplay(end, answered))
