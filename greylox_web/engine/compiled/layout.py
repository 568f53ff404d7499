"""The layout of a game and its positions in memory; ``memory.ts`` declares the same."""

from struct import Struct

from ...rules.board import bits
from ...rules.games.byg import MAX_STONES_PER_TURN
from ...rules.state import Game, State

ROOM, LENGTH = 32, 304
KINDS = {"greylox": 0, "lox": 1, "brink": 2, "multiplicity": 3, "byg": 4}
OPTIONS = {"lox": {"swap"}, "brink": {"board", "x"}, "multiplicity": {"opening"}, "byg": {"board"}}
"""The options of each game that compiled code plays by."""

NO_KIND = 9  # of a game whose rules are not compiled
NUMBERS = Struct("<14i")
TABLES = 2 * (48 + 8 * LENGTH + 16 * LENGTH)  # bytes, an upper bound for two tables
FILLING = 160 << 10  # bytes that ``fill_solver.ts`` needs, an upper bound
MASK = 32
RECORD = Struct("<32s32s32sBBBBhbx32s")
"""Three masks; mover, phase, quota, whether it is over; anchor, value; the mask of actions."""


def kind_of(game: Game) -> int:
    """The number of the game in ``memory.ts``; ``NO_KIND`` if its rules are not written there.

    A game that has an option which is not in ``OPTIONS`` has no number, whatever its value.
    """
    known = OPTIONS.get(game.name, set())
    return KINDS.get(game.name, NO_KIND) if known.issuperset(game.options) else NO_KIND


def is_compiled(game: Game) -> bool:
    """Whether compiled code has the rules of the game, with its options."""
    return kind_of(game) != NO_KIND


def ground(game: Game) -> bytes:
    """The game on its board, as ``GameLayout`` in ``memory.ts``."""
    board = game.board
    cells = list(bits(board.cells))
    places = [cell + ROOM for cell in cells]
    ways = [way for step in board.directions for way in (step, -step)]
    swaps = bool(game.options.get("swap"))
    left = game.final_vacancies or 0
    about = (
        kind_of(game),
        len(cells),
        board.end_action,
        board.swap_action,
        game.margin,
        left,
        swaps,
        MAX_STONES_PER_TURN,
    )
    numbers = NUMBERS.pack(*about, *ways)
    table = bytearray(2 * LENGTH)
    for index, place in enumerate(places):
        table[2 * index : 2 * index + 2] = place.to_bytes(2, "little")
    needs, edges = bytearray(LENGTH), bytearray(LENGTH)
    for cell, place in zip(cells, places, strict=True):
        needs[place] = board.control_threshold(cell)
    for number, edge in enumerate(edge for colour in game.edges for edge in colour):
        for cell in bits(edge):
            edges[cell + ROOM] |= 1 << number
    return numbers + table + needs + edges


def packed(state: State, legal: int = 0) -> bytes:
    """A position as a record; ``legal`` is 0 where the legal actions are not needed."""
    (first, second), mover, phase, quota, placed, anchor = state
    masks = (mask.to_bytes(MASK, "little") for mask in (first, second, placed))
    return RECORD.pack(*masks, mover, phase, quota, 0, anchor, 0, legal.to_bytes(MASK, "little"))


def unpacked(record: bytes) -> tuple[State, int, int | None]:
    """The position in a record, its legal actions, and its value when the game is over."""
    first, second, placed, mover, phase, quota, over, anchor, value, legal = RECORD.unpack(record)
    stones = int.from_bytes(first, "little"), int.from_bytes(second, "little")
    state = State(stones, mover, phase, quota, int.from_bytes(placed, "little"), anchor)
    return state, int.from_bytes(legal, "little"), value if over else None
