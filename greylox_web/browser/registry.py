"""What is imported with its first use: each part with the import that brings it.

The imports are statements, not names, so that the type checker and a reader can follow them.
``Late`` parts come when the session needs them; what opens a dialog or follows an address, when it
is called.
"""

from collections.abc import Callable
from typing import NamedTuple, Protocol

from ..app.view.board.layers import drawn_over
from ..app.view.panel.frame import Frame, greets
from ..page.dom import at_home
from ..page.table import Follower, Table
from ..session.naming import face_levels
from ..session.preferences import DEFAULTS, looks
from ..session.session import Session
from .board.svg import BoardView


class Host(Protocol):
    """The page."""

    table: Table
    board: BoardView
    picture: Frame | None  # what is painted; None where it could not be made


class LateFollower(NamedTuple):
    """A part that hears of events."""

    load: Callable[[Host], Follower]
    is_needed: Callable[[Session], object]


class LatePainter(NamedTuple):
    """A part that is painted."""

    name: str
    load: Callable[[Host], Callable[[], None]]
    is_needed: Callable[[Host], object]


def clock(page: Host) -> Follower:
    """The clocks of both players."""
    from .panels.clock import follow

    return follow(page.table)


def sound(page: Host) -> Follower:
    """The sounds."""
    from ..features.settings.sound import follow

    return follow(page.table)


def haptics(page: Host) -> Follower:
    """The vibration of the device."""
    from ..features.settings.haptics import follow

    return follow(page.table)


def appearance(page: Host) -> Follower:
    """The theme and the look of the stones."""
    from ..features.settings.appearance import follow

    return follow(page.table)


def greeting(page: Host) -> Follower:
    """The text that greets a newcomer."""
    from .panels.greeting import follow

    return follow(page.table)


def faces(page: Host) -> Follower:
    """The faces of the engine's levels."""
    from .panels.faces import follow

    return follow(page.table)


def moment(page: Host) -> Follower:
    """What has begun, over the board, and what a new sign means."""
    from .panels.moment import follow

    return follow(page.table)


def score(page: Host) -> Follower:
    """What a game counts for, on the card of its result."""
    from ..features.statistics.score import follow

    return follow(page.table)


def kept_reviews(page: Host) -> Follower:
    """What reviews of earlier visits have found."""
    from .panels.kept_reviews import follow

    return follow(page.table)


def replay(page: Host) -> Follower:
    """The turn of a friend, action by action."""
    from .panels.replay import follow

    return follow(page.table)


def home(page: Host) -> Follower:
    """The games on the home page."""
    from ..features.home.panel import follow

    return follow(page.table)


def next_lesson(page: Host) -> Follower:
    """The next lesson on the home page."""
    from ..features.home.next_lesson import follow

    return follow(page.table)


def today(page: Host) -> Follower:
    """The puzzle of the day on the home page."""
    from ..features.home.today import follow

    return follow(page.table)


FOLLOWERS = (
    LateFollower(clock, lambda session: session.terms.millis),
    LateFollower(sound, lambda session: session.preferences.sound),
    LateFollower(haptics, lambda session: session.preferences.haptics),
    LateFollower(appearance, lambda session: looks(session.preferences) != looks(DEFAULTS)),
    LateFollower(greeting, greets),
    LateFollower(faces, lambda session: any(face_levels(session))),
    LateFollower(moment, lambda session: session.cursor),
    LateFollower(score, lambda session: session.ending.card or session.review),
    LateFollower(kept_reviews, lambda session: session.review),
    LateFollower(replay, lambda session: session.replay >= 0),
    LateFollower(home, lambda _: at_home()),
    LateFollower(next_lesson, lambda _: at_home()),
    LateFollower(today, lambda _: at_home()),
)


def drawings(page: Host) -> Callable[[], None]:
    """What is drawn over the board."""
    from .board.overlay import Over

    return Over(page.table, page.board).paint


def review(page: Host) -> Callable[[], None]:
    """The review of a game."""
    from .panels.review import ReviewPanel

    return ReviewPanel(page.table).paint


def exercise(page: Host) -> Callable[[], None]:
    """The text and the buttons of an exercise."""
    from ..features.exercise.panel import ExercisePanel

    return ExercisePanel(page.table).paint


def course(page: Host) -> Callable[[], None]:
    """The graph of the chances in a game."""
    from .panels.course import CourseGraph

    return CourseGraph(page.table).paint


def candidates(page: Host) -> Callable[[], None]:
    """The best actions that an analysis has found."""
    from .panels.candidates import Candidates

    return Candidates(page.table, page.board.point).paint


def end_card(page: Host) -> Callable[[], None]:
    """The card of the result."""
    from .panels.end import EndCard

    return EndCard(page.table).paint


def has_course(page: Host) -> bool:
    """Whether there is a graph of the chances."""
    session = page.table.session
    return len(session.seen) > 2 or session.review is not None


PAINTERS = (
    LatePainter("drawings", drawings, lambda page: drawn_over(page.table.session)),
    LatePainter("review", review, lambda page: page.table.session.review),
    LatePainter("exercise", exercise, lambda page: page.table.session.attempt),
    LatePainter("course", course, has_course),
    LatePainter("candidates", candidates, lambda page: page.picture and page.picture.candidates),
    LatePainter("end-card", end_card, lambda page: page.table.session.ending.card),
)


# ------------------------------------------------------------ dialogs and drawers


def open_new_game(table: Table) -> None:
    """Open the dialog for a new game."""
    from ..features.new_game.panel import open

    open(table)


def open_rules(table: Table) -> None:
    """Open the rules of the game."""
    from ..features.rules.panel import open

    open(table)


def open_share(table: Table) -> None:
    """Open the dialog that shares the game."""
    from ..features.share.panel import open

    open(table)


def open_send(table: Table) -> None:
    """Open the dialog that sends the game to a friend."""
    from ..features.friends.send import open

    open(table)


def open_statistics(table: Table) -> None:
    """Open the results so far."""
    from ..features.statistics.panel import open

    open(table)


def open_my_games(table: Table) -> None:
    """Open the stored games."""
    from ..features.library.panel import open

    open(table)


def open_link(table: Table) -> None:
    """Open the dialog that takes a link or a text."""
    from ..features.library.open_link import open

    open(table)


def open_settings(table: Table) -> None:
    """Open the settings."""
    from ..features.settings.panel import open

    open(table)


def open_keys(table: Table) -> None:
    """Open the list of the keys."""
    from ..features.settings.keys import open

    open(table)


def ask_to_resign(table: Table) -> None:
    """Ask whether to resign."""
    from .panels.resign import open

    open(table)


def open_layers(table: Table) -> None:
    """Open the drawer of the board's layers."""
    from .panels.layers import open

    open(table)


def close_layers(table: Table) -> None:
    """Close that drawer."""
    from .panels.layers import close

    close(table)


def open_book(table: Table) -> None:
    """Open the drawer of the moves."""
    from .panels.book import open

    open(table)


def close_book(table: Table) -> None:
    """Close that drawer."""
    from .panels.book import close

    close(table)


# ------------------------------------------------------------ addresses


def go_to_lessons(table: Table, rest: str) -> bool:
    """Go to a lesson, or to all of them; return whether the address leads somewhere."""
    from ..features.lessons.panel import open

    return open(table, rest)


def go_to_puzzle(table: Table, rest: str) -> bool:
    """Go to a puzzle; return whether the address leads somewhere."""
    from ..features.puzzles.panel import open

    return open(table, rest)


def go_to_puzzles(table: Table, rest: str = "") -> bool:
    """Go to all puzzles; return whether the address leads somewhere."""
    from ..features.puzzles.all import open

    return open(table, rest)


def open_all_lessons(table: Table) -> bool:
    """Open the list of all lessons."""
    from ..features.lessons.all import open

    return open(table)
