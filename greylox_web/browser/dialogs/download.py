"""Downloads of texts and pictures as files."""

from datetime import date

from js import URL, Blob, document, window
from pyodide.ffi import create_once_callable, to_js

KEPT_MILLIS = 60_000  # a download may begin late


def dated(stem: str) -> str:
    """A file's name with today's date, without its suffix."""
    return f"{stem}-{date.today().isoformat()}"


def save(name: str, content: "str | Blob", kind: str) -> None:
    """Offer a text or a Blob as a download."""
    options = to_js({"type": f"{kind};charset=utf-8"})
    blob = Blob.new(to_js([content]), options) if isinstance(content, str) else content
    link = document.createElement("a")
    link.href = URL.createObjectURL(blob)
    link.download = name
    link.click()
    window.setTimeout(create_once_callable(lambda: URL.revokeObjectURL(link.href)), KEPT_MILLIS)
