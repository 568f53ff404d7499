"""A restart of the page: like a reload, but Python keeps running.

Only tests use it.  They dispatch the event ``greylox:restart`` on window, which the page handles
once it has the mark ``library-ready``.  The event's detail is the fragment of the new address, or
null for the current address.  The marks are set anew.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from js import Document, DOMParser, Event, document, fetch, history, location, performance, window

from ..page.deferred import DeferredFinder

STAYS = "script, noscript, mpy-config, #startup, #update"
"""Elements of the start and of boot.js, which run only once."""


class Page(Protocol):
    """A page that can be stopped and started."""

    restarting: object

    async def start(self, deferred: DeferredFinder) -> None:
        """Start the page."""

    async def stop(self) -> None:
        """Stop everything that the page has started."""


def begin(
    page: Page, factory: Callable[[], Page], deferred: DeferredFinder, fragment: object
) -> None:
    """Restart in a task that does not end with the page."""
    page.restarting = asyncio.ensure_future(restart(page, factory, deferred, fragment))


async def restart(
    page: Page, factory: Callable[[], Page], deferred: DeferredFinder, fragment: object
) -> None:
    """Stop the page, restore the document as it was built, and start another page."""
    text = await (await fetch(document.baseURI)).text()
    window.dispatchEvent(Event.new("pagehide"))  # unsaved changes are stored on this event
    await page.stop()
    built = DOMParser.new().parseFromString(text, "text/html")
    if hasattr(window, "greyloxTranslate"):  # in another language
        window.greyloxTranslate(built)
    restore(built)
    if isinstance(fragment, str):
        history.replaceState(None, "", f"#{fragment}" if fragment else location.pathname)
    performance.clearMarks()
    window.greyloxEarly()
    window.dispatchEvent(Event.new("online"))  # boot.js reports the network state again
    window.dispatchEvent(Event.new("visibilitychange"))  # and writes the date
    await factory().start(deferred)


def restore(built: Document) -> None:
    """Restore the built markup and title."""
    root = document.documentElement
    for name in list(root.getAttributeNames()):
        if name not in ("data-framed", "data-embedded"):  # early.js sets it only once
            root.removeAttribute(name)
    for name in list(built.documentElement.getAttributeNames()):
        root.setAttribute(name, built.documentElement.getAttribute(name) or "")
    document.title = built.title
    stays = [node for node in document.body.children if node.matches(STAYS)]
    for node in [node for node in document.body.children if not node.matches(STAYS)]:
        node.remove()
    for node in list(built.body.children):
        if node.matches(STAYS):
            stays.pop(0)
        elif stays:
            stays[0].before(document.importNode(node, True))
        else:
            document.body.append(document.importNode(node, True))
