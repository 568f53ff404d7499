"""The questions of the studies: their boards and variants, and how the games are played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from greylox_web.measure.rows import METHOD
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord, parse_action
from greylox_web.rules.notation.links import read_spec, write_link
from greylox_web.rules.state import State

RANDOM_ACTIONS = (
    4  # random actions at the beginning of a game; the main boards have games with 8, too
)


@dataclass(frozen=True)
class Point:
    """A board with its options, and the start positions of its games."""

    spec: str  # as in links
    games: int  # at each strength
    starts: tuple[str, ...] = ()  # links; if empty, games start at the first position
    random_actions: int = RANDOM_ACTIONS  # random actions at the beginning
    is_main: bool = False  # whether checks sample it after a change of the network

    @property
    def label_key(self) -> str:
        """The board, its options and the start: the key of an article's labels."""
        return self.spec + ("-starts" if self.starts else "")

    @property
    def name(self) -> str:
        """The name of the point's file, without suffix."""
        return f"{self.label_key}-drawn{self.random_actions}"


@dataclass(frozen=True)
class Question:
    """A question, and how games are played to answer it."""

    question_text: str
    points: tuple[Point, ...]  # the most important ones first
    visits: tuple[int, int] = (32, 256)  # of each search: the weaker and the stronger play
    varied_option: str = "Board"
    """What differs from point to point: the heading of their column."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """``Point.label_key`` -> its label, in the article's order; other points are not shown."""
    columns: tuple[str, ...] = ("draws", "behind", "actions")
    """The article's columns after shares and numbers of games: keys of ``article.COLUMNS``."""
    measured: tuple[str, ...] = ()
    """The variants, as in links, that the page compares if one follows the article's link to it."""

    @property
    def method(self) -> str:
        """The description of the method at the beginning of each file of results."""
        return f"{METHOD} {self.question_text}"


BRINK_BOARDS = ("5", "7-d", "6-d", "5-d", "4", "3", "8-d", "6", "9-d")
"""In the order in which they are studied."""
BRINK_X = range(1, 16)


BRINK_HIGH = 11
"""An X that is played on each board beside those of the bisection."""
BRINK_MAIN = {"5": (5, 11)}
"""By board, the X that are played more often, and with eight drawn actions as well."""


SWAP_STARTS = {
    "brink7-d-x8-p": ("c2",),
    "brink6-d-x8-p": ("d3", "swap"),
    "multiplicity5-f-p": ("d3", "swap"),
}
"""By board with the swap: the first stone whose value in the opening map is nearest to one half,
and the swap where it takes over a stone that is worth more."""


def swap_point(spec: str) -> Point:
    """Return a board with the swap, from the best first stone and the best answer to it."""
    game = read_spec(spec)
    actions = tuple(parse_action(game.board, name) for name in SWAP_STARTS[spec])
    return Point(spec, 200, (write_link(GameRecord(game, actions)),))


def brink() -> Iterator[Point]:
    """Yield each X on each board; ``balance.next_points`` chooses those to play."""
    yield from (swap_point(spec) for spec in SWAP_STARTS if spec.startswith("brink"))
    for board in BRINK_BOARDS:
        main = BRINK_MAIN.get(board, ())
        for x in BRINK_X:
            spec = brink_spec(board, x)
            yield Point(spec, 400 if x in main else 200, is_main=x in main)
            if x in main:
                yield Point(spec, 400, random_actions=8, is_main=True)


def brink_spec(board: str, x: int) -> str:
    """Return Brink on a board with this X, as in links."""
    return f"brink{board}-x{x}"


BYG_BOARDS = {"3": "base 3", "4": "base 4", "5": "base 5", "6": "base 6", "7-d": "7 × 7"}


def byg() -> Iterator[Point]:
    """Yield each board in both orders of play; the other order starts with one stone each."""
    for random_actions in (4, 8):
        yield Point("byg5", 400, (), random_actions, is_main=True)
        yield Point("byg5", 400, other_order_links("byg5"), random_actions, is_main=True)
    for board in ("4", "6", "7-d"):
        yield Point(f"byg{board}", 200)
        yield Point(f"byg{board}", 200, other_order_links(f"byg{board}"))
    yield Point("byg3", 200)  # a solved board


def other_order_links(spec: str) -> tuple[str, ...]:
    """Return 32 links to random positions with one stone each and the first colour to move."""
    game, random = read_spec(spec), Random(spec)
    cells = list(bits(game.board.cells))
    links = list[str]()
    while len(links) < 32:
        first, second = random.sample(cells, 2)
        setup = State((1 << first, 1 << second), mover=0)
        links.append(write_link(GameRecord(game, (), setup)))
    return tuple(links)


def lox() -> Iterator[Point]:
    """Yield each board without the swap, from each first stone up to the board's symmetry."""
    for size in (5, 7, 9, 11, 13, 4):
        game = read_spec(f"lox{size}-n", allow_small=True)
        cells = list(bits(game.board.cells))
        half = cells[: (len(cells) + 1) // 2]  # turning the board by 180 degrees gives the others
        starts = tuple(write_link(GameRecord(game, (cell,))) for cell in half)
        games = 96 if size in (5, 7) else 50  # from each start
        yield Point(f"lox{size}-n", games * len(half), starts, is_main=size == 11)


def both(*specs: str) -> Iterator[Point]:
    """Yield each of these boards with four and with eight random actions, 400 games each."""
    for random_actions in (4, 8):
        yield from (Point(spec, 400, random_actions=random_actions, is_main=True) for spec in specs)


QUESTIONS = {
    "brink": Question(
        "The question: with which X are the first and the second player's chances alike on each "
        "board, how often does the gap decide, and how often does the lead change? X is found by "
        "bisection from 1 to 15, by the first colour's share at 256 visits with four drawn "
        "actions: where it is above one half X grows, else it shrinks, until two neighbours have "
        "their shares on either side of one half. After the first two boards X = 11 was added on "
        "each board, because there the share grew again towards larger X. An X is called even "
        "where the first colour has 40% to 60% at 256 visits. For the default board one is chosen "
        "that is even with four and "
        "with eight drawn actions; among several, the one whose games differ most.",
        tuple(brink()),
        varied_option="X",
        labels={brink_spec(board, x): f"X = {x}" for board in BRINK_BOARDS for x in BRINK_X}
        | {f"brink{board}-x8-p-starts": "X = 8, swap" for board in ("7-d", "6-d")},
        columns=("gap", "behind", "leads"),
        measured=tuple(brink_spec("5", x) for x in (11, 4, 5, 6, 8, 13)),
    ),
    "greylox": Question(
        "The question: which board, by balance, by length, and by what the opening decides? The "
        "default is the board whose share at 256 visits is nearer to one half, if the intervals of "
        "the two do not overlap; else base 5, which takes less time.",
        (
            *both("greylox5", "greylox6"),
            *(Point(f"greylox{size}", 200) for size in (4, 3, 7)),
        ),
        labels={f"greylox{size}": f"base {size}" for size in (3, 4, 5, 6, 7)},
        columns=("behind", "actions", "opening", "flips"),
        measured=("greylox5", "greylox4", "greylox6"),
    ),
    "multiplicity": Question(
        "The question: does the game need its opening, and how much does the first player gain?",
        (
            *both("multiplicity5", "multiplicity5-f"),
            *(Point(f"multiplicity{size}{flag}", 200) for size in (4, 3, 6) for flag in ("", "-f")),
            swap_point("multiplicity5-f-p"),
        ),
        labels={
            f"multiplicity{size}{flag}": f"base {size}, {caption}"
            for flag, caption in (("", "opening"), ("-f", "without"))
            for size in (3, 4, 5, 6)
        }
        | {"multiplicity5-f-p-starts": "base 5, without, swap"},
        columns=("draws", "behind", "leads"),
        measured=("multiplicity5", "multiplicity5-f"),
    ),
    "byg": Question(
        "The question: does it matter which side moves first after one stone each? In one order "
        "that is the second colour, as the rules have it; in the other the games begin from "
        "random positions with one stone each, with the first colour to move.",
        tuple(byg()),
        varied_option="Board, next to move",
        labels={
            f"byg{board}{end}": f"{caption}, {colour}"
            for board, caption in BYG_BOARDS.items()
            for end, colour in (("", "Black"), ("-starts", "White"))
        },
        columns=("behind", "leads", "actions"),
        measured=("byg5", "byg4", "byg6"),
    ),
    "lox": Question(
        "The question: after which first stones should one swap? The games begin with "
        "each first stone in turn, without the swap.",
        tuple(lox()),
        visits=(8, 32),
        labels={f"lox{size}-n-starts": f"{size} × {size}" for size in (4, 5, 7, 9, 11, 13)},
        measured=("lox7-n",),
    ),
}
"""The questions by the name of the game that each is about."""
