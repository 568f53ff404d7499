"""A static server for the site on this machine."""

import functools
import http.server
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path


class Handler(http.server.SimpleHTTPRequestHandler):
    """A quiet static server with the right media types, and without caching."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 (the base class declares it so)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".json": "application/json",
        ".mjs": "text/javascript",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        """Forbid caches to answer without revalidation."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the nearest 404.html for a missing file, as most hosts do."""
        if code != HTTPStatus.NOT_FOUND or (page := self.find_not_found_page()) is None:
            super().send_error(code, message, explain)
            return
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page)

    def find_not_found_page(self) -> bytes | None:
        """The 404.html of the requested file's folder, or of the nearest one above it."""
        root = Path(self.directory).resolve()
        for folder in Path(self.translate_path(self.path)).resolve().parents:
            if not folder.is_relative_to(root):
                return None
            if (page := folder / "404.html").is_file():
                return page.read_bytes()
        return None

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class Server(http.server.ThreadingHTTPServer):
    """A threaded server that ignores closed connections."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        """Report nothing: a closed tab is no error."""


@contextmanager
def serve_stoppable(
    folder: Path, handler: type[Handler] = Handler
) -> Iterator[tuple[str, Callable[[], None]]]:
    """Serve a folder during the block; yield the address, and a function that stops it earlier."""
    server = Server(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def stop() -> None:
        server.shutdown()
        server.server_close()

    try:
        yield f"http://127.0.0.1:{server.server_port}/", stop
    finally:
        stop()


@contextmanager
def serve(folder: Path, handler: type[Handler] = Handler) -> Iterator[str]:
    """Serve a folder during the block; yield the address."""
    with serve_stoppable(folder, handler) as (url, _):
        yield url
