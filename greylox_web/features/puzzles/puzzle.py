"""One puzzle, with its position and its turns as the rules understand them."""

from dataclasses import dataclass
from functools import cached_property

from ...rules import Game, NotationError
from ...rules.notation.actions import parse_action
from ...rules.notation.links import read_link
from ...rules.state import State
from .puzzle_set import PuzzleRow


class InvalidPuzzle(ValueError):
    """A puzzle does not fit the rules; tests make sure that none of ours does that."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one turn keeps the result."""

    row: PuzzleRow
    game: Game
    state: State

    @cached_property
    def solution(self) -> tuple[int, ...]:
        """The actions of the right turn, in one of their orders."""
        return self.turn(self.state, self.row.solution)

    @cached_property
    def wrong_turns(self) -> dict[State, tuple[str, tuple[int, ...]]]:
        """By the position after each wrong turn: "lost" or "drawn", and the reply's actions."""
        by_state = {}
        for kind, turns in (("lost", self.row.lost), ("drawn", self.row.drawn)):
            for name, reply in turns.items():
                after = self.play(self.turn(self.state, name))
                by_state[after] = kind, self.turn(after, reply) if reply else ()
        return by_state

    @cached_property
    def solution_state(self) -> State:
        """The position after the right turn, which its stones' order does not change."""
        return self.play(self.solution)

    def turn(self, state: State, name: str) -> tuple[int, ...]:
        """The actions of a turn named as in ``PuzzleRow``; raise InvalidPuzzle if it is none."""
        actions = []
        for word in name.split("+"):
            try:
                action = parse_action(self.game.board, word)
            except NotationError as fault:
                raise InvalidPuzzle(str(fault)) from None
            if not self.game.legal(state) >> action & 1:
                raise InvalidPuzzle(f"{word} in {name} is not legal")
            actions.append(action)
            state = self.game.play(state, action)
        if turn_in_progress(self.game, state):
            raise InvalidPuzzle(f"{name} is no whole turn")
        return tuple(actions)

    def play(self, actions: tuple[int, ...]) -> State:
        """The position after these actions in the puzzle's position."""
        state = self.state
        for action in actions:
            state = self.game.play(state, action)
        return state


def turn_in_progress(game: Game, state: State) -> bool:
    """Whether the mover has begun a turn and has to go on with it."""
    return bool(state.placed and game.legal(state))


def make_puzzle(row: PuzzleRow) -> Puzzle:
    """The puzzle of a row; raise Broken if its link is not a position between two turns."""
    reading = read_link(row.link)
    if reading.record is None or reading.error:
        raise InvalidPuzzle(reading.error or row.link)
    game, state = reading.record.game, reading.states[-1]
    if state.placed or not game.legal(state):
        raise InvalidPuzzle(row.link)
    return Puzzle(row, game, state)
