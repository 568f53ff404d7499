"""The appearance of exported pictures: the style sheets' rules for each class, as attributes.

Pictures have the page's light colours.  A test compares the colours and the attributes with the
style sheets.
"""

import re

from ..drawing.board_layers import SHADES
from ..drawing.tray import paints_markup
from ..rules import Game

LIGHT = {
    "bg": "#eceae4",
    "ink": "#1c2321",
    "tray": "#3d352d",
    "tray-lip": "#6d6053",
    "tray-ink": "#d9cfc0",
    "well": "#2a2520",
    "mark": "#ffffff",
    "mark-case": "#14181a",
    "brass": "#e9b949",
    "brass-rim": "#3a2a05",
    "on-brass": "#2a1f04",
    "white-0": "#ffffff",
    "white-1": "#f5f1e8",
    "white-2": "#cdc6b7",
    "white-rim": "#3e3b35",
    "on-white": "#23282a",
    "black-0": "#59626a",
    "black-1": "#262c31",
    "black-2": "#101315",
    "black-rim": "#07090a",
    "on-black": "#f4f2ec",
    "red-0": "#f79a80",
    "red-1": "#e0583c",
    "red-2": "#b03118",
    "red-rim": "#3f0c04",
    "on-red": "#ffffff",
    "blue-0": "#5878bd",
    "blue-1": "#1c3876",
    "blue-2": "#10224e",
    "blue-rim": "#070f27",
    "on-blue": "#ffffff",
    "ground-white": "#eef0ea",
    "ground-black": "#48504d",
    "ground-red": "#f4a793",
    "ground-blue": "#4d69a8",
    "ground-line-white": "#ffffff",
    "ground-line-black": "#14181a",
    "ground-line-red": "#6d1707",
    "ground-line-blue": "#0f2150",
    "tile-greylox": "#89968c",
    "tile-lox": "#9e927a",
    "tile-brink": "#90939b",
    "tile-multiplicity": "#7b9995",
    "tile-byg": "#8c977d",
    "tile-other": "#949588",
}
GROUND_OPACITY = "0.62"
INLAYS = {"black": "#8d9898", "blue": "#668bd8"}  # lighter than the stones: the tray is dark
SANS = 'font-family="Public Sans, system-ui, sans-serif" text-anchor="middle"'
SERIF = 'font-family="Literata, Georgia, serif" text-anchor="middle"'
ROUND = 'stroke-linejoin="round" stroke-linecap="round"'


def mix_colours(colour: str, other: int, part: float) -> str:
    """Mix a colour ("#rrggbb") with a ``part``, from 0 to 1, of black (0) or white (255)."""
    parts = (int(colour[offset : offset + 2], 16) for offset in (1, 3, 5))
    return "#" + "".join(f"{round(p + (other - p) * part):02x}" for p in parts)


def attributes(game: Game) -> dict[str, str]:
    """Return the SVG attributes of each class in one game's pictures; "" for no style."""
    class_attributes = _board_attributes(game)
    for name in SHADES:
        class_attributes |= _colour_attributes(name)
    return class_attributes


def _board_attributes(game: Game) -> dict[str, str]:
    """Return the attributes of the classes that do not depend on a colour of stones."""
    palette = LIGHT
    tile = palette.get(f"tile-{game.name}", palette["tile-other"])
    brass, rim = palette["brass"], palette["brass-rim"]
    mark, case = palette["mark"], palette["mark-case"]
    line = f'fill="none" {ROUND} stroke="{mark}" stroke-width='
    casing = f'fill="none" {ROUND} stroke="{case}" stroke-width='
    path = f'fill="none" {ROUND} stroke="{brass}" stroke-width='
    path_case = f'fill="none" {ROUND} stroke="{rim}" stroke-width='
    class_attributes = {
        "tray-shadow": 'fill="#281f14" stroke="#281f14" stroke-linejoin="round" opacity=".1"',
        "tray": f'fill="{palette["tray"]}" stroke="{palette["tray"]}" stroke-linejoin="round"',
        "tray-lip": f'fill="none" stroke="{palette["tray-lip"]}" stroke-linejoin="round"',
        "well": f'fill="{palette["well"]}"',
        "tile": f'fill="{tile}"',
        "tile-foot": f'fill="{mix_colours(tile, 0, 0.5)}"',
        "sheen": 'fill="url(#paint-sheen)"',
        "coordinate": f'{SANS} font-weight="500" fill="{palette["tray-ink"]}"',
        "pearls": f'fill="none" {ROUND} stroke="#fff" stroke-width="5.5" opacity=".75"',
        "weave": 'fill="url(#paint-weave)"',
        "weave-line": 'stroke="#000" stroke-opacity=".28" stroke-width="2.2"',
        "shade": 'fill="url(#paint-shade)"',
        "pending": f'fill="none" stroke="{mark}" stroke-width="4.5" stroke-dasharray="11 6"',
        "pending-case": f'{casing}"9"',
        "swap": f'{line}"4.5"',
        "swap-case": f'{casing}"9"',
        "swap-from": f'fill="none" stroke="{mark}" stroke-width="3" stroke-dasharray="5 6"',
        "swap-from-case": f'{casing}"6" opacity=".75"',
        "mirror": f'{line}"3" stroke-dasharray="3 9" opacity=".85"',
        "mirror-case": f'{casing}"5" stroke-dasharray="3 9" opacity=".5"',
        "won": f'fill="{brass}" fill-opacity=".2" stroke="{brass}" stroke-width="6" {ROUND}',
        "won-case": f'{path_case}"10.5" opacity=".9"',
        "lost": f'fill="none" stroke="{palette["white-1"]}"'
        ' stroke-width="3" stroke-dasharray="9 6"',
        "path": f'{path}"8"',
        "path-case": f'{path_case}"13"',
        "path-open": f'{line}"8" stroke-dasharray="14 13"',
        "path-open-case": f'{casing}"13"',
        "plaque": f'fill="{brass}" stroke="{rim}" stroke-width="3"',
        "plaque-text": f'{SERIF} font-weight="700" fill="{palette["on-brass"]}"',
        "plaque lesser": f'fill="{palette["white-1"]}" stroke="{palette["on-white"]}" '
        'stroke-width="3"',
        "plaque-text lesser": f'{SERIF} font-weight="700" fill="{palette["on-white"]}"',
        "mark": f'{line}"5"',
        "mark-case": f'{casing}"10"',
        "arrow": f'fill="{mark}" stroke="{case}" stroke-width="3.5" stroke-linejoin="round"',
        "label": f'{SANS} font-weight="700" font-size="38" fill="{mark}" stroke="{case}" '
        'stroke-width="7" stroke-linejoin="round" paint-order="stroke"',
        "stone faded": 'opacity=".38"',
    }
    groups = "coordinates stone small pins rings disc sign-circle sign-square sign-triangle"
    return class_attributes | dict.fromkeys((*groups.split(), "sign-cross", "sign-label"), "")


def _colour_attributes(name: str) -> dict[str, str]:
    """Return the attributes of the classes for one colour of stones."""
    palette = LIGHT
    edge, deep = palette[f"{name}-rim"], palette[f"{name}-2"]
    plain = palette[f"{name}-1"]
    coloured = name not in ("white", "black")
    casing = f'stroke="{deep}" stroke-width="4" ' if coloured else ""
    size = (
        f'{SANS} font-weight="700" fill="{palette[f"on-{name}"]}" {casing}'
        'stroke-linejoin="round" paint-order="stroke"'
    )
    ground, line = palette[f"ground-{name}"], palette[f"ground-line-{name}"]
    class_attributes = {
        f"inlay {name}": f'fill="none" {ROUND} stroke="{INLAYS.get(name, plain)}" '
        'stroke-width="13"',
        f"ground {name}": f'fill="{ground}" fill-opacity="{GROUND_OPACITY}" '
        f'stroke="{line}" stroke-width="3" stroke-linejoin="round"',
        f"link {name}": f'fill="none" {ROUND} stroke="{plain}" stroke-width="30"',
        f"link-rim {name}": f'fill="none" {ROUND} stroke="{edge}" stroke-width="34"',
        f"body {name}": f'fill="url(#paint-{name})" stroke="{edge}" stroke-width="2"',
        f"under {name}": f'fill="{palette["white-0"] if name == "white" else plain}" '
        f'stroke="{edge}" stroke-width="2"',
        f"groove {name}": 'fill="none" stroke="#fff" stroke-width="2.5" '
        f'stroke-opacity="{".42" if coloured else ".26"}"',
    }
    on = palette[f"on-{name}"]
    for classes in (name, f"{name} ringed"):
        class_attributes |= {
            f"size {classes}": size,
            f"pin {classes}": f'fill="{on}"',
            f"pin-ring {classes}": f'fill="none" stroke="{on}" stroke-width="4"',
        }
    return class_attributes | {
        f"{name}-{n}": f'stop-color="{palette[f"{name}-{n}"]}"' for n in range(3)
    }


def inline_styles(game: Game, markup: str) -> str:
    """Return the markup with attributes in place of its classes."""
    class_styles = attributes(game)
    markup = re.sub(r' id="stone-\w+"', "", markup)
    return re.sub(r' class="([^"]*)"', lambda m: f" {class_styles[m[1]]}".rstrip(), markup)


def gradients(game: Game) -> str:
    """Return the gradients and the hatching that the attributes refer to."""
    return f"<defs>{inline_styles(game, paints_markup())}</defs>"
