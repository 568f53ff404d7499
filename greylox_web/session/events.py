"""Events: what a person does, and what the page or the engine (``wire``) reports."""

from typing import TYPE_CHECKING

from ..engine import messages as wire
from ..match.match import FREE, PERSON, Match, Seat, Terms
from ..match.tree import ROOT, MarkKind
from ..message import Message
from .editor import Editor, Tool

if TYPE_CHECKING:  # loaded with the first exercise or review
    from ..app.thinking.review import Judgement
    from ..rules.state import State
    from .exercise import Exercise


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
    end: int = ROOT  # a node after it: the line through both is shown


class Sibling(Message):
    """Show the variation before or after this one, from the same position."""

    by: int  # -1 or 1


class NewGame(Message):
    """Begin a game with these settings; invalid ones are refused with a sentence."""

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
    """Show the groups at one place in the comparison of sizes that decided the game."""

    place: int


class AnswerOffer(Message):
    """Take the seat that a link offers and answer with a link, or only look."""

    plays: bool


class Replay(Message):
    """Show the next of the actions that a friend has just played."""


class NameFriend(Message):
    """Name the friend who answers with links; the name is local, no link carries it."""

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
    """Change a preference; an unknown name is ignored."""

    name: str  # a field of ``Preferences``
    value: bool | int | str


class MoveNow(Message):
    """Make the engine play the best action found so far."""


class Pause(Message):
    """Stop the engine without a move."""


class Ask(Message):
    """Let the engine think again after a pause or a failure."""


class Say(Message):
    """Show the player a notice; without a text, remove it."""

    text: str


class Analyse(Message):
    """Switch the analysis of the position shown on or off."""


class AskHint(Message):
    """Ask for a hint; then its cell; then put it away."""


class ReviewGame(Message):
    """Start or resume the review: the engine evaluates every position of the line."""


class StopReview(Message):
    """Stop the review and keep its results so far."""


class CloseReview(Message):
    """Close the review."""


class TryAgain(Message):
    """Go to the node before a reviewed turn, to play another one."""

    node: int


class ShowBest(Message):
    """Go back to the node before the turn that is tried again, and mark the best turn."""


class ShowReviewed(Message):
    """Show a node of the reviewed line; -1: the turn that was tried again, as played."""

    node: int = -1


class Recall(Message):
    """Take over what reviews of earlier visits found out about positions of this game."""

    known: "dict[State, Judgement]"


class ShowLine(Message):
    """Show a line of the engine's on the board, or no longer."""

    shown: bool
    by: str = ""  # one of the best actions, "": the best line


class Visible(Message):
    """The page became visible or hidden."""

    visible: bool


class Promote(Message):
    """Make the line through a node the main line."""

    node: int


class Delete(Message):
    """Remove a node and its descendants; ``Restore`` brings them back."""

    node: int


class Restore(Message):
    """Take back the last deletion, promotion or set-up."""


class Comment(Message):
    """Write a comment on a position: at ``node`` or, with -1, the one shown."""

    text: str
    node: int = -1


class PickMark(Message):
    """Clicks on the board draw this mark from now on, or with None play again."""

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


class Open(Message):
    """Put a match on the table: of the library, a file or a text, or one that was left."""

    match: Match
    notice: str = ""
    imported: bool = False  # a file or a text, which does not say how it was played
    editor: Editor | None = None  # the position that was being set up when the match was left


class Merged(Message):
    """The match on the table, or beneath an exercise, was merged with a stored version of it.

    Its nodes keep their numbers.  Its id is another one where it turned out to be a stored match.
    """

    match: Match
    notice: str = ""
    replay: bool = False  # show the friend's last turn action by action


class BeginExercise(Message):
    """Put an exercise on the table; the game there waits beneath it."""

    exercise: "Exercise"
    steps: "tuple[Event, ...]" = ()  # what was done in it before the page was loaded again


class LeaveExercise(Message):
    """Put the game beneath the exercise back on the table."""


class PlayReply(Message):
    """Play the next action of the judge's reply."""


class TryExercise(Message):
    """Take back a wrong answer, or the solution that was shown."""


class ShowSolution(Message):
    """Play the solution of the exercise."""


class EngineReady(Message):
    """The engine's worker is ready for questions, after its start or a restart."""


class EngineReport(Message):
    """A report of the engine; the final one of a question may have an error."""

    report: wire.Report


class EngineFailed(Message):
    """The engine failed.

    With a ticket, that question has no answer, others may.  With None, the worker is lost;
    EngineReady follows if another one starts.
    """

    ticket: int | None
    sentence: str


ReviewEvent = (ReviewGame | StopReview | CloseReview | Recall) | (
    TryAgain | ShowBest | ShowReviewed
)
EngineEvent = EngineReady | EngineReport | EngineFailed
EditorEvent = EditTool | EditTurn | EditBack | EditClear
FriendEvent = AnswerOffer | Replay | NameFriend
StudyEvent = Promote | Delete | Restore | Comment | PickMark | Edit | PlayFromHere | EditorEvent
ExerciseEvent = BeginExercise | LeaveExercise | PlayReply | TryExercise | ShowSolution
Event = (
    (Click | Act | Undo | Redo | Step | Go | Sibling)
    | (NewGame | Rematch | OpenLink | Open | Merged | TakeSeats | Resign | FlagFall)
    | (ShowResult | ShowRank)
    | FriendEvent
    | (MoveNow | Pause | Ask | Analyse | ShowLine | AskHint | ReviewEvent)
    | (Prefer | Say | Visible | StudyEvent | ExerciseEvent | EngineEvent)
)
