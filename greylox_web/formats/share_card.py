"""A picture of a game to share: the board, the game's name, its status, and a QR code.

The card is a self-contained SVG that embeds a ``picture``.  Lengths are in pixels.
"""

import re
import textwrap

from ..match.match import PERSON
from ..match.move_list import turn_number
from ..rules import TITLES
from ..session.outcome import result
from ..session.session import Session
from ..text import escape_xml
from ..words import WORDS
from ..words.share import SHARE_WORDS
from .picture import picture
from .style import LIGHT

WIDTH = 1080.0  # the width of the card
MARGIN = 48.0
MAX_BOARD_HEIGHT = 1000.0  # the greatest height of the board's picture
QR_SIZE = 240.0  # the side of the QR code with its white border
LINE = 42.0  # the distance between lines of text
LINE_LENGTHS = 46, 62  # characters in a line of text: beside a QR code, without a QR code
QUIET_ZONE = 4  # modules of white around a code
SERIF = "Literata, Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, serif"
SANS = "'Public Sans', system-ui, sans-serif"
FONTS = {"literata": "Literata", "public-sans": "Public Sans"}  # beginning of the file -> family
PAPER, INK, SOFT = LIGHT["bg"], LIGHT["ink"], "#4a534f"
PICTURE = re.compile(r'<svg [^>]*?viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"[^>]*>')

QrModules = tuple[bytes, ...]
"""The rows of a QR code, a byte for each module: 1 is dark."""


def share_card_svg(
    session: Session, turn: int = 0, qr: QrModules = (), font_faces: str = ""
) -> str:
    """Return the card of the current position as SVG; ``turn`` as for ``picture``.

    ``font_faces`` is CSS with the fonts to embed; without it, fonts of the system are used.
    """
    svg = picture(session.tree, session.cursor, turn=turn)
    board, board_high = fit_svg(svg, MARGIN, MARGIN, WIDTH - 2 * MARGIN, MAX_BOARD_HEIGHT)
    lines = textwrap.wrap(status_text(session), LINE_LENGTHS[not qr])
    words_high = 64 + LINE * len(lines)
    foot = max(words_high, QR_SIZE if qr else 0)
    height = MARGIN + board_high + MARGIN + foot + MARGIN
    top = MARGIN + board_high + MARGIN
    base = top + (foot - words_high) / 2
    name = TITLES[session.game.name]
    style = f"<style>{font_faces}</style>" if font_faces else ""
    texts = _text(base + 44, 56, SERIF, INK, name, "600")
    for number, line in enumerate(lines, 1):
        texts += _text(base + 58 + LINE * number - 8, 30, SANS, SOFT, line)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:.0f}" '
        f'width="{WIDTH:g}" height="{height:.0f}" role="img">'
        f'{style}<rect width="{WIDTH:g}" height="{height:.0f}" fill="{PAPER}"/>'
        f"{board}{texts}{_placed_qr_svg(qr, WIDTH - MARGIN - QR_SIZE, top)}</svg>\n"
    )


def fit_svg(svg: str, left: float, top: float, width: float, height: float) -> tuple[str, float]:
    """Return a picture as an element of another SVG, and its height.

    The picture fills the given box as far as its proportions allow.  It is aligned to the top and
    centred horizontally.
    """
    match = PICTURE.match(svg)
    assert match is not None, "it is no picture of ours"
    _, _, wide, high = map(float, match.groups())
    scale = min(width / wide, height / high)
    x = left + (width - wide * scale) / 2
    attributes = f'x="{x:.1f}" y="{top:g}" width="{wide * scale:.1f}" height="{high * scale:.1f}"'
    box = " ".join(match.groups())
    return f'<svg {attributes} viewBox="{box}">{svg[match.end() :]}', high * scale


def status_text(session: Session) -> str:
    """Return the status of the game: the result, or the side to move and its turn number.

    For an exercise, return the title.  The text names players by colour, because "you" would mean
    the receiver.
    """
    if session.exercise_attempt is not None:
        return session.exercise_attempt.exercise.title
    session = session.with_match(seats=(PERSON, PERSON))
    outcome = session.outcome
    if outcome is not None:
        return result(session, outcome)
    colour = WORDS[session.game.colours[session.state.mover]]
    status = WORDS["to-move"].format(Name=colour)
    turn = turn_number(session.tree, session.cursor) + (not session.state.is_mid_turn)
    return SHARE_WORDS["turn-count"].format(status=status, turn=turn)


def qr_path_data(qr: QrModules) -> str:
    """Return the dark modules of a QR code as the data of one path; a module is one unit wide."""
    path = []
    for y, row in enumerate(qr):
        for run in re.finditer(b"\x01+", row):
            path.append(f"M{run.start()} {y}h{run.end() - run.start()}v1H{run.start()}z")
    return "".join(path)


def qr_svg(qr: QrModules) -> str:
    """Return a QR code as an SVG with its white border."""
    side = len(qr) + 2 * QUIET_ZONE
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg"'
        f' viewBox="{-QUIET_ZONE} {-QUIET_ZONE} {side} {side}" '
        f'shape-rendering="crispEdges"><rect x="{-QUIET_ZONE}" y="{-QUIET_ZONE}" width="{side}" '
        f'height="{side}" fill="#fff"/><path d="{qr_path_data(qr)}"/></svg>'
    )


def _placed_qr_svg(qr: QrModules, left: float, top: float) -> str:
    if not qr:
        return ""
    attributes = f'<svg x="{left:g}" y="{top:.1f}" width="{QR_SIZE:g}" height="{QR_SIZE:g}"'
    return qr_svg(qr).replace("<svg", attributes, 1)


def _text(y: float, size: int, font: str, colour: str, text: str, weight: str = "400") -> str:
    return (
        f'<text x="{MARGIN:g}" y="{y:.1f}" font-family="{font}" font-size="{size}" '
        f'font-weight="{weight}" fill="{colour}">{escape_xml(text)}</text>'
    )
