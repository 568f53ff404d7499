"""Messages between the tabs of a browser, and the id of each tab's game."""

import json
from collections.abc import Callable

from js import navigator, window
from pyodide.ffi import JsException

from ..schema import MAX_STORED_LENGTH, NON_NEGATIVE, SchemaError, read_json
from .dom import TAB_AND_BROWSER, load_text, save_text, storage_key
from .lifetime import Lifetime

CHANNEL = "greylox-library"
CURRENT_GAME_KEY = "greylox-library-game"  # the id of this tab's current game
PERSIST_ASKED_KEY = "greylox-library-asked"  # whether persistent storage was requested


class Channel:
    """Texts to and from the other tabs; in a browser without channels there are none."""

    def __init__(self, lifetime: Lifetime, name: str, on_text: Callable[[object], None]) -> None:
        try:
            self._channel = window.BroadcastChannel.new(storage_key(name))
        except (JsException, AttributeError):
            self._channel = None
            return
        self._channel.onmessage = lifetime.proxy(
            lambda event: lifetime.faults.run_safely(lambda: on_text(event.data))
        )
        lifetime.on_end(lambda: self._channel.close())

    def post(self, text: str) -> None:
        """Send a text."""
        if self._channel is not None:
            self._channel.postMessage(text)


class TabChannel:
    """The other tabs: ``post`` sends a message, ``on_message(kind, game, revision)`` receives one.

    Kinds of messages: "opened" (the sender has opened the game), "saved" (the sender has stored
    it), and "here", the reply to "opened" (the game is open in the sender's tab too).  Nothing
    depends on their arrival: every write checks for newer revisions.
    """

    def __init__(self, lifetime: Lifetime, on_message: Callable[[str, str, int], None]) -> None:
        self._on_message = on_message
        self._channel = Channel(lifetime, CHANNEL, self._receive)

    def post(self, kind: str, game: str, revision: int = 0) -> None:
        """Send a message about the stored game with this id; do nothing without an id."""
        if game:
            self._channel.post(json.dumps([kind, game, revision]))

    def _receive(self, text: object) -> None:
        try:
            kind, game, revision = read_json(text, MAX_STORED_LENGTH, (str, str, NON_NEGATIVE))
        except SchemaError:
            return
        self._on_message(kind, game, revision)


def save_current_id(game: str) -> None:
    """Store the id of this tab's current game, for a reload and for the next visit."""
    save_text(CURRENT_GAME_KEY, game, TAB_AND_BROWSER)


def load_current_id() -> str:
    """Load the id of the last game in this tab, or else in the browser; "" if there was none."""
    return load_text(CURRENT_GAME_KEY, TAB_AND_BROWSER)


async def request_persistence() -> None:
    """Request persistent storage from the browser, once; a refusal changes nothing."""
    try:
        if not load_text(PERSIST_ASKED_KEY) and save_text(PERSIST_ASKED_KEY, "yes"):
            await navigator.storage.persist()
    except (JsException, AttributeError):
        return


async def is_persistent() -> bool:
    """Return whether the browser has promised not to clear the storage."""
    try:
        return bool(await navigator.storage.persisted())
    except (JsException, AttributeError):
        return False
