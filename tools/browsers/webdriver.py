"""WebDriver's commands, over HTTP or Marionette."""

from __future__ import annotations

import http.client
import json
import socket
from typing import Any, Protocol

MAX_SECONDS = 150  # for one command; scripts have limits of their own


class WebDriverError(Exception):
    """The browser refused a command; the message is the browser's."""


class WebDriver(Protocol):
    """A connection to a browser."""

    def command(self, name: str, **params: object) -> Any:
        """Run the WebDriver command of this name; return its result."""

    def close(self) -> None:
        """Close the connection."""


PATHS = {
    "NewSession": ("POST", "/session"),
    "DeleteSession": ("DELETE", ""),
    "SetTimeouts": ("POST", "/timeouts"),
    "SetWindowRect": ("POST", "/window/rect"),
    "Navigate": ("POST", "/url"),
    "Refresh": ("POST", "/refresh"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "ExecuteAsyncScript": ("POST", "/execute/async"),
    "PerformActions": ("POST", "/actions"),
    "TakeScreenshot": ("GET", "/screenshot"),
}
"""Method and path of each command; all but the first are below the session's path."""


class HttpDriver:
    """A local driver program that accepts WebDriver's commands over HTTP."""

    def __init__(self, port: int) -> None:
        self.port, self.session = port, ""

    def command(self, name: str, **params: object) -> Any:
        """Run the WebDriver command of this name; return its result."""
        method, path = PATHS[name]
        address = path if name == "NewSession" else f"/session/{self.session}{path}"
        body = json.dumps(params) if method == "POST" else None
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=MAX_SECONDS)
        try:
            connection.request(method, address, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        finally:
            connection.close()
        if answer.status != 200:
            raise WebDriverError(f"{value['error']}: {value['message']}")
        if name == "NewSession":
            self.session = value["sessionId"]
        return value

    def close(self) -> None:
        """Do nothing: no connection is open between commands."""


class MarionetteDriver:
    """Firefox itself, which accepts the same commands as JSON, prefixed with its length."""

    def __init__(self, port: int) -> None:
        self.connection = socket.create_connection(("127.0.0.1", port), timeout=MAX_SECONDS)
        self.number = 0
        self.reader = self.connection.makefile("rb")
        self._read()  # its greeting

    def command(self, name: str, **params: object) -> Any:
        """Run the WebDriver command of this name; return its result."""
        self.number += 1
        if name == "NewSession":
            params = {"capabilities": params["capabilities"]}
        self.connection.sendall(frame_message([0, self.number, f"WebDriver:{name}", params]))
        _, _, error, result = self._read()
        if error:
            raise WebDriverError(f"{error['error']}: {error['message']}")
        return result.get("value", result) if isinstance(result, dict) else result

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _read(self) -> Any:
        return read_framed(self.reader)


def frame_message(message: object) -> bytes:
    """A message in Marionette's framing, prefixed with its length: ``4:"hi"``."""
    text = json.dumps(message).encode()
    return b"%d:%s" % (len(text), text)


def read_framed(stream: Any) -> Any:
    """The next message of a stream."""
    digits = b""
    while (byte := stream.read(1)) != b":":
        if not byte.isdigit():
            raise WebDriverError("the browser is gone")
        digits += byte
    return json.loads(stream.read(int(digits)))
