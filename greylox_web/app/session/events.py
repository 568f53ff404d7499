"""Events, which change the table, and commands, which the table gives to the page.

An event is what a person does, or what the page or the engine (``wire``) reports.  A command is
what ``update`` cannot do itself because it is pure.
"""

from typing import TYPE_CHECKING, NamedTuple

from ..message import Message
from ..thinking import wire
from .editor import Tool
from .tree import MarkKind, Tree

if TYPE_CHECKING:  # loaded with the first exercise
    from ...rules.state import State
    from .exercise import Exercise


class Seat(NamedTuple):
    """Who plays a colour: a person here, a distant friend, or the engine at a level."""

    level: int | None = None  # None for a person
    away: bool = False  # a person who answers with links


PERSON = Seat()


MILLIS = range(24 * 60 * 60 * 1000 + 1)  # a player's time is at most a day


class Terms(NamedTuple):
    """The terms of one game."""

    millis: int = 0  # each player's time, 0 without a clock
    increment: int = 0  # milliseconds more after each turn
    takebacks: bool = True


FREE = Terms()


class Click(Message):
    """A cell was chosen."""

    cell: int


class Act(Message):
    """A button that is an action: END (end of turn, pass) or SWAP."""

    action: int


class Undo(Message):
    """Go back to before the player's last decision."""


class Redo(Message):
    """Go forward again by one decision."""


class Step(Message):
    """Show the position so many actions before or after."""

    actions: int


class Go(Message):
    """Show a node of the tree."""

    node: int


class Sibling(Message):
    """Show the variation before or after this one, from the same position."""

    by: int  # -1 or 1


class NewGame(Message):
    """Begin a game with these settings; bad ones are refused with a sentence."""

    name: str
    size: int
    options: tuple[tuple[str, str | int | bool], ...] = ()
    seats: tuple[Seat, Seat] = (PERSON, PERSON)
    terms: Terms = FREE
    helped: str = ""  # "lesson" for the small game of a course


class Rematch(Message):
    """Begin the same game once more, from the same position and on the same terms."""

    seats: tuple[Seat, Seat]


class ShowResult(Message):
    """Show the card with the result of a game that is over, or put it away."""

    shown: bool


class ShowRank(Message):
    """Show the groups of one place, largest first, of those that the result compares."""

    place: int


class AnswerOffer(Message):
    """Take the seat that a link offers and answer with a link, or just look."""

    plays: bool


class Replay(Message):
    """Show the next of the actions that a friend has just played."""


class NameFriend(Message):
    """Give the friend who answers with links a name; it stays here, no link carries it."""

    name: str


class TakeSeats(Message):
    """Change who plays which colour in the running game."""

    seats: tuple[Seat, Seat]


class Resign(Message):
    """The person to move gives up."""


class FlagFall(Message):
    """The time of a colour is up."""

    colour: int


class OpenLink(Message):
    """A link was opened, followed or typed into the address."""

    text: str


class Prefer(Message):
    """A preference gets another value; one that there is not is left out."""

    name: str  # a field of ``Preferences``
    value: bool | int | str


class MoveNow(Message):
    """The engine shall play what it has found so far."""


class Pause(Message):
    """The engine shall stop and not move."""


class Ask(Message):
    """The engine shall think again after a pause or a failure."""


class Say(Message):
    """The page has something to tell the player; without a text, no longer."""

    text: str


class Analyse(Message):
    """Switch the analysis of the position shown on or off."""


class AskHint(Message):
    """Ask for a hint; then its cell; then put it away."""


class ReviewGame(Message):
    """Have the engine judge every position of the line, or go on with that."""


class StopReview(Message):
    """Stop the review and keep what it has found."""


class CloseReview(Message):
    """Put the review away."""


class TryAgain(Message):
    """Go to the node before a reviewed turn, to play another one."""

    node: int


class ShowBest(Message):
    """Go back to the node before the turn that is tried again, and mark the better one there."""


class ShowReviewed(Message):
    """Show a node of the reviewed line; -1: where a turn was tried again."""

    node: int = -1


class ShowLine(Message):
    """Show a line of the engine's on the board, or no longer."""

    shown: bool
    by: str = ""  # one of the best actions, "": the best line


class Visible(Message):
    """The page came into view or went out of it."""

    visible: bool


class Promote(Message):
    """Make the line through a node the main line."""

    node: int


class Delete(Message):
    """Remove a node and all that follows it; ``Restore`` brings it back."""

    node: int


class Restore(Message):
    """Take back the last deletion, promotion or set-up."""


class Comment(Message):
    """Write a comment on the position shown."""

    text: str


class PickMark(Message):
    """Clicks on the board draw this mark from now on, or play again when there is none."""

    kind: MarkKind | None
    text: str = ""


class Edit(Message):
    """Open the set-up editor on the position shown, or close it without a change."""

    open: bool


class EditTool(Message):
    """What a click puts on the board."""

    tool: Tool


class EditTurn(Message):
    """Who is to move in the set-up, and in which phase."""

    mover: int
    phase: int


class EditBack(Message):
    """Take back the last change in the editor."""


class EditClear(Message):
    """Take all stones off the board in the editor."""


class PlayFromHere(Message):
    """Begin a game at the position in the editor."""


class OpenTree(Message):
    """A game came out of the library, a file or a pasted text."""

    tree: Tree
    leaf: int
    cursor: int
    seats: tuple[Seat, Seat] | None = None
    notice: str = ""
    flagged: bool = False  # the resignation at its end was a lack of time
    terms: Terms = FREE
    friend: str = ""  # what the friend who answers with links is called
    helped: str = ""  # what help the player had
    replay: bool = False  # what the friend played last is shown action by action
    seen: "tuple[tuple[State, float], ...]" = ()  # what the engine thought before it was left
    asked: bool = True  # False: it comes by itself, and an exercise stays on the table
    taken_back: int = -1  # the node that the game was taken back to, -1: it was not


class BeginExercise(Message):
    """An exercise comes onto the table; the game that lay there waits beneath it."""

    exercise: "Exercise"


class LeaveExercise(Message):
    """The game beneath the exercise comes back onto the table."""


class PlayReply(Message):
    """The other side plays the next action of what the judge has answered."""


class TryExercise(Message):
    """Take a wrong answer back, or the solution that was shown."""


class ShowSolution(Message):
    """Play the solution of the exercise."""


# Commands: what the page has to do.


class StopThinking(Message):
    """Stop the engine; its answer is no longer wanted."""


class HurryUp(Message):
    """Make the engine answer at once."""


class RestartEngine(Message):
    """Replace the engine's worker."""


Command = wire.Think | StopThinking | HurryUp | RestartEngine

ReviewEvent = ReviewGame | StopReview | CloseReview | TryAgain | ShowBest | ShowReviewed
EditorEvent = EditTool | EditTurn | EditBack | EditClear
FriendEvent = AnswerOffer | Replay | NameFriend
StudyEvent = Promote | Delete | Restore | Comment | PickMark | Edit | PlayFromHere | EditorEvent
ExerciseEvent = BeginExercise | LeaveExercise | PlayReply | TryExercise | ShowSolution
Event = (
    (Click | Act | Undo | Redo | Step | Go | Sibling)
    | (NewGame | Rematch | OpenLink | OpenTree | TakeSeats | Resign | FlagFall)
    | (ShowResult | ShowRank)
    | FriendEvent
    | (MoveNow | Pause | Ask | Analyse | ShowLine | AskHint | ReviewEvent)
    | (Prefer | Say | Visible | StudyEvent | ExerciseEvent | wire.EngineEvent)
)
