"""Addresses for ``embed.html``, which shows a game, puzzle or lesson in a frame of another page.

The part of such an address after ``#`` is

::

    1[-light|-dark][-board]/<game><size>[-<option>...]/s<set-up>
        [/t<turn>.<turns>][/l<cells>][/g<rows>][/w<winner>]/<link>

It holds the shown position, so that a script without rules draws it: the set-up as in links
(``rules.notation.setup``), the number of the shown turn and of all turns, the cells of the last
turn (``x`` after a flipped one), the controlled cells as rows like those of a set-up, and who has
won (``x``, ``o``, or ``n`` for nobody).  The first section has the number of the format, the
theme, which otherwise is the system's, and ``-board`` for a frame with only the board.  Sections
with other letters are skipped.  ``<link>`` is a link of ``rules.notation.links``, ``puzzle/NAME``
or ``learn/GAME/NAME``.

``assets/embed/picture.js`` reads these addresses.  Every address ever written stays readable: see
``tests/formats/embed_addresses.txt``.
"""

import re
from typing import NamedTuple

from ..match.move_list import next_turn_number, turn_number
from ..match.tree import ROOT, Tree
from ..rules.notation.links import write_spec
from ..rules.notation.setup import write_rows, write_setup
from ..session.session import Session
from ..text import escape_xml

VERSION = 1
THEMES = ("light", "dark")


def embed_fragment(session: Session, theme: str = "", *, only_board: bool = False) -> str:
    """Return the part after ``#`` for the position shown; ``theme`` is "" for the system's."""
    tree, node, game, state = session.tree, session.cursor, session.game, session.state
    flags = "".join(f"-{flag}" for flag in (theme, "board" * only_board) if flag)
    sections = [f"{VERSION}{flags}", write_spec(game), f"s{write_setup(game, state)}"]
    outcome = session.outcome
    if session.exercise_attempt is None:
        turn = (turn_number if outcome else next_turn_number)(tree, node)
        sections.append(f"t{turn}.{max(turn, turn_number(tree, session.leaf))}")
    if last := tree.last_turn_cells(node):
        flipped = _flipped_cells(tree, node)
        names = (game.board.cell_name(cell) + "x" * (cell in flipped) for cell in last)
        sections.append(f"l{''.join(names)}")
    controlled = game.controlled(state)
    if controlled and any(controlled) and not (outcome and game.scores_vacant_cells):
        sections.append(f"g{write_rows(game.board, controlled)}")
    if outcome:
        sections.append(f"w{'n' if outcome.winner is None else 'xo'[outcome.winner]}")
    return "/".join([*sections, session.link])


def _flipped_cells(tree: Tree, node: int) -> set[int]:
    """Return the cells that were occupied before they were played, on the line to ``node``."""
    flipped = set()
    for step in tree.path(node):
        if step != ROOT:
            before = tree.state_before(step)
            if before.occupied >> tree.nodes[step].action & 1:
                flipped.add(tree.nodes[step].action)
            else:
                flipped.discard(tree.nodes[step].action)
    return flipped


class EmbedSize(NamedTuple):
    """The size of a frame, in pixels."""

    width: int
    height: int


SIZES = {"usual": EmbedSize(360, 420), "wide": EmbedSize(800, 500), "board": EmbedSize(320, 320)}
"""The sizes of frames that the page offers; "board" is for a frame with only the board."""

SANDBOX = "allow-scripts allow-same-origin allow-popups"


def frame_code(address: str, title: str, size: EmbedSize) -> str:
    """Return the HTML of a frame with ``embed.html``; ``title`` is for screen readers."""
    return (
        f'<iframe src="{escape_xml(address)}" title="{escape_xml(title)}" width="{size.width}" '
        f'height="{size.height}" loading="lazy" sandbox="{SANDBOX}" style="border:0"></iframe>'
    )


def svg_code(link: str, svg: str) -> str:
    """Return the HTML of a picture that leads to the game."""
    return f'<a href="{escape_xml(link)}">{svg.strip()}</a>'


def markdown_code(link: str, title: str, picture: str) -> str:
    """Return Markdown with a picture that leads to the game, or only a link without a picture."""
    words = re.sub(r"([\\`*_\[\]<>])", r"\\\1", title)
    return f"[![{words}]({picture})]({link})" if picture else f"[{words}]({link})"


def bbcode(link: str, title: str, picture: str) -> str:
    """Return BBCode with a picture that leads to the game, or only a link without a picture."""
    words = re.sub(r"[\[\]]", "", title)
    shown = f"[img]{picture}[/img]" if picture else words
    return f"[url={link}]{shown}[/url]"
