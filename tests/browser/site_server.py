"""A server for the site, and a record of its console errors and requests."""

from __future__ import annotations

import functools
import re
import threading
from pathlib import Path

from playwright.sync_api import BrowserContext, ConsoleMessage

from tools.server import Handler, Server

SUB_PATH = "games/hex"


def storage_key(name: str) -> str:
    """The storage key that early.js makes of a name."""
    return f"{name} /{SUB_PATH}/"


class CachingHandler(Handler):
    """A handler that lets browsers cache files named after their content, as most hosts do.

    Chromium then also caches their compiled code.
    """

    def send_header(self, keyword: str, value: str) -> None:
        """Send a header; for files named after their content, replace ``Cache-Control``."""
        if keyword == "Cache-Control" and re.search("[.][0-9a-f]{10}[./]", self.path):
            value = "max-age=86400, immutable"
        super().send_header(keyword, value)


class SiteServer:
    """A static server for a folder; once stopped, it can start again at the same port."""

    def __init__(self, folder: Path, kind: type[Handler] = Handler) -> None:
        self.folder, self.port, self.kind = folder, 0, kind
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{SUB_PATH}/"

    @property
    def site(self) -> Path:
        """The folder that holds index.html."""
        return self.folder / SUB_PATH

    def start(self) -> None:
        handler = functools.partial(self.kind, directory=str(self.folder))
        self.server = Server(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class ConsoleWatch:
    """The console errors and requests of a context's pages and workers."""

    def __init__(self, context: BrowserContext) -> None:
        self.errors: list[str] = []
        self.urls: list[str] = []
        self.context = context
        self.listeners = {
            "console": self.on_console,
            "weberror": lambda web: self.errors.append(str(web.error)),
            "request": lambda request: self.urls.append(request.url),
        }
        for name, listener in self.listeners.items():
            context.on(name, listener)

    def detach(self) -> None:
        """Stop recording."""
        for name, listener in self.listeners.items():
            self.context.remove_listener(name, listener)

    def on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location['url']})")

    def check(self, allowed: tuple[str, ...] = ()) -> None:
        """Fail on an error that is not allowed, and on requests to more than one origin."""
        errors = [e for e in self.errors if not any(fragment in e for fragment in allowed)]
        assert not errors, errors
        remote_urls = [url for url in self.urls if not url.startswith(("data:", "about:"))]
        origins = {"/".join(url.removeprefix("blob:").split("/")[:3]) for url in remote_urls}
        assert len(origins) < 2, remote_urls
