"""What lies on the board, as SVG from masks: controlled regions, stones, links and marks.

Elements are styled by ``class``; colours have the names that the games give them.  The page holds
the markup in three groups (below the stones, the stones, above them) and replaces what has
changed; pictures and thumbnails concatenate them.

What is drawn, by the names of the masks (``view.board.layers`` explains them):

below  ``control-first`` ``control-second`` ``lit`` ``hint-region`` ``hint`` ``cause`` ``target``
       ``grouped`` (the stones whose groups are drawn joined) ``won`` ``lost``
stones ``first`` ``second``; ``tilted`` ones may be flipped, ``faded`` ones do not matter now
above  ``claimed-first`` ``claimed-second`` ``last`` ``flipped`` ``swapped`` (a cell from which a
       stone went to ``last``) ``pending`` ``chosen`` ``anchor`` ``chain`` ``settled``
       ``line-first`` ``line-second`` and the marks, with the texts ``sanitize_label``, ``rank``,
       ``plaque`` and ``named``, which are by cell
"""

from collections.abc import Mapping
from functools import lru_cache

from ..rules import Game
from ..rules.board import NO_CELL, Board, bits
from ..rules.groups import groups
from ..text import escape_xml, sanitize_label
from .outline import arrow, links, region, route, through
from .scene import RADIUS, Geometry, geometry, number

SHADES = {"white": 0.88, "black": 0.02, "red": 0.23, "blue": 0.04}  # luminance of the stones
STONE = 0.68 * RADIUS  # radius
ENGRAVED = 0.46 * RADIUS  # radius of the ring that the darker colour wears
TAG = 27.0  # height of a cell's name on it, in the board's units of about a pixel
TAG_FOOT = 0.92 * RADIUS  # from the centre of the cell down to its lower end
LEAST_NUMBERED = 2  # stones of the smallest group that shows its size
LATEST = 4  # steps of delay at most
KINDS = ("first", "second")
MARKS = {
    "circle": '<circle class="{}" r="25"/>',
    "square": '<path class="{}" d="M-21-21H21V21H-21Z"/>',
    "triangle": '<path class="{}" d="M0-27 25 17H-25Z"/>',
    "cross": '<path class="{}" d="M-20-20 20 20M20-20-20 20"/>',
}

Masks = Mapping[str, int]
Texts = Mapping[str, Mapping[int, str]]


def ringed(game: Game) -> str:
    """The darker of both colours, whose stones have an engraved ring."""
    return min(game.colours, key=SHADES.__getitem__)


def stone(colour: str, ring: bool, under: str = "", *, shaded: bool = True) -> str:
    """A stone around (0, 0); ``under`` is the colour of its lower side, seen if it tilts."""
    if under:
        lower = f'<circle class="under {under}" cx="7.5" cy="7.5" r="33"/>'
        place = 'cx="-2.5" cy="-2.5"'
    else:
        lower, place = '<circle class="shade" cx="1.5" cy="5" r="37"/>' * shaded, ""
    body = f'<circle class="body {colour}" {place} r="{STONE:g}"/>'
    groove = f'<circle class="groove {colour}" {place} r="{ENGRAVED:g}"/>' if ring else ""
    return lower + body + groove


def stone_kinds(game: Game, masks: Masks) -> dict[int, str]:
    """The stones on the board: cell -> kind, for ``stone_of``."""
    found = {}
    tilted, faded = masks.get("tilted", 0), masks.get("faded", 0)
    for colour, kind in enumerate(KINDS):
        stones = masks.get(kind, 0)
        for look, some in (
            ("", stones & ~tilted & ~faded),
            (" tilted", stones & tilted & ~faded),
            (" faded", stones & faded),
        ):
            found.update(dict.fromkeys(bits(some), game.colours[colour] + look))
    return found


def stone_of(game: Game, kind: str, *, shaded: bool = True) -> str:
    """A stone around (0, 0) of a kind from ``stone_kinds``."""
    colour, _, look = kind.partition(" ")
    first, second = game.colours
    under = (second if colour == first else first) if look == "tilted" else ""
    return stone(colour, ringed(game) == colour, under, shaded=shaded)


def placed(places: Geometry, cell: int, names: str, content: str) -> str:
    """An SVG group of these classes with its origin at the centre of a cell."""
    x, y = places.centres[cell]
    return f'<g class="{names}" transform="translate({number(x)} {number(y)})">{content}</g>'


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
    """A group for each stone, by its cell.

    ``moving`` ones come down where none was ``before``, turn where one of the other colour was,
    and tilt or lie flat again: the later, the further they are from the stones of ``origins``.
    A stone that lay on the cell ``swapped`` disappears there, and turns where it lies now.
    """
    places, found = geometry(game.board, turn), {}
    for cell, kind in kinds.items():
        colour, _, look = kind.partition(" ")
        names, content = "stone faded" if look == "faded" else "stone", stone_of(game, kind)
        if moving and before is not None:
            source = cell if cell in before or swapped not in before else swapped
            was, _, looked = before.get(source, "").partition(" ")
            if not was:
                names += " laid"
            elif was != colour:
                names += f" turned{later(places, cell, origins)}"
                old = stone_of(game, before[source])
                content = f'<g class="was">{old}</g><g class="is">{content}</g>'
                if source != cell:
                    x, y = places.centres[cell]
                    gone = places.centres[source]
                    at = f"translate({number(gone.x - x)} {number(gone.y - y)})"
                    content = f'<g class="leaving" transform="{at}">{old}</g>{content}'
            elif "tilted" in (look, looked):
                way = "tips" if look == "tilted" else "rests"
                names += f" {way}{later(places, cell, origins)}"
        x, y = places.centres[cell]
        found[cell] = (
            f'<g class="{names}" id="on-{game.board.cell_name(cell)}" '
            f'transform="translate({number(x)} {number(y)})">{content}</g>'
        )
    return found


def later(places: Geometry, cell: int, origins: int) -> str:
    """The class for the delay of a stone, by its distance in cells from the nearest origin."""
    x, y = places.centres[cell]
    near = min(
        (
            (at.x - x) ** 2 + (at.y - y) ** 2
            for at in map(places.centres.__getitem__, bits(origins))
        ),
        default=0.0,
    )
    steps = min(round(near**0.5 / (3**0.5 * RADIUS)), LATEST)
    return f" late-{steps}" if steps else ""


def cased(name: str, path: str) -> str:
    """A line with a dark casing, visible on every tile."""
    return f'<path class="{name}-case" d="{path}"/><path class="{name}" d="{path}"/>'


def joined(colour: str, path: str) -> str:
    """Bars between stones of this colour."""
    return f'<path class="link-rim {colour}" d="{path}"/><path class="link {colour}" d="{path}"/>'


def ground_of(game: Game, turn: int, colour: int, cells: int, names: str = "") -> str:
    """The cells that a colour controls, as one region."""
    if not cells:
        return ""
    path = region(game.board, turn, cells)
    woven = f'<path class="weave" d="{path}"/>' if colour else ""
    named = f' class="{names}"' if names else ""
    return f'<g{named}><path class="ground {game.colours[colour]}" d="{path}"/>{woven}</g>'


def below(game: Game, turn: int, masks: Masks, before: Masks | None = None) -> list[str]:
    """What lies on the tiles and under the stones.

    If the regions were different ``before``, the old ones fade out while the new ones appear.
    """
    board, parts = game.board, []
    for colour, kind in enumerate(KINDS):
        ground = masks.get(f"control-{kind}", 0)
        was = ground if before is None else before.get(f"control-{kind}", 0)
        if was != ground:
            parts.append(ground_of(game, turn, colour, was, "leaving"))
        parts.append(ground_of(game, turn, colour, ground, "coming" if was != ground else ""))
    for mask, name, inset, radius in (
        (masks.get("lit", 0), "lit", 4.5, 15.0),
        (masks.get("hint-region", 0), "hint", 3.0, 17.0),
        (masks.get("hint", 0), "hint", 3.0, 17.0),
        (masks.get("cause", 0), "cause", 3.0, 15.0),
        (masks.get("target", 0), "target", 3.0, 17.0),
    ):
        if mask:
            parts.append(f"<g>{cased(name, region(board, turn, mask, inset, radius))}</g>")
    if grouped := masks.get("grouped", 0):
        for kind, name in zip(KINDS, game.colours, strict=True):
            if path := links(board, turn, masks.get(kind, 0) & grouped):
                parts.append(f"<g>{joined(name, path)}</g>")
    if won := masks.get("won", 0):
        parts.append(f"<g>{cased('won', region(board, turn, won, 2.0, 17.0))}</g>")
    if lost := masks.get("lost", 0):
        parts.append(f'<path class="lost" d="{region(board, turn, lost, 6.5, 15.0)}"/>')
    return parts


@lru_cache(maxsize=32)
def _sizes(board: Board, turn: int, stones: int, shunned: int) -> tuple[tuple[int, int], ...]:
    """For each group that shows its size: a stone near its middle, and the size.

    A stone of ``shunned``, which has another mark, is taken only if there is no other.
    """
    centres, found = geometry(board, turn).centres, []
    for group in groups(board, stones):
        if (size := group.bit_count()) >= LEAST_NUMBERED:
            places = {cell: centres[cell] for cell in bits(group & ~shunned or group)}
            x = sum(centres[cell].x for cell in bits(group)) / size
            y = sum(centres[cell].y for cell in bits(group)) / size
            nearest = min(
                places, key=lambda cell: (places[cell].x - x) ** 2 + (places[cell].y - y) ** 2
            )
            found.append((nearest, size))
    return tuple(found)


def sizes_markup(game: Game, turn: int, masks: Masks) -> list[str]:
    """The size of each group, on the stone nearest to its middle.

    A vacant cell that counts for a colour is one of its group.
    """
    places, parts = geometry(game.board, turn), []
    if grouped := masks.get("grouped", 0):
        shunned = masks.get("last", 0) | sum(1 << cell for cell in _marked(masks))
        for kind, name in zip(KINDS, game.colours, strict=True):
            claimed = masks.get(f"claimed-{kind}", 0) & grouped
            held = masks.get(kind, 0) & grouped | claimed
            for cell, size in _sizes(game.board, turn, held, (shunned | claimed) & held):
                parts.append(numbered(game, places, cell, name, str(size)))
    return parts


def _marked(masks: Masks) -> set[int]:
    return {cell for name, mask in masks.items() if name.startswith("mark-") for cell in bits(mask)}


def numbered(game: Game, places: Geometry, cell: int, colour: str, text: str) -> str:
    """A number on a stone of this colour."""
    x, y = places.centres[cell]
    high = 37 if len(text) < 2 else 34
    ring = " ringed" if ringed(game) == colour else ""
    return (
        f'<text class="size {colour}{ring}" x="{number(x)}" y="{number(y + 0.35 * high)}" '
        f'font-size="{high}">{text}</text>'
    )


def plaque(places: Geometry, cell: int, text: str, *, radius: float, name: str = "") -> str:
    """A brass disc on a cell with a number on it."""
    high = radius * (1.08 if len(text) < 3 else 0.8)
    return placed(
        places,
        cell,
        "plaque-place",
        f'<circle class="plaque{name}" r="{radius:g}"/><text class="plaque-text" '
        f'y="{number(0.35 * high)}" font-size="{number(high)}">{escape_xml(text)}</text>',
    )


def tag(places: Geometry, cell: int, text: str) -> str:
    """The name of a cell, at its foot."""
    high = TAG * places.unit
    width, height = high * (0.5 + 0.62 * len(text)), 1.25 * high
    return placed(
        places,
        cell,
        "tag-place",
        f'<rect class="tag" x="{number(-width / 2)}" y="{number(TAG_FOOT - height)}" '
        f'width="{number(width)}" height="{number(height)}" rx="{number(0.3 * high)}"/>'
        f'<text class="tag-text" y="{number(TAG_FOOT - 0.28 * high)}" '
        f'font-size="{number(high)}">{escape_xml(text)}</text>',
    )


def chain_markup(game: Game, turn: int, masks: Masks) -> list[str]:
    """A path through a chain from edge to edge: dashed while it may yet be cut."""
    parts = []
    for kind, edges in zip(KINDS, game.edges, strict=True):
        if len(edges) == 2 and (chain := masks.get("chain", 0) & masks.get(kind, 0)):
            way = route(game.board, chain, *edges)
            if way:
                name = "path" if chain & masks.get("settled", 0) else "path-open"
                line = through(game.board, turn, way)
                parts.append(
                    f'<g><path class="path-case" d="{line}"/><path class="{name}" d="{line}"/></g>'
                )
    return parts


def above(game: Game, turn: int, masks: Masks, texts: Texts | None = None) -> list[str]:
    """What lies on the stones and on vacant cells."""
    texts = texts or {}
    places, parts = geometry(game.board, turn), []
    for kind, name in zip(KINDS, game.colours, strict=True):
        for cell in bits(masks.get(f"claimed-{kind}", 0)):
            small = f'<circle class="body {name}" r="17"/>'
            if name == ringed(game):
                small += f'<circle class="groove {name}" r="10"/>'
            parts.append(placed(places, cell, "small", small))
    numbers = dict(texts.get("rank", {}))
    for kind, name in zip(KINDS, game.colours, strict=True):
        for cell in bits(masks.get(f"line-{kind}", 0)):
            parts.append(placed(places, cell, "ahead", stone(name, ringed(game) == name)))
            parts.append(numbered(game, places, cell, name, numbers.pop(cell, "")))
    flipped = masks.get("flipped", 0)
    for cell in bits(masks.get("last", 0)):
        ring = '<circle class="pin-ring" r="14.5"/>' if flipped >> cell & 1 else ""
        radius = 5.5 if masks.get("earlier", 0) >> cell & 1 else 7.5
        parts.append(placed(places, cell, "pins", f'{ring}<circle class="pin" r="{radius}"/>'))
    for cell in bits(masks.get("swapped", 0)):
        rings = (
            f'<circle class="swap-case" r="{STONE:g}"/><circle class="swap-from" r="{STONE:g}"/>'
        )
        parts.append(placed(places, cell, "rings", rings))
        for other in bits(masks.get("last", 0)):
            parts.append(f"<g>{cased('swap', arrow(places, cell, other, STONE + 2))}</g>")
    for name, mask in (
        ("open", masks.get("pending", 0) | masks.get("chosen", 0)),
        ("anchor", masks.get("anchor", 0)),
    ):
        for cell in bits(mask):
            rings = f'<circle class="{name}-case" r="38"/><circle class="{name}" r="38"/>'
            parts.append(placed(places, cell, "rings", rings))
    parts += chain_markup(game, turn, masks)
    parts += sizes_markup(game, turn, masks)
    for cell, text in numbers.items():
        radius, name = (31.0, "") if text == "1" else (25.0, " lesser")
        parts.append(plaque(places, cell, text, radius=radius, name=name))
    for kind, shape in MARKS.items():
        for cell in bits(masks.get(f"mark-{kind}", 0)):
            drawn = shape.format("mark-case") + shape.format("mark")
            parts.append(placed(places, cell, f"sign-{kind}", drawn))
    for cell, text in texts.get("label", {}).items():
        written = f'<text class="label" y="13">{escape_xml(sanitize_label(text))}</text>'
        parts.append(placed(places, cell, "sign-label", written))
    for cell, text in texts.get("plaque", {}).items():
        parts.append(plaque(places, cell, text, radius=31.0))  # the stone shows around it
    for cell, text in texts.get("named", {}).items():
        parts.append(tag(places, cell, text))
    return parts
