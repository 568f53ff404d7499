"""A proof that exactly one turn keeps the result of a position, so that it makes a puzzle.

The solver finds the value of the position, then the value after each of its turns, and the reply
that refutes each wrong turn.  ``lab.puzzles.proof`` proves the published puzzles with other code.
"""

from collections.abc import Generator
from itertools import islice
from typing import Any

from ..rules.notation.actions import action_name
from ..rules.play import count_vacant
from ..rules.state import Game, State
from ..rules.turns import WholeTurn, all_turns, turn_in_progress
from .messages import MAX_TURNS, PositionProof, ProofVerdict, RefutedTurn
from .proof_limits import MAX_SECONDS, PROOF_EFFORT, max_vacant
from .solver import SOLVER_STEPS, EndgameSolver, Solution
from .timed_task import TimedTask

LOSS = -1
MAX_KEEPING_TURNS = 4  # after so many turns that keep the result, the proof ends
Steps = Generator[ProofVerdict, None, None]


class OutOfNodes(Exception):
    """The proof needs more positions than it may open."""


class ProofTask(TimedTask):
    """The proof of one position between two turns.  Call ``think`` until ``is_done``."""

    def __init__(self, game: Game, state: State, nodes: int | None = None) -> None:
        """Create the task; ``nodes`` is the number of positions it may open."""
        self.game, self.state = game, state
        self.endings = EndgameSolver(game, state)
        self.step_nodes = max(1, self.endings.node_budget // SOLVER_STEPS)
        self.node_limit = PROOF_EFFORT * self.endings.node_budget if nodes is None else nodes
        self.nodes = 0
        self.seconds_left = float(MAX_SECONDS)
        self.is_done = False
        self.verdict: ProofVerdict = "running"
        self.mover_value = LOSS
        self.turns: list[WholeTurn] = []
        self.keeping: list[str] = []
        self.wrong: list[RefutedTurn] = []
        self._steps = self._run()

    def step(self) -> None:
        """Open some more positions."""
        try:
            self._end(next(self._steps))
        except OutOfNodes:
            self._end("unproven")

    def end_out_of_time(self) -> None:
        """End the proof without a result."""
        self._end("unproven")

    def close(self) -> None:
        """End a task that is not used again, and so free its memory at once."""
        self._steps.close()

    @property
    def proof(self) -> PositionProof:
        """The result, or how far the proof has come."""
        return PositionProof(
            self.verdict,
            len(self.keeping) + len(self.wrong),
            len(self.turns),
            self.mover_value,
            self.keeping if self.is_done else [],
            self.wrong if self.is_done else [],
        )

    @property
    def report_fields(self) -> dict[str, Any]:
        """The fields of the report on the proof so far."""
        return {"visits": self.nodes, "visit_limit": self.node_limit, "proof": self.proof}

    def _end(self, verdict: ProofVerdict) -> None:
        if verdict == "unproven" and len(self.keeping) > 1:
            verdict = "several"  # two are enough to know
        self.verdict, self.is_done = verdict, verdict != "running"

    def _run(self) -> Steps:
        """Run the proof: a generator of the verdict after each step."""
        game, state = self.game, self.state
        if count_vacant(game, state) > max_vacant(game.name):
            yield "unproven"
            return
        self.turns = list(islice(all_turns(game, state), MAX_TURNS + 1))
        if len(self.turns) > MAX_TURNS:
            self.turns = []
            yield "many-turns"
            return
        if any(turn.state.mover == state.mover and game.legal(turn.state) for turn in self.turns):
            yield "again-to-move"
            return
        if len(self.turns) == 1:
            yield "forced"
            return
        yield from self._solve(state)
        self.mover_value = self._mover_value(self._solution)
        if self.mover_value == LOSS:
            yield "lost"
            return
        for turn in self.turns:
            yield from self._check(turn)
            if len(self.keeping) == MAX_KEEPING_TURNS:
                break
        yield "several" if len(self.keeping) > 1 else "proven"

    def _check(self, turn: WholeTurn) -> Steps:
        """Find the value of a turn, and the reply if it is wrong."""
        game, state, reply = self.game, turn.state, list[int]()
        if game.legal(state):
            yield from self._solve(state)
            mover_value = self._mover_value(self._solution)
        else:
            winner = self._winner(state)
            mover_value = 0 if winner is None else 1 if winner == self.state.mover else LOSS
        if mover_value >= self.mover_value:
            self.keeping.append(self._turn_name(turn.actions))
            return
        while game.legal(state) and (not reply or turn_in_progress(game, state)):
            if reply:
                yield from self._solve(state)
            reply.append(self._solution.action)
            state = game.play(state, reply[-1])
        self.wrong.append(
            RefutedTurn(self._turn_name(turn.actions), mover_value, self._turn_name(reply))
        )

    def _solve(self, state: State) -> Steps:
        """Solve a position in steps; ``_solution`` is then its solution."""
        while (solution := self.endings.solve(state, self.step_nodes)) is None:
            self.nodes += self.step_nodes
            if self.nodes >= self.node_limit:
                raise OutOfNodes
            yield "running"
        self.nodes += solution.nodes
        self._solution: Solution = solution
        yield "running"

    def _mover_value(self, solution: Solution) -> int:
        return -solution.value_first if self.state.mover else solution.value_first

    def _winner(self, state: State) -> int | None:
        outcome = self.game.outcome(state)
        assert outcome is not None
        return outcome.winner

    def _turn_name(self, actions: list[int] | tuple[int, ...]) -> str:
        return "+".join(action_name(self.game.board, action) for action in actions)
