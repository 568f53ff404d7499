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
from ..page.dom import is_home
from ..page.feature import Feature
from ..page.store import Store
from ..session.event import Event
from ..session.layers import has_overlay
from ..session.naming import avatar_levels
from ..session.preferences import DEFAULTS, get_appearance
from ..session.session import Session
from ..session.visible_report import candidates

if TYPE_CHECKING:
    from ..features.new_game.game_switching import Play

STARTUP_FEATURES: dict[str, type[Feature]] = {
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


def is_never_needed(_: Store) -> bool:
    """Of a feature that only a press or an address needs."""
    return False


class LazyFeature(NamedTuple):
    """A feature that is imported with its first use: a press, an address, or once it is needed."""

    load: Callable[[], type[Feature]]
    is_needed: Callable[[Store], object] = is_never_needed
    is_immediate: bool = (
        False  # it paints what the session is about; others wait for the first paint
    )


def load_all_lessons() -> type[Feature]:
    """The page of all lessons."""
    from ..features.lessons.lessons_page import LessonsPage

    return LessonsPage


def load_all_puzzles() -> type[Feature]:
    """The page of all puzzles."""
    from ..features.puzzles.puzzles_page import PuzzlesPage

    return PuzzlesPage


def load_appearance() -> type[Feature]:
    """The theme and the look of the stones."""
    from ..features.settings.appearance import Appearance

    return Appearance


def load_record_panel() -> type[Feature]:
    """The three pages beside the board, and the drawer with them."""
    from ..features.moves.record_panel import RecordPanel

    return RecordPanel


def load_candidates() -> type[Feature]:
    """The best actions that an analysis has found."""
    from ..features.analysis.best_actions import Candidates

    return Candidates


def load_clock() -> type[Feature]:
    """The clocks of both players."""
    from ..features.clock.panel import ClockView

    return ClockView


def load_eval_graph() -> type[Feature]:
    """The graph of the chances in a game."""
    from ..features.review.eval_graph_panel import EvalGraphPanel

    return EvalGraphPanel


def load_drawings() -> type[Feature]:
    """What is drawn over the board."""
    from ..features.layers.drawings import BoardOverlay

    return BoardOverlay


def load_review_cache() -> type[Feature]:
    """What reviews of earlier visits have found."""
    from ..features.review.cache_panel import ReviewCache

    return ReviewCache


def load_result_card() -> type[Feature]:
    """The card of the result."""
    from ..features.ending.panel import ResultCardPanel

    return ResultCardPanel


def load_exercise() -> type[Feature]:
    """The text and the buttons of an exercise."""
    from ..features.exercise.panel import ExercisePanel

    return ExercisePanel


def load_avatars() -> type[Feature]:
    """The faces of the engine's levels."""
    from ..features.players.avatars import Avatars

    return Avatars


def load_friend_replay() -> type[Feature]:
    """The turn of a friend, action by action, and the seat that a link offers."""
    from ..features.friends.replay import FriendReplay

    return FriendReplay


def load_haptics() -> type[Feature]:
    """The vibration of the device."""
    from ..features.settings.haptics import Haptics

    return Haptics


def load_home() -> type[Feature]:
    """The games on the home page."""
    from ..features.home.panel import Home

    return Home


def load_key_list() -> type[Feature]:
    """The list of the keys."""
    from ..features.settings.keys import KeyList

    return KeyList


def load_layers_menu() -> type[Feature]:
    """The drawer of the board's layers."""
    from ..features.layers.panel import LayersMenu

    return LayersMenu


def load_lessons() -> type[Feature]:
    """The lessons."""
    from ..features.lessons.panel import Lessons

    return Lessons


def load_library() -> type[Feature]:
    """The stored games."""
    from ..features.library.panel import Library

    return Library


def load_new_game() -> type[Feature]:
    """The dialog for a new game."""
    from ..features.new_game.panel import NewGameDialog

    return NewGameDialog


def load_next_lesson() -> type[Feature]:
    """The next lesson on the home page."""
    from ..features.home.cards import NextLessonCard

    return NextLessonCard


def load_open_link() -> type[Feature]:
    """The dialog that takes a link or a text."""
    from ..features.library.open_link import OpenLinkDialog

    return OpenLinkDialog


def load_passing_texts() -> type[Feature]:
    """What has begun, over the board, and what a new sign means."""
    from ..features.prompt.toasts import Toasts

    return Toasts


def load_play() -> "type[Play]":
    """What goes to another game."""
    from ..features.new_game.game_switching import Play

    return Play


def load_puzzles() -> type[Feature]:
    """The puzzles."""
    from ..features.puzzles.panel import Puzzles

    return Puzzles


def load_resign() -> type[Feature]:
    """The question whether to resign."""
    from ..features.ending.resign import ResignQuestion

    return ResignQuestion


def load_review() -> type[Feature]:
    """The review of a game."""
    from ..features.review.panel import ReviewPanel

    return ReviewPanel


def load_rules() -> type[Feature]:
    """The rules of the games."""
    from ..features.rules.panel import Rules

    return Rules


def load_score() -> type[Feature]:
    """What a game counts for, on the card of its result."""
    from ..features.statistics.result_recorder import ResultRecorder

    return ResultRecorder


def load_send_turn() -> type[Feature]:
    """The dialog that sends the game to a friend."""
    from ..features.friends.send_turn import SendTurn

    return SendTurn


def load_settings() -> type[Feature]:
    """The settings."""
    from ..features.settings.panel import Settings

    return Settings


def load_share() -> type[Feature]:
    """The dialog that shares the game."""
    from ..features.share.panel import ShareDialog

    return ShareDialog


def load_sound() -> type[Feature]:
    """The sounds."""
    from ..features.settings.sound import Sound

    return Sound


def load_statistics() -> type[Feature]:
    """The results so far."""
    from ..features.statistics.panel import StatisticsDialog

    return StatisticsDialog


def load_daily_card() -> type[Feature]:
    """The puzzle of the day on the home page."""
    from ..features.home.cards import DailyPuzzleCard

    return DailyPuzzleCard


def is_home_shown(_: Store) -> bool:
    """Whether the home page is shown."""
    return is_home()


def has_eval_graph(store: Store) -> bool:
    """Whether there is a graph of the chances."""
    return len(store.session.evaluations) > 2 or store.session.review is not None


LAZY_FEATURES = {
    "drawings": LazyFeature(
        load_drawings, lambda store: has_overlay(store.session), is_immediate=True
    ),
    "review": LazyFeature(load_review, lambda store: store.session.review, is_immediate=True),
    "exercise": LazyFeature(
        load_exercise, lambda store: store.session.exercise_attempt, is_immediate=True
    ),
    "eval-graph": LazyFeature(load_eval_graph, has_eval_graph, is_immediate=True),
    "best-actions": LazyFeature(
        load_candidates, lambda store: candidates(store.session), is_immediate=True
    ),
    "result-card": LazyFeature(
        load_result_card, lambda store: store.session.ending.is_card_open, is_immediate=True
    ),
    "clock": LazyFeature(load_clock, lambda store: store.session.terms.time_millis),
    "sound": LazyFeature(load_sound, lambda store: store.session.preferences.sound),
    "haptics": LazyFeature(load_haptics, lambda store: store.session.preferences.haptics),
    "appearance": LazyFeature(
        load_appearance,
        lambda store: get_appearance(store.session.preferences) != get_appearance(DEFAULTS),
    ),
    "faces": LazyFeature(load_avatars, lambda store: any(avatar_levels(store.session))),
    "passing": LazyFeature(load_passing_texts, lambda store: store.session.cursor),
    "score": LazyFeature(
        load_score, lambda store: store.session.ending.is_card_open or store.session.review
    ),
    "earlier-reviews": LazyFeature(load_review_cache, lambda store: store.session.review),
    "friends": LazyFeature(load_friend_replay, lambda store: store.session.replay_node >= 0),
    "home": LazyFeature(load_home, is_home_shown),
    "next-lesson": LazyFeature(load_next_lesson, is_home_shown),
    "today": LazyFeature(load_daily_card, is_home_shown),
    "all-lessons": LazyFeature(load_all_lessons),
    "all-puzzles": LazyFeature(load_all_puzzles),
    "record": LazyFeature(load_record_panel),
    "keys": LazyFeature(load_key_list),
    "layers": LazyFeature(load_layers_menu),
    "lessons": LazyFeature(load_lessons),
    "library": LazyFeature(load_library),
    "new-game": LazyFeature(load_new_game),
    "open-link": LazyFeature(load_open_link),
    "play": LazyFeature(load_play),
    "puzzles": LazyFeature(load_puzzles),
    "resign": LazyFeature(load_resign),
    "rules": LazyFeature(load_rules),
    "send": LazyFeature(load_send_turn),
    "settings": LazyFeature(load_settings),
    "share": LazyFeature(load_share),
    "statistics": LazyFeature(load_statistics),
}
"""The others, by their names: a button names one in ``data-press="name:..."``."""


def get_feature(store: Store, name: str) -> Feature:
    """The feature of this name; it is imported now if it is not there yet."""
    return store.get_part(
        STARTUP_FEATURES[name] if name in STARTUP_FEATURES else LAZY_FEATURES[name].load()
    )


class LazyFeatureLoader(Feature):
    """Imports features once they are needed."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.pending = {
            name: lazy
            for name, lazy in LAZY_FEATURES.items()
            if lazy.is_needed is not is_never_needed
        }
        self.is_complete = False  # whether all of Python's library and of this package is here

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Import what the session needs by now, unless an import would block the page."""
        if self.is_complete:
            self._load(is_immediate=False)

    def render(self) -> None:
        """Import what has to be painted."""
        self._load(is_immediate=True)

    def _load(self, *, is_immediate: bool) -> None:
        for name, lazy in [*self.pending.items()]:
            if lazy.is_immediate == is_immediate:
                self.store.faults.run_repeated(name, partial(self._load_one, name, lazy))

    def _load_one(self, name: str, lazy: LazyFeature) -> None:
        if lazy.is_needed(self.store):
            self.store.get_part(lazy.load())
            del self.pending[name]
