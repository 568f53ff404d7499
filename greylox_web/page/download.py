"""Downloads of texts and pictures as files."""

from datetime import date

from js import URL, Blob, document
from pyodide.ffi import to_js

from .lifetime import Lifetime

URL_LIFETIME_MILLIS = 60_000  # the browser may start a download late


def dated_file_name(stem: str) -> str:
    """Return a file name with today's date, without a suffix."""
    return f"{stem}-{date.today().isoformat()}"


def offer_download(lifetime: Lifetime, name: str, content: "str | Blob", kind: str) -> None:
    """Offer a text or a Blob as a download."""
    options = to_js({"type": f"{kind};charset=utf-8"})
    blob = Blob.new(to_js([content]), options) if isinstance(content, str) else content
    link = document.createElement("a")
    link.href = URL.createObjectURL(blob)
    link.download = name
    link.click()
    revoke = lambda: URL.revokeObjectURL(link.href)  # noqa: E731
    lifetime.set_timeout(URL_LIFETIME_MILLIS, revoke, even_at_end=True)
