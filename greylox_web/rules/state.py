"""Positions, outcomes, and the protocol that every game implements."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple, Protocol

from ..words import wrong
from .board import NO_CELL, Board, NotationError
from .groups import ranked
from .options import Option, Value
from .shapes import Shape

OPENING, MAIN = 1, 2
PHASES = {OPENING: "opening", MAIN: "main"}


class State(NamedTuple):
    """A position: everything that the rules need to continue the game, and nothing else."""

    stones: tuple[int, int]  # masks of the first and the second colour
    mover: int  # the colour to move; 0 moves first
    phase: int = MAIN
    quota: int = 1  # stones that the mover may still place in this turn
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
    """A game: its properties and its rules.

    Each game is a small frozen dataclass whose fields are its size and its options, each with a
    default.  It inherits the defaults below.  Code outside asks for these properties and never for
    the game's name.
    """

    # ---- properties

    name: ClassVar[str]
    colours: ClassVar[tuple[str, str]]
    shapes: ClassVar[tuple[Shape, ...]]
    """The board shapes on which it is played, the default one first."""
    schema: ClassVar[tuple[Option, ...]] = ()
    """Its options, in the order of its fields and in links."""
    symmetric_aims: ClassVar[bool]
    """Whether both colours have the same aim: a position with the colours exchanged (and the board
    mirrored in its diagonal, if they have edges to join) has the same worth for the mover."""
    sight: ClassVar[bool] = False
    """Whether lines of sight matter in it."""
    shows_groups: ClassVar[bool] = True
    """Whether by default its groups are drawn joined, with their sizes."""
    claims_vacant: ClassVar[bool] = False
    """Whether vacant cells can count for a colour at the end; see ``holdings``."""
    end_word: ClassVar[str | None] = None
    """What the action END means: "end" (of a turn of several stones) or "pass"; None: neither."""
    score_word: ClassVar[str] = ""
    """The key of the score's name in the panel, "" where the score is not shown."""
    standing_word: ClassVar[str] = ""
    """The key of the name of ``standing``, "" where no single number tells it."""
    left_vacant: ClassVar[int | None] = None
    """The vacant cells at the end, if after the opening any vacant cell is legal; else None."""

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
        """The two edges that each colour has to join, as masks of cells; none in most games."""
        return (), ()

    @property
    def margin(self) -> int:
        """The lead of the largest group that wins, in a game with such a margin; else 0."""
        return 0

    @property
    def has_anchors(self) -> bool:
        """Whether its opening has bound stones, which must touch an anchor."""
        return False

    # ---- the rules

    def start(self) -> State:
        """The position before the first action."""
        ...

    def forbidden(self, state: State) -> Mapping[str, int]:
        """Masks of the cells that may not be taken, by the law that forbids them."""
        ...

    def legal(self, state: State) -> int:
        """The mask of legal actions, ``END`` and ``SWAP`` included; 0 when the game is over."""
        ...

    def play(self, state: State, action: int) -> State:
        """The position after ``action``, which must be legal: nothing is checked here."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    # ---- what is shown of a position

    def score(self, state: State, colour: int) -> int:
        """The colour's score: the size of its largest group, its product, or its stones."""
        ...

    def standing(self, state: State, colour: int) -> int | None:
        """The number for how the colour stands; None where its aim is out of reach."""
        return self.score(state, colour)

    def due(self, state: State) -> str:
        """What the mover has to do now: a key of ``WORDS`` without its "due-"."""
        return "any"

    def controlled(self, state: State) -> tuple[int, int] | None:
        """The cells that each colour controls, as masks; None where control does not matter."""
        return None

    def holdings(self, state: State) -> tuple[int, int]:
        """What counts for each colour, as masks: its stones, and at the end perhaps more cells."""
        return state.stones

    def chain(self, state: State, colour: int) -> int:
        """The group of ``colour`` that joins its edges, as a mask; 0 if there is none."""
        return 0

    def deciding(self, state: State, outcome: Outcome) -> tuple[int, int]:
        """The cells of each colour that decided the game that ended in ``state``, as masks.

        By default the groups at the place of the tally that differs or, where nothing is compared,
        the stones that join edges.
        """
        if not any(outcome.tally):
            return self.chain(state, 0), self.chain(state, 1)
        if outcome.winner is None:
            return 0, 0
        first, second = self.holdings(state)
        return ranked(self.board, first, outcome.at), ranked(self.board, second, outcome.at)

    def set_up(self, state: State) -> State:
        """A position that was set up, with its quota; NotationError if it cannot be played from.

        ``notation.setup.checked`` has checked that the stones are on the board and that the mover
        has placed those of this turn.
        """
        if state.phase == OPENING:
            raise NotationError(wrong("setup-no-opening"))
        if state.anchor != NO_CELL:
            raise NotationError(wrong("setup-anchor"))
        if state.placed:
            raise NotationError(wrong("setup-single"))
        return state
