"""Which stored game the tree on the table belongs to, and those that lay there before."""

from dataclasses import dataclass

from ...app.session.session import Session
from ...app.session.tree import Tree
from ...rules.state import State
from .tabs import remember


@dataclass(eq=False)
class Place:
    """Which stored game a tree belongs to; the root's position, as an object, tells the tree."""

    root: State
    game: str = ""  # the entry's id, "" before it is stored
    base: int = 0  # the stored revision all of which the tree on the table has
    told: bool = False  # that another tab has it too
    deleted: bool = False  # only playing on stores it again
    due: Session | None = None  # the table as it is still to be stored
    kept: Tree | None = None  # the tree on the table while it is what is stored, and no more
    waits: int = -1  # the node at which this tab waits for the engine of another one to answer


class Places:
    """The place of the game on the table, and of all before it in this visit.

    A game that was left long ago may come back, and is then the stored one that it was.
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
        """Keep the place of a game in mind."""
        if place not in self.known:
            self.known.append(place)

    def sit(self, place: Place) -> None:
        """The game on the table is this one."""
        self.here = place
        self.add(place)
        remember(place.game)

    def deleted(self, game: str) -> None:
        """A stored game was deleted: only playing on stores it again."""
        for place in self.known:
            if place.game == game:
                place.deleted, place.due = True, None

    def stored(self, game: str) -> None:
        """A game was stored again."""
        for place in self.known:
            place.deleted = place.deleted and place.game != game
