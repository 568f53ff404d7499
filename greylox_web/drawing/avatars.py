"""The avatars of the engine's levels: hexagonal masks of glazed clay, composed of a few parts."""

from typing import NamedTuple

SHELL, SLATE, BRASS, LACQUER = "#f4efe4", "#22282b", "#e6b64c", "#c9492f"
HEXAGON = "M0-44 38-22V22L0 44-38 22V-22Z"
SHEEN = "M0-44 38-22V-12L0-34-38-12V-22Z"


class Avatar(NamedTuple):
    """The colours of a mask and the names of its parts."""

    glaze: str
    hair: str  # the colour of ``top``
    top: str
    eyes: str
    mouth: str
    mark: str = ""


AVATARS = {
    1: Avatar("#b9c69e", "#5d8a4e", "sprout", "wide", "round", "cheeks"),
    2: Avatar("#94b59a", "#2c6653", "fringe", "dots", "smile"),
    3: Avatar("#d2b48d", "#7d5737", "cap", "dots", "beak"),
    4: Avatar("#cf8163", "#f0e3cd", "band", "lids", "line"),
    5: Avatar("#dfc68d", "#66462a", "parting", "glasses", "smile"),
    6: Avatar("#a0a5ac", "#3d474f", "peak", "slits", "smirk"),
    7: Avatar("#7fa6a0", "#e6b64c", "crown", "lids", "smile", "drop"),
    8: Avatar("#574841", "#574841", "ears", "diamonds", "line", "stripes"),
    9: Avatar("#35528f", "#dfe5ee", "peak", "closed", "line", "moon"),
    10: Avatar("#2b3236", "#e6b64c", "chevron", "visor", "none", "rim"),
    11: Avatar("#7c2f3c", "#e9c9a4", "cap", "slits", "smirk", "rim"),
    12: Avatar("#23477a", "#8fc0d8", "crown", "visor", "line", "drop"),
    13: Avatar("#2f5a52", "#b9e0b2", "fringe", "closed", "smile", "moon"),
    14: Avatar("#1a1f2b", "#eef2f7", "crown", "diamonds", "none", "moon"),
}

BACK_SHAPES = {  # drawn behind the mask; {hair} is a placeholder
    "sprout": '<path d="M0-40C-2-52-12-56-20-54-18-46-10-42 0-40 2-52 12-58 20-56 18-46'
    ' 10-42 0-40Z" fill="{hair}"/>',
    "crown": '<path d="M-30-24-34-52-16-38 0-56 16-38 34-52 30-24Z" fill="{hair}"/>',
    "ears": '<path d="M-38-14-40-50-12-36ZM38-14 40-50 12-36Z" fill="{hair}"/>',
}
TOPS = {
    "fringe": '<path d="M0-44 38-22V-6L27-14 17-2 7-14-4-2-15-14-26-2-38-10V-22Z" fill="{hair}"/>',
    "cap": '<path d="M0-44 38-22V-10Q0-22-38-10V-22Z" fill="{hair}"/>',
    "band": '<path d="M-38-20H38V-8H-38Z" fill="{hair}"/>',
    "parting": '<path d="M0-44 38-22V4Q20-24-10-22-30-16-38 6V-22Z" fill="{hair}"/>',
    "peak": '<path d="M0-44 38-22V-4L0-14-38-4V-22ZM-10-18 0-2 10-18Z" fill="{hair}"/>',
    "chevron": '<path d="M-30-22 0-8 30-22V-13L0 1-30-13Z" fill="{hair}"/>',
}
EYES = {
    "wide": f'<g fill="{SHELL}"><circle cx="-15" cy="2" r="10"/><circle cx="15" cy="2" r="10"/></g>'
    f'<g fill="{SLATE}"><circle cx="-13" cy="3" r="5"/><circle cx="17" cy="3" r="5"/></g>',
    "dots": '<g fill="{dark}"><circle cx="-15" cy="6" r="5"/><circle cx="15" cy="6" r="5"/></g>',
    "lids": f'<path d="M-24 4a9 9 0 0 0 18 0ZM6 4a9 9 0 0 0 18 0Z" fill="{SHELL}"/>'
    f'<g fill="{SLATE}"><circle cx="-15" cy="7" r="4"/><circle cx="15" cy="7" r="4"/></g>'
    '<path d="M-26 4H-4M4 4H26" class="stroke"/>',
    "glasses": f'<g fill="{SHELL}" class="stroke"><circle cx="-15" cy="5" r="10"/>'
    '<circle cx="15" cy="5" r="10"/></g><path d="M-5 4Q0 1 5 4" class="stroke none"/>'
    f'<g fill="{SLATE}"><circle cx="-15" cy="6" r="4"/><circle cx="15" cy="6" r="4"/></g>',
    "slits": '<path d="M-25 3-6 8-8 12-24 9ZM25 3 6 8 8 12 24 9Z" fill="{dark}"/>',
    "diamonds": f'<path d="M-16-4-7 5-16 14-25 5ZM16-4 25 5 16 14 7 5Z" fill="{BRASS}"/>'
    f'<path d="M-16-2V12M16-2V12" stroke="{SLATE}" stroke-width="4"/>',
    "closed": '<path d="M-24 5Q-15 14-6 5M6 5Q15 14 24 5" class="stroke none"/>',
    "visor": f'<path d="M-30 6H30L24 18H-24Z" fill="{SHELL}"/>'
    f'<g fill="{SLATE}"><circle cx="-12" cy="12" r="4"/><circle cx="12" cy="12" r="4"/></g>',
}
MOUTHS = {
    "round": '<circle cx="0" cy="24" r="4.5" fill="{dark}"/>',
    "smile": '<path d="M-10 21Q0 31 10 21" class="stroke none"/>',
    "beak": f'<path d="M-9 14H9L0 29Z" fill="{BRASS}"/>',
    "line": '<path d="M-9 25H9" class="stroke none"/>',
    "smirk": '<path d="M-9 26Q2 28 11 20" class="stroke none"/>',
    "none": "",
}
MARKS = {
    "": "",
    "cheeks": f'<g fill="{LACQUER}" opacity=".55"><circle cx="-26" cy="16" r="5"/>'
    '<circle cx="26" cy="16" r="5"/></g>',
    "drop": f'<path d="M0-24 6-14 0-7-6-14Z" fill="{LACQUER}"/>',
    "stripes": f'<path d="M-4-38V-20M4-38V-20M-34 18-24 22M34 18 24 22" stroke="{SHELL}"'
    ' stroke-width="4" stroke-linecap="round"/>',
    "moon": f'<path d="M4-36A10 10 0 1 0 10-22 12 12 0 0 1 4-36Z" fill="{BRASS}"/>',
    "rim": f'<path d="{HEXAGON}" fill="none" stroke="{BRASS}" stroke-width="3"'
    ' transform="scale(.93)"/>',
}
DARK_GLAZES = 8  # the lowest level whose lines are light, for contrast


def avatar_svg(level: int) -> str:
    """Return the mask of a level as SVG, hidden from screen readers: its name is beside it."""
    avatar = AVATARS[level]
    line = SHELL if level >= DARK_GLAZES else SLATE
    parts = (
        BACK_SHAPES.get(avatar.top, ""),
        f'<path d="{HEXAGON}" fill="{{glaze}}" class="clay"/>',
        f'<path d="{SHEEN}" fill="#fff" opacity=".22"/>',
        TOPS.get(avatar.top, ""),
        MARKS[avatar.mark],
        EYES[avatar.eyes],
        MOUTHS[avatar.mouth],
    )
    svg = "".join(parts)
    for slot, value in (("glaze", avatar.glaze), ("hair", avatar.hair), ("dark", line)):
        svg = svg.replace(f"{{{slot}}}", value)
    stroke = f'stroke="{line}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"'
    svg = svg.replace('class="stroke none"', f'fill="none" {stroke}')
    svg = svg.replace('class="stroke"', stroke)
    edge = 'stroke="#0006" stroke-width="4" stroke-linejoin="round"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-46 -60 92 108" class="face" '
        f'aria-hidden="true">{svg.replace(CLAY, edge)}</svg>'
    )


CLAY = 'class="clay"'
