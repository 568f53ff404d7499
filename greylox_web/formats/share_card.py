"""A picture of a game to share: its status or result, the board, and who played it.

The card is a self-contained SVG that embeds a ``picture``.  Lengths are in pixels.  The frames of a
film are cards, too.
"""

import re
import textwrap
from dataclasses import dataclass
from math import cos, pi, sin

from ..drawing.board_layers import STONE, ring_colour, stone
from ..drawing.hex_geometry import number
from ..match.match import PERSON
from ..match.move_list import next_turn_number, turn_number
from ..rules import TITLES, Game
from ..rules.state import Outcome
from ..session.naming import engine_name, fixed_names, game_title
from ..session.outcome import deciding_numbers, headline, reason, result
from ..session.session import Session
from ..text import escape_xml
from ..words import WORDS, format_number
from ..words.ending import ENDING_WORDS
from ..words.home import HOME_WORDS
from ..words.share import SHARE_WORDS
from .picture import picture
from .style import LIGHT, inline_styles

WIDTH = 1080.0  # the width of the card
MARGIN = 48.0
GAP = 32.0  # between the parts of the card
MAX_BOARD_HEIGHT = 1000.0  # the greatest height of the board's picture
QR_SIZE = 240.0  # the side of the QR code with its white border
QUIET_ZONE = 4  # modules of white around a code
SERIF = "Literata, Palatino, 'Palatino Linotype', 'Book Antiqua', Georgia, serif"
SANS = "'Public Sans', system-ui, sans-serif"
FONTS = {"literata": "Literata", "public-sans": "Public Sans"}  # beginning of the file -> family
PAPER, INK, SOFT, PINE = LIGHT["bg"], LIGHT["ink"], "#4a534f", "#1d5347"
PICTURE = re.compile(r'<svg [^>]*?viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"[^>]*>')
GLYPH = 0.56  # the average width of a character, as a part of its font size; at least of a digit

QrModules = tuple[bytes, ...]
"""The rows of a QR code, a byte for each module: 1 is dark."""


@dataclass(frozen=True)
class PictureOptions:
    """What a picture shows besides the stones."""

    result: bool = True  # of a finished game: in words and numbers, and the groups that decided
    names: bool = False  # of the players
    cell_names: bool = False  # letters and numbers around the board


@dataclass(frozen=True)
class Header:
    """The words above the board."""

    title: str
    colour: int | None = None  # of the stone before the title or the score
    score: tuple[str, str] | None = None  # the deciding numbers of both colours
    aside: str = ""  # at the end of the line
    reason: str = ""  # below, in lines of its own


@dataclass(frozen=True)
class Card:
    """A card without its board."""

    game: Game
    header: Header
    about: str  # the game, below the board
    names: tuple[str, str] = ("", "")  # of the players; "" for none
    width: float = WIDTH
    header_height: float = 0.0  # at least

    def draw(self, board_svg: str, qr: QrModules = (), font_faces: str = "") -> str:
        """Return the card with a board as SVG; ``font_faces`` is CSS with fonts to embed."""
        margin = MARGIN * self.width / WIDTH
        header, header_high = draw_header(self.game, self.header, margin, self.width)
        top = margin + max(header_high, self.header_height) + GAP / 2
        inner = self.width - 2 * margin
        board, board_high = fit_svg(
            board_svg, margin, top, inner, MAX_BOARD_HEIGHT * self.width / WIDTH
        )
        top += board_high + GAP / 2
        foot, foot_high = self._draw_foot(margin, top, inner - (QR_SIZE + GAP if qr else 0), qr)
        height = top + max(foot_high, QR_SIZE if qr else 0) + margin
        style = f"<style>{font_faces}</style>" if font_faces else ""
        code = _placed_qr_svg(qr, self.width - margin - QR_SIZE, top)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width:g} {height:.0f}" '
            f'width="{self.width:g}" height="{height:.0f}" role="img">{style}'
            f'<rect width="{self.width:g}" height="{height:.0f}" fill="{PAPER}"/>'
            f"{header}{board}{foot}{code}</svg>\n"
        )

    def _draw_foot(self, left: float, top: float, width: float, qr: QrModules) -> tuple[str, float]:
        """Return what is below the board, and its height: names, the game, and the site."""
        lines = (2 if qr else 1) + any(self.names)
        y = top + (max(0.0, QR_SIZE - 56 * lines) / 2 if qr else 0.0)
        start, markup = y, ""
        if any(self.names):
            half = width / 2
            for colour, name in enumerate(self.names):
                x = left + half * colour
                limit = int((half - 60) / (GLYPH * 30))
                short = name if len(name) <= limit else f"{name[: limit - 1]}…"
                markup += disc(self.game, colour, x + 18, y + 24, 18)
                markup += _text(x + 48, y + 35, 30, SANS, INK, short, "600")
            y += 56
        site = HOME_WORDS["name"]
        if qr:
            markup += _text(left, y + 35, _fit(self.about, 28, width), SANS, SOFT, self.about)
            y += 56
        else:
            room = width - 84 - GLYPH * 34 * len(site)
            size = _fit(self.about, 28, room)
            markup += _text(left + width, y + 36, size, SANS, SOFT, self.about, anchor="end")
        markup += site_sign(left + 24, y + 24, 24) + _text(
            left + 62, y + 36, 34, SERIF, INK, site, "600"
        )
        return markup, y + 48 - start


def share_card_svg(
    session: Session,
    turn: int = 0,
    qr: QrModules = (),
    font_faces: str = "",
    options: PictureOptions = PictureOptions(),
) -> str:
    """Return the card of the current position as SVG; ``turn`` as for ``picture``.

    ``font_faces`` is CSS with the fonts to embed; without it, fonts of the system are used.
    """
    return make_card(session, options).draw(board_picture(session, turn, options), qr, font_faces)


def board_picture(session: Session, turn: int, options: PictureOptions) -> str:
    """Return the board of the current position as SVG."""
    return picture(
        session.tree,
        session.cursor,
        turn=turn,
        result=options.result,
        coordinates=options.cell_names,
    )


def make_card(session: Session, options: PictureOptions) -> Card:
    """Return the card of the current position, without its board."""
    about = game_title(session.game)
    outcome = session.outcome
    if outcome is not None and options.result and session.exercise_attempt is None:
        turns = turn_number(session.tree, session.cursor)
        about = ENDING_WORDS["kicker"].format(Game=about, turns=turns)
    names = player_names(session) if options.names else ("", "")
    if any(names):
        first, second = session.game.colours
        names = names[0] or WORDS[first], names[1] or WORDS[second]
    return Card(session.game, make_header(session, options), about, names)


def make_header(session: Session, options: PictureOptions) -> Header:
    """Return the result of the game, or the side to move and its turn number.

    For an exercise, return its title.  Players are named by their colours, because "you" would mean
    the receiver.
    """
    if session.exercise_attempt is not None:
        return Header(session.exercise_attempt.exercise.title)
    game, outcome = session.game, session.outcome
    if outcome is not None:
        return result_header(session, outcome) if options.result else Header(TITLES[game.name])
    mover = session.state.mover
    title = WORDS["to-move"].format(Name=WORDS[game.colours[mover]])
    aside = WORDS["phase-turn"].format(turn=next_turn_number(session.tree, session.cursor))
    return Header(title, mover, aside=aside)


def result_header(session: Session, outcome: Outcome) -> Header:
    """Return the winner, the numbers that decided, and the reason."""
    session = _without_names(session)
    numbers = deciding_numbers(session.game, session.state, outcome)
    score = (format_number(numbers[0]), format_number(numbers[1])) if numbers else None
    title = headline(session, outcome)
    return Header(title, outcome.winner, score, reason=reason(session, outcome))


def status_text(session: Session) -> str:
    """Return the status of the game: the result, or the side to move and its turn number.

    For an exercise, return the title.  Players are named by their colours.
    """
    if session.exercise_attempt is not None:
        return session.exercise_attempt.exercise.title
    outcome = session.outcome
    if outcome is not None:
        return result(_without_names(session), outcome)
    colour = WORDS[session.game.colours[session.state.mover]]
    status = WORDS["to-move"].format(Name=colour)
    turn = next_turn_number(session.tree, session.cursor)
    return SHARE_WORDS["turn-count"].format(status=status, turn=turn)


def player_names(session: Session) -> tuple[str, str]:
    """Return the names of both players, for others to read; "" for a player without a name."""
    if session.exercise_attempt is not None:
        return "", ""
    names = []
    for seat, name in zip(session.seats, session.match.player_names, strict=True):
        if seat.level is not None:
            names.append(engine_name(seat.level))
        elif seat.remote:
            names.append(session.remote_name)
        else:
            names.append("" if name in fixed_names() else name)
    return names[0], names[1]


def has_personal_names(session: Session) -> bool:
    """Return whether a person has one of ``player_names``."""
    names = player_names(session)
    return any(name and seat.level is None for name, seat in zip(names, session.seats, strict=True))


def _without_names(session: Session) -> Session:
    """Return the session with two players who are called by their colours."""
    return session.with_match(seats=(PERSON, PERSON), names=("", ""), source=())


def draw_header(game: Game, header: Header, left: float, width: float) -> tuple[str, float]:
    """Return the words above the board, and their height."""
    right, y = width - left, 84.0
    x, markup = left, ""
    colours: tuple[int, ...] = () if header.colour is None else (header.colour,)
    if header.score:
        colours = (0, 1)
        count = sum(map(len, header.score)) + 1
        size = min(80.0, 0.42 * (right - left) / (GLYPH * count))
        markup += disc(game, 0, x + 30, 54, 30)
        x += 78
        for index, text in enumerate((header.score[0], ":", header.score[1])):
            wide = GLYPH * size * len(text)
            ink = SOFT if index == 1 else INK
            markup += _text(x + wide / 2, y, size, SERIF, ink, text, "600", "middle")
            x += wide
        markup += disc(game, 1, x + 48, 54, 30)
        x += 78 + GAP
        title_size = _fit(header.title, 44, right - x)
        markup += _text(right, y - 14, title_size, SERIF, INK, header.title, "600", "end")
    else:
        for colour in colours:
            markup += disc(game, colour, x + 30, 54, 30)
            x += 84
        room = right - x - GLYPH * 30 * len(header.aside)
        size = _fit(header.title, 48, room)
        markup += _text(x, y - 14, size, SERIF, INK, header.title, "600")
        if header.aside:
            markup += _text(right, y - 14, 30, SANS, SOFT, header.aside, anchor="end")
    y = 100.0
    for line in textwrap.wrap(header.reason, int((right - left) / (0.47 * 28))):
        y += 38
        markup += _text(left, y - 6, 28, SANS, SOFT, line)
    return f'<g transform="translate(0 {number(left - 24)})">{markup}</g>', y - 24 + 8


def disc(game: Game, colour: int, x: float, y: float, radius: float) -> str:
    """Return a stone of a colour, with the paint of the board's picture."""
    name = game.colours[colour]
    drawn = inline_styles(game, stone(name, ring_colour(game) == name, shaded=False))
    place = f"translate({number(x)} {number(y)}) scale({radius / STONE:.3f})"
    return f'<g transform="{place}">{drawn}</g>'


def site_sign(x: float, y: float, radius: float) -> str:
    """Return the sign of the site: five filled hexagons and an open one around a stone."""
    paths = ["", ""]
    for index in range(6):
        turned = pi * (2 * index - 1) / 6
        across, down = x + 0.69 * radius * cos(turned), y + 0.69 * radius * sin(turned)
        size = radius * (0.33 if index == 0 else 0.355)
        corners = (
            f"{across + size * cos(pi * n / 3):.2f} {down + size * sin(pi * n / 3):.2f}"
            for n in range(6)
        )
        paths[index == 0] += f"M{'L'.join(corners)}Z"
    return (
        f'<path fill="{PINE}" d="{paths[0]}"/><path fill="none" stroke="{PINE}" '
        f'stroke-width="{0.075 * radius:.2f}" d="{paths[1]}"/><circle cx="{x:g}" cy="{y:g}" '
        f'r="{0.29 * radius:.2f}" fill="{LIGHT["white-1"]}" stroke="{INK}" '
        f'stroke-width="{0.066 * radius:.2f}"/>'
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


def _fit(text: str, size: float, width: float) -> float:
    """Return a font size, at most ``size``, in which the text is as wide as ``width`` at most."""
    return min(size, max(width, 1.0) / (GLYPH * max(len(text), 1)))


def _text(
    x: float,
    y: float,
    size: float,
    font: str,
    colour: str,
    text: str,
    weight: str = "400",
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{font}" font-size="{size:.3g}" '
        f'font-weight="{weight}" text-anchor="{anchor}" fill="{colour}">{escape_xml(text)}</text>'
    )
