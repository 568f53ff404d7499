"""The taste of a first visit: a short play on a small board, in six beats, as HTML.

``assets/boot/taste.js`` sets ``data-beat`` of the element, and the style sheet shows the parts of
the drawing whose ``data-beats`` include it.  The positions follow the rules; the turns of the other
player are left out.
"""

from collections.abc import Iterable

from ...drawing import board_layers
from ...drawing.hex_geometry import POINTY_TOP, geometry, number
from ...drawing.marks import cased
from ...drawing.outline import region_path
from ...drawing.tray import EDGE, FOOT, styled_tile, tiles, tray_markup, view_box
from ...rules import DEFAULT_GAME, default_game
from ...text import escape_xml
from ...words.home import HOME_WORDS as WORDS

GAME = default_game(DEFAULT_GAME, 3)
FIRST, SECOND = GAME.colours
WHITE, BLACK = ("b2", "b4", "c2", "c5", "d5"), ("d2",)
"""The stones that stay as they are."""
PLACED, FLIPPED, LAST_FLIPPED = "e5", "c3", "b3"
SEEING = ("e5", "c5", "b2", "c2")
"""The stones of the first colour that see the cell of the first flip."""
GROUP = (*WHITE, PLACED, FLIPPED, LAST_FLIPPED)
GHOST, PLACE, CONTROL, FLIP, TURN, WON = range(1, 7)
"""The beats; in ``TURN`` the visitor flips the stone that leans."""


def taste_markup() -> str:
    """Return the board, drawn flat for wide windows and on its corner for phones, and its text."""
    sentences = "".join(f"<li>{text}</li>" for text in sentences_markup())
    return (
        f'<div id="taste" class="taste" data-beat="{GHOST}" tabindex="-1">'
        f"{drawing(0, 'wide')}{drawing(POINTY_TOP, 'upright')}"
        '<div class="taste-line">'
        f'<span class="taste-sign" data-beats="{TURN}">{leaning_sign()}</span>'
        f'<span class="taste-dots" aria-hidden="true">{"<i></i>" * FLIP}</span>'
        f'<p id="taste-text" aria-live="polite">{sentences_markup()[0]}</p>'
        f'<button id="taste-next" type="button">{_word("taste-next")}</button>'
        f'<button id="taste-again" type="button" data-beats="{WON}">{_word("taste-again")}</button>'
        f'</div><ol id="taste-texts" hidden>{sentences}</ol></div>'
    )


def sentences_markup() -> list[str]:
    """Return the sentences of the beats, in order."""
    return [
        *(_word(f"taste-{beat}") for beat in (GHOST, PLACE, CONTROL, FLIP)),
        f"<b>{_word('taste-turn')}</b> {_word('taste-tap')}",
        f"<b>{_word('taste-group')}</b> {_word('taste-goal')}",
    ]


def drawing(turn: int, name: str) -> str:
    """Return the board with the parts of all beats."""
    box = " ".join(number(value) for value in view_box(GAME, turn, coordinates=False))
    d = f'd="{tiles(GAME.board, turn)}"'
    empty = (
        f"{tray_markup(GAME, turn, False)}"
        f'<path class="tile-foot" {d} transform="translate(0 {number(FOOT)})"/>'
        f'<path class="tile-edge" {d} transform="translate(0 {number(EDGE)})"/>'
        f'<path class="tile" {d}/><path class="sheen" {d}/>'
    )
    below = [
        _during(board_layers.control_region(GAME, turn, 0, mask([FLIPPED])), CONTROL),
        _during(board_layers.control_region(GAME, turn, 0, mask([LAST_FLIPPED])), TURN),
        _during(
            cased("won", region_path(GAME.board, turn, mask(GROUP), 2.0, 17.0)),
            WON,
        ),
        _during(_lines(turn, [(PLACED, FLIPPED)]), PLACE),
        _during(_lines(turn, [(FLIPPED, seeing) for seeing in SEEING]), CONTROL),
    ]
    last = board_layers.layers_above_stones(
        GAME, turn, {"first": mask([PLACED]), "last": mask([PLACED])}
    )
    stones = [
        *(_stone(turn, name, FIRST) for name in WHITE),
        *(_stone(turn, name, SECOND) for name in BLACK),
        _during(_stone(turn, PLACED, FIRST, "ghost"), GHOST),
        _during(_stone(turn, PLACED, FIRST, "taste-placed"), PLACE, CONTROL, FLIP, TURN, WON),
        _during("".join(last), PLACE),
        _during(_stone(turn, FLIPPED, SECOND), GHOST, PLACE),
        _during(_stone(turn, FLIPPED, f"{SECOND} tilted"), CONTROL),
        _during(_flipped(turn, FLIPPED), FLIP, TURN, WON),
        _during(_stone(turn, LAST_FLIPPED, SECOND), GHOST, PLACE, CONTROL, FLIP),
        _during(_leaning_button(turn), TURN),
        _during(_flipped(turn, LAST_FLIPPED), WON),
    ]
    return (
        f'<svg class="board taste-board {name}" viewBox="{box}" data-game="{GAME.name}" '
        f'role="group" aria-label="{_word("taste-board")}">'
        f"{empty}{''.join(below)}{''.join(stones)}</svg>"
    )


def mask(names: Iterable[str]) -> int:
    """Return the cells with these names as a mask."""
    return sum(1 << GAME.board.parse_cell(name) for name in names)


def leaning_sign() -> str:
    """Return a small picture of the stone that leans."""
    stone = board_layers.render_stone(GAME, f"{SECOND} tilted", shaded=False)
    return f'<svg viewBox="-38 -38 80 80" aria-hidden="true">{stone}</svg>'


def _during(content: str, *beats: int) -> str:
    """Return the content as a group that is shown in these beats only."""
    return f'<g data-beats="{_beats(*beats)}">{content}</g>'


def _beats(first: int, *others: int) -> str:
    """Return the beats as the text of an attribute."""
    return " ".join(str(beat) for beat in (first, *others))


def _stone(turn: int, name: str, kind: str, css_classes: str = "stone") -> str:
    """Return the stone on this cell, of a kind from ``board_layers.stone_kinds``."""
    return board_layers.positioned_group(
        geometry(GAME.board, turn),
        GAME.board.parse_cell(name),
        css_classes,
        f"<g>{board_layers.render_stone(GAME, kind)}</g>",
    )


def _flipped(turn: int, name: str) -> str:
    """Return a stone of the second colour that turns over to the first."""
    return _stone(turn, name, SECOND, "taste-before") + _stone(turn, name, FIRST, "taste-after")


def _leaning_button(turn: int) -> str:
    """Return the stone that leans, as a button that covers its cell."""
    layout, cell = geometry(GAME.board, turn), GAME.board.parse_cell(LAST_FLIPPED)
    tile = styled_tile(layout, cell, "taste-hit")
    ring = "".join(styled_tile(layout, cell, f"focus-{kind}") for kind in ("case", "ring"))
    stone = _stone(turn, LAST_FLIPPED, f"{SECOND} tilted", "stone taste-leaning")
    return (
        f'<g class="taste-tap" role="button" tabindex="0" aria-label="{_word("taste-flip")}">'
        f'{tile}{stone}<g class="taste-focus">{ring}</g></g>'
    )


def _lines(turn: int, pairs: Iterable[tuple[str, str]]) -> str:
    """Return lines of sight between the cells of each pair."""
    centres, parts = geometry(GAME.board, turn).centres, []
    for start, end in pairs:
        a, b = (centres[GAME.board.parse_cell(name)] for name in (start, end))
        d = f"M{number(a.x)} {number(a.y)}L{number(b.x)} {number(b.y)}"
        parts += [f'<path class="{name}" pathLength="1" d="{d}"/>' for name in ("ray-case", "ray")]
    return "".join(parts)


def _word(key: str) -> str:
    return escape_xml(WORDS[key])
