"""Make a book of openings that a search evaluates as even, for ``lab.match --book``.

    python3 -m lab.book brink > lab/books/brink.txt
    python3 -m lab.book brink5-x8 --openings 20 > lab/books/brink5-x8.txt

In Brink and Byg most random turns decide the game, and the network's evaluation without search is
wrong about them too often.  So each candidate is searched, longer if its value is more even.  The
book has one opening on each line of text: a link and the first colour's value, -1 to 1.  No two
openings are equal up to a symmetry of the board.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from greylox_web.command.match.games import random_opening
from greylox_web.engine import search as puct
from greylox_web.engine.network import NetworkEvaluator
from greylox_web.engine.tuning import reference_game
from greylox_web.rules import GAMES, Game, NotationError
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_spec, write_link, write_spec
from greylox_web.rules.play import replay
from greylox_web.rules.state import State

from .command_line import make_parser
from .networks import load_evaluator
from .openings import Openings, book_openings, random_even_openings
from .puzzles.symmetry import Image, canonical_image

BOOK_DIR = Path(__file__).with_name("books")
SEARCH_STAGES = (1, 0.6), (100, 0.4), (1000, 0.2)
"""Visits, and the largest absolute value (1: a win) after them that counts as even."""
MAX_FAILURES = 5000  # tries without an even opening after which the search ends


class Opening(NamedTuple):
    """An even opening, with its value."""

    actions: list[int]
    value_first: float


def book_path(game: Game) -> Path:
    """Return the path of a board's book, if it has one; a reference board's has the game's name."""
    name = game.name if game == reference_game(game.name) else write_spec(game)
    return BOOK_DIR / f"{name}.txt"


def book_and_random_openings(game: Game) -> Openings:
    """Return the openings of the board's book, then random ones that the network rates as even."""
    book, random_openings = book_path(game), random_even_openings(game, 2, "1")
    line_count = len(book.read_text().splitlines()) if book.exists() else 0
    if not line_count:
        return random_openings
    listed_openings = book_openings(game, book, line_count)
    return lambda pair: listed_openings(pair) if pair < line_count else random_openings(pair)


def even_openings(
    game: Game, turns: int, seed: str, evaluator: NetworkEvaluator
) -> Iterator[Opening]:
    """Yield random openings in which neither side is better, until ``MAX_FAILURES`` tries fail."""
    seen_images = set[Image]()
    last_number = 0
    for number in count():
        if number - last_number > MAX_FAILURES:
            return
        actions = random_opening(game, turns, Random(f"{seed} {number}"))
        state = replay(game, actions)[-1]
        if (image := canonical_image(game, state)) in seen_images:
            continue
        seen_images.add(image)
        value = even_value(game, state, evaluator)
        if value is not None:
            last_number = number
            yield Opening(actions, value)


def even_value(game: Game, state: State, evaluator: NetworkEvaluator) -> float | None:
    """Return the first colour's value after a search, or None if one side is better."""
    search = puct.PuctSearch(game, state, evaluator, puct.default_params(game))
    for visits, limit in SEARCH_STAGES:
        while not search.is_forced and search.root.visits < visits:
            search.step(visits - search.root.visits)
        if abs(search.root.value_first) > limit:
            return None
    return search.root.value_first


def main() -> None:
    """Print a book."""
    parser = make_parser("lab.book", __doc__)
    parser.add_argument("board", help=f"one of {', '.join(GAMES)}, or as in links, such as byg4")
    parser.add_argument("--openings", type=int, default=100)
    parser.add_argument("--opening-turns", type=int, default=4, help="of an opening")
    parser.add_argument(
        "--turns", dest="opening_turns", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    try:
        game = reference_game(options.board) if options.board in GAMES else read_spec(options.board)
    except NotationError as error:
        parser.error(str(error))
    openings = even_openings(game, options.opening_turns, options.seed, load_evaluator(game))
    opening_count = 0
    for opening in islice(openings, options.openings):
        link = write_link(GameRecord(game, tuple(opening.actions)))
        print(link, f"{opening.value_first:+.2f}", flush=True)
        opening_count += 1
    if opening_count < options.openings:
        sys.exit(f"lab.book: only {opening_count} even openings of so many turns were found")


if __name__ == "__main__":
    main()
