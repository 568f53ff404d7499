"""The signs of the board as small pictures, for sentences and legends.

A sign's colour says who speaks: white and dark what was played, mint the rules, iris the engine,
brass what won.  Its shape says what, so that no sign needs its colour.
"""

from functools import cache
from math import cos, pi, sin

from ..rules import Game
from .board_layers import STONE as STONE_RADIUS
from .board_layers import group_links, ring_colour, stone, stone_classes
from .hex_geometry import CORNERS, RADIUS, Point, number
from .marks import cased, choice, collar, corner_marks, dot, heat, holder, percentage, ring
from .outline import rounded

SIGNS = (
    *("lit", "shut", "anchor", "target"),  # the rules
    *("hint", "explained", "choice", "alternative", "heat", "searched", "held"),  # the engine
    *("pending", "chosen", "last", "flipped", "swapped", "swapped-here"),  # the record
    *("refused", "cause", "sight", "cursor"),
    *("tilted", "control", "groups", "chain", "won"),  # how the colours stand
)
"""The names of the signs, in the order of a legend.

``lit``       a stone may be placed here; shown where few cells are allowed
``shut``      no stone may be placed here; shown where few cells are closed
``anchor``    the stone that the next one must touch
``target``    the cell that a task is about
``hint``      the region or the cell of a hint
``explained``  a cell that the explanation speaks of
``choice``    the engine's stones one after another, with numbers
``alternative``  the engine's choices, one instead of another, with letters
``heat``      the network's first thought: how likely it finds a cell before it searches
``searched``  the share of the search that a cell got
``held``      the colour that will hold a cell, and how certain that is
``pending``   placed in this turn
``chosen``    selected in a task
``last``      the last turn; ``flipped``: the same, by a flip
``swapped``   the stone went over by the swap, from there to here; ``swapped-here``: where it lies
``refused``   the cell where an action was refused
``cause``     the reason why something was refused or wrong
``sight``     what a cell sees
``cursor``    the cell of the keyboard, or whose name is typed
``tilted``    a stone that may be flipped
``control``   a cell that a colour controls
``groups``    joined stones with their number
``chain``     a connection that has not won yet
``won``       what decided the game
"""

BOX = "-26 -26 52 52"  # the view box of a sign
CELL, STONE = 21.0, 20.0  # radii of a sign's cell and of its stone
FIRST_CHOICE = {"choice": "1", "alternative": "A"}  # the texts of the engine's first choice


def _hexagon(radius: float = CELL, x: float = 0, y: float = 0) -> tuple[Point, ...]:
    """Return the corners of a hexagon with a corner above its centre."""
    angles = (corner * pi / 3 for corner in range(CORNERS))
    return tuple(Point(x + radius * sin(a), y - radius * cos(a)) for a in angles)


def _stone(game: Game, colour: int, x: float = 0, y: float = 0, radius: float = STONE) -> str:
    """Return a stone of the first or second colour at a point; ``radius`` is its size."""
    name, scale = game.colours[colour], number(radius / STONE_RADIUS)
    drawn = stone(name, ring_colour(game) == name, shaded=False)
    return f'<g transform="translate({number(x)} {number(y)}) scale({scale})">{drawn}</g>'


def _content(name: str, game: Game, rank: str) -> str:
    """Return the elements of a sign; ``rank`` is the text on a disc."""
    first, second = game.colours
    cell = rounded(_hexagon(), 4)
    match name:
        case "lit":
            return f'<path class="lit" d="{cell}"/>'
        case "shut" | "refused":
            return f'<path class="cell {name}" d="{cell}"/>'
        case "anchor":
            return collar(0, 16, 8)
        case "target" | "hint" | "explained" | "cause" | "won":
            return cased(name, cell)
        case "choice" | "alternative":
            return choice(rank or FIRST_CHOICE[name], STONE)
        case "heat":
            return heat(0.37, _hexagon(CELL / 0.93)) + percentage("37", on_stone=False)
        case "searched":
            return percentage("→62", on_stone=False)
        case "held":
            corners = _hexagon(RADIUS)
            pale, dark = (
                holder(stone_classes(game, colour), certainty, corners)
                for colour, certainty in ((first, 0.6), (second, 0.2))
            )
            places = (pale, -9, 0), (dark, 15, 0)
            return "".join(f'<g transform="translate({x} {y})">{mark}</g>' for mark, x, y in places)
        case "pending" | "chosen":
            return ring(name, STONE)
        case "last":
            return _stone(game, 1) + dot(stone_classes(game, second), radius=6)
        case "flipped":
            return _stone(game, 0) + dot(stone_classes(game, first), flipped=True, radius=5)
        case "swapped-here":
            return _stone(game, 1) + dot(stone_classes(game, second), flipped=True, radius=5)
        case "swapped":
            trail = cased("swap", "M-8 8Q3 1 8-6M1-4 8-6 10 2")
            return (
                f'<g transform="translate(-15 15)">{ring("swap-from", 8)}</g>{trail}'
                f"{_stone(game, 1, 14, -15, 10)}"
            )
        case "sight":
            own, other = "M-22 10 22-14", "M-22 20 22 14"
            return (
                f'<path class="ray-case" d="{own}"/><path class="ray own" d="{own}"/>'
                f'<path class="ray other" d="{other}"/>'
            )
        case "cursor":
            return cased(name, corner_marks(_hexagon(22)))
        case "tilted" | "tilted-first":  # in sentences the colour is that of the stone they mean
            top, under = (second, first) if name == "tilted" else (first, second)
            body = stone(top, ring_colour(game) == top, under)
            return f'<g transform="scale({number(STONE / STONE_RADIUS)})">{body}</g>'
        case "control":
            pale, dark = (rounded(_hexagon(13, x, y), 3) for x, y in ((-10, -9), (10, 9)))
            return (
                f'<path class="tile" d="{pale}{dark}"/><path class="ground {first}" d="{pale}"/>'
                f'<path class="ground {second}" d="{dark}"/><path class="weave" d="{dark}"/>'
            )
        case "groups":
            name = stone_classes(game, first)
            return (
                f'<g transform="scale(.42)">{group_links(first, "M-30 0H30")}</g>'
                f"{_stone(game, 0, -15, 0, 11.5)}{_stone(game, 0, 15, 0, 11.5)}"
                f'<text class="size {name}" x="15" y="6" font-size="16">2</text>'
            )
        case "chain":
            return cased("path-open", "M-21 16L-4-2 4 2 21-16")
    raise KeyError(name)


CERTAINTIES = 0.0, 0.5, 1.0


@cache
def holder_scale(game: Game, colour: int) -> str:
    """Return the ``<svg>`` of the hexagons of a colour, from open to certain."""
    marks, name = "", stone_classes(game, game.colours[colour])
    for index, certainty in enumerate(CERTAINTIES if colour else reversed(CERTAINTIES)):
        mark = holder(name, certainty, _hexagon(RADIUS))
        marks += f'<g transform="translate({52 * index - 52} 0)">{mark}</g>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="board sign" viewBox="-76 -26 152 52" '
        f'data-game="{game.name}" aria-hidden="true">{marks}</svg>'
    )


@cache
def sign(name: str, game: Game, rank: str = "") -> str:
    """Return the ``<svg>`` of a sign, a name of ``SIGNS``, with the colours of ``game``.

    ``rank`` is the number or letter of a choice, if it is not the first one.

    It is hidden from screen readers: words beside it say what it means.
    """
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board sign" viewBox="{BOX}" '
        f'data-game="{game.name}" aria-hidden="true">{_content(name, game, rank)}</svg>'
    )
