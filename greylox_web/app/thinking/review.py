"""The review of a whole line: what the engine thinks of each position, and what lost most.

The engine is asked about one position after the other; ``Session.wish`` says which is next.
What it has judged is kept by position, so a review survives moving around, can be stopped and
gone on with, and knows again what two lines have in common.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from ...rules import Game
from ...rules.notation.actions import shown_action
from ...rules.state import State
from ...words.review import REVIEW_WORDS
from ..session.lines import begun, legal_line
from ..session.session import Notice, Session
from ..session.tree import Tree
from . import wire

LEAST_LOSS = 0.05  # of the chance to win, for a turn to be marked
MOST_MISTAKES = 5


class Judgement(NamedTuple):
    """What the engine thinks of one position."""

    value_first: float
    proven: bool
    line: tuple[int, ...] = ()  # the best actions from here on, none when the game is over

    def chance(self, colour: int) -> float:
        """The colour's chance to win, from 0 to 1; a draw is one half."""
        return (1 - self.value_first if colour else 1 + self.value_first) / 2


class Mistake(NamedTuple):
    """A turn that lost much."""

    number: int
    colour: int
    text: str
    loss: float  # of its colour's chance to win, from 0 to 1
    better: str  # the turn that the engine would have played, "" when it does not know
    start: int  # the node before the turn
    end: int  # the node after it


@dataclass(frozen=True)
class Review:
    """A line and what is known of its positions."""

    line: tuple[int, ...]  # nodes, from the root on
    actions: tuple[int, ...]
    known: dict[State, Judgement]
    running: bool = True
    mistakes: tuple[Mistake, ...] = ()  # those that lost most, in the order of the game
    trying: int = -1  # the node before the turn that is tried again, or -1

    def due(self, session: Session) -> int:
        """The node that the engine shall look at next, or -1."""
        nodes = session.tree.nodes
        if self.trying >= 0:
            node = tried(session, self)
            if node >= 0 and nodes[node].state not in self.known:
                return node
        line = self.line if self.running else ()
        return next((node for node in line if nodes[node].state not in self.known), -1)

    def done(self, tree: Tree) -> int:
        """How many positions of the line are judged."""
        return sum(tree.nodes[node].state in self.known for node in self.line)

    def is_of(self, tree: Tree) -> bool:
        """Whether the reviewed line is still in this tree."""
        nodes = tree.nodes
        if self.line[-1] >= len(nodes):
            return False
        pairs = zip(self.line, self.line[1:], self.actions, strict=False)
        return all(
            child in nodes[parent].children and nodes[child].action == action
            for parent, child, action in pairs
        )


def begin(session: Session) -> Session:
    """Review the line in the move list, or go on with it."""
    tree, line = session.tree, session.tree.path(session.leaf)
    if session.review and session.is_trying:
        return replace(session, review=replace(session.review, running=True))
    if len(line) < 2:
        return session
    known = dict(session.review.known) if session.review else {}
    for node in line:
        over = judged_by_rules(tree.game, tree.nodes[node].state)
        if over is not None:
            known[tree.nodes[node].state] = over
    review = Review(line, tree.actions(session.leaf), known)
    return _weighed(replace(session, report=None), review)


def judged_by_rules(game: Game, state: State) -> Judgement | None:
    """The judgement of a finished game, None while it goes on."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    value = 0.0 if outcome.winner is None else 1.0 - 2.0 * outcome.winner
    return Judgement(value, proven=True)


def stop(session: Session) -> Session:
    """Stop; what is known stays."""
    review = session.review
    return replace(session, review=replace(review, running=False)) if review else session


def answered(session: Session, report: wire.Report) -> Session:
    """The engine's judgement of the position it was asked about."""
    review, tree = session.review, session.tree
    if review is None:
        return session
    if report.error or report.action is None:
        return replace(stop(session), notice=Notice(report.error or ""))
    state = tree.nodes[session.asked].state
    line = legal_line(tree.game, state, report.line)
    judgement = Judgement(report.value_first, report.proven, line)
    review = replace(review, known={**review.known, state: judgement})
    return _weighed(session, review)


def _weighed(session: Session, review: Review) -> Session:
    """The session with this review, told when it has come to its end."""
    found = sorted(mistakes(session.tree, review), key=lambda m: -m.loss)[:MOST_MISTAKES]
    review = replace(review, mistakes=tuple(sorted(found)))
    session = replace(session, review=review)
    if review.running and review.done(session.tree) == len(review.line):
        text = REVIEW_WORDS["ready"].format(count=len(found))
        session = replace(stop(session), notice=Notice(text))
    return session


def mistakes(tree: Tree, review: Review) -> list[Mistake]:
    """All turns of the line that lost enough to be told.

    What counts is lost from the first stone on that the engine would not have played.
    """
    found = []
    states = [tree.nodes[node].state for node in review.line]
    known = [review.known.get(state) for state in states]
    number = begun(tree)
    place = 0
    while place < len(review.actions):
        start = place
        number += not states[start].placed
        place += 1
        while place < len(review.actions) and states[place].placed:
            place += 1
        after, mover = known[place], states[start].mover
        for stone in range(start, place):
            before = known[stone]
            if before is None or after is None:
                break
            if before.line[:1] == (review.actions[stone],):
                continue
            loss = before.chance(mover) - after.chance(mover)
            if loss >= LEAST_LOSS:
                played = review.actions[start:place]
                better = turn_text(tree.game, states[start], played[: stone - start] + before.line)
                text = turn_text(tree.game, states[start], played)
                nodes = review.line[start], review.line[place]
                found.append(Mistake(number, mover, text, loss, better, *nodes))
            break
    return found


def turn_text(game: Game, state: State, actions: tuple[int, ...]) -> str:
    """The first turn of a run of actions as people read it: ``e6+b2``."""
    words = []
    for action in actions:
        words.append(shown_action(game, state, action))
        state = game.play(state, action)
        if not state.placed:
            break
    return "+".join(words)


# ------------------------------------------------------------------ a turn is tried again


def again(session: Session, node: int) -> Session:
    """Go to the position before a turn, to play another one there."""
    review = session.review
    if review is None or node not in review.line[:-1]:
        return session
    return replace(
        session,
        review=replace(review, trying=node),
        cursor=node,
        leaf=review.line[-1],
        taking_back=False,
    )


def show(session: Session, node: int) -> Session:
    """To a node of the reviewed line; -1: to the turn that was tried again, as it was played."""
    review = session.review
    if review is None:
        return session
    if node not in review.line:
        ends = (mistake.end for mistake in review.mistakes if mistake.start == review.trying)
        node = next(ends, review.trying if review.trying >= 0 else review.line[-1])
    return replace(
        session,
        review=replace(review, trying=-1),
        cursor=node,
        leaf=review.line[-1],
        taking_back=False,
    )


def tried(session: Session, review: Review) -> int:
    """The node after the turn that was tried instead, -1 as long as there is none."""
    tree, path = session.tree, session.tree.path(session.cursor)
    if review.trying not in path:
        return -1
    for node in path[path.index(review.trying) + 1 :]:
        state = tree.nodes[node].state
        if not state.placed or not tree.game.legal(state):
            return node
    return -1


def kept(session: Session) -> Session:
    """The session without what no longer fits: a review of a lost line, a try left behind."""
    review, tree = session.review, session.tree
    if review is None:
        return session
    if not review.is_of(tree):
        return replace(session, review=None)
    if review.trying >= 0 and review.trying not in tree.path(session.cursor):
        return replace(session, review=replace(review, trying=-1))
    if review.trying >= 0:
        node = tried(session, review)
        state = tree.nodes[node].state
        over = None if node < 0 or state in review.known else judged_by_rules(tree.game, state)
        if over is not None:
            known = {**review.known, state: over}
            return replace(session, review=replace(review, known=known))
    return session
