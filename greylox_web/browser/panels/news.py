"""What is new since the last visit: the top of the changelog, once, until it is put away."""

import json

from pyodide.ffi import create_proxy
from pyodide.http import pyfetch

from ...words import WORDS
from ..dom import element, made
from ..storage.memory import keep_preferences, kept_preferences


async def tell(news: dict[str, object]) -> None:
    """Show the lines that were not there at the last visit; nothing at the first one.

    ``news`` has the path of a list of all lines, newest first, and how many they are.
    """
    known = kept_preferences().news
    seen = int(known) if known.isdigit() else news["lines"]
    keep_preferences({"news": str(news["lines"])})
    if seen < news["lines"]:
        response = await pyfetch(news["path"])
        lines = json.loads(await response.string())
        element("turn").parentElement.after(note(lines[: news["lines"] - seen]))


def note(lines: list[str]):
    """The note: closed at first, so that it takes one line."""
    aside = made("aside", id="news", aria_labelledby="news-heading")
    details = made("details")
    changes = made("ul")
    changes.append(*(made("li", line) for line in lines))
    summary = made("summary", WORDS["news"].format(count=len(lines)), id="news-heading")
    details.append(summary, changes)
    close = made("button", "×", type="button", aria_label=WORDS["news-close"])
    close.addEventListener("click", create_proxy(lambda _: aside.remove()))
    aside.append(details, close)
    return aside
