"""The contested cells of a comparison: games played on end with another holder."""

from collections.abc import Iterator
from typing import NamedTuple

from ..rules.board import bits
from .model import Comparison

MIN_SWING = 30  # per cent of the games played on in which a cell has another holder


class ContestedCells(NamedTuple):
    """Cells that the mover holds more often after one of the two turns than after the other."""

    cells: int  # a mask
    better: int  # in per cent: how often the mover holds one of them after the better turn
    played: int  # and after the played turn


def contested_cells(comparison: Comparison) -> Iterator[ContestedCells]:
    """Yield the cells that the better turn gains, then those that it gives up."""
    if comparison.forecasts is None or not all(one.games for one in comparison.forecasts):
        return
    mover, board = comparison.state.mover, comparison.game.board
    first, second = comparison.forecasts
    total = first.games * second.games  # whole numbers compare exactly
    counts = (
        [held * second.games for held in first.held[mover]],
        [held * first.games for held in second.held[mover]],
    )
    for gaining, losing in (counts, counts[::-1]):
        cells = [
            cell
            for cell in bits(board.cells)
            if 100 * (gaining[cell] - losing[cell]) >= MIN_SWING * total
        ]
        if cells:
            mean_total = len(cells) * total
            better, played = (
                round(100 * sum(count[cell] for cell in cells) / mean_total) for count in counts
            )
            yield ContestedCells(sum(1 << cell for cell in cells), better, played)
