"""Positions, outcomes, and the protocol that every game implements."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple, Protocol

from ..words import error_text
from .board import NO_CELL, Board, NotationError
from .groups import nth_largest_group
from .options import Option, OptionValue
from .shapes import BoardFamily

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

    def with_stone(self, cell: int) -> tuple[int, int]:
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
    compared_sizes: tuple[tuple[int, ...], tuple[int, ...]]  # what was compared, of each colour
    deciding_rank: int = 0  # the place in the tally that decided


class Game(Protocol):
    """A game: its properties and its rules.

    Each game is a small frozen dataclass whose fields are its size and its options, each with a
    default.  It inherits the defaults below.  Code outside asks for these properties and never for
    the game's name.
    """

    # ---- properties

    name: ClassVar[str]
    colours: ClassVar[tuple[str, str]]
    shapes: ClassVar[tuple[BoardFamily, ...]]
    """The board shapes on which it is played, the default one first."""
    option_schema: ClassVar[tuple[Option, ...]] = ()
    """Its options, in the order of its fields and in links."""
    symmetric_goals: ClassVar[bool]
    """Whether both colours have the same aim: a position with the colours exchanged (and the board
    mirrored in its diagonal, if they have edges to join) has the same worth for the mover."""
    uses_sight: ClassVar[bool] = False
    """Whether lines of sight matter in it."""
    shows_groups: ClassVar[bool] = True
    """Whether by default its groups are drawn joined, with their sizes."""
    scores_vacant_cells: ClassVar[bool] = False
    """Whether vacant cells can count for a colour at the end; see ``scored_cells``."""
    end_label: ClassVar[str | None] = None
    """What the action END means: "end" (of a turn of several stones) or "pass"; None: neither."""
    score_label: ClassVar[str] = ""
    """The key of the score's name in the panel, "" where the score is not shown."""
    interim_label: ClassVar[str] = ""
    """The key of the name of ``interim_score``, "" where no single number tells it."""
    final_vacancies: ClassVar[int | None] = None
    """The vacant cells at the end, if after the opening any vacant cell is legal; else None."""

    def __init__(self, size: int = ..., *options: OptionValue) -> None: ...

    @property
    def size(self) -> int: ...
    @property
    def board(self) -> Board: ...

    @property
    def options(self) -> dict[str, OptionValue]:
        """The value of each option, by its key."""
        return {option.key: getattr(self, option.field) for option in self.option_schema}

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

    def interim_score(self, state: State, colour: int) -> int | None:
        """The number for how the colour stands; None where its aim is out of reach."""
        return self.score(state, colour)

    def required_action(self, state: State) -> str:
        """What the mover has to do now: a key of ``WORDS`` without its "due-"."""
        return "any"

    def controlled(self, state: State) -> tuple[int, int] | None:
        """The cells that each colour controls, as masks; None where control does not matter."""
        return None

    def scored_cells(self, state: State) -> tuple[int, int]:
        """What counts for each colour, as masks: its stones, and at the end perhaps more cells."""
        return state.stones

    def connecting_group(self, state: State, colour: int) -> int:
        """The group of ``colour`` that joins its edges, as a mask; 0 if there is none."""
        return 0

    def deciding_cells(self, state: State, outcome: Outcome) -> tuple[int, int]:
        """The cells of each colour that decided the game that ended in ``state``, as masks.

        By default the groups at the place of the tally that differs or, where nothing is compared,
        the stones that join edges.
        """
        if not any(outcome.compared_sizes):
            return self.connecting_group(state, 0), self.connecting_group(state, 1)
        if outcome.winner is None:
            return 0, 0
        first, second = self.scored_cells(state)
        return nth_largest_group(self.board, first, outcome.deciding_rank), nth_largest_group(
            self.board, second, outcome.deciding_rank
        )

    def validate_setup(self, state: State) -> State:
        """A position that was set up, with its quota; NotationError if it cannot be played from.

        ``notation.setup.checked`` has checked that the stones are on the board and that the mover
        has placed those of this turn.
        """
        if state.phase == OPENING:
            raise NotationError(error_text("setup-no-opening"))
        if state.anchor != NO_CELL:
            raise NotationError(error_text("setup-anchor"))
        if state.placed:
            raise NotationError(error_text("setup-single"))
        return state
