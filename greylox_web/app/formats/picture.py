"""A position, or a whole game move by move, as one SVG that needs nothing else.

The board as the page draws it, in its light colours, but with attributes in the place of classes:
no style sheet, no script, no font.  The animated picture shows one action a second, rests at the
end and begins again; programs that do not animate show its last position.
"""

from collections.abc import Sequence

from ...rules import Game
from ...rules.notation.actions import shown_action
from ...words import WORDS
from ..drawing import pieces
from ..drawing.scene import geometry, number
from ..drawing.thumbnail import usual_masks
from ..drawing.tray import (
    coordinates_markup,
    inlays_markup,
    surface_markup,
    tray_markup,
    view_box,
)
from ..session.tree import MARKS, ROOT, Tree
from ..text import xml
from ..view.title import title
from .style import LIGHT, SANS, literal, paints

ENLARGED = 0.6  # pixels on the screen per unit of the picture, unless its user says otherwise
CAPTION = 64.0  # the height of the line below the board, in the board's units of about a pixel
REST = 3  # seconds that the last position stays

Layers = dict[str, int]  # what is drawn -> the cells it is drawn on


def layers(tree: Tree, node: int, *, control: bool = True) -> Layers:
    """What is to be seen of the position at ``node``, by the names that ``pieces`` knows."""
    there = tree.nodes[node]
    found = usual_masks(tree.game, there.state)
    found["pending"] = there.state.placed
    found["last"] = tree.last_turn(node) & ~there.state.placed
    if node != ROOT and there.action < tree.game.board.end:
        found["flipped"] = tree.nodes[there.parent].state.occupied & 1 << there.action
    for kind in MARKS:
        found[f"mark-{kind}"] = sum(1 << mark.cell for mark in there.marks if mark.kind == kind)
    if not control:
        for name in ("control-first", "control-second", "tilted"):
            found.pop(name, None)
    return found


def parts(tree: Tree, node: int, turn: int, *, control: bool = True) -> dict[str, list[str]]:
    """All that lies on the board at ``node``, in the order in which it is drawn."""
    game, shown = tree.game, layers(tree, node, control=control)
    stones = pieces.stones_markup(game, turn, pieces.stone_kinds(game, shown))
    marks = (mark for mark in tree.nodes[node].marks if mark.kind == "label")
    return {
        "below": pieces.below(game, turn, shown),
        "stones": list(stones.values()),
        "above": pieces.above(game, turn, shown, {"label": {m.cell: m.text for m in marks}}),
    }


def picture(tree: Tree, node: int, *, turn: int = 0, control: bool = True) -> str:
    """The position at ``node`` with its marks; ``turn`` in twelfths of a circle."""
    drawn = "".join(
        f'<g data-part="{name}">{"".join(found)}</g>'
        for name, found in parts(tree, node, turn, control=control).items()
    )
    return _framed(tree, node, turn, literal(tree.game, drawn))


def animation(tree: Tree, leaf: int, *, turn: int = 0, control: bool = True) -> str:
    """The line to ``leaf`` action by action, a second each, again and again."""
    path = tree.path(leaf)
    frames = [parts(tree, node, turn, control=control) for node in path]
    drawn = []
    for name in frames[0]:
        times: dict[str, list[bool]] = {}
        for second, frame in enumerate(frames):
            for markup in frame[name]:
                times.setdefault(markup, [False] * len(frames))[second] = True
        shown = "".join(f"<g{_timed(when, markup)}</g>" for markup, when in times.items())
        drawn.append(f'<g data-part="{name}">{shown}</g>')
    left, top, width, height = view_box(tree.game, turn)
    unit = geometry(tree.game.board, turn).unit
    spot = f'x="{number(left + width / 2)}" y="{number(top + height + CAPTION * unit / 2)}"'
    captions = []
    for place_in_line, text in enumerate(_captions(tree, path)):
        seen = [other == place_in_line for other in range(len(path))]
        captions.append(
            f'<text {spot} {SANS} font-size="{number(30 * unit)}" fill="{LIGHT["ink"]}"'
            f"{_timed(seen, xml(text))}</text>"
        )
    told = f'<g data-part="captions">{"".join(captions)}</g>'
    return _framed(tree, leaf, turn, literal(tree.game, "".join(drawn)) + told, CAPTION * unit)


def _timed(times: Sequence[bool], content: str = "") -> str:
    """The end of a start tag, and the animation of when the element is to be seen.

    ``times[n]`` says so for second ``n``; the last one also holds without animation.
    """
    seconds = len(times) + REST - 1
    changes = [n for n in range(len(times)) if n == 0 or times[n] != times[n - 1]]
    hidden = "" if times[-1] else ' visibility="hidden"'
    if changes == [0]:
        return f"{hidden}>{content}"
    keys = ";".join(f"{n / seconds:.5g}" for n in changes)
    values = ";".join("visible" if times[n] else "hidden" for n in changes)
    return (
        f'{hidden}><animate attributeName="visibility" calcMode="discrete" dur="{seconds}s" '
        f'repeatCount="indefinite" keyTimes="{keys}" values="{values}"/>{content}'
    )


def _captions(tree: Tree, path: Sequence[int]) -> list[str]:
    """What is said of each position of a line: the number and the name of its action."""
    texts = ["" if len(path) > 1 else title(tree.game)]
    for count, node in enumerate(path[1:], 1):
        there = tree.nodes[node]
        before = tree.nodes[there.parent].state
        colour = WORDS[tree.game.colours[before.mover]]
        texts.append(f"{count}. {colour} {shown_action(tree.game, before, there.action)}")
    return texts


def _framed(tree: Tree, node: int, turn: int, drawn: str, below: float = 0) -> str:
    """The whole SVG: words for those who do not see it, the board, and what is drawn on it."""
    game = tree.game
    left, top, width, height = view_box(game, turn)
    height += below
    box = " ".join(number(value) for value in (left, top, width, height))
    size = f'width="{width * ENLARGED:.0f}" height="{height * ENLARGED:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} role="img">'
        f"<title>{xml(title(game))}</title>"
        f"<desc>{xml(_told(tree, node))}</desc>{paints(game)}"
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(width)}" '
        f'height="{number(height)}" fill="{LIGHT["bg"]}"/>'
        f"{literal(game, _empty(game, turn))}{drawn}</svg>\n"
    )


def _empty(game: Game, turn: int) -> str:
    """The empty board with the names of its lines."""
    return (
        tray_markup(game, turn, True)
        + inlays_markup(game, turn)
        + coordinates_markup(game, turn)
        + surface_markup(game, turn, plain=True)[0]
    )


def _told(tree: Tree, node: int) -> str:
    """The stones of the position in words."""
    game, state = tree.game, tree.nodes[node].state
    return " ".join(
        f"{WORDS[colour]}: {' '.join(game.board.names(stones)) or WORDS['no-stones']}."
        for colour, stones in zip(game.colours, state.stones, strict=True)
    )
