"""What reaches the table, and what the table asks the page to do.

An event is what a person does, or what the page and the engine (``wire``) report.  A
command is what ``update`` cannot do itself because it is pure.
"""

from dataclasses import dataclass
from typing import NamedTuple

from . import wire
from .tree import Tree


class Seat(NamedTuple):
    """Who plays a colour: a person, or the engine at a level."""

    level: int | None = None  # None for a person
    away: bool = False  # a person who answers with links


PERSON = Seat()


@dataclass(frozen=True)
class Click:
    """A cell was chosen."""

    cell: int


@dataclass(frozen=True)
class Act:
    """A button that is an action: END (end of turn, pass) or SWAP."""

    action: int


@dataclass(frozen=True)
class Undo:
    """Go back to before the player's last decision."""


@dataclass(frozen=True)
class Redo:
    """Go forward again by one decision."""


@dataclass(frozen=True)
class Step:
    """Show the position so many actions before or after."""

    actions: int


@dataclass(frozen=True)
class Go:
    """Show a node of the tree."""

    node: int


@dataclass(frozen=True)
class Sibling:
    """Show the variation before or after this one, from the same position."""

    by: int  # -1 or 1


@dataclass(frozen=True)
class NewGame:
    """Begin a game with these settings; bad ones are refused with a sentence."""

    name: str
    size: int
    options: tuple[tuple[str, str | int | bool], ...] = ()
    seats: tuple[Seat, Seat] = (PERSON, PERSON)


@dataclass(frozen=True)
class TakeSeats:
    """Change who plays which colour in the running game."""

    seats: tuple[Seat, Seat]


@dataclass(frozen=True)
class Resign:
    """The person to move gives up."""


@dataclass(frozen=True)
class OpenLink:
    """A link was opened, followed or typed into the address."""

    text: str


@dataclass(frozen=True)
class Toggle:
    """Switch a layer of the board on or off."""

    layer: str


@dataclass(frozen=True)
class MoveNow:
    """The engine shall play what it has found so far."""


@dataclass(frozen=True)
class Pause:
    """The engine shall stop and not move."""


@dataclass(frozen=True)
class Ask:
    """The engine shall think again after a pause or a failure."""


@dataclass(frozen=True)
class Say:
    """The page has something to tell the player."""

    text: str


@dataclass(frozen=True)
class Analyse:
    """Switch the analysis of the position shown on or off."""


@dataclass(frozen=True)
class Visible:
    """The page came into view or went out of it."""

    visible: bool


@dataclass(frozen=True)
class Promote:
    """Make the line through a node the main line."""

    node: int


@dataclass(frozen=True)
class Delete:
    """Remove a node and all that follows it; ``Restore`` brings it back."""

    node: int


@dataclass(frozen=True)
class Restore:
    """Take back the last deletion, promotion or set-up."""


@dataclass(frozen=True)
class Comment:
    """Write a comment on the position shown."""

    text: str


@dataclass(frozen=True)
class PickMark:
    """Clicks on the board draw this mark from now on, or play again when it is empty."""

    kind: str
    text: str = ""


@dataclass(frozen=True)
class Edit:
    """Open the set-up editor on the position shown, or close it without a change."""

    open: bool


@dataclass(frozen=True)
class EditTool:
    """What a click puts on the board: first, second, vacant, placed or anchor."""

    tool: str


@dataclass(frozen=True)
class EditTurn:
    """Who is to move in the set-up, and in which phase."""

    mover: int
    phase: int


@dataclass(frozen=True)
class EditBack:
    """Take back the last change in the editor."""


@dataclass(frozen=True)
class EditClear:
    """Take all stones off the board in the editor."""


@dataclass(frozen=True)
class PlayFromHere:
    """Begin a game at the position in the editor."""


@dataclass(frozen=True)
class OpenTree:
    """A game came out of the library, a file or a pasted text."""

    tree: Tree
    leaf: int
    cursor: int
    seats: tuple[Seat, Seat] | None = None
    notice: str = ""


# Commands: what the page has to do.


@dataclass(frozen=True)
class StopThinking:
    """Stop the engine; its answer is no longer wanted."""


@dataclass(frozen=True)
class HurryUp:
    """Make the engine answer at once."""


@dataclass(frozen=True)
class RestartEngine:
    """Replace the engine's worker."""


Command = wire.Think | StopThinking | HurryUp | RestartEngine
