"""The preview picture for links to the site: the site's name and a position of every game."""

from ..drawing.thumbnail import showcase_position
from ..match.tree import ROOT, new_tree
from ..rules import GAMES
from ..text import escape_xml
from ..words.home import HOME_WORDS
from .picture import picture
from .share_card import INK, SANS, SERIF, SOFT, fit_svg
from .style import LIGHT

WIDTH, HEIGHT = 1200, 630  # pixels
SLOTS = (  # left, top, width and height for each board; further games are omitted
    (624.0, 32.0, 260.0, 270.0),
    (48.0, 340.0, 520.0, 260.0),
    (904.0, 32.0, 260.0, 270.0),
    (624.0, 330.0, 260.0, 270.0),
    (904.0, 330.0, 260.0, 270.0),
)


def banner() -> str:
    """Return the picture as SVG."""
    boards = ""
    for name, slot in zip(GAMES, SLOTS, strict=False):
        game, state = showcase_position(name)
        boards += fit_svg(picture(new_tree(game, state), ROOT), *slot)[0]
    name, tagline = escape_xml(HOME_WORDS["name"]), escape_xml(HOME_WORDS["tagline"])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}"><rect width="100%" height="100%" fill="{LIGHT["bg"]}"/>'
        f'<text font-family="{SERIF}" x="60" y="180" font-size="124" font-weight="600" '
        f'fill="{INK}">{name}</text>'
        f'<text font-family="{SANS}" x="60" y="240" font-size="36" fill="{SOFT}">{tagline}</text>'
        f"{boards}</svg>"
    )
