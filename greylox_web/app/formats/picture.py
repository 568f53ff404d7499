"""A position, or a whole game move by move, as one SVG that needs nothing else.

The same shapes and colours as on the page (light), but as attributes of the elements: no
style sheet, no script, no font.  The animated picture shows one action a second, rests at the
end and begins again; programs that do not animate show its last position.
"""

from collections.abc import Iterable, Sequence

from ...rules import Game
from ...rules.board import bits
from ...rules.notation.actions import shown_action
from ...words import WORDS
from ..session.tree import Tree
from ..text import xml
from ..view import scene
from ..view.title import title
from .style import FONT, LIGHT, board, drawn_mark, layer_markup, number, place

ENLARGED = 1.5  # pixels on the screen per unit of the picture, unless its user says otherwise
CAPTION = 30.0  # the height of the line below the board
REST = 3  # seconds that the last position stays

Layers = dict[str, int]  # what is drawn -> the cells it is drawn on


def layers(tree: Tree, node: int, *, control: bool = True) -> Layers:
    """What is to be seen of the position at ``node``, by the names of ``layer_markup``."""
    game, state = tree.game, tree.nodes[node].state
    first, second = state.stones
    found: Layers = {"first": first, "second": second, "pending": state.placed}
    found["last"] = tree.last_turn(node) & ~state.placed
    found["chain"] = game.chain(state, 0) | game.chain(state, 1)
    if game.claims_vacant and game.outcome(state):
        mine, theirs = game.holdings(state)
        return found | {"claimed-first": mine & ~first, "claimed-second": theirs & ~second}
    controlled = game.controlled(state) if control else None
    if controlled:
        vacant = ~state.occupied
        found |= {"control-first": controlled[0] & vacant, "control-second": controlled[1] & vacant}
        found |= {"aside-first": controlled[0] & second, "aside-second": controlled[1] & first}
        found["threatened"] = controlled[0] & second | controlled[1] & first
    return found


def picture(tree: Tree, node: int, *, turn: int = 0, control: bool = True) -> str:
    """The position at ``node`` with its marks; ``turn`` in twelfths of a circle."""
    shown = layers(tree, node, control=control)
    parts = [
        _use(tree.game, name, cell, turn) + "/>"
        for name in layer_markup(tree.game)
        for cell in bits(shown.get(name, 0))
    ]
    parts += [drawn_mark(tree.game, mark, turn) for mark in tree.nodes[node].marks]
    return _framed(tree, node, turn, "".join(parts))


def animation(tree: Tree, leaf: int, *, turn: int = 0, control: bool = True) -> str:
    """The line to ``leaf`` action by action, a second each, again and again."""
    path = tree.path(leaf)
    frames = [layers(tree, node, control=control) for node in path]
    parts = []
    for name in layer_markup(tree.game):
        masks = [frame.get(name, 0) for frame in frames]
        for cell in bits(_union(masks)):
            times = [bool(mask >> cell & 1) for mask in masks]
            parts.append(_use(tree.game, name, cell, turn) + _timed(times) + "</use>")
    left, top, width, height = scene.view_box(tree.game.board, turn)
    spot = f'x="{number(left + width / 2)}" y="{number(top + height + CAPTION / 2)}"'
    for place_in_line, text in enumerate(_captions(tree, path)):
        times = [other == place_in_line for other in range(len(path))]
        parts.append(
            f'<text {spot} {FONT} font-size="15" fill="{LIGHT["ink"]}"'
            f"{_timed(times, xml(text))}</text>"
        )
    return _framed(tree, leaf, turn, "".join(parts), CAPTION)


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _use(game: Game, name: str, cell: int, turn: int) -> str:
    x, y = place(game, cell, turn)
    return f'<use href="#gx-{name}" x="{x}" y="{y}"'


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
    left, top, width, height = scene.view_box(game.board, turn)
    height += below
    box = " ".join(number(value) for value in (left, top, width, height))
    shapes = "".join(
        f'<g id="gx-{name}">{markup}</g>' for name, markup in layer_markup(game).items()
    )
    size = f'width="{width * ENLARGED:.0f}" height="{height * ENLARGED:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} role="img">'
        f"<title>{xml(title(game))}</title>"
        f"<desc>{xml(_told(tree, node))}</desc><defs>{shapes}</defs>"
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(width)}" '
        f'height="{number(height)}" fill="{LIGHT["paper"]}"/>'
        f"{board(game, turn)}{drawn}</svg>\n"
    )


def _told(tree: Tree, node: int) -> str:
    """The stones of the position in words."""
    game, state = tree.game, tree.nodes[node].state
    return " ".join(
        f"{WORDS[colour]}: {' '.join(game.board.names(stones)) or WORDS['no-stones']}."
        for colour, stones in zip(game.colours, state.stones, strict=True)
    )
