"""The style of exported pictures: the page's shapes and its light colours.

The shapes come from ``scene``; the style sheet's rules are written out as attributes here,
and a test holds the colours against it.
"""

import re

from ...rules import Game
from ...rules.board import bits
from ..session.tree import Mark
from ..text import label, xml
from ..view import scene

LIGHT = {
    "paper": "#f4f1ea",
    "panel": "#fffdf8",
    "ink": "#22282c",
    "soft": "#5d666c",
    "accent": "#1f6f78",
    "danger": "#a3341f",
    "cell": "#e6d9bd",
    "cell-line": "#b9a880",
    "stone-line": "#15181a",
    "white": "#fdfcf8",
    "black": "#23292e",
    "red": "#d9573b",
    "blue": "#1f4a8c",
}
ON = {"white": LIGHT["black"], "black": LIGHT["white"], "red": "#fff", "blue": "#fff"}
SIGN = "#7a2ea0"  # of marks
SHAPES = {
    name: f"<{tag} {geometry.strip()}"
    for tag, name, geometry in re.findall(r'<(\w+) class="([\w-]+)"([^>]*?)/>', scene.CELL_MARKS)
}
ASIDE = ' transform="translate(0 12) scale(.6)"'  # a control mark on a stone
LARGE = ' transform="scale(1.5)"'  # a cell that is claimed at the end
FONT = 'font-family="system-ui, sans-serif" text-anchor="middle" dominant-baseline="central"'


def layer_markup(game: Game) -> dict[str, str]:
    """The markup of each layer at the origin, in drawing order."""
    first, second = game.colours
    one, two, line = LIGHT[first], LIGHT[second], LIGHT["stone-line"]
    stone = SHAPES["stone"]
    diamond = f'{SHAPES["control-first"]} fill="{one}" stroke="{line}"'
    square = f'{SHAPES["control-second"]} fill="{two}" stroke="{ON[second]}" stroke-width=".8"'
    ring = f'{SHAPES["pending"]} fill="none" stroke="{LIGHT["accent"]}" stroke-width="2.5"'
    return {
        "first": f'{stone} fill="{one}" stroke="{line}" stroke-width="1.4"/>',
        "second": f'{stone} fill="{two}" stroke="{line}" stroke-width="1.4"/>'
        f'{SHAPES["glyph"]} fill="none" stroke="{ON[second]}" stroke-width="1.6" opacity=".75"/>',
        "control-first": f"{diamond}/>",
        "control-second": f"{square}/>",
        "aside-first": f"{diamond}{ASIDE}/>",
        "aside-second": f"{square}{ASIDE}/>",
        "claimed-first": f"{diamond}{LARGE}/>",
        "claimed-second": f"{square}{LARGE}/>",
        "threatened": f'{SHAPES["threat"]} fill="{LIGHT["danger"]}" stroke="{LIGHT["panel"]}"/>',
        "chain": f"{ring}/>",
        "pending": f'{ring} stroke-dasharray="5 3"/>',
        "last": f'{SHAPES["last"]} fill="{LIGHT["accent"]}" stroke="{LIGHT["panel"]}"/>',
    }


def place(game: Game, cell: int, turn: int) -> tuple[str, str]:
    """The centre of a cell in the picture, x and y."""
    at = scene.centre(game.board, *game.board.column_row(cell), turn)
    return number(at.x), number(at.y)


def number(value: float) -> str:
    """A length with one decimal at most."""
    return f"{round(value, 1) + 0.0:g}"


def drawn_mark(game: Game, mark: Mark, turn: int) -> str:
    """A sign that somebody drew."""
    x, y = place(game, mark.cell, turn)
    if mark.kind == "label":
        return (
            f'<text x="{x}" y="{y}" {FONT} font-size="15" font-weight="700" fill="{SIGN}" '
            f'stroke="{LIGHT["panel"]}" stroke-width="3" paint-order="stroke">'
            f"{xml(label(mark.text))}</text>"
        )
    return (
        f'<g transform="translate({x} {y})">{SHAPES[f"mark-{mark.kind}"]} fill="none" '
        f'stroke="{SIGN}" stroke-width="2.6"/></g>'
    )


def board(game: Game, turn: int) -> str:
    """The empty board with its coordinates, and the edges to be joined."""
    corners = (scene.corner(scene.Point(0, 0), n, turn, 0.97) for n in range(scene.CORNERS))
    points = " ".join(f"{number(p.x)},{number(p.y)}" for p in corners)
    centres = (place(game, cell, turn) for cell in bits(game.board.cells))
    cells = "".join(f'<use href="#gx-cell" x="{x}" y="{y}"/>' for x, y in centres)
    edges = scene.edge_markup(game, turn)
    for colour, name, dashes in zip(("first", "second"), game.colours, ("", "8 4"), strict=True):
        dashed = f' stroke-dasharray="{dashes}" stroke-linecap="butt"' if dashes else ""
        edges = edges.replace(f'class="edge {colour}"', f'stroke="{LIGHT[name]}"{dashed}')
    texts = scene.coordinates_markup(game.board, turn).replace(' class="coordinate"', "")
    return (
        f'<defs><polygon id="gx-cell" points="{points}" fill="{LIGHT["cell"]}" '
        f'stroke="{LIGHT["cell-line"]}" stroke-width=".8"/></defs>'
        f'<g font-size="11" font-weight="500" fill="{LIGHT["soft"]}" {FONT}>{texts}</g>{cells}'
        f'<g fill="none" stroke-width="6" stroke-linecap="round">{edges}</g>'
    )
