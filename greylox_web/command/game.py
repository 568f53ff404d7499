"""A game in progress, and the engine as a player."""

from collections.abc import Sequence
from math import inf, isfinite
from random import Random
from time import monotonic

from ..engine.engine import Engine, SearchTask
from ..engine.tree import SearchResult
from ..engine.tree_reuse import Evaluators
from ..rules import Game, NotationError
from ..rules.notation.actions import (
    GameRecord,
    ParseResult,
    format_turns,
    group_by_turn,
    outcome_of,
    parse_moves,
    split_turn,
)
from ..rules.state import Outcome, State

HEX_SWAP = "swap-pieces"  # the swap's name in programs for Hex
ANY_LEVEL = 1  # the level does not matter for an analysis


class GameInProgress:
    """A game in progress; the rules check every move."""

    def __init__(self, game: Game) -> None:
        self.reset(game)

    def reset(self, game: Game) -> None:
        """Begin a new game."""
        self.load(ParseResult(GameRecord(game), (game.start(),)))

    def load(self, reading: ParseResult) -> None:
        """Continue a parsed game from its cursor; NotationError if parsing failed."""
        record = reading.record
        if record is None or reading.error:
            raise NotationError(reading.error or "there is no game in this text")
        ply = record.shown_ply
        self.game, self.setup = record.game, record.setup
        self.states, self.actions = list(reading.states[: ply + 1]), list(record.actions[:ply])
        self.resigned = record.is_resigned_here
        self.undo_points = [turn[0] for turn in group_by_turn(self.states, self.actions)]
        if self.resigned:
            self.undo_points.append(len(self.actions))

    @property
    def state(self) -> State:
        """The current position."""
        return self.states[-1]

    @property
    def record(self) -> GameRecord:
        """The game as a record."""
        return GameRecord(self.game, tuple(self.actions), self.setup, resigned=self.resigned)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None if it is unfinished."""
        return outcome_of(self.record, self.state)

    def play(self, turn: str) -> None:
        """Play a whole turn such as ``e6+b2``; NotationError, without any change, if illegal."""
        words = split_turn("swap" if turn.lower() == HEX_SWAP else turn)
        if self.resigned:
            raise NotationError("the game is over")
        line = parse_moves(self.game, self.state, words)
        if line.error:
            raise NotationError(line.error)
        self.undo_points.append(len(self.actions))
        self.actions += line.actions
        self.states += line.states[1:]
        self.resigned = line.resigned

    def undo(self) -> None:
        """Take back the last ``play`` or ``skip_turn``; NotationError if there is none."""
        if not self.undo_points:
            raise NotationError("there is nothing to take back")
        undo_point = self.undo_points.pop()
        del self.actions[undo_point:], self.states[undo_point + 1 :]
        self.resigned = False

    def can_skip(self, colour: int) -> bool:
        """Return whether ``colour`` is skipped, because the other colour has two turns in a row."""
        if self.outcome() is not None or colour == self.state.mover or self.state.placed:
            return False
        last = self.undo_points[-1] if self.undo_points else len(self.actions)
        return last < len(self.actions) and self.states[last].mover == self.state.mover

    def skip_turn(self) -> None:
        """Record that a side was skipped, so that ``undo`` can revert the skip."""
        self.undo_points.append(len(self.actions))

    def turn_text(self, actions: Sequence[int]) -> str:
        """Format legal actions from the current position as a word for ``play``: ``e6+b2``."""
        states = [self.state]
        for action in actions:
            states.append(self.game.play(states[-1], action))
        texts = format_turns(self.game, states, actions)
        return "+".join(texts)


class EnginePlayer:
    """The engine as a player at a level, with an optional deadline."""

    def __init__(self, level: int, random: Random, evaluators: Evaluators) -> None:
        self.level = level
        self.engine = Engine(random, evaluators)

    def choose_turn(self, ongoing_game: GameInProgress, deadline: float = inf) -> list[int]:
        """Return the actions that complete the mover's turn, without playing them.

        ``deadline`` is the time by ``monotonic`` at which the turn must be complete.  A level with
        a fixed time uses all the time until ``deadline`` instead.
        """
        game, states, actions = (
            ongoing_game.game,
            list(ongoing_game.states),
            list(ongoing_game.actions),
        )
        begin, mover = len(actions), ongoing_game.state.mover
        while game.legal(states[-1]) and states[-1].mover == mover:
            if actions[begin:] and not states[-1].placed:
                break  # the turn is complete, and the same side moves again
            task = self.engine.start_task(game, states, actions, self.level)
            seconds_left = (deadline - monotonic()) / max(
                states[-1].quota, 1
            )  # a share for each stone
            if isfinite(task.seconds_left) and isfinite(seconds_left):
                task.seconds_left = seconds_left
            task.think(seconds_left, monotonic)
            actions.append(task.result(chosen=True).action)
            states.append(game.play(states[-1], actions[-1]))
        return actions[begin:]

    def analysis(self, ongoing_game: GameInProgress, playouts: int) -> SearchResult:
        """Return the result of ``playouts`` playouts, or the solution of a late position.

        There are fewer playouts only if the memory of the search is full.
        """
        task = analysis_task(
            ongoing_game.game, ongoing_game.state, self.engine.random, self.engine.evaluators
        )
        task.visits = playouts
        task.think()
        return task.result()


def analysis_task(game: Game, state: State, random: Random, evaluators: Evaluators) -> SearchTask:
    """Return the search of an unfinished position that begins without a tree.

    Set its ``visits``, or its ``seconds_left``.
    """
    return Engine(random, evaluators).start_task(game, [state], [], ANY_LEVEL, "analyse")
