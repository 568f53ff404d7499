"""The session that the page shows, and its ``dispatch``, the only way to change it."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from js import Element, document, location, window

from ..drawing.hex_geometry import POINTY_TOP, rotated
from ..rules.shapes import SHAPES
from ..session.engine_state import EngineState
from ..session.event import Event, SetPreference, ShowNotice
from ..session.layers import is_on, toggled_value
from ..session.session import Session
from ..session.update import update
from .address_bar import AddressBar
from .feature import Feature
from .lifetime import Lifetime
from .local_storage import StorageWarning
from .visit import Visit

if TYPE_CHECKING:
    from ..features.library.autosave import Autosave
    from .progress import Progress

MAX_PHONE_WIDTH = 599  # pixels of the window, as in the style sheet
MAX_NARROW_WIDTH = 832  # pixels of the window in which other boards than a hexagon are upright
TABLET_CHROME = 475  # pixels taken off a tablet's height to compare it with its width

T = TypeVar("T")


class Store:
    """The session and the page's features, which all work through it."""

    def __init__(
        self,
        session: Session,
        engine_changed: Callable[[EngineState], None],
        schedule_render: Callable[[], None],
        lifetime: Lifetime,
    ) -> None:
        self.session = session
        self.visit = Visit(session.match)
        self.engine_changed = engine_changed  # gets the engine's part as it was before an event
        self.schedule_render = schedule_render
        self.lifetime = lifetime  # how long the parts of the page last
        self.faults = lifetime.faults
        self.features: list[Feature] = []  # in the order in which they were made
        self.event_queue: deque[Event | None] = (
            deque()
        )  # what was dispatched and is not handled yet
        self.is_handling = False
        self.autosave: Autosave | None = None  # once the engine has been started
        self._progress: Progress | None = None
        self.rating_note: Element | None = None  # what a game that is over counts for
        self.library_ready = asyncio.Event()  # is set when it is there
        self.address_bar = AddressBar(lambda: self.visit.current.match.id)
        self.refusal = StorageWarning()
        self._parts: dict[object, object] = {}

    def dispatch(self, event: Event) -> None:
        """Handle an event: update the session, ask the engine, call the features, paint.

        What is dispatched meanwhile is handled after it, so that all features hear of events in
        their order.  A fault is reported, and the others still hear.
        """
        if not self.is_handling and not event.keeps_notice:
            self.faults.text = ""
        self._queue(event)

    def notify(self) -> None:
        """Call all features, also those that a feature adds, without an event."""
        self._queue(None)

    def _queue(self, event: Event | None) -> None:
        self.event_queue.append(event)
        if self.is_handling:
            return
        self.is_handling = True
        try:
            while self.event_queue:
                self._handle(self.event_queue.popleft())
        finally:
            self.is_handling = False

    def _handle(self, event: Event | None) -> None:
        before = self.session
        if event is None or self.faults.run_safely(partial(self._update, event)):
            self.faults.run_safely(
                lambda: self.visit.on_event(event, before.game_session, self.session.game_session)
            )
            for feature in self.features:  # one may add others, which hear of the event as well
                self.faults.run_safely(partial(feature.on_event, event, before))
        if event is not None:
            self.schedule_render()

    def _update(self, event: Event) -> None:
        before, self.session = self.session, update(self.session, event)
        if self.session.engine is not before.engine:
            self.faults.run_safely(partial(self.engine_changed, before.engine))

    def get_part(self, factory: "Callable[[Store], T]") -> T:
        """What ``factory`` makes of this table, made at the first use; a feature joins the page."""
        if factory not in self._parts:
            instance = self._parts[factory] = factory(self)
            if isinstance(instance, Feature):
                self.add(instance)
        return cast(T, self._parts[factory])

    def add(self, feature: Feature) -> None:
        """Have a feature hear of events and paint."""
        self.features.append(feature)

    def progress(self) -> "Progress":
        """The player's progress; it is read at the first use."""
        if self._progress is None:
            from .progress import Progress

            self._progress = Progress(
                self.lifetime, self.refusal, lambda text: self.dispatch(ShowNotice(text))
            )
        return self._progress

    def address(self, session: Session | None = None) -> str:
        """The full address of the session, or of another one."""
        return f"{location.href.partition('#')[0]}#{(session or self.session).link}"

    def is_phone(self) -> bool:
        """Whether the window is as narrow as a phone."""
        return window.innerWidth <= MAX_PHONE_WIDTH

    def is_on(self, layer: str) -> bool:
        """Whether a layer of the board is shown."""
        session = self.session
        names_on_card = (
            session.ending.is_card_open and session.review is not None
        )  # turns are named on the card
        names = (
            self.is_record_open() or session.exercise_attempt is not None or names_on_card
        )  # are read beside it
        return is_on(self.session, layer, phone=self.is_phone() and not names)

    def is_record_open(self) -> bool:
        """Whether the sheet with the moves is open on a small screen."""
        return bool(document.getElementById("game-view").classList.contains("record-open"))

    def toggle_layer(self, layer: str) -> None:
        """Toggle a layer of the board."""
        self.dispatch(
            SetPreference(layer, toggled_value(self.session, layer, phone=self.is_phone()))
        )

    def is_pointy_top(self) -> bool:
        """Whether a hexagon stands on its corner; ``board.css`` knows this too."""
        return self.is_phone() and window.innerWidth <= window.innerHeight

    def default_rotation(self, shape: str = "") -> int:
        """The default ``turn`` of a board of this shape, or of the game's.

        On a phone a hexagon stands on its corner, for larger cells; other boards stand upright
        in a narrow window where the board has more height than width.
        """
        turn = SHAPES[shape or self.session.game.board.shape].upright
        if turn == POINTY_TOP:
            return turn if self.is_pointy_top() else 0
        high = window.innerHeight - (0 if self.is_phone() else TABLET_CHROME)
        return turn if window.innerWidth < min(high, MAX_NARROW_WIDTH) else 0

    def rotation(self, shape: str = "") -> int:
        """The ``turn`` of the game's board, or of one of this shape."""
        chosen = getattr(self.session.preferences, shape or self.session.game.board.shape)
        return rotated(chosen, self.default_rotation(shape))
