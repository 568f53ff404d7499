"""A position, or a whole game action by action, as one self-contained SVG.

The board has the page's light colours.  At the end of a game the groups that decided are outlined,
with their sizes.  Attributes replace the classes, so the picture has no style
sheet, script or font.  The animation shows one action per second, pauses at the end and repeats.
Programs that do not animate show the last position.
"""

from collections.abc import Sequence

from ..drawing import board_layers
from ..drawing.deciding_groups import deciding_groups, deciding_masks, size_labels
from ..drawing.hex_geometry import geometry, number
from ..drawing.thumbnail import default_masks
from ..drawing.tray import coordinates_markup, inlays_markup, surface_markup, tray_markup, view_box
from ..match.tree import ROOT, Tree
from ..rules import Game
from ..rules.notation.actions import MARKS, localized_action
from ..session.naming import game_title
from ..session.outcome import deciding_reason
from ..text import escape_xml
from ..words import WORDS
from .style import LIGHT, SANS, gradients, inline_styles

SCALE = 0.6  # default pixels per unit of the view box
CAPTION = 64.0  # height of the caption below the board, in multiples of ``Geometry.unit``
END_PAUSE_SECONDS = 3  # seconds for the last position

LayerMasks = dict[str, int]  # name in ``board_layers`` -> mask of cells


def picture_layers(
    tree: Tree, node: int, *, control: bool = True, result: bool = True
) -> LayerMasks:
    """Return the layers of the position at ``node``; optionally without control or the result."""
    node_data = tree.nodes[node]
    masks = default_masks(tree.game, node_data.state)
    if result:
        masks |= deciding_masks(tree.game, node_data.state, tree.outcome(node))
    elif masks["settled"]:
        masks["chain"] = 0
    masks["pending"] = node_data.state.placed
    masks["last"] = tree.last_turn_mask(node) & ~node_data.state.placed
    if node != ROOT and node_data.action < tree.game.board.end_action:
        masks["flipped"] = tree.state_before(node).occupied & 1 << node_data.action
    if swapped := tree.swap_cells(node):
        masks["flipped" if swapped[0] == swapped[1] else "swapped"] = 1 << swapped[0]
    for kind in MARKS:
        masks[f"mark-{kind}"] = sum(1 << mark.cell for mark in node_data.marks if mark.kind == kind)
    if not control:
        for name in ("control-first", "control-second", "tilted"):
            masks.pop(name, None)
    return masks


def picture_parts(
    tree: Tree, node: int, turn: int, *, control: bool = True, result: bool = True
) -> dict[str, list[str]]:
    """Return the SVG elements on the board at ``node``, by part in drawing order."""
    game, state = tree.game, tree.nodes[node].state
    masks = picture_layers(tree, node, control=control, result=result)
    stones = board_layers.stones_markup(game, turn, board_layers.stone_kinds(game, masks))
    texts = board_layers.annotation_texts(game.board, tree.nodes[node].marks)
    if result:
        deciding = deciding_groups(game, state, tree.outcome(node))
        texts["plaque"] = size_labels(game, deciding, masks["last"])
    return {
        "below": board_layers.layers_below_stones(game, turn, masks),
        "stones": list(stones.values()),
        "above": board_layers.layers_above_stones(game, turn, masks, texts),
    }


def picture(
    tree: Tree,
    node: int,
    *,
    turn: int = 0,
    control: bool = True,
    result: bool = True,
    coordinates: bool = True,
) -> str:
    """Return the SVG of the position at ``node`` with marks; ``turn`` in twelfths of a circle.

    At the end of a game, the ``result`` is what decided it.
    """
    parts = picture_parts(tree, node, turn, control=control, result=result)
    markup = "".join(
        f'<g data-part="{name}">{"".join(elements)}</g>' for name, elements in parts.items()
    )
    return _svg_document(tree, node, turn, inline_styles(tree.game, markup), names=coordinates)


def animation(
    tree: Tree,
    leaf: int,
    *,
    turn: int = 0,
    control: bool = True,
    result: bool = True,
    coordinates: bool = True,
) -> str:
    """Return the animated SVG of the line to ``leaf``: one action per second, in a loop."""
    path = tree.path(leaf)
    frames = [picture_parts(tree, node, turn, control=control, result=result) for node in path]
    parts = []
    for name in frames[0]:
        times: dict[str, list[bool]] = {}
        for second, frame in enumerate(frames):
            for markup in frame[name]:
                times.setdefault(markup, [False] * len(frames))[second] = True
        group = "".join(f"<g{_with_animation(when, markup)}</g>" for markup, when in times.items())
        parts.append(f'<g data-part="{name}">{group}</g>')
    left, top, width, height = view_box(tree.game, turn, coordinates=coordinates)
    unit = geometry(tree.game.board, turn).unit
    position = f'x="{number(left + width / 2)}" y="{number(top + height + CAPTION * unit / 2)}"'
    captions = []
    for ply, text in enumerate(_captions(tree, path, result=result)):
        visible = [other == ply for other in range(len(path))]
        captions.append(
            f'<text {position} {SANS} font-size="{number(30 * unit)}" fill="{LIGHT["ink"]}"'
            f"{_with_animation(visible, escape_xml(text))}</text>"
        )
    captions_group = f'<g data-part="captions">{"".join(captions)}</g>'
    markup = inline_styles(tree.game, "".join(parts)) + captions_group
    return _svg_document(tree, leaf, turn, markup, CAPTION * unit, names=coordinates)


def _with_animation(times: Sequence[bool], content: str = "") -> str:
    """Return the end of a start tag, the animation of the element's visibility, and its content.

    ``times[n]``: whether the element is visible in second ``n``.  The last value also applies to
    the final pause and to programs that do not animate.
    """
    seconds = len(times) + END_PAUSE_SECONDS - 1
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


def caption(tree: Tree, number: int, nodes: Sequence[int]) -> str:
    """Return the caption of a turn or an action: its number, colour and actions."""
    actions = (
        localized_action(tree.game, tree.state_before(node), tree.nodes[node].action)
        for node in nodes
    )
    colour = WORDS[tree.game.colours[tree.state_before(nodes[0]).mover]]
    return f"{number}. {colour} {' '.join(actions)}"


def _captions(tree: Tree, path: Sequence[int], *, result: bool) -> list[str]:
    """Return a caption for each position of a line: number, colour and name of its action.

    The caption of the last position is the ``result`` of a finished game.
    """
    texts = ["" if len(path) > 1 else game_title(tree.game)]
    for count, node in enumerate(path[1:], 1):
        texts.append(caption(tree, count, [node]))
    if result and (outcome := tree.outcome(path[-1])):
        names = WORDS[tree.game.colours[0]], WORDS[tree.game.colours[1]]
        texts[-1] = deciding_reason(tree.game, tree.nodes[path[-1]].state, outcome, names)
    return texts


def _svg_document(
    tree: Tree, node: int, turn: int, markup: str, below: float = 0, *, names: bool
) -> str:
    """Return the whole SVG: title and description, the empty board, and ``markup`` on the board.

    ``below`` is the height of an additional margin below the board; ``names``: with coordinates.
    """
    game = tree.game
    left, top, width, height = view_box(game, turn, coordinates=names)
    height += below
    box = " ".join(number(value) for value in (left, top, width, height))
    size = f'width="{width * SCALE:.0f}" height="{height * SCALE:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} role="img">'
        f"<title>{escape_xml(game_title(game))}</title>"
        f"<desc>{escape_xml(_description(tree, node))}</desc>{gradients(game)}"
        f'<rect x="{number(left)}" y="{number(top)}" width="{number(width)}" '
        f'height="{number(height)}" fill="{LIGHT["bg"]}"/>'
        f"{inline_styles(game, _empty(game, turn, names=names))}{markup}</svg>\n"
    )


def _empty(game: Game, turn: int, *, names: bool) -> str:
    """Return the empty board, with its coordinates if ``names``."""
    return (
        tray_markup(game, turn, names)
        + inlays_markup(game, turn)
        + (coordinates_markup(game, turn) if names else "")
        + surface_markup(game, turn, plain=True)[0]
    )


def _description(tree: Tree, node: int) -> str:
    """Return the position in words, for screen readers."""
    game, state = tree.game, tree.nodes[node].state
    return " ".join(
        f"{WORDS[colour]}: {' '.join(game.board.cell_names(stones)) or WORDS['no-stones']}."
        for colour, stones in zip(game.colours, state.stones, strict=True)
    )
