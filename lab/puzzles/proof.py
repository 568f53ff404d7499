"""Proofs by the solver: which turns keep a position's result, and what refutes the others."""

from collections.abc import Iterator
from typing import NamedTuple

from greylox_web.engine.canonical import Key
from greylox_web.engine.solver import UNKNOWN, OutOfBudget, Solver
from greylox_web.rules.board import bits
from greylox_web.rules.state import Game, Outcome, State

WIN, DRAW, LOSS = 1, 0, -1


class Choice(NamedTuple):
    """A whole turn, as a set of stones: their order does not matter."""

    actions: tuple[int, ...]
    after: State


class Wrong(NamedTuple):
    """A turn that gives the result away."""

    choice: Choice
    worth: int  # to the side that chose it: DRAW or LOSS
    reply: tuple[int, ...]  # the other side's whole turn that proves it; () when the game is over
    at_sight: bool  # whether that is plain at once, or after one action of the reply


class Proof(NamedTuple):
    """The proof that one turn keeps the result, and every other is worse."""

    worth: int  # WIN or DRAW, for the side to move
    solution: Choice
    wrong: tuple[Wrong, ...]
    nodes: int  # positions opened for it
    last: State  # the end of the game if both sides play as the solver does
    outcome: Outcome


def is_open(game: Game, state: State) -> bool:
    """Whether a turn goes on: it has begun, and the game is not over."""
    return bool(state.placed and game.legal(state))


def choices(game: Game, state: State) -> Iterator[Choice]:
    """All turns that can be played from the beginning of one, each set of stones once."""
    seen = set[State]()

    def walk(state: State, way: tuple[int, ...]) -> Iterator[Choice]:
        for action in bits(game.legal(state)):
            after = game.play(state, action)
            if after in seen:
                continue
            seen.add(after)
            if is_open(game, after):
                yield from walk(after, (*way, action))
            else:
                yield Choice((*way, action), after)

    return walk(state, ())


class Prover(Solver):
    """A solver for whole turns; its table is shared by all positions."""

    def allow(self, nodes: int) -> None:
        """Set the number of positions that may be opened before OutOfBudget is raised."""
        self.last_node = self.nodes + nodes

    def bounds(self, state: State) -> tuple[Key, int, tuple[int, int]]:
        """Key, legal actions and bounds of a position's worth, from the table or at sight."""
        key, legal = self.keys.canonical_key(state), self.game.legal(state)
        if key not in self.table:
            exact = self.probe(state, legal)
            if exact is not None:
                self.table[key] = exact, exact
        return key, legal, self.table.get(key, UNKNOWN)

    def reaches(self, state: State, after: State, least: int) -> bool:
        """Whether going on to ``after`` is worth at least ``least`` to the mover of ``state``."""
        key, legal, _ = self.bounds(after)
        return self.search_child(state, after, legal, key, least - 1, least) >= least

    def keeping(self, state: State, least: int) -> Iterator[Choice]:
        """The turns that are worth at least ``least`` to the mover, each set of stones once."""
        seen = set[State]()

        def walk(state: State, way: tuple[int, ...]) -> Iterator[Choice]:
            for action in bits(self.game.legal(state)):
                after = self.game.play(state, action)
                if after in seen:
                    continue
                seen.add(after)
                if not self.reaches(state, after, least):
                    continue
                if is_open(self.game, after):
                    yield from walk(after, (*way, action))
                else:
                    yield Choice((*way, action), after)

        return walk(state, ())

    def only(self, state: State) -> tuple[int, Choice] | None:
        """The worth of a position and the one turn that keeps it; None when there are several.

        In a lost position every turn keeps the result.
        """
        for worth in (WIN, DRAW):
            found = self.keeping(state, worth)
            first = next(found, None)
            if first is not None:
                return (worth, first) if next(found, None) is None else None
        return None

    def worth(self, state: State) -> int:
        """The exact value of a position for the side to move."""
        key, legal, _ = self.bounds(state)
        return self.search_child(state, state._replace(), legal, key, *UNKNOWN)

    def turn(self, state: State, worth: int) -> Choice:
        """A turn that keeps the ``worth`` of a position; in a lost one, the one that looks best."""
        actions = list[int]()
        while True:
            legal = self.game.legal(state)
            if worth == LOSS:
                actions.append(max(bits(legal), key=lambda action: self._looks(state, action)))
            else:
                actions.append(self.alpha_beta(state, legal, worth - 1, worth)[1])
            state = self.game.play(state, actions[-1])
            if not is_open(self.game, state):
                return Choice(tuple(actions), state)

    def _looks(self, state: State, action: int) -> tuple[int, int]:
        after = self.game.play(state, action)
        legal = self.game.legal(after)
        return self.ordering(self.game, after, legal, after.mover == state.mover), -action

    def refuted(self, choice: Choice, mover: int) -> Wrong:
        """A turn of ``mover`` that is wrong, with the reply that refutes it."""
        _, legal, _ = self.bounds(choice.after)
        sign = 1 if choice.after.mover == mover else -1
        worth = self.worth(choice.after)
        if not legal:
            return Wrong(choice, sign * worth, (), at_sight=True)
        reply = self.turn(choice.after, worth)
        return Wrong(choice, sign * worth, reply.actions, self.at_sight(choice.after, worth))

    def at_sight(self, state: State, worth: int) -> bool:
        """Whether a position's ``worth`` is plain, from it or from one of those an action later."""
        legal = self.game.legal(state)
        if self.probe(state, legal) == worth:
            return True
        for action in bits(legal):
            after = self.game.play(state, action)
            sign = 1 if after.mover == state.mover else -1
            seen = self.probe(after, self.game.legal(after))
            if seen is not None and sign * seen == worth:
                return True
        return False

    def last(self, state: State, worth: int) -> State:
        """The end of the game if both sides play ``turn`` on from a position of this ``worth``."""
        while self.game.legal(state):
            after = self.turn(state, worth).after
            worth = worth if after.mover == state.mover else -worth
            state = after
        return state


def prove(game: Game, state: State, nodes: int) -> Proof | None:
    """The proof that one turn alone keeps the result; None if that is false, or needs more nodes.

    It starts with an empty table, so that the number of positions opened is reproducible.
    """
    prover = Prover(game)
    prover.allow(nodes)
    try:
        found = prover.only(state)
        if found is None:
            return None
        worth, solution = found
        wrong = tuple(
            prover.refuted(choice, state.mover)
            for choice in choices(game, state)
            if choice.after != solution.after
        )
        same = solution.after.mover == state.mover
        last = prover.last(solution.after, worth if same else -worth)
    except OutOfBudget:
        return None
    outcome = game.outcome(last)
    assert outcome is not None
    assert all(each.worth < worth for each in wrong)
    return Proof(worth, solution, wrong, prover.nodes, last, outcome)
