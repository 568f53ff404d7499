"""What is new since the last visit: the top of the changelog, once, until it is put away."""

import json

from js import Element, document
from pyodide.http import pyfetch

from ...app.text import whole
from ...words import WORDS
from ..dom import icon, listen, made
from ..storage.memory import keep_preferences, kept_preferences


async def tell(path: str, count: int) -> None:
    """Show the lines that were not there at the last visit; nothing at the first one.

    ``path`` is that of a list of all ``count`` lines, newest first.
    """
    seen = whole(kept_preferences().news)
    keep_preferences({"news": str(count)})
    if seen is not None and seen < count:
        response = await pyfetch(path)
        lines = json.loads(await response.string())
        document.body.append(note(lines[: count - seen]))


def note(lines: list[str]) -> Element:
    """The note: closed at first, so that it takes one line."""
    aside = made("aside", id="news", aria_labelledby="news-heading", **{"class": "toast"})
    details = made("details")
    changes = made("ul")
    changes.append(*(made("li", line) for line in lines))
    summary = made("summary", WORDS["news"].format(count=len(lines)), id="news-heading")
    details.append(summary, changes)
    close = made("button", type="button", aria_label=WORDS["news-close"])
    close.className = "icon-button"
    close.append(icon("close"))
    listen(close, "click", lambda _: aside.remove())
    aside.append(details, close)
    return aside
