"""Positions, outcomes, and what every game states and promises."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple, Protocol

from ..words import wrong
from .board import NO_CELL, Board, NotationError
from .groups import ranked
from .options import Option, Shape, Value

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
    """What a game owes.

    A game is a small frozen dataclass whose fields are its size and its options, each with a
    default.  It inherits the answers that most games give; nothing outside it asks for its name
    to find out what it is like.
    """

    # ---- facts

    name: ClassVar[str]
    colours: ClassVar[tuple[str, str]]
    shapes: ClassVar[tuple[Shape, ...]]
    """The shapes of board that it is played on, the usual one first."""
    schema: ClassVar[tuple[Option, ...]] = ()
    """Its options, in the order of its fields and of links."""
    symmetric_aims: ClassVar[bool]
    """Whether both colours want the same: with them exchanged (and the board mirrored in its
    diagonal, where they have edges to join) a position is worth as much to the side to move."""
    sight: ClassVar[bool] = False
    """Whether it plays a part what the stones see."""
    shows_groups: ClassVar[bool] = True
    """Whether its groups are drawn joined, with their sizes, unless the player says otherwise."""
    claims_vacant: ClassVar[bool] = False
    """Whether vacant cells count for a colour at the end, as ``holdings`` tells."""
    end_word: ClassVar[str | None] = None
    """What the action END is: "end" of a turn of several stones, or a "pass"."""
    score_word: ClassVar[str] = ""
    """The key of what the panel calls the score, where it is worth telling."""
    standing_word: ClassVar[str] = ""
    """The key of what ``standing`` tells, where there is one number that tells it."""
    left_vacant: ClassVar[int | None] = None
    """Where any vacant cell will do once the opening is over: how many stay vacant in the end."""

    def __init__(self, size: int = ..., *options: Value) -> None: ...

    @property
    def size(self) -> int: ...
    @property
    def board(self) -> Board: ...

    @property
    def options(self) -> dict[str, Value]:
        """The value of each option, by its key."""
        return {option.key: getattr(self, option.field) for option in self.schema}

    @property
    def edges(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The edges of the board that each colour has to join, as masks of cells."""
        return (), ()

    @property
    def margin(self) -> int:
        """By how much the largest group must be larger to win, where that counts; else 0."""
        return 0

    @property
    def has_anchors(self) -> bool:
        """Whether its opening binds stones to the opponent's last one."""
        return False

    # ---- the rules

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

    # ---- what is told of a position

    def score(self, state: State, colour: int) -> int:
        """The number that the colour's standing is told by (size of a group, or a product)."""
        ...

    def standing(self, state: State, colour: int) -> int | None:
        """How the colour stands while the game goes on; None where its aim is out of reach."""
        return self.score(state, colour)

    def due(self, state: State) -> str:
        """What the mover has to do now: a sentence of ``words``, by its key without "due-"."""
        return "any"

    def controlled(self, state: State) -> tuple[int, int] | None:
        """The cells each colour controls, or None where control plays no part."""
        return None

    def holdings(self, state: State) -> tuple[int, int]:
        """What counts for each colour, as masks: its stones, and at the end perhaps more."""
        return state.stones

    def chain(self, state: State, colour: int) -> int:
        """The stones of ``colour`` that join its edges, or 0."""
        return 0

    def deciding(self, state: State, outcome: Outcome) -> tuple[int, int]:
        """The cells of each colour that decided, as masks, where ``state`` ended the game.

        As a rule these are the groups that stand at the place of the tally that differs, or where
        nothing is compared the stones that join edges.
        """
        if not any(outcome.tally):
            return self.chain(state, 0), self.chain(state, 1)
        if outcome.winner is None:
            return 0, 0
        first, second = self.holdings(state)
        return ranked(self.board, first, outcome.at), ranked(self.board, second, outcome.at)

    def set_up(self, state: State) -> State:
        """The position with its quota; raise NotationError when no game can go on from it.

        ``position`` has seen to it that the stones are on the board and those placed the mover's.
        """
        if state.phase == OPENING:
            raise NotationError(wrong("setup-no-opening"))
        if state.anchor != NO_CELL:
            raise NotationError(wrong("setup-anchor"))
        if state.placed:
            raise NotationError(wrong("setup-single"))
        return state
