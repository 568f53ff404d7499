"""The boards and options that a game is trained on: all that the page offers, each with a share.

A board with its options is named as in links: ``brink9-d-x7``.
"""

from collections.abc import Mapping

from greylox_web.engine.inputs import MAX_LEAD
from greylox_web.engine.tuning import reference_game
from greylox_web.rules import GAMES, Game, get_shapes, new_game
from greylox_web.rules.notation.links import read_spec, write_spec
from greylox_web.rules.options import BoolOption, IntOption, OptionValue

REFERENCE = 0.5  # share of the positions that come from the reference board
USUAL = 2 / 3  # share of a board's positions that come from games with the usual options
ROOM = 1000  # positions per cell of a board that a new network has seen before it starts on it


def offered(name: str) -> list[list[Game]]:
    """Every board of the page with all its options, the usual ones first.

    A numeric option (X) goes up to ``MAX_LEAD``, the largest lead that the network distinguishes.
    """
    found = []
    for shape, board in get_shapes(name):
        for size in shape.offered_sizes:
            options: list[dict[str, OptionValue]] = [board]
            for option in GAMES[name].option_schema:
                if isinstance(option, BoolOption):
                    options.append({**board, option.key: not option.default})
                elif isinstance(option, IntOption):
                    most = min(option.maximum(new_game(name, size, board).board), MAX_LEAD)
                    numbers = range(option.minimum, most + 1)
                    options += [{**board, option.key: x} for x in numbers if x != option.default]
            found.append([new_game(name, size, chosen) for chosen in options])
    return found


def shares(name: str, positions: int | None = None) -> dict[str, float]:
    """The share of the positions that comes from each board with its options; the sum is 1.

    Half comes from the reference board; of the other boards, one with four times the cells gets
    half as many, in about twice the time.  A network that has seen only ``positions`` positions
    trains on the smaller boards first; None stands for any number.
    """
    found: dict[str, float] = {}
    boards = offered(name)
    most_seen = reference_game(name).board
    sizes = [games[0].board.cells.bit_count() for games in boards]
    if positions is not None:
        most = max(min(sizes), positions // ROOM)
        boards = [games for games, cells in zip(boards, sizes, strict=True) if cells <= most]
    others = sum(
        games[0].board.cells.bit_count() ** -0.5
        for games in boards
        if games[0].board is not most_seen
    )
    for usual, *rest in boards:
        if usual.board is most_seen:
            share = REFERENCE if others else 1.0
        else:
            share = (1 - REFERENCE) * usual.board.cells.bit_count() ** -0.5 / others
        found[write_spec(usual)] = share * USUAL if rest else share
        for game in rest:
            found[write_spec(game)] = share * (1 - USUAL) / len(rest)
    whole = sum(found.values())  # less than 1 while the reference board is too large
    return {spec: share / whole for spec, share in found.items()}


def pick(name: str, positions: int, kept: Mapping[str, int]) -> str:
    """The board and options of the next games: those furthest behind their share.

    ``kept`` has the numbers of positions of each in the replay buffer, from which the network
    learns: a board that got its share long ago would be forgotten.  If boards were drawn at random,
    one with a small share could be left out for an hour.
    """
    wanted, whole = shares(name, positions), sum(kept.values())
    return max(wanted, key=lambda spec: wanted[spec] * (whole + 1) - kept.get(spec, 0))


def game_of(spec: str) -> Game:
    """The game on this board with these options."""
    return read_spec(spec, allow_small=True)
