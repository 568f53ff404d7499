"""All features of the page: what the start needs, and what is imported with its first use.

The imports are statements, not names, so that the type checker and a reader can follow them.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ..features.analysis.panel import Analysis
from ..features.board.keyboard import Keyboard
from ..features.board.panel import Board
from ..features.controls.panel import Controls
from ..features.moves.panel import Moves
from ..features.players.panel import Players
from ..features.prompt.panel import PromptPanel
from ..features.study.panel import Study
from ..page.dom import at_home
from ..page.feature import Feature
from ..page.table import Table
from ..session.event import Event
from ..session.layers import has_overlay
from ..session.naming import avatar_levels
from ..session.opinion import candidates
from ..session.preferences import DEFAULTS, get_appearance
from ..session.session import Session

if TYPE_CHECKING:
    from ..features.new_game.play import Play

START: dict[str, type[Feature]] = {
    "board": Board,
    "keyboard": Keyboard,
    "prompt": PromptPanel,
    "players": Players,
    "moves": Moves,
    "controls": Controls,
    "analysis": Analysis,
    "study": Study,
}
"""Those that the first paint and the first click need, by their names, in the order of painting."""


def never(_: Table) -> bool:
    """Of a feature that only a press or an address needs."""
    return False


class Late(NamedTuple):
    """A feature that is imported with its first use: a press, an address, or once it is needed."""

    load: Callable[[], type[Feature]]
    is_needed: Callable[[Table], object] = never
    at_once: bool = False  # it paints what the session is about; others wait for the first paint


def all_lessons() -> type[Feature]:
    """The page of all lessons."""
    from ..features.lessons.all import AllLessons

    return AllLessons


def all_puzzles() -> type[Feature]:
    """The page of all puzzles."""
    from ..features.puzzles.all import AllPuzzles

    return AllPuzzles


def appearance() -> type[Feature]:
    """The theme and the look of the stones."""
    from ..features.settings.appearance import Appearance

    return Appearance


def book() -> type[Feature]:
    """The three pages beside the board, and the drawer with them."""
    from ..features.moves.book import Book

    return Book


def best_actions() -> type[Feature]:
    """The best actions that an analysis has found."""
    from ..features.analysis.best_actions import Candidates

    return Candidates


def clock() -> type[Feature]:
    """The clocks of both players."""
    from ..features.clock.panel import ClockFace

    return ClockFace


def course() -> type[Feature]:
    """The graph of the chances in a game."""
    from ..features.review.course_graph import CourseGraph

    return CourseGraph


def drawings() -> type[Feature]:
    """What is drawn over the board."""
    from ..features.layers.drawings import Drawings

    return Drawings


def earlier_reviews() -> type[Feature]:
    """What reviews of earlier visits have found."""
    from ..features.review.earlier import Reviews

    return Reviews


def ending() -> type[Feature]:
    """The card of the result."""
    from ..features.ending.panel import EndCard

    return EndCard


def exercise() -> type[Feature]:
    """The text and the buttons of an exercise."""
    from ..features.exercise.panel import ExercisePanel

    return ExercisePanel


def faces() -> type[Feature]:
    """The faces of the engine's levels."""
    from ..features.players.faces import Faces

    return Faces


def friends() -> type[Feature]:
    """The turn of a friend, action by action, and the seat that a link offers."""
    from ..features.friends.replay import FriendReplay

    return FriendReplay


def haptics() -> type[Feature]:
    """The vibration of the device."""
    from ..features.settings.haptics import Haptics

    return Haptics


def home() -> type[Feature]:
    """The games on the home page."""
    from ..features.home.panel import Home

    return Home


def keys() -> type[Feature]:
    """The list of the keys."""
    from ..features.settings.keys import KeyList

    return KeyList


def layers() -> type[Feature]:
    """The drawer of the board's layers."""
    from ..features.layers.panel import LayersMenu

    return LayersMenu


def lessons() -> type[Feature]:
    """The lessons."""
    from ..features.lessons.panel import Lessons

    return Lessons


def library() -> type[Feature]:
    """The stored games."""
    from ..features.library.panel import Library

    return Library


def new_game() -> type[Feature]:
    """The dialog for a new game."""
    from ..features.new_game.panel import NewGameDialog

    return NewGameDialog


def next_lesson() -> type[Feature]:
    """The next lesson on the home page."""
    from ..features.home.cards import NextLesson

    return NextLesson


def open_link() -> type[Feature]:
    """The dialog that takes a link or a text."""
    from ..features.library.open_link import OpenLinkDialog

    return OpenLinkDialog


def passing() -> type[Feature]:
    """What has begun, over the board, and what a new sign means."""
    from ..features.prompt.passing import PassingTexts

    return PassingTexts


def play() -> "type[Play]":
    """What goes to another game."""
    from ..features.new_game.play import Play

    return Play


def puzzles() -> type[Feature]:
    """The puzzles."""
    from ..features.puzzles.panel import Puzzles

    return Puzzles


def resign() -> type[Feature]:
    """The question whether to resign."""
    from ..features.ending.resign import ResignQuestion

    return ResignQuestion


def review() -> type[Feature]:
    """The review of a game."""
    from ..features.review.panel import ReviewPanel

    return ReviewPanel


def rules() -> type[Feature]:
    """The rules of the games."""
    from ..features.rules.panel import Rules

    return Rules


def score() -> type[Feature]:
    """What a game counts for, on the card of its result."""
    from ..features.statistics.score import Score

    return Score


def send() -> type[Feature]:
    """The dialog that sends the game to a friend."""
    from ..features.friends.send import SendTurn

    return SendTurn


def settings() -> type[Feature]:
    """The settings."""
    from ..features.settings.panel import Settings

    return Settings


def share() -> type[Feature]:
    """The dialog that shares the game."""
    from ..features.share.panel import Sharing

    return Sharing


def sound() -> type[Feature]:
    """The sounds."""
    from ..features.settings.sound import Sound

    return Sound


def statistics() -> type[Feature]:
    """The results so far."""
    from ..features.statistics.panel import StatisticsDialog

    return StatisticsDialog


def today() -> type[Feature]:
    """The puzzle of the day on the home page."""
    from ..features.home.cards import Today

    return Today


def is_home(_: Table) -> bool:
    """Whether the home page is shown."""
    return at_home()


def has_course(table: Table) -> bool:
    """Whether there is a graph of the chances."""
    return len(table.session.evaluations) > 2 or table.session.review is not None


LATE = {
    "drawings": Late(drawings, lambda table: has_overlay(table.session), at_once=True),
    "review": Late(review, lambda table: table.session.review, at_once=True),
    "exercise": Late(exercise, lambda table: table.session.exercise_attempt, at_once=True),
    "course": Late(course, has_course, at_once=True),
    "best-actions": Late(best_actions, lambda table: candidates(table.session), at_once=True),
    "ending": Late(ending, lambda table: table.session.ending.is_card_open, at_once=True),
    "clock": Late(clock, lambda table: table.session.terms.time_millis),
    "sound": Late(sound, lambda table: table.session.preferences.sound),
    "haptics": Late(haptics, lambda table: table.session.preferences.haptics),
    "appearance": Late(
        appearance,
        lambda table: get_appearance(table.session.preferences) != get_appearance(DEFAULTS),
    ),
    "faces": Late(faces, lambda table: any(avatar_levels(table.session))),
    "passing": Late(passing, lambda table: table.session.cursor),
    "score": Late(score, lambda table: table.session.ending.is_card_open or table.session.review),
    "earlier-reviews": Late(earlier_reviews, lambda table: table.session.review),
    "friends": Late(friends, lambda table: table.session.replay_node >= 0),
    "home": Late(home, is_home),
    "next-lesson": Late(next_lesson, is_home),
    "today": Late(today, is_home),
    "all-lessons": Late(all_lessons),
    "all-puzzles": Late(all_puzzles),
    "book": Late(book),
    "keys": Late(keys),
    "layers": Late(layers),
    "lessons": Late(lessons),
    "library": Late(library),
    "new-game": Late(new_game),
    "open-link": Late(open_link),
    "play": Late(play),
    "puzzles": Late(puzzles),
    "resign": Late(resign),
    "rules": Late(rules),
    "send": Late(send),
    "settings": Late(settings),
    "share": Late(share),
    "statistics": Late(statistics),
}
"""The others, by their names: a button names one in ``data-press="name:..."``."""


def feature(table: Table, name: str) -> Feature:
    """The feature of this name; it is imported now if it is not there yet."""
    return table.part(START[name] if name in START else LATE[name].load())


class LateFeatures(Feature):
    """Imports features once they are needed."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.missing = {name: late for name, late in LATE.items() if late.is_needed is not never}
        self.is_complete = False  # whether all of Python's library and of this package is here

    def changed(self, _event: Event | None, _before: Session) -> None:
        """Import what the session needs by now, unless an import would block the page."""
        if self.is_complete:
            self._load(at_once=False)

    def paint(self) -> None:
        """Import what has to be painted."""
        self._load(at_once=True)

    def _load(self, *, at_once: bool) -> None:
        for name, late in [*self.missing.items()]:
            if late.at_once == at_once:
                self.table.faults.repeatedly(name, partial(self._load_one, name, late))

    def _load_one(self, name: str, late: Late) -> None:
        if late.is_needed(self.table):
            self.table.part(late.load())
            del self.missing[name]
