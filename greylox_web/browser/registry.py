"""The registry of features: the features that the start needs, and the lazily imported ones.

The imports are statements, not names, so that the type checker and a reader can follow them.
"""

import asyncio
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
from ..session.visible_report import candidates, has_engine_layers

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
"""The features for the first paint and the first click, by name, in rendering order."""


class LazyFeature(NamedTuple):
    """A feature that is imported at its first use: a press, an address, or when it is needed."""

    load: Callable[[], type[Feature]]
    is_needed: Callable[[Store], object] | None = None  # None: a press or an address needs it
    is_immediate: bool = False  # True to import before the first paint; others wait


def load_all_lessons() -> type[Feature]:
    """Load the page of all lessons."""
    from ..features.lessons.lessons_page import LessonsPage

    return LessonsPage


def load_all_mistakes() -> type[Feature]:
    """Load the page of the player's mistakes."""
    from ..features.mistakes.mistakes_page import MistakesPage

    return MistakesPage


def load_all_puzzles() -> type[Feature]:
    """Load the page of all puzzles."""
    from ..features.puzzles.puzzles_page import PuzzlesPage

    return PuzzlesPage


def load_appearance() -> type[Feature]:
    """Load the theme and the look of the stones."""
    from ..features.settings.appearance import Appearance

    return Appearance


def load_record_panel() -> type[Feature]:
    """Load the three pages beside the board, and their drawer."""
    from ..features.moves.record_panel import RecordPanel

    return RecordPanel


def load_candidates() -> type[Feature]:
    """Load the best actions of an analysis."""
    from ..features.analysis.best_actions import Candidates

    return Candidates


def load_clock() -> type[Feature]:
    """Load the clocks of both players."""
    from ..features.clock.panel import ClockView

    return ClockView


def load_eval_graph() -> type[Feature]:
    """Load the evaluation graph of a game."""
    from ..features.review.eval_graph_panel import EvalGraphPanel

    return EvalGraphPanel


def load_drawings() -> type[Feature]:
    """Load the drawings over the board."""
    from ..features.layers.drawings import BoardOverlay

    return BoardOverlay


def load_review_cache() -> type[Feature]:
    """Load the cached reviews of earlier visits."""
    from ..features.review.cache import ReviewCache

    return ReviewCache


def load_result_card() -> type[Feature]:
    """Load the result card."""
    from ..features.ending.panel import ResultCardPanel

    return ResultCardPanel


def load_exercise() -> type[Feature]:
    """Load the text and the buttons of an exercise."""
    from ..features.exercise.panel import ExercisePanel

    return ExercisePanel


def load_avatars() -> type[Feature]:
    """Load the avatars of the engine's levels."""
    from ..features.players.avatars import Avatars

    return Avatars


def load_friend_replay() -> type[Feature]:
    """Load the replay of a friend's turn, and the seat that a link offers."""
    from ..features.friends.replay import FriendReplay

    return FriendReplay


def load_haptics() -> type[Feature]:
    """Load the vibration of the device."""
    from ..features.settings.sound import Haptics

    return Haptics


def load_home() -> type[Feature]:
    """Load the home page: its games, and then its other cards."""
    from ..features.home.panel import Home

    return Home


def load_key_list() -> type[Feature]:
    """Load the list of the keys."""
    from ..features.settings.key_list import KeyList

    return KeyList


def load_engine_layers() -> type[Feature]:
    """Load the choice of what an analysis shows on the board."""
    from ..features.layers.engine_layer_panel import EngineLayerPanel

    return EngineLayerPanel


def load_layers_menu() -> type[Feature]:
    """Load the drawer of the board's layers."""
    from ..features.layers.panel import LayersMenu

    return LayersMenu


def load_legend() -> type[Feature]:
    """Load the legend of the board's signs."""
    from ..features.board.legend import Legend

    return Legend


def load_pictures() -> type[Feature]:
    """Load the pictures of what a game is about."""
    from ..features.rules.pictures import Pictures

    return Pictures


def load_lessons() -> type[Feature]:
    """Load the lessons."""
    from ..features.lessons.panel import Lessons

    return Lessons


def load_library() -> type[Feature]:
    """Load the stored games."""
    from ..features.library.panel import Library

    return Library


def load_measure() -> type[Feature]:
    """Load the page that measures a variant."""
    from ..features.measure.panel import MeasurePage

    return MeasurePage


def load_mistake_recorder() -> type[Feature]:
    """Load the recorder of a review's costly turns."""
    from ..features.mistakes.recorder import MistakeRecorder

    return MistakeRecorder


def load_mistakes() -> type[Feature]:
    """Load the player's mistakes as exercises."""
    from ..features.mistakes.panel import Mistakes

    return Mistakes


def load_new_game() -> type[Feature]:
    """Load the page for a new game."""
    from ..features.new_game.panel import NewGamePage

    return NewGamePage


def load_open_link() -> type[Feature]:
    """Load the dialog that opens a link or a text."""
    from ..features.library.open_link import OpenLinkDialog

    return OpenLinkDialog


def load_passing_texts() -> type[Feature]:
    """Load the notices: a new phase, over the board, and the meaning of a new sign."""
    from ..features.prompt.toasts import Toasts

    return Toasts


def load_play() -> "type[Play]":
    """Load the feature that switches to another game."""
    from ..features.new_game.game_switching import Play

    return Play


def load_puzzles() -> type[Feature]:
    """Load the puzzles."""
    from ..features.puzzles.panel import Puzzles

    return Puzzles


def load_resign() -> type[Feature]:
    """Load the confirmation of a resignation."""
    from ..features.ending.resign import ResignDialog

    return ResignDialog


def load_review() -> type[Feature]:
    """Load the review of a game."""
    from ..features.review.panel import ReviewPanel

    return ReviewPanel


def load_rules() -> type[Feature]:
    """Load the rules of the games."""
    from ..features.rules.panel import Rules

    return Rules


def load_score() -> type[Feature]:
    """Load the rating note on the result card."""
    from ..features.statistics.result_recorder import ResultRecorder

    return ResultRecorder


def load_send_turn() -> type[Feature]:
    """Load the dialog that sends the game to a friend."""
    from ..features.friends.send_turn import SendTurn

    return SendTurn


def load_settings() -> type[Feature]:
    """Load the settings."""
    from ..features.settings.panel import Settings

    return Settings


def load_share() -> type[Feature]:
    """Load the page that shares the game."""
    from ..features.share.panel import SharePage

    return SharePage


def load_sound() -> type[Feature]:
    """Load the sounds."""
    from ..features.settings.sound import Sound

    return Sound


def load_statistics() -> type[Feature]:
    """Load the results so far."""
    from ..features.statistics.panel import StatisticsPage

    return StatisticsPage


def load_teach() -> type[Feature]:
    """Load the stop after a costly turn."""
    from ..features.teach.panel import TeachPanel

    return TeachPanel


def is_home_shown(_: Store) -> bool:
    """Return whether the home page is shown."""
    return is_home()


def has_eval_graph(store: Store) -> bool:
    """Return whether the game has an evaluation graph."""
    return len(store.session.state_values) > 2 or store.session.review is not None


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
    "engine-layers": LazyFeature(
        load_engine_layers, lambda store: has_engine_layers(store.session), is_immediate=True
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
    "earlier-reviews": LazyFeature(
        load_review_cache, lambda store: store.session.review or store.session.outcome
    ),
    "mistake-recorder": LazyFeature(load_mistake_recorder, lambda store: store.session.review),
    "teach": LazyFeature(load_teach, lambda store: store.session.is_taught),
    "friends": LazyFeature(load_friend_replay, lambda store: store.session.replay_node >= 0),
    "legend": LazyFeature(load_legend, lambda _: not is_home()),
    "pictures": LazyFeature(load_pictures, lambda _: not is_home()),
    "home": LazyFeature(load_home, is_home_shown),
    "all-lessons": LazyFeature(load_all_lessons),
    "all-mistakes": LazyFeature(load_all_mistakes),
    "all-puzzles": LazyFeature(load_all_puzzles),
    "record": LazyFeature(load_record_panel),
    "keys": LazyFeature(load_key_list),
    "layers": LazyFeature(load_layers_menu),
    "lessons": LazyFeature(load_lessons),
    "library": LazyFeature(load_library),
    "measure": LazyFeature(load_measure),
    "mistakes": LazyFeature(load_mistakes),
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
"""The lazy features by name; a button names its feature in ``data-press="name:..."``."""


def get_feature(store: Store, name: str) -> Feature:
    """Return the feature of this name, importing it if necessary."""
    return store.get_part(
        STARTUP_FEATURES[name] if name in STARTUP_FEATURES else LAZY_FEATURES[name].load()
    )


class LazyFeatureLoader(Feature):
    """Imports features when they are needed."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.pending = {name: lazy for name, lazy in LAZY_FEATURES.items() if lazy.is_needed}
        self.is_complete = False  # whether all deferred modules are loaded

    def on_event(self, _event: Event | None, _before: Session) -> None:
        """Import what the session needs now, unless the import would block the page."""
        if self.is_complete:
            self._load(is_immediate=False)

    def render(self) -> None:
        """Import features that must be rendered immediately."""
        self._load(is_immediate=True)

    def _load(self, *, is_immediate: bool) -> None:
        for name, lazy in [*self.pending.items()]:
            if lazy.is_immediate == is_immediate:
                self.store.faults.run_repeated(name, partial(self._load_one, name, lazy))

    async def load_needed(self) -> None:
        """Import what the session needs; the page answers taps between two features.

        From then on, events do the same.
        """
        for name, lazy in [*self.pending.items()]:
            self.store.faults.run_repeated(name, partial(self._load_one, name, lazy))
            await asyncio.sleep(0)
        self.is_complete = True

    def _load_one(self, name: str, lazy: LazyFeature) -> None:
        if name in self.pending and lazy.is_needed and lazy.is_needed(self.store):
            self.store.get_part(lazy.load())
            del self.pending[name]
