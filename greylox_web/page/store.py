"""The store: the session of the page, and ``dispatch``, the only way to change the session."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from js import Element, document, window

from ..drawing.hex_geometry import POINTY_TOP, rotated
from ..rules.shapes import SHAPES
from ..session.engine_state import EngineState
from ..session.event import Event, SetPreference, ShowNotice
from ..session.layers import is_on, toggled_value
from ..session.session import Session
from ..session.update import update
from .address_bar import AddressBar
from .dom import page_address
from .feature import Feature
from .lifetime import Lifetime
from .local_storage import StorageWarning
from .visit import Visit

if TYPE_CHECKING:
    from ..features.library.autosave import Autosave
    from .progress import Progress

MAX_PHONE_WIDTH = 599  # width of the window in pixels, as in the style sheet
MAX_NARROW_WIDTH = 832  # up to this width in pixels, boards other than hexagons may stand upright
TABLET_CHROME = 475  # pixels of a tablet's height to subtract when comparing it with the width

T = TypeVar("T")


class Store:
    """The store: the session, and the features of the page, which share it."""

    def __init__(
        self,
        session: Session,
        engine_changed: Callable[[EngineState], None],
        schedule_render: Callable[[], None],
        lifetime: Lifetime,
    ) -> None:
        self.session = session
        self.visit = Visit(session.match)
        self.engine_changed = engine_changed  # called with the engine state from before an event
        self.schedule_render = schedule_render
        self.lifetime = lifetime  # of the parts of the page
        self.faults = lifetime.faults
        self.features: list[Feature] = []  # in the order of their creation
        self.event_queue = deque[Event | None]()  # dispatched events that are not handled yet
        self.is_handling = False
        self.autosave: Autosave | None = None  # None until the engine has started
        self._progress: Progress | None = None
        self.rating_note: Element | None = None  # on the result card: how a finished game is rated
        self.library_ready = asyncio.Event()  # set once the stored games can be read
        self.address_bar = AddressBar(lambda: self.visit.current.match.id)
        self.refusal = StorageWarning()
        self._parts: dict[object, object] = {}

    def dispatch(self, event: Event) -> None:
        """Handle an event: update the session, notify the engine, call the features, render.

        Events dispatched meanwhile are queued, so that all features receive events in
        order.  A fault of one feature is reported, and the other features are still called.
        """
        if not self.is_handling and not event.interrupts_nothing:
            self.faults.text = ""
        self._queue(event)

    def notify(self) -> None:
        """Call all features without an event, also features that a feature adds."""
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
            for feature in self.features:  # a feature may add others during the loop
                self.faults.run_safely(partial(feature.on_event, event, before))
        if event is not None:
            self.schedule_render()

    def _update(self, event: Event) -> None:
        before, self.session = self.session, update(self.session, event)
        if self.session.engine is not before.engine:
            self.faults.run_safely(partial(self.engine_changed, before.engine))

    def get_part(self, factory: "Callable[[Store], T]") -> T:
        """Return the part that ``factory`` makes of this store, cached; add features."""
        if factory not in self._parts:
            instance = self._parts[factory] = factory(self)
            if isinstance(instance, Feature):
                self.add(instance)
        return cast(T, self._parts[factory])

    def add(self, feature: Feature) -> None:
        """Add a feature, which then receives events and renders."""
        self.features.append(feature)

    def progress(self) -> "Progress":
        """Return the player's progress, read at the first use."""
        if self._progress is None:
            from .progress import Progress

            self._progress = Progress(
                self.lifetime, self.refusal, lambda text: self.dispatch(ShowNotice(text))
            )
        return self._progress

    def address(self, session: Session | None = None) -> str:
        """Return the full address of the session, or of another session."""
        return f"{page_address()}#{(session or self.session).link}"

    def is_phone(self) -> bool:
        """Return whether the window is as narrow as a phone."""
        return window.innerWidth <= MAX_PHONE_WIDTH

    def is_on(self, layer: str) -> bool:
        """Return whether a layer of the board is shown."""
        return is_on(self.session, layer)

    def toggle_layer(self, layer: str) -> None:
        """Toggle a layer of the board."""
        self.dispatch(SetPreference(layer, toggled_value(self.session, layer)))

    def is_pointy_top(self) -> bool:
        """Return whether a hexagon stands on its corner; keep in step with the board's CSS."""
        return self.is_phone() and window.innerWidth <= window.innerHeight

    def default_rotation(self, shape: str = "") -> int:
        """Return the default rotation for a board of this shape, or for the game's board.

        On a phone a hexagon stands on its corner, for larger cells.  In a narrow window
        whose board area has more height than width, other boards stand upright.  In a frame of
        embed.html boards lie as in its picture.
        """
        if document.documentElement.hasAttribute("data-embedded"):
            return 0
        turn = SHAPES[shape or self.session.game.board.shape].upright_rotation
        if turn == POINTY_TOP:
            return turn if self.is_pointy_top() else 0
        high = window.innerHeight - (0 if self.is_phone() else TABLET_CHROME)
        return turn if window.innerWidth < min(high, MAX_NARROW_WIDTH) else 0

    def rotation(self, shape: str = "") -> int:
        """Return the rotation of the game's board, or of a board of this shape."""
        chosen = getattr(self.session.preferences, shape or self.session.game.board.shape)
        return rotated(chosen, self.default_rotation(shape))
