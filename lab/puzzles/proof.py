"""Proofs by the solver: the turns that keep a position's result, and refutations of the others."""

from collections.abc import Iterator
from typing import NamedTuple

from greylox_web.engine.canonical import Key
from greylox_web.engine.solver import UNKNOWN, OutOfBudget, Solver
from greylox_web.rules.board import bits
from greylox_web.rules.state import Game, Outcome, State
from greylox_web.rules.turns import WholeTurn, all_turns, turn_in_progress

WIN, DRAW, LOSS = 1, 0, -1


class RefutedTurn(NamedTuple):
    """A turn that loses the result of the position, with its refutation."""

    turn: WholeTurn
    mover_value: int  # DRAW or LOSS, for the side that plays it
    reply: tuple[int, ...]  # the other side's whole turn that proves it; () when the game is over
    is_obvious: bool  # whether ``value_without_search`` shows it at once, or after one action


class Proof(NamedTuple):
    """The proof that one turn keeps the result, and every other is worse."""

    mover_value: int  # WIN or DRAW, for the side to move
    solution: WholeTurn
    wrong: tuple[RefutedTurn, ...]
    nodes: int  # positions opened for it
    final_state: State  # the end of the game if both sides play as the solver does
    outcome: Outcome


class Prover(Solver):
    """A solver for whole turns; all positions share its hash table."""

    def set_node_budget(self, nodes: int) -> None:
        """Set the number of positions that may be opened before OutOfBudget is raised."""
        self.last_node = self.nodes + nodes

    def bounds(self, state: State) -> tuple[Key, int, tuple[int, int]]:
        """The key, legal actions and value bounds of a position, from the table or at once."""
        key, legal = self.keys.canonical_key(state), self.game.legal(state)
        if key not in self.table:
            exact = self.value_without_search(state, legal)
            if exact is not None:
                self.table[key] = exact, exact
        return key, legal, self.table.get(key, UNKNOWN)

    def reaches(self, state: State, after: State, min_value: int) -> bool:
        """Whether the value of ``after`` is at least ``min_value`` for the mover of ``state``."""
        key, legal, _ = self.bounds(after)
        return self.search_child(state, after, legal, key, min_value - 1, min_value) >= min_value

    def keeping_turns(self, state: State, min_value: int) -> Iterator[WholeTurn]:
        """The turns with a value of at least ``min_value`` for the mover, each set once."""
        seen_states = set[State]()

        def extend_turn(state: State, actions: tuple[int, ...]) -> Iterator[WholeTurn]:
            for action in bits(self.game.legal(state)):
                after = self.game.play(state, action)
                if after in seen_states:
                    continue
                seen_states.add(after)
                if not self.reaches(state, after, min_value):
                    continue
                if turn_in_progress(self.game, after):
                    yield from extend_turn(after, (*actions, action))
                else:
                    yield WholeTurn((*actions, action), after)

        return extend_turn(state, ())

    def unique_keeping_turn(self, state: State) -> tuple[int, WholeTurn] | None:
        """The value of a position and the only turn that keeps it; None if there are several.

        None also for a lost position, where every turn keeps the result.
        """
        for worth in (WIN, DRAW):
            turns = self.keeping_turns(state, worth)
            first = next(turns, None)
            if first is not None:
                return (worth, first) if next(turns, None) is None else None
        return None

    def mover_value(self, state: State) -> int:
        """The exact value of a position for the side to move."""
        key, legal, _ = self.bounds(state)
        return self.search_child(state, state._replace(), legal, key, *UNKNOWN)

    def turn(self, state: State, worth: int) -> WholeTurn:
        """A turn that keeps the value ``worth``; if that is LOSS, the first by move ordering."""
        actions = list[int]()
        while True:
            legal = self.game.legal(state)
            if worth == LOSS:
                actions.append(
                    max(bits(legal), key=lambda action: self._ordering_score(state, action))
                )
            else:
                actions.append(self.alpha_beta(state, legal, worth - 1, worth)[1])
            state = self.game.play(state, actions[-1])
            if not turn_in_progress(self.game, state):
                return WholeTurn(tuple(actions), state)

    def _ordering_score(self, state: State, action: int) -> tuple[int, int]:
        after = self.game.play(state, action)
        legal = self.game.legal(after)
        return self.ordering(self.game, after, legal, after.mover == state.mover), -action

    def with_refutation(self, turn: WholeTurn, mover: int) -> RefutedTurn:
        """A wrong turn of ``mover``, with the reply that refutes it."""
        _, legal, _ = self.bounds(turn.state)
        sign = 1 if turn.state.mover == mover else -1
        worth = self.mover_value(turn.state)
        if not legal:
            return RefutedTurn(turn, sign * worth, (), is_obvious=True)
        reply = self.turn(turn.state, worth)
        return RefutedTurn(turn, sign * worth, reply.actions, self.is_obvious(turn.state, worth))

    def is_obvious(self, state: State, worth: int) -> bool:
        """Whether no search is needed to see the value ``worth``, at once or one action later."""
        legal = self.game.legal(state)
        if self.value_without_search(state, legal) == worth:
            return True
        for action in bits(legal):
            after = self.game.play(state, action)
            sign = 1 if after.mover == state.mover else -1
            value = self.value_without_search(after, self.game.legal(after))
            if value is not None and sign * value == worth:
                return True
        return False

    def final_state(self, state: State, worth: int) -> State:
        """The end of the game if both sides play ``turn`` from a position of value ``worth``."""
        while self.game.legal(state):
            after = self.turn(state, worth).state
            worth = worth if after.mover == state.mover else -worth
            state = after
        return state


def prove(game: Game, state: State, nodes: int) -> Proof | None:
    """The proof that one turn alone keeps the result; None if that is false, or needs more nodes.

    The table is empty at the start, so that the number of positions opened is reproducible.
    """
    prover = Prover(game)
    prover.set_node_budget(nodes)
    try:
        unique_turn = prover.unique_keeping_turn(state)
        if unique_turn is None:
            return None
        worth, solution = unique_turn
        wrong = tuple(
            prover.with_refutation(turn, state.mover)
            for turn in all_turns(game, state)
            if turn.state != solution.state
        )
        same = solution.state.mover == state.mover
        last = prover.final_state(solution.state, worth if same else -worth)
    except OutOfBudget:
        return None
    outcome = game.outcome(last)
    assert outcome is not None
    assert all(each.mover_value < worth for each in wrong)
    return Proof(worth, solution, wrong, prover.nodes, last, outcome)
