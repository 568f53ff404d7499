"""What reaches the table, and what the table asks the page to do.

An event is what a person does, or what the page and the engine (``wire``) report.  A
command is what ``update`` cannot do itself because it is pure.  They are tuples by name
because forty data classes would be a tenth of the page's start.
"""

from typing import NamedTuple

from ..thinking import wire
from .tree import Tree


class Seat(NamedTuple):
    """Who plays a colour: a person, or the engine at a level."""

    level: int | None = None  # None for a person
    away: bool = False  # a person who answers with links


PERSON = Seat()


class Terms(NamedTuple):
    """What holds for one game."""

    millis: int = 0  # each player's time, 0 without a clock
    increment: int = 0  # milliseconds more after each turn
    takebacks: bool = True


FREE = Terms()


class Click(NamedTuple):
    """A cell was chosen."""

    cell: int


class Act(NamedTuple):
    """A button that is an action: END (end of turn, pass) or SWAP."""

    action: int


class Undo(NamedTuple):
    """Go back to before the player's last decision."""


class Redo(NamedTuple):
    """Go forward again by one decision."""


class Step(NamedTuple):
    """Show the position so many actions before or after."""

    actions: int


class Go(NamedTuple):
    """Show a node of the tree."""

    node: int


class Sibling(NamedTuple):
    """Show the variation before or after this one, from the same position."""

    by: int  # -1 or 1


class NewGame(NamedTuple):
    """Begin a game with these settings; bad ones are refused with a sentence."""

    name: str
    size: int
    options: tuple[tuple[str, str | int | bool], ...] = ()
    seats: tuple[Seat, Seat] = (PERSON, PERSON)
    terms: Terms = FREE


class TakeSeats(NamedTuple):
    """Change who plays which colour in the running game."""

    seats: tuple[Seat, Seat]


class Resign(NamedTuple):
    """The person to move gives up."""


class FlagFall(NamedTuple):
    """The time of a colour is up."""

    colour: int


class OpenLink(NamedTuple):
    """A link was opened, followed or typed into the address."""

    text: str


class Prefer(NamedTuple):
    """A preference gets another value; one that there is not is left out."""

    name: str  # a field of ``Preferences``
    value: bool | int | str


class MoveNow(NamedTuple):
    """The engine shall play what it has found so far."""


class Pause(NamedTuple):
    """The engine shall stop and not move."""


class Ask(NamedTuple):
    """The engine shall think again after a pause or a failure."""


class Say(NamedTuple):
    """The page has something to tell the player."""

    text: str


class Analyse(NamedTuple):
    """Switch the analysis of the position shown on or off."""


class AskHint(NamedTuple):
    """Ask for a hint; then its cell; then put it away."""


class ReviewGame(NamedTuple):
    """Have the engine judge every position of the line, or go on with that."""


class StopReview(NamedTuple):
    """Stop the review and keep what it has found."""


class CloseReview(NamedTuple):
    """Put the review away."""


class TryAgain(NamedTuple):
    """Go to the node before a reviewed turn, to play another one."""

    node: int


class ShowReviewed(NamedTuple):
    """Show a node of the reviewed line; -1: where a turn was tried again."""

    node: int = -1


class ShowLine(NamedTuple):
    """Show the engine's best line on the board, or no longer."""

    shown: bool


class Visible(NamedTuple):
    """The page came into view or went out of it."""

    visible: bool


class Promote(NamedTuple):
    """Make the line through a node the main line."""

    node: int


class Delete(NamedTuple):
    """Remove a node and all that follows it; ``Restore`` brings it back."""

    node: int


class Restore(NamedTuple):
    """Take back the last deletion, promotion or set-up."""


class Comment(NamedTuple):
    """Write a comment on the position shown."""

    text: str


class PickMark(NamedTuple):
    """Clicks on the board draw this mark from now on, or play again when it is empty."""

    kind: str
    text: str = ""


class Edit(NamedTuple):
    """Open the set-up editor on the position shown, or close it without a change."""

    open: bool


class EditTool(NamedTuple):
    """What a click puts on the board: first, second, vacant, placed or anchor."""

    tool: str


class EditTurn(NamedTuple):
    """Who is to move in the set-up, and in which phase."""

    mover: int
    phase: int


class EditBack(NamedTuple):
    """Take back the last change in the editor."""


class EditClear(NamedTuple):
    """Take all stones off the board in the editor."""


class PlayFromHere(NamedTuple):
    """Begin a game at the position in the editor."""


class OpenTree(NamedTuple):
    """A game came out of the library, a file or a pasted text."""

    tree: Tree
    leaf: int
    cursor: int
    seats: tuple[Seat, Seat] | None = None
    notice: str = ""
    flagged: bool = False  # the resignation at its end was a lack of time


# Commands: what the page has to do.


class StopThinking(NamedTuple):
    """Stop the engine; its answer is no longer wanted."""


class HurryUp(NamedTuple):
    """Make the engine answer at once."""


class RestartEngine(NamedTuple):
    """Replace the engine's worker."""


Command = wire.Think | StopThinking | HurryUp | RestartEngine
