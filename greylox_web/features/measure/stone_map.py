"""The map of the first stones: a board with the first colour's share on each cell."""

from collections.abc import Mapping

from ...drawing.hex_geometry import geometry, number
from ...drawing.tray import styled_tile
from ...rules import Game
from ...rules.board import bits
from ...text import escape_xml

STEPS = 6  # of the tint
FONT_SIZE = 46  # of the numbers, in units of the view box


def stone_map_svg(game: Game, chances: Mapping[int, int], turn: int, label: str) -> str:
    """Return the map; ``chances`` are in per cent, and cells without one stay plain."""
    layout = geometry(game.board, turn)
    low, high = min(chances.values()), max(chances.values())
    parts = []
    for cell in bits(game.board.cells):
        if cell not in chances:
            parts.append(styled_tile(layout, cell, "untried"))
            continue
        step = tint(chances[cell], low, high)
        centre = layout.centres[cell]
        y = centre.y + 0.35 * FONT_SIZE  # the baseline that centres the digits on the cell
        ink = "tint-number on-tint" if step >= STEPS // 2 else "tint-number"
        parts.append(
            f"{styled_tile(layout, cell, f'tint tint-{step}')}"
            f'<text class="{ink}" x="{number(centre.x)}" y="{number(y)}" '
            f'font-size="{FONT_SIZE}">{chances[cell]}</text>'
        )
    left, top, right, bottom = layout.bounds
    box = " ".join(map(number, (left, top, right - left, bottom - top)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        f'aria-label="{escape_xml(label)}">{"".join(parts)}</svg>'
    )


def tint(chance: int, low: int, high: int) -> int:
    """Return the tint of a cell: 0 for the chance ``low``, ``STEPS`` - 1 for ``high``.

    >>> [tint(chance, 40, 60) for chance in (40, 48, 60)], tint(50, 50, 50)
    ([0, 2, 5], 0)
    """
    return round((STEPS - 1) * (chance - low) / (high - low)) if high > low else 0
