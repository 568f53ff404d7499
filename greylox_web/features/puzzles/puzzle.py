"""One puzzle, with its position and its turns parsed by the rules."""

from dataclasses import dataclass
from functools import cached_property

from ...rules import Game, NotationError
from ...rules.notation.actions import parse_action
from ...rules.notation.links import read_link
from ...rules.play import play_all
from ...rules.state import State
from ...rules.turns import turn_in_progress
from .puzzle_set import PuzzleRow


class InvalidPuzzle(ValueError):
    """A puzzle that does not fit the rules; tests check every published puzzle."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which only one turn keeps the result."""

    row: PuzzleRow
    game: Game
    state: State

    @cached_property
    def solution(self) -> tuple[int, ...]:
        """The actions of the right turn, in one possible order."""
        return self.turn(self.state, self.row.solution)

    @cached_property
    def wrong_turns(self) -> dict[State, tuple[str, tuple[int, ...]]]:
        """The wrong turns by resulting position: "lost" or "drawn", and the reply's actions."""
        by_state = {}
        for kind, turns in (("lost", self.row.lost), ("drawn", self.row.drawn)):
            for name, reply in turns.items():
                after = self.play(self.turn(self.state, name))
                by_state[after] = kind, self.turn(after, reply) if reply else ()
        return by_state

    @cached_property
    def solution_state(self) -> State:
        """The position after the right turn; the order of its stones does not change it."""
        return self.play(self.solution)

    def turn(self, state: State, name: str) -> tuple[int, ...]:
        """Parse a turn written as in ``PuzzleRow``; raise InvalidPuzzle if it is malformed."""
        return parse_turn(self.game, state, name)

    def play(self, actions: tuple[int, ...]) -> State:
        """Return the position after these actions from the puzzle's position."""
        return play_all(self.game, self.state, actions)


def parse_turn(game: Game, state: State, name: str) -> tuple[int, ...]:
    """Parse a turn written as in ``PuzzleRow``; raise InvalidPuzzle if it is malformed."""
    actions = []
    for word in name.split("+"):
        try:
            action = parse_action(game.board, word)
        except NotationError as fault:
            raise InvalidPuzzle(str(fault)) from None
        if not game.legal(state) >> action & 1:
            raise InvalidPuzzle(f"{word} in {name} is not legal")
        actions.append(action)
        state = game.play(state, action)
    if turn_in_progress(game, state):
        raise InvalidPuzzle(f"{name} is no whole turn")
    return tuple(actions)


def make_puzzle(row: PuzzleRow) -> Puzzle:
    """Make the puzzle of a row.

    Raise InvalidPuzzle if its link is malformed, or not a position between two turns.
    """
    reading = read_link(row.link)
    if reading.record is None or reading.error:
        raise InvalidPuzzle(reading.error or row.link)
    game, state = reading.record.game, reading.states[-1]
    if state.is_mid_turn or not game.legal(state):
        raise InvalidPuzzle(row.link)
    return Puzzle(row, game, state)
