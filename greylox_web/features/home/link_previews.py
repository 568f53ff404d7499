"""The pages that programs read for the preview of a link: of each game, course and puzzle.

The build writes them beside the site.  The pictures are flat and have few colours, because there
are hundreds of them, each shown small.
"""

import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...drawing.thumbnail import showcase_position
from ...formats.picture import picture
from ...formats.share_card import INK, PAPER, SANS, SERIF, SOFT, fit_svg, site_sign
from ...formats.style import LIGHT
from ...match.tree import ROOT, new_tree
from ...rules import GAMES, TITLES, Game
from ...rules.state import State
from ...session.naming import game_title
from ...text import escape_xml
from ...words import labelled
from ...words.home import HOME_WORDS
from ...words.lessons import LESSONS_WORDS
from ..lessons.step import ROUTE as LESSONS
from ..lessons.step import course, has_course
from ..puzzles.judge import ROUTE as PUZZLES
from ..puzzles.judge import task_text, uniqueness_text
from ..puzzles.puzzle import make_puzzle
from ..puzzles.puzzle_set import PuzzleRow

WIDTH, HEIGHT = 480, 252  # in the proportion that chat programs show
BOARD = 196.0, 6.0, 276.0, 240.0  # left, top, width and height of the board
TEXT_LEFT = 20.0
LINE_LENGTH = 17  # characters beside the board

DETAILS = (  # gradients and shadows, and lines that are too fine for a small picture
    r"<defs>.*?</defs>",
    r'<(?:path|circle) [^>]*fill="(?:url\(#paint-(?:sheen|weave|shade)\)|#281f14)"[^>]*/>',
    r'<path [^>]*transform="translate\(0 3.5\)"[^>]*/>',
    r'<path [^>]*stroke="#6d6053"[^>]*/>',
    r'<circle [^>]*stroke-opacity="[^>]*/>',
    r'(?<=paint-[a-z]{3}\)") stroke="#\w+" stroke-width="2"',
    r'(?<=paint-[a-z]{4}\)") stroke="#\w+" stroke-width="2"',
    r'(?<=paint-[a-z]{5}\)") stroke="#\w+" stroke-width="2"',
)


class LinkPreview(NamedTuple):
    """A page: the route that it leads to, and what a preview shows."""

    route: str
    title: str
    description: str
    action: str  # the words of the link
    svg: str


def link_previews(rows: Iterable[PuzzleRow]) -> Iterator[LinkPreview]:
    """Yield the pages of all games and courses, and of these puzzles."""
    for name in GAMES:
        title, about = TITLES[name], HOME_WORDS[f"line-{name}"]
        game, state = showcase_position(name)
        yield LinkPreview(
            f"play/{name}",
            title,
            about,
            HOME_WORDS["play-game"].format(Game=title),
            _draw(game, state, HOME_WORDS[f"about-{name}"]),
        )
        if has_course(name):
            lessons = HOME_WORDS["first-lesson"]
            game, state = course(name)[1].start_position
            yield LinkPreview(
                f"{LESSONS}/{name}",
                labelled(title, lessons),
                f"{about} {LESSONS_WORDS['about']}",
                LESSONS_WORDS["start"],
                _draw(game, state, lessons),
            )
    for row in rows:
        puzzle = make_puzzle(row)
        task = task_text(puzzle)
        yield LinkPreview(
            f"{PUZZLES}/{row.name}",
            labelled(TITLES[puzzle.game.name], task),
            f"{game_title(puzzle.game)}. {uniqueness_text(puzzle)}",
            HOME_WORDS["solve"],
            _draw(puzzle.game, puzzle.state, task),
        )


def _draw(game: Game, state: State, text: str) -> str:
    """Return the picture: the name of the game, a text, and a position without gradients."""
    board = picture(new_tree(game, state), ROOT, control=False, coordinates=False)
    for pattern in DETAILS:
        board = re.sub(pattern, "", board, flags=re.S)
    board = re.sub(r"url\(#paint-(\w+)\)", lambda paint: LIGHT[f"{paint[1]}-1"], board)
    lines = textwrap.wrap(text, LINE_LENGTH)
    texts = "".join(
        f'<text x="{TEXT_LEFT:g}" y="{90 + 24 * number}" font-family="{SANS}" font-size="18" '
        f'fill="{SOFT}">{escape_xml(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        f'<text x="{TEXT_LEFT:g}" y="58" font-family="{SERIF}" font-weight="600" fill="{INK}" '
        f'font-size="{30 if len(TITLES[game.name]) > 9 else 36}">{TITLES[game.name]}</text>{texts}'
        f'{site_sign(TEXT_LEFT + 11, HEIGHT - 28, 11)}<text x="{TEXT_LEFT + 30:g}" '
        f'y="{HEIGHT - 23}" font-family="{SERIF}" font-weight="600" font-size="16" fill="{INK}">'
        f"{escape_xml(HOME_WORDS['name'])}</text>{fit_svg(board, *BOARD)[0]}</svg>"
    )
