"""The memory layout of a game and its positions; ``memory.ts`` declares the same."""

from random import Random
from struct import Struct

from ...rules.board import bits
from ...rules.games.byg import MAX_STONES_PER_TURN
from ...rules.state import Game, State

PADDING, LOC_COUNT = 32, 304
GAME_CODES = {"greylox": 0, "lox": 1, "brink": 2, "multiplicity": 3, "byg": 4}
OPTIONS = {
    "lox": {"swap"},
    "brink": {"board", "x", "swap"},
    "multiplicity": {"opening", "swap"},
    "byg": {"board"},
}
"""The options of each game that the compiled rules support."""

NO_CODE = 9  # of a game without compiled rules
HEADER = Struct("<14i")
POSITIONS_BYTES = 2 * (48 + 24 * LOC_COUNT)  # upper bound of the bytes for two positions
FILL_SOLVER_BYTES = 160 << 10  # upper bound of the bytes that ``fill_solver.ts`` needs
MASK_BYTES = 32
ZOBRIST_KEYS = 1280  # random numbers of the Zobrist hash
RECORD = Struct("<32s32s32sBBBBhbx32s")
"""Three masks; mover, phase, quota, whether the game is over; anchor, value; legal actions."""


def zobrist_bytes() -> bytes:
    """Return the random numbers of the Zobrist hash, 64 bits each."""
    return Random(1).randbytes(8 * ZOBRIST_KEYS)


def game_code(game: Game) -> int:
    """Return the number of the game in ``memory.ts``, or ``NO_CODE`` without compiled rules.

    A game with an option that is not in ``OPTIONS`` has no number, whatever its value.
    """
    options = OPTIONS.get(game.name, set())
    return GAME_CODES.get(game.name, NO_CODE) if options.issuperset(game.options) else NO_CODE


def is_compiled(game: Game) -> bool:
    """Return whether the rules of the game, with its options, are compiled."""
    return game_code(game) != NO_CODE


def pack_game(game: Game) -> bytes:
    """Return the game on its board, as ``GameLayout`` in ``memory.ts``."""
    board = game.board
    cells = list(bits(board.cells))
    locs = [cell + PADDING for cell in cells]
    directions = [direction for step in board.directions for direction in (step, -step)]
    swaps = bool(game.options.get("swap"))
    final_vacancies = game.final_vacancies or 0
    header = (
        game_code(game),
        len(cells),
        board.end_action,
        board.swap_action,
        game.margin,
        final_vacancies,
        swaps,
        MAX_STONES_PER_TURN,
    )
    numbers = HEADER.pack(*header, *directions)
    table = bytearray(2 * LOC_COUNT)
    for index, loc in enumerate(locs):
        table[2 * index : 2 * index + 2] = loc.to_bytes(2, "little")
    thresholds, edges = bytearray(LOC_COUNT), bytearray(LOC_COUNT)
    for cell, loc in zip(cells, locs, strict=True):
        thresholds[loc] = board.control_threshold(cell)
    for number, edge in enumerate(edge for colour in game.edges for edge in colour):
        for cell in bits(edge):
            edges[cell + PADDING] |= 1 << number
    return numbers + table + thresholds + edges


def pack_record(state: State, legal: int = 0) -> bytes:
    """Return a position as a record; ``legal`` is 0 if the legal actions are not needed."""
    (first, second), mover, phase, quota, placed, anchor = state
    masks = (mask.to_bytes(MASK_BYTES, "little") for mask in (first, second, placed))
    return RECORD.pack(
        *masks, mover, phase, quota, 0, anchor, 0, legal.to_bytes(MASK_BYTES, "little")
    )


def unpack_record(record: bytes) -> tuple[State, int, int | None]:
    """Return the position in a record, its legal actions, and its value if the game is over."""
    first, second, placed, mover, phase, quota, over, anchor, value, legal = RECORD.unpack(record)
    stones = int.from_bytes(first, "little"), int.from_bytes(second, "little")
    state = State(stones, mover, phase, quota, int.from_bytes(placed, "little"), anchor)
    return state, int.from_bytes(legal, "little"), value if over else None
