"""Who wins at which lead of the largest groups, as SVG: a hexagon for each, with its number.

The hexagons are of the colours that win; the one of today's lead is ringed.
"""

from ...rules import Game
from ...words import WORDS
from ..text import xml

MOST = 6  # leads on either side of none, at least
STEP, RADIUS = 22.0, 13.0  # pixels of the view box
HALF = 10.39  # of a hexagon's width
HEIGHT = 44.0
HEXAGON = "m0-12 10.39 6v12L0 12l-10.39-6V-6Z"


def winner_at(game: Game, lead: int) -> int | None:
    """The colour that wins when the first one's largest group is larger by ``lead``."""
    if not lead:
        return None  # the next groups tell
    ahead = int(lead < 0)
    return ahead if abs(lead) >= game.margin else 1 - ahead


def gauge_markup(game: Game, lead: int) -> str:
    """The gauge; what it says is in its label."""
    most = max(MOST, game.margin + 2)
    shown = max(-most, min(lead, most))
    parts = []
    for place in range(-most, most + 1):
        x = RADIUS + STEP * (place + most)
        winner = winner_at(game, place)
        kind = "even" if winner is None else game.colours[winner]
        parts.append(
            f'<path class="lead {kind}" transform="translate({x:g} {RADIUS + 1:g})" d="{HEXAGON}"/>'
        )
        parts.append(
            f'<text class="on {kind}" x="{x:g}" y="{RADIUS + 5:g}" text-anchor="middle">'
            f"{abs(place)}</text>"
        )
    here, width = RADIUS + STEP * (shown + most), 2 * RADIUS + STEP * 2 * most
    for kind in ("pin-case", "pin"):
        parts.append(
            f'<path class="{kind}" transform="translate({here:g} {RADIUS + 1:g})" d="{HEXAGON}"/>'
        )
    texts = [(0.0, "start", 1), (width, "end", 0)]
    for x, anchor, colour in texts:
        words = WORDS["leads"].format(Colour=WORDS[game.colours[colour]])
        parts.append(
            f'<text x="{x:g}" y="{HEIGHT - 4:g}" text-anchor="{anchor}">{xml(words)}</text>'
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="gauge" aria-hidden="true" '
        f'viewBox="0 0 {width:g} {HEIGHT:g}">{"".join(parts)}</svg>'
    )
