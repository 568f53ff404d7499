"""A position as a flat SVG in black on white, with coordinates: for print and forums.

It has no gradient, no colour and no shade of grey.  The stones of the darker colour are black.
Lengths are whole numbers, so the file is small.
"""

from collections.abc import Iterable

from ..drawing.board_layers import ring_colour
from ..drawing.deciding_groups import deciding_masks
from ..drawing.hex_geometry import RADIUS, Geometry, Point, geometry
from ..drawing.outline import drawn_arrow, polyline, region_path, shortest_path
from ..drawing.tray import INLAY, edge_paths, line_names
from ..match.tree import Tree
from ..rules import Game
from ..rules.board import bits
from ..session.naming import game_title
from ..text import escape_xml, sanitize_label
from .style import SANS

LETTERS = 0.034  # height of the coordinates, as a part of the picture's width
PADDING = 0.75  # from the board to the middle of the coordinates, in multiples of their height
STONE, SMALL = 32, 12  # radii: of a stone, and of a vacant cell that counts for a colour
DOT = 9  # radius of the mark of the last turn
SIGNS = {
    "circle": "m-15 0a15 15 0 1 0 30 0a15 15 0 1 0-30 0z",
    "square": "m-14-14h28v28h-28z",
    "triangle": "m0-18 17 29h-34z",
    "cross": "m-13-13 26 26m0-26-26 26",
}


def print_diagram(tree: Tree, node: int, *, turn: int = 0) -> str:
    """Return the diagram of the position at ``node``; ``turn`` as for ``picture``."""
    game, node_data = tree.game, tree.nodes[node]
    layout, state = geometry(game.board, turn), node_data.state
    left, top, right, bottom = layout.bounds
    edge = 2 * INLAY if any(game.edges) else 0.0
    height = LETTERS * (right - left)
    names = list(_coordinates(game, layout, edge + PADDING * height))
    ends = Point(left - edge, top - edge), Point(right + edge, bottom + edge)
    points = [*ends, *(point for point, _ in names)]
    xs, ys = [p.x for p in points], [p.y for p in points]
    x, y = min(xs) - height, min(ys) - height
    wide, high = max(xs) + height - x, max(ys) + height - y
    dark = game.colours.index(ring_colour(game))
    masks = deciding_masks(game, state, tree.outcome(node))
    parts = [_edges(game, turn, dark), f'<path d="{_grid(layout)}" stroke-width="2"/>']
    for colour, stones in enumerate(state.stones):
        held = game.scored_cells(state)[colour] & ~state.occupied
        parts.append(_circles(layout, stones, STONE, filled=colour == dark))
        parts.append(_circles(layout, held, SMALL, filled=colour == dark))
    black = state.stones[dark]
    last = tree.last_turn_mask(node)
    for cells, ink in ((last & ~black, "#000"), (last & black, "#fff")):
        if dots := _circles(layout, cells, DOT, filled=True):
            parts.append(dots.replace('fill="#000"', f'fill="{ink}" stroke="none"'))
    for side, dashes in (("won", ""), ("lost", ' stroke-dasharray="12 9"')):
        if cells := masks.get(side, 0):
            path = region_path(game.board, turn, cells, 4.0, 15.0)
            parts.append(f'<path d="{path}" stroke-width="7"{dashes}/>')
    parts += _connections(tree, node, turn)
    for mark in node_data.marks:
        ink = "#fff" if black >> mark.cell & 1 else "#000"
        at = layout.centres[mark.cell]
        if mark.kind == "label":
            label = escape_xml(sanitize_label(mark.text))
            parts.append(
                f'<text x="{at.x:.0f}" y="{at.y + 12:.0f}" {SANS} font-size="34" '
                f'font-weight="700" fill="{ink}" stroke="none">{label}</text>'
            )
        elif mark.kind == "arrow":
            path = drawn_arrow(layout, mark.cell, mark.end)
            parts.append(f'<path d="{path}" fill="#fff" stroke-width="4"/>')
        else:
            path = f"M{at.x:.0f} {at.y:.0f}{SIGNS[mark.kind]}"
            parts.append(f'<path d="{path}" stroke="{ink}" stroke-width="5"/>')
    texts = "".join(
        f'<text x="{p.x:.0f}" y="{p.y + 0.35 * height:.0f}">{name}</text>' for p, name in names
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.0f} {y:.0f} {wide:.0f} '
        f'{high:.0f}" width="600" height="{600 * high / wide:.0f}" role="img">'
        f"<title>{escape_xml(game_title(game))}</title>"
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{high:.0f}" fill="#fff"/>'
        f'<g fill="none" stroke="#000" stroke-linejoin="round">{"".join(parts)}</g>'
        f'<g {SANS} font-size="{height:.0f}" font-weight="600">{texts}</g></svg>\n'
    )


def _coordinates(game: Game, layout: Geometry, distance: float) -> Iterable[tuple[Point, str]]:
    """Yield the names of rows and columns with their points, ``distance`` from the board."""
    for named, step in line_names(game.board):
        line = max(layout.steps_outside(cell, *step, distance) for cell, _ in named)
        for cell, name in named:
            yield layout.point_beyond(cell, *step, line), name


def _grid(layout: Geometry) -> str:
    """Return the outlines of all cells."""
    first = layout.corners[0]
    sides = zip(layout.corners, (*layout.corners[1:], first), strict=True)
    hexagon = "l" + " ".join(f"{b.x - a.x:.1f} {b.y - a.y:.1f}" for a, b in sides)
    return "".join(
        f"M{p.x + first.x:.1f} {p.y + first.y:.1f}{hexagon}z" for p in layout.centres.values()
    )


def _circles(layout: Geometry, cells: int, radius: int, *, filled: bool) -> str:
    """Return discs as one path, black or white."""
    arcs = f"a{radius} {radius} 0 1 0 {2 * radius} 0a{radius} {radius} 0 1 0-{2 * radius} 0z"
    points = (layout.centres[cell] for cell in bits(cells))
    path = "".join(f"M{p.x - radius:.0f} {p.y:.0f}{arcs}" for p in points)
    return f'<path d="{path}" fill="{"#000" if filled else "#fff"}" stroke-width="4"/>' * bool(path)


def _edges(game: Game, turn: int, dark: int) -> str:
    """Return the goal edges: a black bar for the darker colour, a white one for the other."""
    parts = ""
    for colour, path in enumerate(edge_paths(game, turn)):
        if path:
            parts += f'<path d="{path}" stroke-width="{0.3 * RADIUS:g}"/>'
            if colour != dark:
                parts += f'<path d="{path}" stroke="#fff" stroke-width="{0.18 * RADIUS:g}"/>'
    return parts


def _connections(tree: Tree, node: int, turn: int) -> list[str]:
    """Return a line through a connection that won, black with a white casing."""
    game, state = tree.game, tree.nodes[node].state
    parts = []
    if tree.outcome(node):
        for colour, edges in enumerate(game.edges):
            chain = game.connecting_group(state, colour)
            if len(edges) == 2 and (path := shortest_path(game.board, chain, *edges)):
                line = polyline(game.board, turn, path)
                parts.append(f'<path d="{line}" stroke="#fff" stroke-width="16"/>')
                parts.append(f'<path d="{line}" stroke-width="7"/>')
    return parts
