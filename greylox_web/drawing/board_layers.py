"""The layers of the board, as SVG from masks: controlled regions, stones, links and marks.

Style sheets address the elements by ``class``.  Colours have the names of the game.  The page keeps
the markup in three groups (below the stones, the stones, above the stones) and replaces only
changed elements.  Pictures and thumbnails concatenate the groups.

The names of the masks, by group (``features.board.marks`` sets most of them):

below  ``control-first`` ``control-second`` ``lit`` ``hint-region`` ``hint`` ``explained``
       ``cause`` ``target`` ``grouped`` (stones whose groups are drawn joined) ``won`` ``lost``
stones ``first`` ``second``; ``tilted`` stones may be flipped, ``faded`` stones are irrelevant now
above  ``claimed-first`` ``claimed-second`` ``last`` ``flipped`` ``swapped`` (the cell that a stone
       left for ``last``) ``pending`` ``chosen`` ``anchor`` ``chain`` ``settled`` ``line-first``
       ``line-second`` and the marks

``heat``, ``searched`` and ``held`` are drawn over the board by ``features.layers``.

The texts ``label``, ``rank``, ``plaque``, ``named`` and ``arrow`` map cells to strings.  A ``rank``
is the number of a stone of the engine's line, or the letter of one of its choices.  An ``arrow`` is
the names of the cells to which the player's arrows from this cell point.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import dist, pi

from ..rules import Game
from ..rules.board import NO_CELL, Board, bits
from ..rules.groups import groups
from ..rules.notation.actions import Mark
from ..text import escape_xml, sanitize_label
from .hex_geometry import RADIUS, Geometry, geometry, number
from .marks import PLAQUE, VACATED, cased, choice, collar, dot, numbered_disc, ring
from .outline import (
    arc_arrow,
    drawn_arrow,
    link_lines,
    mirror_line,
    polyline,
    region_path,
    shortest_path,
)

SHADES = {"white": 0.88, "black": 0.02, "red": 0.23, "blue": 0.04}  # luminance of the stones
STONE = 0.68 * RADIUS  # radius of a stone
ENGRAVED = 0.46 * RADIUS  # radius of the ring on stones of the darker colour
CELL_LABEL_HEIGHT = 27.0  # height of a cell's name, in multiples of ``Geometry.unit``
CELL_LABEL_BOTTOM = 0.92 * RADIUS  # distance from the cell's centre to the label's lower edge
MIN_NUMBERED_SIZE = 2  # the smallest group whose size is shown
MAX_DELAY_STEPS = 4  # the greatest number of delay steps
CROSSING_SECONDS = 0.6  # of a swapped stone; it rests for the first quarter
COLOUR_CLASSES = ("first", "second")
MARKS = {
    "circle": '<circle class="{}" r="25"/>',
    "square": '<path class="{}" d="M-21-21H21V21H-21Z"/>',
    "triangle": '<path class="{}" d="M0-27 25 17H-25Z"/>',
    "cross": '<path class="{}" d="M-20-20 20 20M20-20-20 20"/>',
}


def annotation_texts(board: Board, marks: Iterable[Mark]) -> dict[str, dict[int, str]]:
    """Return the texts of a position's marks: its labels, and the ends of its arrows."""
    marks = tuple(marks)
    ends: dict[int, str] = {}
    for mark in marks:
        if mark.kind == "arrow":
            ends[mark.cell] = f"{ends.get(mark.cell, '')} {board.cell_name(mark.end)}".strip()
    return {"label": {m.cell: m.text for m in marks if m.text}, "arrow": ends}


Masks = Mapping[str, int]
Texts = Mapping[str, Mapping[int, str]]


def ring_colour(game: Game) -> str:
    """Return the darker of both colours; its stones have an engraved ring."""
    return min(game.colours, key=SHADES.__getitem__)


def stone_classes(game: Game, colour: str) -> str:
    """Return the classes of what is drawn on a stone: its colour, and whether it has a ring."""
    return f"{colour} ringed" if ring_colour(game) == colour else colour


def stone(colour: str, ring: bool, under: str = "", *, shaded: bool = True) -> str:
    """Return a stone around (0, 0); ``under`` is the colour of the lower side of a tilted stone."""
    if under:
        lower = f'<circle class="under {under}" cx="7.5" cy="7.5" r="33"/>'
        centre = 'cx="-2.5" cy="-2.5"'
    else:
        lower, centre = '<circle class="shade" cx="1.5" cy="5" r="37"/>' * shaded, ""
    body = f'<circle class="body {colour}" {centre} r="{STONE:g}"/>'
    groove = f'<circle class="groove {colour}" {centre} r="{ENGRAVED:g}"/>' if ring else ""
    return lower + body + groove


def stone_kinds(game: Game, masks: Masks) -> dict[int, str]:
    """Map the cell of each stone to its kind, for ``render_stone``."""
    kinds = {}
    tilted, faded = masks.get("tilted", 0), masks.get("faded", 0)
    for colour, kind in enumerate(COLOUR_CLASSES):
        stones = masks.get(kind, 0)
        for css_class, cells in (
            ("", stones & ~tilted & ~faded),
            (" tilted", stones & tilted & ~faded),
            (" faded", stones & faded),
        ):
            kinds.update(dict.fromkeys(bits(cells), game.colours[colour] + css_class))
    return kinds


def render_stone(game: Game, kind: str, *, shaded: bool = True) -> str:
    """Return a stone around (0, 0) of a kind from ``stone_kinds``."""
    colour, _, css_class = kind.partition(" ")
    first, second = game.colours
    under = (second if colour == first else first) if css_class == "tilted" else ""
    return stone(colour, ring_colour(game) == colour, under, shaded=shaded)


def positioned_group(
    layout: Geometry, cell: int, css_classes: str, content: str, down: float = 0
) -> str:
    """Return an SVG group of these classes with its origin ``down`` below the centre of a cell."""
    x, y = layout.centres[cell]
    at = f"translate({number(x)} {number(y + down)})"
    return f'<g class="{css_classes}" transform="{at}">{content}</g>'


def stones_markup(
    game: Game,
    turn: int,
    kinds: Mapping[int, str],
    before: Mapping[int, str] | None = None,
    *,
    moving: bool = False,
    origins: int = 0,
    swapped: int = NO_CELL,
) -> dict[int, str]:
    """Return an SVG group for each stone, by cell.

    With ``moving``, classes animate the changes since ``before``.  A new stone drops, a stone of
    the other colour turns over, and a changed tilt is animated.  The delay grows with the distance
    from the stones of ``origins``.  A stone that was on the cell ``swapped`` moves from there and
    turns over half way; its ``animateTransform`` waits until the page starts it.
    """
    layout, markup_by_cell = geometry(game.board, turn), {}
    for cell, kind in kinds.items():
        colour, _, css_class = kind.partition(" ")
        names, content = (
            "stone faded" if css_class == "faded" else "stone",
            render_stone(game, kind),
        )
        if moving and before is not None:
            source = cell if cell in before or swapped not in before else swapped
            previous_colour, _, previous_class = before.get(source, "").partition(" ")
            if not previous_colour:
                names += " placed-anim"
            elif previous_colour != colour:
                old = render_stone(game, before[source])
                content = f'<g class="previous">{old}</g><g class="current">{content}</g>'
                if source == cell:
                    names += f" turned{delay_class(layout, cell, origins)}"
                else:
                    content = _crossing(layout, source, cell, content)
            elif "tilted" in (css_class, previous_class):
                animation_class = "tilt" if css_class == "tilted" else "flat"
                names += f" {animation_class}{delay_class(layout, cell, origins)}"
        x, y = layout.centres[cell]
        markup_by_cell[cell] = (
            f'<g class="{names}" id="stone-{game.board.cell_name(cell)}" '
            f'transform="translate({number(x)} {number(y)})">{content}</g>'
        )
    return markup_by_cell


def _crossing(layout: Geometry, source: int, cell: int, content: str) -> str:
    """Return a group at a cell that moves to another once its animation is started."""
    a, b = layout.centres[source], layout.centres[cell]
    start = f"{number(a.x - b.x)} {number(a.y - b.y)}"
    return (
        f'<g class="crossing" transform="translate({start})"><animateTransform '
        f'attributeName="transform" type="translate" values="{start};{start};0 0" '
        f'keyTimes="0;.25;1" dur="{CROSSING_SECONDS}s" begin="indefinite" fill="freeze"/>'
        f"{content}</g>"
    )


def delay_class(layout: Geometry, cell: int, origins: int) -> str:
    """Return the delay class of a stone, by its distance in cells from the nearest origin."""
    centres = layout.centres
    nearest = min((dist(centres[cell], centres[at]) for at in bits(origins)), default=0.0)
    steps = min(round(nearest / (3**0.5 * RADIUS)), MAX_DELAY_STEPS)
    return f" delay-{steps}" if steps else ""


def group_links(colour: str, path: str) -> str:
    """Return bars between stones of this colour."""
    return f'<path class="link-rim {colour}" d="{path}"/><path class="link {colour}" d="{path}"/>'


def control_region(game: Game, turn: int, colour: int, cells: int, css_classes: str = "") -> str:
    """Return the cells that a colour controls, as one region."""
    if not cells:
        return ""
    path = region_path(game.board, turn, cells)
    woven = f'<path class="weave" d="{path}"/>' if colour else ""
    named = f' class="{css_classes}"' if css_classes else ""
    return f'<g{named}><path class="ground {game.colours[colour]}" d="{path}"/>{woven}</g>'


def layers_below_stones(
    game: Game, turn: int, masks: Masks, before: Masks | None = None
) -> list[str]:
    """Return the elements between the tiles and the stones.

    If the controlled regions differ from ``before``, the old regions fade out and the new ones
    fade in.  What decided the game since then is outlined in one stroke.
    """
    board, parts = game.board, []
    for colour, kind in enumerate(COLOUR_CLASSES):
        ground = masks.get(f"control-{kind}", 0)
        was = ground if before is None else before.get(f"control-{kind}", 0)
        if was != ground:
            parts.append(control_region(game, turn, colour, was, "fade-out"))
        parts.append(control_region(game, turn, colour, ground, "fade-in" if was != ground else ""))
    if lit := masks.get("lit", 0):
        parts.append(f'<path class="lit" d="{region_path(board, turn, lit, 4.0, 13.0)}"/>')
    for mask, name in (
        (masks.get("hint-region", 0), "hint"),
        (masks.get("hint", 0), "hint"),
        (masks.get("explained", 0), "explained"),
        (masks.get("cause", 0), "cause"),
        (masks.get("target", 0), "target"),
    ):
        if mask:
            parts.append(f"<g>{cased(name, region_path(board, turn, mask, 3.5, 15.0))}</g>")
    swapped, last = masks.get("swapped", 0), masks.get("last", 0)
    if swapped and last:
        ends = swapped.bit_length() - 1, last.bit_length() - 1
        parts.append(f"<g>{cased('mirror', mirror_line(board, turn, *ends))}</g>")
    if grouped := masks.get("grouped", 0):
        for kind, name in zip(COLOUR_CLASSES, game.colours, strict=True):
            if path := link_lines(board, turn, masks.get(kind, 0) & grouped):
                parts.append(f"<g>{group_links(name, path)}</g>")
    if won := masks.get("won", 0):
        outline = cased("won", region_path(board, turn, won, 2.0, 17.0))
        if before is not None and before.get("won", 0) != won:
            outline = outline.replace('class="won"', 'class="won drawn" pathLength="1"')
        parts.append(f"<g>{outline}</g>")
    if lost := masks.get("lost", 0):
        parts.append(f'<path class="lost" d="{region_path(board, turn, lost, 6.5, 15.0)}"/>')
    return parts


@lru_cache(maxsize=32)
def _sizes(board: Board, turn: int, stones: int, avoid: int) -> tuple[tuple[int, int], ...]:
    """Return (stone near the middle, size) for each group whose size is shown.

    Stones of ``avoid`` have another mark.  They are used only if the group has no other stone.
    """
    layout = geometry(board, turn)
    return tuple(
        (layout.nearest_to_middle(group, group & ~avoid or group), group.bit_count())
        for group in groups(board, stones)
        if group.bit_count() >= MIN_NUMBERED_SIZE
    )


def sizes_markup(game: Game, turn: int, masks: Masks) -> list[str]:
    """Return the size of each group, on the stone nearest to its middle.

    Vacant cells that count for a colour belong to its groups.
    """
    layout, parts = geometry(game.board, turn), []
    if grouped := masks.get("grouped", 0):
        avoid = masks.get("last", 0) | sum(1 << cell for cell in _marked(masks))
        for kind, name in zip(COLOUR_CLASSES, game.colours, strict=True):
            claimed = masks.get(f"claimed-{kind}", 0) & grouped
            held = masks.get(kind, 0) & grouped | claimed
            for cell, size in _sizes(game.board, turn, held, (avoid | claimed) & held):
                parts.append(numbered_stone(game, layout, cell, name, str(size)))
    return parts


def _marked(masks: Masks) -> set[int]:
    return {cell for name, mask in masks.items() if name.startswith("mark-") for cell in bits(mask)}


def numbered_stone(game: Game, layout: Geometry, cell: int, colour: str, text: str) -> str:
    """Return a number on a stone of this colour."""
    x, y = layout.centres[cell]
    high = 37 if len(text) < 2 else 34
    return (
        f'<text class="size {stone_classes(game, colour)}" x="{number(x)}" '
        f'y="{number(y + 0.35 * high)}" font-size="{high}">{text}</text>'
    )


def cell_label(layout: Geometry, cell: int, text: str) -> str:
    """Return the name of a cell, at its lower edge."""
    high = CELL_LABEL_HEIGHT * layout.unit
    width, height = high * (0.5 + 0.62 * len(text)), 1.25 * high
    return positioned_group(
        layout,
        cell,
        "tag-place",
        f'<rect class="tag" x="{number(-width / 2)}" y="{number(CELL_LABEL_BOTTOM - height)}" '
        f'width="{number(width)}" height="{number(height)}" rx="{number(0.3 * high)}"/>'
        f'<text class="tag-text" y="{number(CELL_LABEL_BOTTOM - 0.28 * high)}" '
        f'font-size="{number(high)}">{escape_xml(text)}</text>',
    )


def connection_markup(game: Game, turn: int, masks: Masks) -> list[str]:
    """Return a path through each connecting chain from edge to edge: dashed while it can be cut."""
    parts = []
    for kind, edges in zip(COLOUR_CLASSES, game.edges, strict=True):
        if len(edges) == 2 and (chain := masks.get("chain", 0) & masks.get(kind, 0)):
            path = shortest_path(game.board, chain, *edges)
            if path:
                name = "path" if chain & masks.get("settled", 0) else "path-open"
                line = polyline(game.board, turn, path)
                parts.append(f"<g>{cased(name, line)}</g>")
    return parts


def layers_above_stones(
    game: Game, turn: int, masks: Masks, texts: Texts | None = None
) -> list[str]:
    """Return the elements above the stones and on vacant cells."""
    texts = texts or {}
    layout, parts = geometry(game.board, turn), []
    for kind, name in zip(COLOUR_CLASSES, game.colours, strict=True):
        for cell in bits(masks.get(f"claimed-{kind}", 0)):
            small = f'<circle class="body {name}" r="17"/>'
            if name == ring_colour(game):
                small += f'<circle class="groove {name}" r="10"/>'
            parts.append(positioned_group(layout, cell, "small", small))
    for kind, name in zip(COLOUR_CLASSES, game.colours, strict=True):
        for cell in bits(masks.get(f"line-{kind}", 0)):
            parts.append(
                positioned_group(layout, cell, "ahead", stone(name, ring_colour(game) == name))
            )
    flipped, tilted = masks.get("flipped", 0), masks.get("tilted", 0)
    for cell in bits(masks.get("last", 0)):
        colour = game.colours[masks.get("second", 0) >> cell & 1]
        pin = dot(stone_classes(game, colour), flipped=bool(flipped >> cell & 1))
        if tilted >> cell & 1:
            pin = f'<g transform="translate(-2.5 -2.5)">{pin}</g>'
        parts.append(positioned_group(layout, cell, "pins", pin))
    for cell in bits(masks.get("swapped", 0)):
        parts.append(positioned_group(layout, cell, "rings", ring("swap-from", VACATED)))
        for other in bits(masks.get("last", 0)):
            parts.append(f"<g>{cased('swap', arc_arrow(layout, cell, other, STONE))}</g>")
    for name in ("pending", "chosen"):
        for cell in bits(masks.get(name, 0)):
            parts.append(positioned_group(layout, cell, "rings", ring(name)))
    for cell in bits(masks.get("anchor", 0)):
        parts.append(positioned_group(layout, cell, "rings", collar(turn * pi / 6)))
    parts += connection_markup(game, turn, masks)
    parts += sizes_markup(game, turn, masks)
    for cell, text in texts.get("rank", {}).items():
        parts.append(positioned_group(layout, cell, "disc", choice(text)))
    for cell, text in texts.get("arrow", {}).items():
        for name in text.split():
            path = drawn_arrow(layout, cell, game.board.parse_cell(name))
            parts.append(f'<path class="arrow" d="{path}"/>')
    for kind, shape in MARKS.items():
        for cell in bits(masks.get(f"mark-{kind}", 0)):
            mark_svg = shape.format("mark-case") + shape.format("mark")
            parts.append(positioned_group(layout, cell, f"sign-{kind}", mark_svg))
    for cell, text in texts.get("label", {}).items():
        label_svg = f'<text class="label" y="13">{escape_xml(sanitize_label(text))}</text>'
        parts.append(positioned_group(layout, cell, "sign-label", label_svg))
    won = masks.get("won", 0)
    for cell, text in texts.get("plaque", {}).items():
        plaque = numbered_disc("plaque" if won >> cell & 1 else "plaque lesser", text, PLAQUE)
        parts.append(positioned_group(layout, cell, "disc", plaque))
    for cell, text in texts.get("named", {}).items():
        parts.append(cell_label(layout, cell, text))
    return parts
