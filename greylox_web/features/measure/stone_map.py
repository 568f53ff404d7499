"""The map of the first stones: a board with the first colour's share on each cell."""

from collections.abc import Mapping

from ...drawing.hex_geometry import geometry, number
from ...drawing.tray import styled_tile, tile_number, value_step
from ...rules import Game
from ...rules.board import bits
from ...text import escape_xml

DARKEST = 5  # the tint of the best cell; the worst has 0
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
        tint = value_step(chances[cell], low, high, DARKEST, 0)
        ink = "tint-number on-tint" if tint > DARKEST // 2 else "tint-number"
        parts.append(styled_tile(layout, cell, f"tint tint-{tint}"))
        parts.append(tile_number(layout, cell, chances[cell], ink, FONT_SIZE))
    left, top, right, bottom = layout.bounds
    box = " ".join(map(number, (left, top, right - left, bottom - top)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
        f'aria-label="{escape_xml(label)}">{"".join(parts)}</svg>'
    )
