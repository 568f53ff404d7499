"""Which stored game belongs to the game on the table, and to those before it in this visit."""

from dataclasses import dataclass

from ...match.match import Match
from ...match.tree import Tree
from ...rules.state import State
from .tabs import remember


@dataclass(eq=False)
class Place:
    """The stored game that belongs to a tree, which is identified by the object ``Tree.root``.

    A tree that has grown still has that root, and so the same place.
    """

    root: State
    game: str = ""  # the entry's id, "" before it is stored
    base: int = 0  # the stored revision that the tree on the table contains
    told: bool = False  # whether the player was told that another tab has the game too
    deleted: bool = False  # whether it was deleted: then it is stored again only if played on
    due: Match | None = None  # the match as it is queued to be stored
    kept: Tree | None = None  # the tree on the table if it is exactly what is stored
    waits: int = -1  # the node at which this tab waits for another tab's engine, or -1


class Places:
    """The place of the game on the table (``here``), and those of all games before it.

    So a game that comes back is still the same stored game.
    """

    def __init__(self, root: State) -> None:
        self.here = Place(root)
        self.known = [self.here]

    def of(self, root: State) -> Place:
        """The known place of the tree with this root, or a new one.

        Of two it is the later one: the earlier one is from before its stored game was found.
        """
        known = (place for place in reversed(self.known) if place.root is root)
        return next(known, None) or Place(root)

    def knows(self, root: State) -> bool:
        """Whether the tree with this root has a place."""
        return any(place.root is root for place in self.known)

    def add(self, place: Place) -> None:
        """Add a place."""
        if place not in self.known:
            self.known.append(place)

    def move_to(self, place: Place) -> None:
        """Make this the place of the game on the table, also after a reload."""
        self.here = place
        self.add(place)
        remember(place.game)

    def deleted(self, game: str) -> None:
        """Mark a stored game as deleted; nothing more of it is stored unless it is played on."""
        for place in self.known:
            if place.game == game:
                place.deleted, place.due = True, None

    def stored(self, game: str) -> None:
        """Mark a game as no longer deleted, because it was stored again."""
        for place in self.known:
            place.deleted = place.deleted and place.game != game
