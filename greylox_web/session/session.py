"""The session: the state of the table as one immutable value; the page shows nothing else."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, cast

from ..engine.messages import SearchReport
from ..match.match import GameTerms, Match, Seat
from ..match.tree import ROOT, MarkKind, Tree
from ..rules import Game
from ..rules.board import NO_CELL
from ..rules.notation.actions import GameRecord, action_name
from ..rules.notation.links import write_link
from ..rules.state import Outcome, State
from .activity import Activity
from .editor import Editor
from .engine_state import INITIAL_ENGINE_STATE, EngineState
from .preferences import DEFAULTS, Preferences

if TYPE_CHECKING:  # most of these are loaded with their first use
    from ..features.analysis.hint import Hint
    from ..features.exercise.model import Attempt
    from ..features.review.model import PositionEvaluation, Review
    from .load_match import FriendTurn
    from .study import Pen

ACTIVITIES = (
    "exercise",  # all is done on its board; the game lies beneath it
    "editor",  # a click changes the position that is set up
    "pen",  # a click draws
    "friend-turn",  # it is shown action by action, until another event skips to its end
    "hint",  # the engine answers it before it goes on with a review
    "review",  # the engine works at it when nobody waits for something else
)
"""The names of the activities, in the order in which they are asked."""

LESSON_REASON = "lesson"  # what a small game of a course is, wherever the game is kept


class Notice(NamedTuple):
    """A message for the player, with the cells that show why."""

    text: str
    cell: int = NO_CELL
    cause: int = 0  # mask


class Ending(NamedTuple):
    """The end of the game, and the card that shows the result."""

    ended_in_session: bool = False  # whether the game came to its end at this table
    is_card_open: bool = False  # whether the card is shown
    rank: int = -1  # of the groups that the card shows, -1: as it ended


NO_ENDING = Ending()


@dataclass(frozen=True)
class Session:
    """The table: the game so far, who plays which colour, and what the engine is doing."""

    match: Match  # the game
    resign_pending: bool = False  # a person gave up while the engine thinks; its answer comes first
    engine: EngineState = INITIAL_ENGINE_STATE
    notice: Notice | None = None
    offer_withheld: bool = (
        False  # it came by a link that may be cut off, so that no seat was offered
    )
    faulty_link: str | None = None  # a faulty link that stays in the address until the user acts
    preferences: Preferences = DEFAULTS
    review_cache: "tuple[tuple[Game, dict[State, PositionEvaluation]], ...]" = ()
    visible: bool = True  # whether the page can be seen; analysis rests while it cannot
    ending: Ending = NO_ENDING
    undo_stack: "tuple[Session, ...]" = ()  # as it was before deletions and the like
    activities: tuple[Activity, ...] = ()  # at most one of each name, in the order of ACTIVITIES

    def activity(self, name: str) -> Activity | None:
        """The activity of this name, if it goes on."""
        return next((one for one in self.activities if one.name == name), None)

    def with_activity(self, activity: Activity) -> "Session":
        """The session with an activity, instead of one of its name."""
        others = (one for one in self.activities if one.name != activity.name)
        activities = sorted([*others, activity], key=lambda one: ACTIVITIES.index(one.name))
        return replace(self, activities=tuple(activities))

    def without(self, *names: str) -> "Session":
        """The session without the activities of these names."""
        remaining = tuple(one for one in self.activities if one.name not in names)
        return (
            self if len(remaining) == len(self.activities) else replace(self, activities=remaining)
        )

    @property
    def exercise_attempt(self) -> "Attempt | None":
        """The exercise that is on the table instead of the game."""
        return cast("Attempt | None", self.activity("exercise"))

    @property
    def editor(self) -> Editor | None:
        """The position that is set up."""
        return cast("Editor | None", self.activity("editor"))

    @property
    def drawing_mark(self) -> MarkKind | None:
        """What clicks draw, None while they play."""
        pen = cast("Pen | None", self.activity("pen"))
        return pen.kind if pen else None

    @property
    def replay_node(self) -> int:
        """The node that a friend's turn leads to while it is shown, else -1."""
        turn = cast("FriendTurn | None", self.activity("friend-turn"))
        return turn.node if turn else -1

    @property
    def hint(self) -> "Hint | None":
        """The hint that was asked for."""
        return cast("Hint | None", self.activity("hint"))

    @property
    def review(self) -> "Review | None":
        """The review of the game."""
        return cast("Review | None", self.activity("review"))

    def with_match(self, **changes: object) -> "Session":
        """The session with some fields of the match changed."""
        return replace(self, match=replace(self.match, **changes))  # type: ignore[arg-type]

    @property
    def tree(self) -> Tree:
        """All positions of the game."""
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
        """Who plays the colours."""
        return self.match.seats

    @property
    def terms(self) -> GameTerms:
        """What is agreed for the game."""
        return self.match.terms

    @property
    def friend(self) -> str:
        """What a friend far away is called here,  without a name."""
        return self.match.friend

    @property
    def unrated_reason(self) -> str:
        """Why the game is not rated,  if so far it is."""
        return self.match.unrated_reason

    @property
    def offered_seat(self) -> int | None:
        """The colour that a link offers to who opened it."""
        return self.match.offered_seat

    @property
    def evaluations(self) -> tuple[tuple[State, float], ...]:
        """What the engine thought of positions in this game."""
        return self.match.evaluations

    @property
    def game(self) -> Game:
        """The rules in force."""
        return self.match.game

    @property
    def state(self) -> State:
        """The position shown."""
        return self.match.state

    @property
    def resigned(self) -> bool:
        """Whether the side to move gave up in the position shown."""
        return self.match.resigned

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended in the position shown, or None while it goes on."""
        return self.match.outcome

    @property
    def live_node(self) -> int:
        """The node at which the game continues, whichever position is shown."""
        return self.match.live_node

    @property
    def is_at_takeback(self) -> bool:
        """Whether moves were undone, which the next move replaces."""
        return self.match.is_at_takeback

    @property
    def in_progress(self) -> bool:
        """Whether the game has begun and is not over, whichever position is shown."""
        return self.match.in_progress

    @property
    def local_colour(self) -> int | None:
        """The colour played at this screen, or None if it is neither or both."""
        return self.match.local_colour

    @property
    def target_node(self) -> int:
        """The node shown or, while a friend's turn is replayed, the node after it."""
        return self.cursor if self.replay_node < 0 else self.replay_node

    @property
    def record(self) -> GameRecord:
        """The game as a record: the line in the move list, with the rest as variations."""
        return replace(self.match, cursor=self.target_node).record

    @property
    def link(self) -> str:
        """The fragment for the address bar: a game, or the route of an exercise."""
        if self.exercise_attempt is not None:
            return self.exercise_attempt.exercise.route
        return write_link(self.record)

    @property
    def saved_match(self) -> Match:
        """The match as it is stored.

        While a reviewed turn is tried again it is as it was reviewed, and a friend's turn that is
        shown action by action is whole.
        """
        if self.is_retrying and self.review is not None:
            reviewed = self.review.line[-1]
            return replace(self.match, cursor=reviewed, leaf=reviewed)
        return replace(self.match, cursor=self.target_node)

    @property
    def game_session(self) -> "Session":
        """The session of the game: this one or, during an exercise, the one beneath it."""
        exercise_attempt = self.exercise_attempt
        return exercise_attempt.suspended_game or self if exercise_attempt else self

    @property
    def local_colours(self) -> tuple[bool, bool]:
        """Which colours are played at this screen: both, while a reviewed turn is tried again."""
        if self.is_retrying:
            return True, True
        first, second = (seat.level is None and not seat.remote for seat in self.seats)
        return first, second

    @property
    def is_engine_to_move(self) -> bool:
        """Whether the engine has to move in the position shown, at the end of a line."""
        node = self.tree.nodes[self.cursor]
        return (
            self.seats[node.state.mover].level is not None
            and not node.children
            and not self.engine.paused
            and not self.is_retrying
            and self.editor is None
            and self.outcome is None
        )

    def is_same_game(self, other: "Session") -> bool:
        """Whether both are sessions of one match."""
        return self.match.id == other.match.id

    @property
    def current_report(self) -> SearchReport | None:
        """The engine's report, if it is about the position shown or one shortly before it.

        That is at most two turns before, so that it lasts until one's own next turn has been
        evaluated.  For a later position the actions are removed, and the line is the rest of the
        one that was followed, if it was.  None for other positions, while a turn is tried again,
        and when the game is over.  What an analysis found before it was switched off belongs to
        its own position only.
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
            turns += nodes[nodes[node].parent].state.mover != nodes[node].state.mover
            node = nodes[node].parent
            if turns > 2:
                return None
            if nodes[node].state == report_state:
                followed = report.line[: len(since)] == since
                line = report.line[len(since) :] if followed else []
                return report._replace(top=[], line=line)
        return None

    @property
    def can_hint(self) -> bool:
        """Whether a person is to move and may ask the engine for a hint."""
        return (
            self.local_colours[self.state.mover]
            and self.outcome is None
            and self.editor is None
            and self.engine.status != "failed"
        )

    @property
    def can_analyse(self) -> bool:
        """Whether the analysis can be switched on (the game goes on) or off (it is on)."""
        return self.engine.analysis or (self.outcome is None and self.editor is None)

    @property
    def is_retrying(self) -> bool:
        """Whether a reviewed turn is being tried again; the engine does not reply to it."""
        review = self.review
        if review is None or review.retry_node < 0:
            return False
        node, nodes = self.cursor, self.tree.nodes
        if node not in review.line:
            return True
        while node not in (review.retry_node, ROOT) and nodes[node].state.placed:
            node = nodes[node].parent  # as played before, but the turn may end otherwise
        return node == review.retry_node

    @property
    def is_remote_to_move(self) -> bool:
        """Whether a distant friend has to answer with a link."""
        node = self.tree.nodes[self.cursor]
        is_remote = self.seats[node.state.mover].remote and not self.is_retrying
        return is_remote and not node.children and self.outcome is None

    @property
    def has_seat_offer(self) -> bool:
        """Whether the person is offered a seat in the position shown."""
        at_end = self.cursor == self.leaf or self.is_at_takeback
        may = at_end and self.outcome is None and self.editor is None
        return self.offered_seat is not None and may
