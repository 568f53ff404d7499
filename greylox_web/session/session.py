"""The session: the whole state that the page renders, as one immutable value."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, cast

from ..engine.messages import SearchReport
from ..match.match import GameTerms, Match, Seat
from ..match.tree import ROOT, Tree
from ..rules import Game
from ..rules.board import NO_CELL
from ..rules.notation.actions import GameRecord, action_name
from ..rules.notation.links import write_link
from ..rules.state import Outcome, State
from .activity import Activity
from .editor import Editor
from .engine_state import INITIAL_ENGINE_STATE, EngineState
from .preferences import DEFAULTS, Preferences

if TYPE_CHECKING:  # most of these modules are loaded at their first use
    from ..features.analysis.hint import Hint
    from ..features.exercise.model import Attempt
    from ..features.line_player.model import OpenLine
    from ..features.review.model import Review
    from ..features.review.turns import Evaluation
    from .load_match import RemoteReplay
    from .study import Pen, PenKind

ACTIVITIES = (
    "line",  # shown on the board instead of the game's position
    "answer",  # clicks play an answer in advance, shown on the board in the same way
    "proof",  # searched while the exercise takes no answers
    "exercise",  # takes over the board; the game is suspended
    "editor",  # clicks edit the position
    "pen",  # clicks draw marks
    "replay",  # replays action by action, until another event skips to the end
    "hint",  # searched before the review continues
    "teach",  # holds the engine's reply until the player's turn is judged
    "review",  # searched while nobody waits for another search
)
"""The names of the activities, in the order in which they handle events."""

LESSON_REASON = "lesson"  # ``unrated_reason`` of a course's small game; stored
TEACH_REASON = "teach"  # the ``unrated_reason`` while costly turns stop the game; stored
TAUGHT_REASON = "taught"  # the same after that was switched off


class Notice(NamedTuple):
    """A message for the player, with the cells that show the reason."""

    text: str
    cell: int = NO_CELL
    cause: int = 0  # mask


class Ending(NamedTuple):
    """The end of the game and the state of the result card."""

    ended_in_session: bool = False  # whether the game was finished in this session
    is_card_open: bool = False  # whether the card is shown
    rank: int = -1  # the rank of the groups shown; -1: the final position


NO_ENDING = Ending()


@dataclass(frozen=True)
class Session:
    """The current match, the engine's state, the activities and the preferences."""

    match: Match
    resign_pending: bool = False  # a person resigned during the engine's search, which ends first
    engine: EngineState = INITIAL_ENGINE_STATE
    notice: Notice | None = None
    offer_withheld: bool = False  # the link may be truncated, so it offered no seat
    faulty_link: str | None = None  # stays in the address bar until the user acts
    preferences: Preferences = DEFAULTS
    review_cache: "tuple[tuple[Game, dict[State, Evaluation]], ...]" = ()
    visible: bool = True  # whether the page is visible; a hidden page runs no analysis
    ending: Ending = NO_ENDING
    restore_stack: "tuple[Session, ...]" = ()  # before deletions, promotions and set-ups
    activities: tuple[Activity, ...] = ()  # at most one of each name, in the order of ACTIVITIES

    def activity(self, name: str) -> Activity | None:
        """Return the activity of this name, or None."""
        for one in self.activities:
            if one.name == name:
                return one
        return None

    def with_activity(self, activity: Activity) -> "Session":
        """Return the session with an activity, which replaces the one with the same name."""
        others = (one for one in self.activities if one.name != activity.name)
        activities = sorted([*others, activity], key=lambda one: ACTIVITIES.index(one.name))
        return replace(self, activities=tuple(activities))

    def without(self, *names: str) -> "Session":
        """Return the session without the activities of these names."""
        remaining = tuple(one for one in self.activities if one.name not in names)
        return (
            self if len(remaining) == len(self.activities) else replace(self, activities=remaining)
        )

    @property
    def exercise_attempt(self) -> "Attempt | None":
        """The attempt at an exercise, shown instead of the game, or None."""
        return cast("Attempt | None", self.activity("exercise"))

    @property
    def editor(self) -> Editor | None:
        """The set-up editor, or None if it is closed."""
        return cast("Editor | None", self.activity("editor"))

    @property
    def drawing_mark(self) -> "PenKind | None":
        """The kind of mark that clicks draw, or None if clicks play."""
        return self.pen.kind if self.pen else None

    @property
    def pen(self) -> "Pen | None":
        """The drawing tool, or None if clicks play."""
        return cast("Pen | None", self.activity("pen"))

    @property
    def replay_node(self) -> int:
        """The node at the end of the replayed remote turn, or -1 without a replay."""
        turn = cast("RemoteReplay | None", self.activity("replay"))
        return turn.node if turn else -1

    @property
    def hint(self) -> "Hint | None":
        """The requested hint, or None."""
        return cast("Hint | None", self.activity("hint"))

    @property
    def review(self) -> "Review | None":
        """The review of the game, or None."""
        return cast("Review | None", self.activity("review"))

    @property
    def line(self) -> "OpenLine | None":
        """The line that is open in the player, or None."""
        return cast("OpenLine | None", self.activity("line"))

    @property
    def board_session(self) -> "Session":
        """The session whose position the board shows: that of an activity, else ``self``."""
        for activity in self.activities:
            if (shown := activity.board_session(self)) is not self:
                return shown
        return self

    def with_match(self, **changes: object) -> "Session":
        """Return the session with some fields of the match changed."""
        return replace(self, match=replace(self.match, **changes))  # type: ignore[arg-type]

    @property
    def tree(self) -> Tree:
        """The tree of all positions of the game."""
        return self.match.tree

    @property
    def leaf(self) -> int:
        """The end of the line in the move list."""
        return self.match.leaf

    @property
    def cursor(self) -> int:
        """The node of the position shown."""
        return self.match.cursor

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seats of both colours."""
        return self.match.seats

    @property
    def terms(self) -> GameTerms:
        """The terms of the game."""
        return self.match.terms

    @property
    def remote_name(self) -> str:
        """The remote player's local name; "" without a name."""
        return self.match.remote_name

    @property
    def unrated_reason(self) -> str:
        """The reason why the game is unrated; "" if it is rated so far."""
        return self.match.unrated_reason

    @property
    def offered_seat(self) -> int | None:
        """The colour that a link offers to the person who opened it, or None."""
        return self.match.offered_seat

    @property
    def state_values(self) -> tuple[tuple[State, float], ...]:
        """The engine's values of positions in this game."""
        return self.match.state_values

    @property
    def game(self) -> Game:
        """The rules of the game."""
        return self.match.game

    @property
    def state(self) -> State:
        """The position shown."""
        return self.match.state

    @property
    def resigned(self) -> bool:
        """Whether the side to move resigned in the position shown."""
        return self.match.resigned

    @property
    def outcome(self) -> Outcome | None:
        """The outcome in the position shown, or None before the end."""
        return self.match.outcome

    @property
    def live_node(self) -> int:
        """The node at which the game continues, whichever position is shown."""
        return self.match.live_node

    @property
    def is_at_takeback(self) -> bool:
        """Whether the position shown follows an undo; the next action replaces the undone ones."""
        return self.match.is_at_takeback

    @property
    def in_progress(self) -> bool:
        """Whether the game has begun and is not over, whichever position is shown."""
        return self.match.in_progress

    @property
    def local_colour(self) -> int | None:
        """The local colour, or None if neither or both are local."""
        return self.match.local_colour

    @property
    def target_node(self) -> int:
        """The node shown or, during the replay of a remote turn, the end of that turn."""
        return self.cursor if self.replay_node < 0 else self.replay_node

    @property
    def record(self) -> GameRecord:
        """The game as a record: the line in the move list, and all other lines as variations.

        A retry is one of the variations.
        """
        return self.saved_match.record

    @property
    def link(self) -> str:
        """The fragment for the address bar: a game, or the route of an exercise."""
        if self.exercise_attempt is not None:
            return self.exercise_attempt.exercise.route
        return write_link(self.record)

    @property
    def saved_match(self) -> Match:
        """The match to store.

        While a reviewed turn is retried, the stored match shows the end of the reviewed line.
        During the replay of a remote turn, the stored match shows the end of that turn.
        """
        if self.is_retrying and self.review is not None:
            reviewed = self.review.line[-1]
            return replace(self.match, cursor=reviewed, leaf=reviewed)
        return replace(self.match, cursor=self.target_node)

    @property
    def game_session(self) -> "Session":
        """The session of the game: the suspended one during an exercise, otherwise ``self``."""
        exercise_attempt = self.exercise_attempt
        return exercise_attempt.suspended_game or self if exercise_attempt else self

    @property
    def local_colours(self) -> tuple[bool, bool]:
        """Whether each colour is local; both are, while a reviewed turn is retried."""
        if self.is_retrying:
            return True, True
        first, second = (seat.level is None and not seat.remote for seat in self.seats)
        return first, second

    @property
    def is_engine_to_move(self) -> bool:
        """Whether the engine must move in the position shown, which ends a line."""
        node = self.tree.nodes[self.cursor]
        return (
            self.seats[node.state.mover].level is not None
            and not node.children
            and not self.engine.paused
            and not self.is_retrying
            and self.editor is None
            and self.outcome is None
        )

    @property
    def is_reply_held(self) -> bool:
        """Whether the engine is to move but an activity still holds its reply.

        A taught game waits for the activity that judges its turns: after a reload it is loaded
        late.
        """
        if not self.is_engine_to_move:
            return False
        is_unjudged = self.is_taught and self.activity("teach") is None
        return is_unjudged or any(one.holds_reply(self) for one in self.activities)

    @property
    def can_teach(self) -> bool:
        """Whether costly turns may stop the game: a person against the engine, without a clock."""
        you = self.local_colour
        return (
            you is not None
            and self.seats[1 - you].level is not None
            and not self.terms.time_millis
            and self.terms.takebacks
            and self.exercise_attempt is None
            and self.editor is None
            and self.unrated_reason != LESSON_REASON
            and not self.match.is_over
        )

    @property
    def is_taught(self) -> bool:
        """Whether costly turns of the player stop the game."""
        return self.unrated_reason == TEACH_REASON and self.can_teach

    def is_same_game(self, other: "Session") -> bool:
        """Whether both are sessions of one match."""
        return self.match.id == other.match.id

    @property
    def current_report(self) -> SearchReport | None:
        """The engine's report on the position shown, or on a position at most two turns earlier.

        Two turns bridge the time until the player's next turn has been evaluated.  An earlier
        report loses its candidates.  If the game followed its line, the remaining actions of the
        line stay, otherwise the line is empty.  None for other positions and after the end.
        Reports on earlier positions are not used while a turn is retried, or from an analysis
        that was switched off.
        """
        report, report_state = self.engine.report, self.engine.report_state
        nodes, node = self.tree.nodes, self.cursor
        if report is None or self.outcome is not None:
            return None
        if nodes[node].state == report_state:
            return report
        if self.engine.purpose == "analyse" and not self.engine.analysis:
            return None
        since: list[str] = []
        turns = 0
        while node != ROOT and not self.is_retrying:
            since.insert(0, action_name(self.game.board, nodes[node].action))
            turns += self.tree.state_before(node).mover != nodes[node].state.mover
            node = nodes[node].parent
            if turns > 2:
                return None
            if nodes[node].state == report_state:
                followed = report.pv[: len(since)] == since
                line = report.pv[len(since) :] if followed else []
                return report._replace(candidates=[], pv=line, thoughts=())
        return None

    @property
    def can_hint(self) -> bool:
        """Whether a person is to move and may request a hint."""
        return (
            self.local_colours[self.state.mover]
            and self.outcome is None
            and self.editor is None
            and self.engine.status != "failed"
        )

    @property
    def can_analyse(self) -> bool:
        """Whether the analysis can be switched on (before the end) or off (while it is on)."""
        return self.engine.analysis or (self.outcome is None and self.editor is None)

    @property
    def is_retrying(self) -> bool:
        """Whether a reviewed turn is being retried; the engine does not reply to a retry."""
        review = self.review
        if review is None or review.retry_node < 0:
            return False
        node, nodes = self.cursor, self.tree.nodes
        if node not in review.line:
            return True
        while node not in (review.retry_node, ROOT) and nodes[node].state.placed:
            node = nodes[node].parent  # same actions so far, the turn may still differ
        return node == review.retry_node

    @property
    def is_remote_to_move(self) -> bool:
        """Whether a remote player must reply with a link."""
        node = self.tree.nodes[self.cursor]
        is_remote = self.seats[node.state.mover].remote and not self.is_retrying
        return is_remote and not node.children and self.outcome is None

    @property
    def has_seat_offer(self) -> bool:
        """Whether a seat is offered in the position shown."""
        at_end = self.cursor == self.leaf or self.is_at_takeback
        may = at_end and self.outcome is None and self.editor is None
        return self.offered_seat is not None and may
