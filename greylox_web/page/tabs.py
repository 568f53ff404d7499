"""Messages between the tabs of a browser, and the id of each tab's game."""

import json
from collections.abc import Callable

from js import Event, navigator, window
from pyodide.ffi import JsException

from ..schema import MAX_STORED_LENGTH, NON_NEGATIVE, SchemaError, read_json
from .dom import TAB_AND_BROWSER, load_text, save_text, storage_key
from .lifetime import Lifetime

CHANNEL = "greylox-library"
CURRENT_GAME_KEY = "greylox-library-game"  # the id of this tab's current game
PERSIST_ASKED_KEY = "greylox-library-asked"  # whether persistent storage was requested


class TabChannel:
    """The other tabs: ``post`` sends a message, ``on_message(kind, game, revision)`` receives one.

    Kinds of messages: "opened" (the sender has opened the game), "saved" (the sender has stored
    it), and "here", the reply to "opened" (the game is open in the sender's tab too).
    """

    def __init__(self, lifetime: Lifetime, on_message: Callable[[str, str, int], None]) -> None:
        try:
            self.channel = window.BroadcastChannel.new(storage_key(CHANNEL))
        except (JsException, AttributeError):  # every write checks for newer revisions
            self.channel = None
            return

        def received(event: Event) -> None:
            try:
                kind, game, revision = read_json(
                    event.data, MAX_STORED_LENGTH, (str, str, NON_NEGATIVE)
                )
            except SchemaError:
                return
            lifetime.faults.run_safely(lambda: on_message(kind, game, revision))

        self.channel.onmessage = lifetime.proxy(received)
        lifetime.on_end(lambda: self.channel.close())

    def post(self, kind: str, game: str, revision: int = 0) -> None:
        """Send a message about the stored game with this id; do nothing without an id."""
        if self.channel is not None and game:
            self.channel.postMessage(json.dumps([kind, game, revision]))


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
