"""Entering an answer in advance: on the board, or as text.

The board shows the expected turn and then the reply while they are played; the game itself stays
as it is.
"""

import re
from dataclasses import dataclass, replace
from typing import ClassVar

from ...match.answers import can_answer, turn_start_node
from ...match.match import Match
from ...rules import Game, NotationError
from ...rules.notation.actions import localized_turn, parse_action
from ...rules.notation.answers import answer_turns
from ...rules.play import illegal_reason, play_all
from ...rules.state import State
from ...session import naming
from ...session.activity import Activity
from ...session.answers import AddAnswer
from ...session.event import Event
from ...session.playing import PlayAction, Undo
from ...session.session import Notice, Session
from ...text import sentence_case
from ...words import WORDS, error_text
from ...words.friends import FRIEND_WORDS

MAX_TYPED = 200  # characters of a typed turn
BETWEEN_ACTIONS = re.compile(r"[\s+,;]+")


@dataclass(frozen=True)
class AnswerEntry(Activity):
    """The turn and the reply that are played on the board so far."""

    name: ClassVar[str] = "answer"
    match: Match  # shown on the board
    start: int  # the node at which answers begin
    base: int  # the node at which this turn begins: ``start``, or the end of another answer

    @property
    def is_reply_due(self) -> bool:
        """Whether the expected turn is played and the reply is due."""
        nodes = self.match.tree.nodes
        return nodes[self.match.cursor].state.mover != nodes[self.base].state.mover

    @property
    def actions(self) -> tuple[int, ...]:
        """All actions of the answer so far."""
        return self._actions_since(self.start)

    def _actions_since(self, node: int) -> tuple[int, ...]:
        tree = self.match.tree
        return tree.actions(self.match.cursor)[len(tree.path(node)) - 1 :]

    def board_session(self, session: Session) -> Session:
        return Session(self.match, preferences=session.preferences)

    def press(self, session: Session, cell: int) -> Session:
        return self._play(session, cell)

    def handle(self, session: Session, event: Event) -> Session | None:
        if isinstance(event, PlayAction):
            return self._play(session, event.action)
        if isinstance(event, Undo):
            return self.take_back(session)
        return None

    def after_event(self, before: Session, session: Session, event: Event) -> Session:
        moved = session.tree is not before.tree or session.cursor != before.cursor
        return session.without(self.name) if moved or not can_answer(session.match) else session

    def status(self, session: Session) -> tuple[str, str]:
        name = naming.display_name(session, self.match.tree.nodes[self.base].state.mover)
        if not self.is_reply_due:
            return FRIEND_WORDS["expected"].format(Name=name), FRIEND_WORDS["play-expected"]
        state, actions = self.match.tree.nodes[self.base].state, self._actions_since(self.base)
        turn = localized_turn(session.game, state, actions[: self._turn_length()])
        return FRIEND_WORDS["reply"], FRIEND_WORDS["play-reply"].format(turn=turn)

    def _turn_length(self) -> int:
        """Return the number of the expected turn's actions."""
        tree = self.match.tree
        path = tree.path(self.match.cursor)[len(tree.path(self.base)) - 1 :]
        mover = tree.nodes[self.base].state.mover
        return sum(tree.nodes[node].state.mover == mover for node in path)

    def _play(self, session: Session, action: int) -> Session:
        """Play an action; the answer is added once it is whole."""
        match = self.match
        if refusal := illegal_reason(match.game, match.state, action):
            text = sentence_case(refusal.message)
            return replace(session, notice=Notice(text, action, refusal.cause))
        tree, node = match.tree.add(match.cursor, action)
        entry = replace(self, match=replace(match, tree=tree, cursor=node, leaf=node))
        if entry.is_whole:
            return AddAnswer(entry.actions).apply(session.without(self.name))
        return session.with_activity(entry)

    def take_back(self, session: Session) -> Session:
        """Take back an action of the answer; at its beginning, leave it."""
        match = self.match
        if match.cursor == self.base:
            return session.without(self.name)
        node = match.tree.nodes[match.cursor].parent
        return session.with_activity(replace(self, match=replace(match, cursor=node, leaf=node)))

    @property
    def is_whole(self) -> bool:
        """Whether the turn and the reply are whole."""
        tree = self.match.tree
        turns = answer_turns(tree.game, tree.nodes[self.start].state, self.actions)
        return self.match.cursor != self.base and bool(turns)


class TakeBack(Event):
    """Take back an action of the answer, also in a game without takebacks."""

    def apply(self, session: Session) -> Session:
        entry = session.activity(AnswerEntry.name)
        return entry.take_back(session) if isinstance(entry, AnswerEntry) else session


class EnterAnswer(Event):
    """Begin to play an answer on the board, after the actions of another answer or none."""

    after: tuple[int, ...] = ()

    def apply(self, session: Session) -> Session:
        if not can_answer(session.match):
            return session
        tree = session.tree
        start = node = turn_start_node(tree, session.match.live_node)
        for action in self.after:
            if illegal_reason(session.game, tree.nodes[node].state, action):
                return session
            tree, node = tree.add(node, action)
        return session.with_activity(AnswerEntry(Match(tree, node, node), start, node))


class LeaveAnswer(Event):
    """Show the game again, without the answer."""

    def apply(self, session: Session) -> Session:
        return session.without(AnswerEntry.name)


def read_typed(game: Game, state: State, text: str) -> tuple[tuple[int, ...], State]:
    """Parse a whole turn; raise NotationError with a sentence for the player.

    An end of the turn that is still due may be left out.
    """
    named = {WORDS[f"action-{key}"].lower(): key for key in ("swap", "pass", "end")}
    actions: list[int] = []
    for word in filter(None, BETWEEN_ACTIONS.split(text[:MAX_TYPED].strip())):
        action = parse_action(game.board, named.get(word.lower(), word))
        if actions and not state.is_mid_turn:
            raise NotationError(error_text("not-same-turn", word=word))
        if refusal := illegal_reason(game, state, action):
            raise NotationError(refusal.message)
        actions.append(action)
        state = game.play(state, action)
    end = game.board.end_action
    if actions and state.is_mid_turn and game.legal(state) >> end & 1:
        actions.append(end)
        state = game.play(state, end)
    if not actions or (state.is_mid_turn and game.legal(state)):
        raise NotationError(FRIEND_WORDS["answer-whole"])
    return tuple(actions), state


def typed_answer(session: Session, after: tuple[int, ...], turn: str, reply: str) -> AddAnswer:
    """Parse a typed turn and the reply, after another answer or none; may raise NotationError."""
    tree = session.tree
    start = tree.nodes[turn_start_node(tree, session.match.live_node)].state
    state = play_all(session.game, start, after)
    first, state = read_typed(session.game, state, turn)
    second, _ = read_typed(session.game, state, reply)
    return AddAnswer((*after, *first, *second))
