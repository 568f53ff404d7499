"""Positions, outcomes, and the promises every game keeps."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from .board import NO_CELL, Board

OPENING, MAIN = 1, 2
PHASES = {OPENING: "opening", MAIN: "main"}


class State(NamedTuple):
    """A position: everything the rules need to go on, and nothing else."""

    stones: tuple[int, int]  # masks of the first and the second colour
    mover: int  # 0 = the colour that moves first
    phase: int = MAIN
    quota: int = 1  # stones the mover may still place in this turn
    placed: int = 0  # mask of the stones placed so far in this turn
    anchor: int = NO_CELL  # in the opening, the opponent's last stone

    @property
    def occupied(self) -> int:
        """All stones, as a mask."""
        return self.stones[0] | self.stones[1]

    def put(self, cell: int) -> tuple[int, int]:
        """The stones after the mover takes ``cell``, whoever held it."""
        bit = 1 << cell
        first, second = self.stones
        if self.mover == 0:
            return first | bit, second & ~bit
        return first & ~bit, second | bit


class Outcome(NamedTuple):
    """How a finished game ended."""

    winner: int | None  # colour, or None for a draw
    how: str  # "cascade", "smaller", "gap", "connection", "product", "resigned" or "draw"
    tally: tuple[tuple[int, ...], tuple[int, ...]]  # what was compared, of each colour
    at: int = 0  # the place in the tally that decided


class Game(Protocol):
    """What a game owes; small frozen dataclasses satisfy it and nobody inherits."""

    @property
    def name(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def board(self) -> Board: ...
    @property
    def colours(self) -> tuple[str, str]: ...
    @property
    def options(self) -> dict[str, str | int | bool]: ...

    def start(self) -> State:
        """The position before the first action."""
        ...

    def forbidden(self, state: State) -> Mapping[str, int]:
        """The cells that may not be taken, by the name of the law that forbids them."""
        ...

    def legal(self, state: State) -> int:
        """The actions allowed now, as a mask with ``END`` and ``SWAP``; 0 when the game is over."""
        ...

    def play(self, state: State, action: int) -> State:
        """The position after ``action``, which must be legal: nothing is checked here."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def controlled(self, state: State) -> tuple[int, int] | None:
        """The cells each colour controls, or None where control plays no part."""
        ...

    def score(self, state: State, colour: int) -> int:
        """The number that the colour's standing is told by (size of a group, or a product)."""
        ...
