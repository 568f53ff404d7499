"""Messages between the tabs of a browser, and the id of each tab's game."""

import json
from collections.abc import Callable

from js import Event, navigator, window
from pyodide.ffi import JsException

from ..schema import MAX_STORED_LENGTH, NON_NEGATIVE, SchemaError, read_json
from .dom import TAB_AND_BROWSER, load_text, save_text, storage_key
from .lifetime import Lifetime

CHANNEL = "greylox-library"
CURRENT_GAME_KEY = "greylox-library-game"  # the id of the game on the table
PERSIST_ASKED_KEY = "greylox-library-asked"  # whether the browser was asked to keep what is stored


class TabChannel:
    """The other tabs: ``post`` sends a message, ``on_message(kind, game, revision)`` gets theirs.

    Kinds of messages: "opened" (the game was put on my table), "saved" (I have stored it), and as
    the answer to "opened" "here" (it is on my table too).
    """

    def __init__(self, lifetime: Lifetime, on_message: Callable[[str, str, int], None]) -> None:
        try:
            self.channel = window.BroadcastChannel.new(storage_key(CHANNEL))
        except (JsException, AttributeError):  # every write still looks for newer revisions
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
        """Send a message on the stored game with this id; none without an id."""
        if self.channel is not None and game:
            self.channel.postMessage(json.dumps([kind, game, revision]))


def save_current_id(game: str) -> None:
    """Store which game is on this tab's table, for a reload and for the next visit."""
    save_text(CURRENT_GAME_KEY, game, TAB_AND_BROWSER)


def load_current_id() -> str:
    """The id of the last game in this tab, or else in the browser; "" if there was none."""
    return load_text(CURRENT_GAME_KEY, TAB_AND_BROWSER)


async def request_persistence() -> None:
    """Ask the browser, once, for persistent storage; a refusal changes nothing."""
    try:
        if not load_text(PERSIST_ASKED_KEY) and save_text(PERSIST_ASKED_KEY, "yes"):
            await navigator.storage.persist()
    except (JsException, AttributeError):
        return


async def is_persistent() -> bool:
    """Whether the browser has promised not to clear the storage."""
    try:
        return bool(await navigator.storage.persisted())
    except (JsException, AttributeError):
        return False
