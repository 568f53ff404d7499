"""A game at the table as one value: its tree and position, who plays, and on what terms."""

from dataclasses import dataclass, field
from os import urandom
from typing import NamedTuple

from ..rules import Game
from ..rules.notation.actions import GameRecord
from ..rules.state import Outcome, State
from ..text import sanitize
from .tree import ROOT, Tree, harvest


class Seat(NamedTuple):
    """Who plays a colour: a person here, a distant friend, or the engine at a level."""

    level: int | None = None  # None for a person
    away: bool = False  # a person who answers with links


PERSON = Seat()


MILLIS = range(24 * 60 * 60 * 1000 + 1)  # a player's time is at most a day


class Terms(NamedTuple):
    """The terms of one game."""

    millis: int = 0  # each player's time, 0 without a clock
    increment: int = 0  # milliseconds added after each turn
    takebacks: bool = True


FREE = Terms()
LEAST_COMMON = 3  # actions from which on two games that begin alike are taken for one


MOST_NAME = 40  # letters of a friend's name


def friend_name(text: str) -> str:
    """A friend's name, from input or storage, as plain text in one line."""
    return " ".join(sanitize(text).split())[:MOST_NAME].strip()


Source = tuple[tuple[str, str], ...]
"""What the file that a game came from says of it, by key: names, date, event and result."""


def joined_source(ours: Source, theirs: Source) -> Source:
    """What both say; ours where they differ."""
    return tuple({**dict(theirs), **dict(ours)}.items())


def new_id() -> str:
    """A new unique id of a match: 128 random bits, as 32 hexadecimal digits."""
    return urandom(16).hex()


@dataclass(frozen=True)
class Match:
    """One game at the table.  It keeps its id, whatever is played, and is stored under it."""

    tree: Tree
    leaf: int = ROOT  # the end of the line in the move list
    cursor: int = ROOT  # the position shown
    seats: tuple[Seat, Seat] = (PERSON, PERSON)
    terms: Terms = FREE
    flagged: bool = False  # the resignation at the end of the game was a lack of time
    friend: str = ""  # what a friend far away is called here, "" without a name
    helped: str = ""  # why this game is not rated: a help, or a lesson, as ``rated`` calls it
    source: Source = ()  # what the file that the game came from says of it
    offered: int | None = None  # the colour that a link offers to who opened it
    passed_over: tuple[int, int] | None = None  # a declined offer: the colour, and its node
    taken_back: int = -1  # the node that the game was taken back to, or -1
    seen: tuple[tuple[State, float], ...] = ()  # what the engine thought of positions in this game
    id: str = field(default_factory=new_id)

    @property
    def game(self) -> Game:
        """The rules in force."""
        return self.tree.game

    @property
    def state(self) -> State:
        """The position shown."""
        return self.tree.nodes[self.cursor].state

    @property
    def resigned(self) -> bool:
        """Whether the side to move gave up in the position shown."""
        return self.tree.nodes[self.cursor].resigned

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended in the position shown, or None while it goes on."""
        return self.tree.outcome(self.cursor)

    @property
    def present(self) -> int:
        """The node at which the game continues, whichever position is shown."""
        return self.taken_back if self.taken_back >= 0 else self.tree.end_of_game()

    @property
    def is_taken_back(self) -> bool:
        """Whether moves were undone, which the next move replaces."""
        return self.cursor == self.taken_back

    @property
    def taken_back_to(self) -> int:
        """The number of actions of the line up to ``taken_back``, or -1."""
        line = self.tree.path(self.leaf)
        return line.index(self.taken_back) if self.taken_back in line else -1

    @property
    def is_going(self) -> bool:
        """Whether the game has begun and is not over, whichever position is shown.

        A game from a set-up position counts as begun.
        """
        end = self.tree.end_of_game()
        begun = end != ROOT and self.has_begun
        return (begun or self.tree.setup is not None) and self.tree.outcome(end) is None

    @property
    def has_begun(self) -> bool:
        """Whether a person has acted, or any side where both are engines."""
        nodes, played = self.tree.nodes, [seat.level is None for seat in self.seats]
        return any(not any(played) or played[nodes[n.parent].state.mover] for n in nodes[1:])

    @property
    def is_annotated(self) -> bool:
        """Whether it has content that a link cannot hold."""
        return any(node.comment or node.marks for node in self.tree.nodes)

    @property
    def is_worth_storing(self) -> bool:
        """Whether a person has acted in it, or annotated it."""
        return self.has_begun or self.is_annotated

    @property
    def is_bare_setup(self) -> bool:
        """Whether it has nothing but a set-up position."""
        bare = self.tree.setup is not None and len(self.tree.nodes) == 1
        return bare and not self.is_annotated

    @property
    def record(self) -> GameRecord:
        """The game as a record: the line in the move list, with the rest as variations."""
        return harvest(self.tree, self.leaf, self.cursor)

    @property
    def here(self) -> int | None:
        """The colour played at this screen, or None if it is neither or both."""
        first, second = (seat.level is None and not seat.away for seat in self.seats)
        return None if first == second else int(second)
