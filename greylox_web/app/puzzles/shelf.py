"""The puzzles of one game as the page fetches them; what is read is checked."""

from math import log2
from typing import Any, NamedTuple

from ..shapes import COUNT, Shape, every, matching, one_of, read_json, up_to

MOST_TEXT = 1 << 22  # characters of a file
MOST_PUZZLES = 5_000
MOST_DAYS = 20_000
HARDEST = 4096  # visits that stand for those of a puzzle that the search misses with the most


def _is_turns(value: object) -> bool:
    """Whether the value names a reply for each turn."""
    return isinstance(value, dict) and all(isinstance(reply, str) for reply in value.values())


ROW: Shape = {
    "link": up_to(2_000),
    "value": one_of("win", "draw"),
    "solution": up_to(60),
    "lost": _is_turns,
    "drawn": _is_turns,
    "themes": every(str, 30),
    "nodes": COUNT[1:],
    "grade": lambda value: value is None or value in range(1, HARDEST),
}
NAME = matching(r"[a-z]{1,20}-[1-9]\d{0,4}")


class Row(NamedTuple):
    """A puzzle as it stands in the file.

    Turns are named by their actions, joined by ``+``; a wrong one comes with the reply that
    refutes it, "" where the game is over.
    """

    name: str  # lox-7
    link: str
    value: str  # "win" or "draw": what the solution keeps, for the side to move
    solution: str
    lost: dict[str, str]
    drawn: dict[str, str]
    themes: tuple[str, ...]
    nodes: int  # positions opened for the proof
    grade: int | None  # the visits from which the network's search finds it; None: more than most

    @property
    def strength(self) -> int:
        """How strong one has to be to solve it every other time.

        Nobody's results are gathered, so this is a formula: a step for each doubling of the
        search that finds it, and a smaller one for each doubling of the proof.
        """
        return round(900 + 70 * log2(self.grade or HARDEST) + 25 * log2(self.nodes))


Shelf = dict[str, Row]
"""The puzzles of a game by their names, in the order of the file."""


def read_shelf(text: object, game: str) -> Shelf:
    """The puzzles in the text of a file; raise WrongShape when it is none."""
    rows: list[dict[str, Any]] = read_json(text, MOST_TEXT, every(ROW, MOST_PUZZLES))
    shelf = {}
    for number, row in enumerate(rows, 1):
        name = f"{game}-{number}"
        shelf[name] = Row(name, **{**row, "themes": tuple(row["themes"])})
    return shelf


def read_days(text: object) -> tuple[str, ...]:
    """The names of the puzzles of the days; raise WrongShape when the text is no such list."""
    return tuple(read_json(text, MOST_TEXT, every(NAME, MOST_DAYS)))
