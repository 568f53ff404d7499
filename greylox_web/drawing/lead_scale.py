"""The winner at each lead of the largest groups, as SVG: a numbered hexagon for each lead.

Each hexagon has the winner's colour.  A ring marks the current lead.  If the margin is large, only
the first leads and the leads around the margin have their own hexagons.  One hexagon stands for
all leads in between.
"""

from math import inf

from ..rules import Game
from ..text import escape_xml
from ..words import WORDS

MAX_SIDE_HEXAGONS = 6  # hexagons on either side of lead 0
STEP, RADIUS = 22.0, 13.0  # pixels of the view box
HEIGHT = 44.0
HEXAGON = "m0-12 10.39 6v12L0 12l-10.39-6V-6Z"


def winner_by_lead(game: Game, lead: int) -> int | None:
    """Return the colour that wins if the first colour's largest group is larger by ``lead``."""
    if not lead:
        return None  # the next largest groups decide
    ahead = int(lead < 0)
    return ahead if abs(lead) >= game.margin else 1 - ahead


def bucket_starts(margin: int) -> list[int]:
    """Return the smallest lead of each hexagon, from 0 outwards; the last one has no upper limit.

    >>> bucket_starts(3), bucket_starts(12)
    ([0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 11, 12, 13])
    """
    if margin < MAX_SIDE_HEXAGONS:
        return list(range(MAX_SIDE_HEXAGONS + 1))
    return [0, 1, 2, 3, margin - 1, margin, margin + 1]


def lead_scale_svg(game: Game, lead: int) -> str:
    """Return the scale, hidden from screen readers: a label beside it has the same content."""
    parts, x_offset = list[str](), 0.0
    starts = bucket_starts(game.margin)
    for index in range(-MAX_SIDE_HEXAGONS, MAX_SIDE_HEXAGONS + 1):
        x = RADIUS + STEP * (index + MAX_SIDE_HEXAGONS)
        first, last = starts[abs(index)], [*starts, inf][abs(index) + 1] - 1
        text = str(first) if last in (first, inf) else "…"
        if first <= abs(lead) <= last and index * lead >= 0:
            x_offset, text = x, str(abs(lead))
        winner = winner_by_lead(game, first if index > 0 else -first)
        kind = "even" if winner is None else game.colours[winner]
        parts.append(
            f'<path class="lead {kind}" transform="translate({x:g} {RADIUS + 1:g})" d="{HEXAGON}"/>'
        )
        parts.append(
            f'<text class="on {kind}" x="{x:g}" y="{RADIUS + 5:g}" text-anchor="middle">'
            f"{text}</text>"
        )
    width = 2 * RADIUS + STEP * 2 * MAX_SIDE_HEXAGONS
    for kind in ("pin-case", "pin"):
        parts.append(
            f'<path class="{kind}" transform="translate({x_offset:g} {RADIUS + 1:g})"'
            f' d="{HEXAGON}"/>'
        )
    texts = [(0.0, "start", 1), (width, "end", 0)]
    for x, anchor, colour in texts:
        words = WORDS["leads"].format(Colour=WORDS[game.colours[colour]])
        parts.append(
            f'<text x="{x:g}" y="{HEIGHT - 4:g}" text-anchor="{anchor}">{escape_xml(words)}</text>'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="gauge" aria-hidden="true" '
        f'viewBox="0 0 {width:g} {HEIGHT:g}">{"".join(parts)}</svg>'
    )
