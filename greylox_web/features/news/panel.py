"""A toast with the news since the last visit: the newest lines of the changelog, shown once."""

from js import Element, document, fetch
from pyodide.ffi import JsException

from ...page.dom import create_element, icon
from ...page.lifetime import Lifetime
from ...page.local_storage import load_preferences, save_preferences
from ...schema import SchemaError, list_of, read_json
from ...text import MAX_GAME_TEXT, parse_whole_number
from ...words import WORDS

MAX_NEWS = 10  # the newest lines that a toast shows


async def show_news(lifetime: Lifetime, path: str, count: int) -> None:
    """Show the changelog lines added since the last visit; show nothing at the first visit.

    If the lines cannot be loaded, the next visit tries again.  ``path`` is the address of the
    changelog lines, newest first; ``count`` also includes the lines of earlier versions.
    """
    last_count = parse_whole_number(load_preferences().news)
    if last_count is not None and last_count < count:
        try:
            text = str(await (await fetch(path)).text())
            lines: list[str] = read_json(text, MAX_GAME_TEXT, list_of(str))
        except (JsException, SchemaError):
            return
        document.body.append(make_note(lifetime, lines[: min(count - last_count, MAX_NEWS)]))
    save_preferences({"news": str(count)})


def make_note(lifetime: Lifetime, lines: list[str]) -> Element:
    """Make the toast; it is collapsed at first, so that it takes one line."""
    aside = create_element("aside", id="news", aria_labelledby="news-heading", **{"class": "toast"})
    details = create_element("details")
    changes = create_element("ul")
    changes.append(*(create_element("li", line) for line in lines))
    summary = create_element("summary", WORDS["news"].format(count=len(lines)), id="news-heading")
    details.append(summary, changes)
    close = create_element("button", type="button", aria_label=WORDS["news-close"])
    close.className = "icon-button"
    close.append(icon("close"))
    lifetime.listen(close, "click", lambda _: aside.remove())
    aside.append(details, close)
    return aside
