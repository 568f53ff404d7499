"""Positions, outcomes, and the protocol that every game implements."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple, Protocol

from ..words import error_text
from .board import NO_CELL, Board, NotationError
from .groups import nth_largest_group
from .options import Option, OptionValue
from .shapes import BoardShape

OPENING, MAIN = 1, 2
PHASES = {OPENING: "opening", MAIN: "main"}


class State(NamedTuple):
    """A position: exactly the data that the rules need to continue the game."""

    stones: tuple[int, int]  # masks of the first and second colour
    mover: int  # the colour to move; 0 moves first
    phase: int = MAIN
    quota: int = 1  # number of stones that the mover may still place in this turn
    placed: int = 0  # mask of the stones placed so far in this turn
    anchor: int = NO_CELL  # in the opening, the opponent's last stone

    @property
    def occupied(self) -> int:
        """All stones, as a mask."""
        return self.stones[0] | self.stones[1]

    @property
    def is_mid_turn(self) -> bool:
        """Whether the mover has placed a stone in this turn and is to act again."""
        return self.placed != 0

    @property
    def is_bound_due(self) -> bool:
        """Whether the next stone is the bound stone of the opening, which touches the anchor."""
        return self.phase == OPENING and self.quota == 2

    def stones_with(self, cell: int) -> tuple[int, int]:
        """Return the stones after the mover places on ``cell`` or flips its stone."""
        bit = 1 << cell
        first, second = self.stones
        if self.mover == 0:
            return first | bit, second & ~bit
        return first & ~bit, second | bit


class Outcome(NamedTuple):
    """How a finished game ended."""

    winner: int | None  # colour, or None for a draw
    reason: str  # "cascade", "smaller", "gap", "connection", "product", "resigned" or "draw"
    compared_sizes: tuple[tuple[int, ...], tuple[int, ...]]  # group sizes of each colour
    deciding_rank: int = 0  # the index in ``compared_sizes`` that decided


class Game(Protocol):
    """A game: its properties and its rules.

    Each game is a small frozen dataclass.  Its fields are its size and its options, each with a
    default.  It inherits the defaults below.  Other code must read these properties and never
    compare the game's name.
    """

    # ---- properties

    name: ClassVar[str]
    colours: ClassVar[tuple[str, str]]
    shapes: ClassVar[tuple[BoardShape, ...]]
    """The board shapes of the game, the default shape first."""
    option_schema: ClassVar[tuple[Option, ...]] = ()
    """The options, in the order of the fields and of links."""
    symmetric_goals: ClassVar[bool]
    """Whether both colours have the same goal.  If so, exchanging the colours keeps the mover's
    value.  In games with edges, the exchange must also mirror the board in its diagonal."""
    uses_sight: ClassVar[bool] = False
    """Whether the rules use lines of sight."""
    shows_groups: ClassVar[bool] = True
    """Whether the board draws connected groups and their sizes by default."""
    scores_vacant_cells: ClassVar[bool] = False
    """Whether vacant cells can count for a colour at the end of the game; see ``scored_cells``."""
    end_label: ClassVar[str | None] = None
    """The meaning of ``end_action``: "end" (of a multi-stone turn) or "pass"; None if unused."""
    score_label: ClassVar[str] = ""
    """The key of the score's label in the panel; "" if the panel shows no score."""
    interim_label: ClassVar[str] = ""
    """The key of the label of ``interim_score``; "" if the game has no such number."""
    final_vacancies: ClassVar[int | None] = None
    """The number of vacant cells at the end of the game.  None unless every vacant cell is legal
    after the opening."""

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
        """The two edges that each colour must connect, as masks.  Empty in most games."""
        return (), ()

    @property
    def margin(self) -> int:
        """The lead with which the largest group wins; 0 in games without a margin."""
        return 0

    @property
    def has_anchors(self) -> bool:
        """Whether the opening has bound stones, which must touch an anchor."""
        return False

    # ---- the rules

    def start(self) -> State:
        """The position before the first action."""
        ...

    def forbidden(self, state: State) -> Mapping[str, int]:
        """The masks of illegal cells, keyed by the law that forbids them."""
        ...

    def legal(self, state: State) -> int:
        """The mask of legal actions, including ending the turn and swapping; 0 after the end."""
        ...

    def play(self, state: State, action: int) -> State:
        """Return the position after ``action``.  The action must be legal: it is not checked."""
        ...

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended; None if it has not ended."""
        ...

    # ---- values for display

    def score(self, state: State, colour: int) -> int:
        """The colour's score: its largest group size, its product, or its number of stones."""
        ...

    def interim_score(self, state: State, colour: int) -> int | None:
        """The colour's score before the end of the game; None if its goal is unreachable."""
        return self.score(state, colour)

    def prompt_key(self, state: State) -> str:
        """The action required of the mover: a key of ``WORDS`` without its prefix "due-"."""
        return "any"

    def controlled(self, state: State) -> tuple[int, int] | None:
        """The cells that each colour controls, as masks; None if control has no effect."""
        return None

    def scored_cells(self, state: State) -> tuple[int, int]:
        """The cells that count for each colour, as masks: its stones, plus vacant cells at the end
        of some games.
        """
        return state.stones

    def connecting_group(self, state: State, colour: int) -> int:
        """The group of ``colour`` that connects its edges, as a mask; 0 if there is none."""
        return 0

    def deciding_cells(self, state: State, outcome: Outcome) -> tuple[int, int]:
        """The cells of each colour that decided the game, which ended in ``state``, as masks.

        By default these are the groups at the deciding rank.  If the outcome has no compared sizes,
        they are the groups that connect edges.
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
        """Validate a set-up position and return it with its quota; raise NotationError otherwise.

        ``notation.setup.validated`` has already checked that all stones are on the board, and that
        the stones placed in this turn belong to the mover.
        """
        if state.phase == OPENING:
            raise NotationError(error_text("setup-no-opening"))
        if state.anchor != NO_CELL:
            raise NotationError(error_text("setup-anchor"))
        if state.is_mid_turn:
            raise NotationError(error_text("setup-single"))
        return state
