"""The boards and options that a game is trained on: all that the page offers, each with a share.

A board with its options is named as in links: ``brink9-d-x7``.
"""

from collections.abc import Mapping

from greylox_web.engine.inputs import MAX_LEAD, is_untrained_swap
from greylox_web.engine.tuning import reference_game
from greylox_web.rules import GAMES, Game, get_shapes, new_game
from greylox_web.rules.notation.links import read_spec, write_spec
from greylox_web.rules.options import BoolOption, IntOption, OptionValue

REFERENCE = 0.5  # share of the positions that come from the reference board
DEFAULT_OPTIONS_SHARE = (
    2 / 3
)  # share of a board's positions that come from games with the default options
MIN_POSITIONS_PER_CELL = (
    1000  # positions per cell of a board that a new network needs before it trains on the board
)


def offered_games(name: str) -> list[list[Game]]:
    """Return every board of the page with all its options, the default ones first.

    A numeric option (X) goes up to ``MAX_LEAD``, the largest lead that the network distinguishes.
    A swap that is usually off needs no training (``is_untrained_swap``).
    """
    games_by_board = []
    for shape, board in get_shapes(name):
        for size in shape.offered_sizes:
            options: list[dict[str, OptionValue]] = [board]
            for option in GAMES[name].option_schema:
                if is_untrained_swap(option):
                    continue
                if isinstance(option, BoolOption):
                    options.append({**board, option.key: not option.default})
                elif isinstance(option, IntOption):
                    max_x = min(option.maximum(new_game(name, size, board).board), MAX_LEAD)
                    numbers = range(option.minimum, max_x + 1)
                    options += [{**board, option.key: x} for x in numbers if x != option.default]
            games_by_board.append([new_game(name, size, chosen) for chosen in options])
    return games_by_board


def shares(name: str, positions: int | None = None) -> dict[str, float]:
    """Return the share of the positions for each board with its options; the sum is 1.

    The reference board gets half of them.  Of the other boards, one with four times the cells gets
    half as many, in about twice the time.  A network that was trained on only ``positions``
    positions gets the smaller boards first; None means no limit.
    """
    weights: dict[str, float] = {}
    boards = offered_games(name)
    reference_board = reference_game(name).board
    sizes = [games[0].board.cells.bit_count() for games in boards]
    if positions is not None:
        max_cells = max(min(sizes), positions // MIN_POSITIONS_PER_CELL)
        boards = [games for games, cells in zip(boards, sizes, strict=True) if cells <= max_cells]
    others = sum(
        games[0].board.cells.bit_count() ** -0.5
        for games in boards
        if games[0].board is not reference_board
    )
    for default, *variants in boards:
        if default.board is reference_board:
            share = REFERENCE if others else 1.0
        else:
            share = (1 - REFERENCE) * default.board.cells.bit_count() ** -0.5 / others
        weights[write_spec(default)] = share * DEFAULT_OPTIONS_SHARE if variants else share
        for game in variants:
            weights[write_spec(game)] = share * (1 - DEFAULT_OPTIONS_SHARE) / len(variants)
    total = sum(weights.values())  # less than 1 while the reference board is too large
    return {spec: share / total for spec, share in weights.items()}


def pick_spec(name: str, positions: int, buffer_counts: Mapping[str, int]) -> str:
    """Return the board and options of the next games: those furthest behind their share.

    ``buffer_counts`` has their numbers of positions in the replay buffer, from which the network
    learns: it would forget a board that got its share long ago.  With a random choice a board with
    a small share could get no games for an hour.
    """
    target_shares, total = shares(name, positions), sum(buffer_counts.values())
    return max(
        target_shares,
        key=lambda spec: target_shares[spec] * (total + 1) - buffer_counts.get(spec, 0),
    )


def parse_game(spec: str) -> Game:
    """Return the game on this board with these options."""
    return read_spec(spec, allow_small=True)
