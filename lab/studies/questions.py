"""The questions of the studies: their boards and variants, and how the games are played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from greylox_web.command.study.parts import METHOD
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import Record
from greylox_web.rules.notation.links import read_spec, write_link
from greylox_web.rules.state import State


@dataclass(frozen=True)
class Point:
    """A board with its options, and the positions that its games begin from."""

    spec: str  # as links write it
    games: int  # at each strength
    starts: tuple[str, ...] = ()  # links; without any the games begin from the beginning


@dataclass(frozen=True)
class Question:
    """A question, and how games are played to answer it."""

    asks: str
    points: tuple[Point, ...]  # the most important ones first
    visits: tuple[int, ...] = (8, 32)  # of each search, by strength
    drawn: int = 8  # actions at the beginning that are drawn at random
    varies: str = "Board"
    """What differs from point to point: the heading of their column."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """Name of a point -> its label, in the article's order; other points are not shown."""
    columns: tuple[str, ...] = ("draws", "behind", "actions")
    """The article's columns after shares and numbers of games: keys of ``article.COLUMNS``."""

    @property
    def method(self) -> str:
        """The description of the method that each file of results begins with."""
        return f"{METHOD} {self.asks}"


BRINK_BOARDS = tuple(f"brink{board}" for board in ("3", "4", "5", "6", "5-d", "6-d", "7-d"))


def brink() -> Iterator[Point]:
    """Each X on the main boards and on a solved one, then on the others."""
    for board, games in (("5", 992), ("3", 64), ("7-d", 992), ("4", 192), ("6", 192)):
        yield from (Point(brink_spec(board, x), games) for x in range(1, 9))
    for board in ("5-d", "6-d"):
        yield from (Point(brink_spec(board, x), 192) for x in range(1, 9))


def brink_spec(board: str, x: int) -> str:
    """Brink on a board with this X, as links write it."""
    return f"brink{board}-x{x}"


BYG_BOARDS = {"3": "base 3", "4": "base 4", "5": "base 5", "6": "base 6", "7-d": "7 × 7"}


def byg() -> Iterator[Point]:
    """Each board in both orders of play; the other order begins with one stone each."""
    yield Point("byg3", 192)  # a solved board
    for board in ("5", "4", "6", "7-d"):
        yield Point(f"byg{board}", 992 if board == "5" else 192)
        yield Point(f"byg{board}", 992 if board == "5" else 192, other_order(f"byg{board}"))


def other_order(spec: str, count: int = 32) -> tuple[str, ...]:
    """Links to random positions with one stone each, in which the first colour is to move."""
    game, random = read_spec(spec), Random(spec)
    cells = list(bits(game.board.cells))
    found = list[str]()
    while len(found) < count:
        first, second = random.sample(cells, 2)
        setup = State((1 << first, 1 << second), mover=0)
        found.append(write_link(Record(game, (), setup)))
    return tuple(found)


def lox() -> Iterator[Point]:
    """Each board without the swap, from each first stone up to the board's symmetry."""
    for size in (5, 7, 9, 11, 13, 4):
        game = read_spec(f"lox{size}-n", small=True)
        cells = list(bits(game.board.cells))
        half = cells[: (len(cells) + 1) // 2]  # turning the board by 180 degrees gives the others
        starts = tuple(write_link(Record(game, (cell,))) for cell in half)
        games = 96 if size in (5, 7) else 50  # from each of them
        yield Point(f"lox{size}-n", games * len(half), starts)


QUESTIONS = {
    "brink": Question(
        "The question: with which X are the first and the second player's chances alike, how "
        "often does the gap decide, and how often does the lead change?",
        tuple(brink()),
        varies="X",
        labels={f"{board}-x{x}": f"X = {x}" for board in BRINK_BOARDS for x in range(1, 9)},
        columns=("gap", "behind", "leads"),
    ),
    "multiplicity": Question(
        "The question: does the game need its opening, and how much does the first player gain?",
        tuple(
            Point(f"multiplicity{size}{flag}", games)
            for size, games in ((3, 192), (5, 992), (4, 480), (6, 480))
            for flag in ("", "-f")
        ),
        labels={
            f"multiplicity{size}{flag}": f"base {size}, {told}"
            for flag, told in (("", "opening"), ("-f", "without"))
            for size in (3, 4, 5, 6)
        },
        columns=("draws", "behind", "leads"),
    ),
    "greylox": Question(
        "The question: which board, by balance, by length, and by what the opening decides?",
        tuple(
            Point(f"greylox{size}", games)
            for size, games in ((3, 192), (5, 992), (6, 992), (4, 256), (7, 256))
        ),
        labels={f"greylox{size}": f"base {size}" for size in (3, 4, 5, 6, 7)},
        columns=("behind", "actions", "opening", "flips"),
    ),
    "byg": Question(
        "The question: does it matter which side moves first after one stone each? In one order "
        "that is the second colour, as the rules have it; in the other the games begin from "
        "random positions with one stone each, with the first colour to move.",
        tuple(byg()),
        varies="Board, next to move",
        labels={
            f"byg{board}{end}": f"{told}, {colour}"
            for board, told in BYG_BOARDS.items()
            for end, colour in (("", "Black"), ("-starts", "White"))
        },
        columns=("behind", "leads", "actions"),
    ),
    "lox": Question(
        "The question: after which first stones should one swap? The games begin with "
        "each first stone in turn, without the swap.",
        tuple(lox()),
        drawn=4,
        labels={f"lox{size}-n-starts": f"{size} × {size}" for size in (4, 5, 7, 9, 11, 13)},
    ),
}
"""The questions by the name of the game that each is about."""
