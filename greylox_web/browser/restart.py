"""Starts another page in the place of this one, as a reload would, but with Python as it is.

Only tests ask for it, by the event ``greylox:restart`` on window, which a page hears once it has
the mark ``library-ready``; its detail is the fragment of the new address, or null for the present
one.  The marks are set anew.
It works in English only: ``static_text.js`` puts the texts of another language in place only once.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

from js import Document, DOMParser, Event, document, fetch, history, location, performance, window

from ..page.deferred import DeferredFinder

STAYS = "script, noscript, mpy-config, #startup, #update"
"""What belongs to the start and to boot.js, which begin only once."""


class Page(Protocol):
    """A page that can be stopped and started."""

    restarting: object

    async def start(self, deferred: DeferredFinder) -> None:
        """Start it."""

    async def stop(self) -> None:
        """End all that it has begun."""


def begin(
    page: Page, factory: Callable[[], Page], deferred: DeferredFinder, fragment: object
) -> None:
    """Restart, which nothing that ends with the page may do."""
    page.restarting = asyncio.ensure_future(restart(page, factory, deferred, fragment))


async def restart(
    page: Page, factory: Callable[[], Page], deferred: DeferredFinder, fragment: object
) -> None:
    """Stop the page, put the document back as it was built, and start another page."""
    text = await (await fetch(document.baseURI)).text()
    window.dispatchEvent(Event.new("pagehide"))  # on which all that is not stored yet is stored
    await page.stop()
    restore(DOMParser.new().parseFromString(text, "text/html"))
    if isinstance(fragment, str):
        history.replaceState(None, "", f"#{fragment}" if fragment else location.pathname)
    performance.clearMarks()
    window.greyloxEarly()
    window.dispatchEvent(Event.new("online"))  # boot.js says again whether there is a network
    await factory().start(deferred)


def restore(built: Document) -> None:
    """Put the built markup and title back."""
    root = document.documentElement
    for name in list(root.getAttributeNames()):
        if name != "data-framed":  # which early.js has found once for all
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
