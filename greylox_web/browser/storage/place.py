"""Which stored game belongs to the tree on the table, and to those before it."""

from dataclasses import dataclass

from ...app.session.session import Session
from ...app.session.tree import Tree
from ...rules.state import State
from .tabs import remember


@dataclass(eq=False)
class Place:
    """The stored game of a tree, which is identified by the object of its root position."""

    root: State
    game: str = ""  # the entry's id, "" before it is stored
    base: int = 0  # the stored revision that the tree on the table contains
    told: bool = False  # whether the player was told that another tab has it too
    deleted: bool = False  # it is stored again only if it is played on
    due: Session | None = None  # the session that is still to be stored
    kept: Tree | None = None  # the tree on the table if it is exactly what is stored
    waits: int = -1  # the node at which this tab waits for another tab's engine


class Places:
    """The place of the game on the table, and those of all games before it in this visit.

    A game that comes back is thereby still the same stored one.
    """

    def __init__(self, root: State) -> None:
        self.here = Place(root)
        self.known = [self.here]

    def of(self, root: State) -> Place:
        """The known place of the tree with this root, or a new one.

        Of two it is the later one: the tree lay there before it was known to be a stored game.
        """
        known = (place for place in reversed(self.known) if place.root is root)
        return next(known, None) or Place(root)

    def knows(self, root: State) -> bool:
        """Whether the tree with this root was on the table before."""
        return any(place.root is root for place in self.known)

    def add(self, place: Place) -> None:
        """Remember a place."""
        if place not in self.known:
            self.known.append(place)

    def sit(self, place: Place) -> None:
        """Make this the place of the game on the table."""
        self.here = place
        self.add(place)
        remember(place.game)

    def deleted(self, game: str) -> None:
        """A stored game was deleted: it is stored again only if it is played on."""
        for place in self.known:
            if place.game == game:
                place.deleted, place.due = True, None

    def stored(self, game: str) -> None:
        """A deleted game was stored again."""
        for place in self.known:
            place.deleted = place.deleted and place.game != game
