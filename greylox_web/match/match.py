"""A game at the table as one value: its tree and position, who plays, and on what terms."""

from dataclasses import dataclass, field
from os import urandom
from typing import NamedTuple

from ..rules import Game
from ..rules.notation.actions import GameRecord
from ..rules.state import Outcome, State
from ..text import sanitize
from .tree import ROOT, Tree, record_from_tree


class Seat(NamedTuple):
    """Who plays a colour: a person here, a distant friend, or the engine at a level."""

    level: int | None = None  # None for a person
    remote: bool = False  # a person who answers with links


PERSON = Seat()


MILLIS = range(24 * 60 * 60 * 1000 + 1)  # a player's time is at most a day


class GameTerms(NamedTuple):
    """The terms of one game."""

    time_millis: int = 0  # each player's time, 0 without a clock
    increment: int = 0  # milliseconds added after each turn
    takebacks: bool = True


UNTIMED = GameTerms()
MIN_COMMON_ACTIONS = 3  # actions from which on two games that begin alike are taken for one


MAX_NAME_LENGTH = 40  # letters of a friend's name


def friend_name(text: str) -> str:
    """A friend's name, from input or storage, as plain text in one line."""
    return " ".join(sanitize(text).split())[:MAX_NAME_LENGTH].strip()


Source = tuple[tuple[str, str], ...]
"""What the file that a game came from says of it, by key: names, date, event and result."""


def merge_sources(ours: Source, theirs: Source) -> Source:
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
    terms: GameTerms = UNTIMED
    lost_on_time: bool = False  # the resignation at the end of the game was a lack of time
    friend: str = ""  # what a friend far away is called here, "" without a name
    unrated_reason: str = (
        ""  # why this game is not rated: a help, or a lesson, as ``rated`` calls it
    )
    source: Source = ()  # what the file that the game came from says of it
    offered_seat: int | None = None  # the colour that a link offers to who opened it
    declined_offer: tuple[int, int] | None = None  # a declined offer: the colour, and its node
    takeback_node: int = -1  # the node that the game was taken back to, or -1
    evaluations: tuple[
        tuple[State, float], ...
    ] = ()  # what the engine thought of positions in this game
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
    def live_node(self) -> int:
        """The node at which the game continues, whichever position is shown."""
        return self.takeback_node if self.takeback_node >= 0 else self.tree.end_of_game()

    @property
    def is_at_takeback(self) -> bool:
        """Whether moves were undone, which the next move replaces."""
        return self.cursor == self.takeback_node

    @property
    def takeback_ply(self) -> int:
        """The number of actions of the line up to ``takeback_node``, or -1."""
        line = self.tree.path(self.leaf)
        return line.index(self.takeback_node) if self.takeback_node in line else -1

    @property
    def in_progress(self) -> bool:
        """Whether the game has begun and is not over, whichever position is shown.

        A game from a set-up position counts as begun.
        """
        end = self.tree.end_of_game()
        was_played = end != ROOT and self.has_started
        return (was_played or self.tree.setup is not None) and self.tree.outcome(end) is None

    @property
    def has_started(self) -> bool:
        """Whether a person has acted, or any side where both are engines."""
        nodes, played = self.tree.nodes, [seat.level is None for seat in self.seats]
        return any(not any(played) or played[nodes[n.parent].state.mover] for n in nodes[1:])

    @property
    def is_annotated(self) -> bool:
        """Whether it has content that a link cannot hold."""
        return any(node.comment or node.marks for node in self.tree.nodes)

    @property
    def should_save(self) -> bool:
        """Whether a person has acted in it, or annotated it."""
        return self.has_started or self.is_annotated

    @property
    def is_bare_setup(self) -> bool:
        """Whether it has nothing but a set-up position."""
        bare = self.tree.setup is not None and len(self.tree.nodes) == 1
        return bare and not self.is_annotated

    @property
    def record(self) -> GameRecord:
        """The game as a record: the line in the move list, with the rest as variations."""
        return record_from_tree(self.tree, self.leaf, self.cursor)

    @property
    def local_colour(self) -> int | None:
        """The colour played at this screen, or None if it is neither or both."""
        first, second = (seat.level is None and not seat.remote for seat in self.seats)
        return None if first == second else int(second)
