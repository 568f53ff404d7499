"""Messages between the tabs of a browser, and the id of each tab's game."""

import json
from collections.abc import Callable

from js import Event, navigator, window
from pyodide.ffi import JsException

from ..schema import MAX_STORED_LENGTH, NON_NEGATIVE, SchemaError, read_json
from .dom import TAB_AND_BROWSER, named, store, stored
from .lifetime import Lifetime

CHANNEL = "greylox-library"
GAME = "greylox-library-game"  # the id of the game on the table
ASKED = "greylox-library-asked"  # whether the browser was asked to keep what is stored


class Tabs:
    """The other tabs: ``say`` sends them a message, ``heard(kind, game, revision)`` gets theirs.

    Kinds of messages: "opened" (the game was put on my table), "saved" (I have stored it), and as
    the answer to "opened" "here" (it is on my table too).
    """

    def __init__(self, lifetime: Lifetime, heard: Callable[[str, str, int], None]) -> None:
        try:
            self.channel = window.BroadcastChannel.new(named(CHANNEL))
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
            lifetime.faults.safely(lambda: heard(kind, game, revision))

        self.channel.onmessage = lifetime.proxy(received)
        lifetime.at_end(lambda: self.channel.close())

    def say(self, kind: str, game: str, revision: int = 0) -> None:
        """Send a message on the stored game with this id; none without an id."""
        if self.channel is not None and game:
            self.channel.postMessage(json.dumps([kind, game, revision]))


def remember(game: str) -> None:
    """Store which game is on this tab's table, for a reload and for the next visit."""
    store(GAME, game, TAB_AND_BROWSER)


def remembered() -> str:
    """The id of the last game in this tab, or else in the browser; "" if there was none."""
    return stored(GAME, TAB_AND_BROWSER)


async def ask_to_persist() -> None:
    """Ask the browser, once, for persistent storage; a refusal changes nothing."""
    try:
        if not stored(ASKED) and store(ASKED, "yes"):
            await navigator.storage.persist()
    except (JsException, AttributeError):
        return


async def is_persistent() -> bool:
    """Whether the browser has promised not to clear the storage."""
    try:
        return bool(await navigator.storage.persisted())
    except (JsException, AttributeError):
        return False
