"""A match as one immutable value: its tree and position, the seats and the terms."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from os import urandom
from typing import NamedTuple

from ..rules import Game
from ..rules.notation.actions import GameRecord
from ..rules.state import Outcome, State
from ..text import sanitize
from .tree import ROOT, Tree, new_movers, record_from_tree


class Seat(NamedTuple):
    """The player of a colour: a local person, a remote person, or the engine at a level."""

    level: int | None = None  # None for a person
    remote: bool = False  # whether a person replies with links


PERSON = Seat()
VALID_MILLIS = range(24 * 60 * 60 * 1000 + 1)  # a player's time is at most one day


class GameTerms(NamedTuple):
    """The terms of one game."""

    time_millis: int = 0  # each player's time; 0 without a clock
    increment_millis: int = 0  # milliseconds added after each turn
    takebacks: bool = True


UNTIMED = GameTerms()
MIN_COMMON_ACTIONS = 3  # shared first actions that identify two games as one
MAX_NAME_LENGTH = 40  # characters of a player's name


def clean_name(text: str) -> str:
    """Clean a player's name from input or storage: plain text in one line."""
    return " ".join(sanitize(text).split())[:MAX_NAME_LENGTH].strip()


Source = tuple[tuple[str, str], ...]
"""The metadata in the file of an imported game, by key: names, date, event and result."""


def merge_sources(ours: Source, theirs: Source) -> Source:
    """Merge the metadata of two versions.  ``ours`` has priority."""
    return tuple({**dict(theirs), **dict(ours)}.items())


def new_id() -> str:
    """Return a new match id: 128 random bits as 32 hexadecimal digits."""
    return urandom(16).hex()


@dataclass(frozen=True)
class Match:
    """One match.

    Its id is its storage key; it changes only if the match is recognised as a stored one.
    """

    tree: Tree
    leaf: int = ROOT  # the last node of the line in the move list
    cursor: int = ROOT  # the node of the position shown
    seats: tuple[Seat, Seat] = (PERSON, PERSON)
    terms: GameTerms = UNTIMED
    lost_on_time: bool = False  # whether the final resignation stands for a loss on time
    remote_name: str = ""  # the name that this device gives the remote player; "" if none
    names: tuple[str, str] = ("", "")  # of two local players; "" for a player without a name
    unrated_reason: str = ""  # why the game is not rated: such as assistance or a lesson
    source: Source = ()  # metadata of an imported game
    offered_seat: int | None = None  # the colour that an opened link offers to its reader
    declined_offer: tuple[int, int] | None = None  # (colour, node) of a declined offer
    takeback_node: int = -1  # the node to which moves were taken back; -1 if none
    # the engine's evaluations of positions of this match
    state_values: tuple[tuple[State, float], ...] = ()
    id: str = field(default_factory=new_id)
    answers: tuple[tuple[int, ...], ...] = ()  # in advance, see ``answers.py``

    @property
    def game(self) -> Game:
        """The game with its board and options."""
        return self.tree.game

    @property
    def state(self) -> State:
        """The position shown."""
        return self.tree.nodes[self.cursor].state

    @property
    def resigned(self) -> bool:
        """Whether the side to move resigned in the position shown."""
        return self.tree.nodes[self.cursor].resigned

    @property
    def outcome(self) -> Outcome | None:
        """The outcome in the position shown; None if the game continues."""
        return self.tree.outcome(self.cursor)

    @property
    def live_node(self) -> int:
        """The node at which play continues.  It does not depend on the position shown."""
        return self.takeback_node if self.takeback_node >= 0 else self.tree.end_of_game()

    @property
    def is_at_takeback(self) -> bool:
        """Whether the position shown is the one to which moves were taken back."""
        return self.cursor == self.takeback_node

    @property
    def takeback_ply(self) -> int:
        """The ply of ``takeback_node`` in the current line; -1 if it is not in the line."""
        line = self.tree.path(self.leaf)
        return line.index(self.takeback_node) if self.takeback_node in line else -1

    @property
    def in_progress(self) -> bool:
        """Whether the game has started and is not over.

        The result does not depend on the position shown.  A game from a set-up position counts as
        started.
        """
        was_played = self.tree.end_of_game() != ROOT and self.has_started
        return (was_played or self.tree.setup is not None) and not self.is_over

    @property
    def is_over(self) -> bool:
        """Whether the game is over, whichever position is shown."""
        return self.tree.outcome(self.tree.end_of_game()) is not None

    @property
    def has_started(self) -> bool:
        """Whether a person has acted.  With two engines, whether any side has acted."""
        nodes, is_person = self.tree.nodes, [seat.level is None for seat in self.seats]
        return any(not any(is_person) or is_person[nodes[n.parent].state.mover] for n in nodes[1:])

    @property
    def is_annotated(self) -> bool:
        """Whether the match has comments or marks, which its address does not contain."""
        return any(node.is_annotated for node in self.tree.nodes)

    @property
    def should_save(self) -> bool:
        """Whether to save the match: it has started or is annotated."""
        return self.has_started or self.is_annotated

    @property
    def is_bare_setup(self) -> bool:
        """Whether the match consists only of a set-up position."""
        bare = self.tree.setup is not None and len(self.tree.nodes) == 1
        return bare and not self.is_annotated

    @property
    def record(self) -> GameRecord:
        """The match as a record.  Its main line is the line in the move list."""
        record = record_from_tree(self.tree, self.leaf, self.cursor)
        if not self.answers:
            return record
        from .answers import recorded_answers  # few matches have any

        return replace(record, answers=recorded_answers(self))

    def new_movers(self, theirs: Tree, leaf: int) -> list[int]:
        """The movers of what only their line has, without the answers that we gave in advance."""
        if not self.answers:
            return new_movers(self.tree, theirs, leaf)
        from .answers import given_nodes

        return new_movers(self.tree, theirs, leaf, given_nodes(theirs, leaf, self.answers))

    @cached_property
    def player_names(self) -> tuple[str, str]:
        """The names of two local players, or of both players in the file of an imported game."""
        source = dict(self.source)
        first, second = self.names
        return (
            clean_name(first or source.get("first", "")),
            clean_name(second or source.get("second", "")),
        )

    @property
    def local_colour(self) -> int | None:
        """The only colour played locally; None if both or neither are."""
        first, second = (seat.level is None and not seat.remote for seat in self.seats)
        return None if first == second else int(second)
