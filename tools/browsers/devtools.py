"""WebDriver's commands for a Chromium without a driver, in the protocol of its developer tools."""

from __future__ import annotations

import json
import socket
import time
from typing import Any

from .webdriver import MAX_SECONDS, WebDriverError

LAUNCH = """
import os, sys
for fd in (3, 4):
    os.dup2(int(sys.argv[1]), fd)
    os.set_inheritable(fd, True)
os.execvp(sys.argv[2], sys.argv[2:])
"""
"""Run a Chromium that reads file descriptor 3 and writes 4; both are the same socket."""

NAMED = {
    "\ue004": ("Tab", "Tab", 9),
    "\ue007": ("Enter", "Enter", 13),
    "\ue008": ("Shift", "ShiftLeft", 16),
    "\ue00c": ("Escape", "Escape", 27),
    "\ue012": ("ArrowLeft", "ArrowLeft", 37),
    "\ue013": ("ArrowUp", "ArrowUp", 38),
    "\ue014": ("ArrowRight", "ArrowRight", 39),
    "\ue015": ("ArrowDown", "ArrowDown", 40),
}
"""WebDriver's characters for keys: the key, its code and its number on Windows."""
SHIFT = 8  # its bit among the modifiers


class DevTools:
    """A Chromium driven over a socket: JSON messages, each followed by a zero byte."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection, self.session, self.received = connection, "", b""
        self.number = self.loads = self.modifiers = 0
        self.point = {"x": 0, "y": 0}
        self.faults: list[str] = []  # the errors of the console so far
        connection.settimeout(MAX_SECONDS)

    def command(self, name: str, **params: Any) -> Any:
        """Run the WebDriver command of this name; return its result."""
        match name:
            case "NewSession":
                return self._open_session()
            case "DeleteSession":
                self.session = ""
                self.call("Browser.close")
            case "Navigate":
                self._load_document("Page.navigate", url=params["url"])
            case "Refresh":
                self._load_document("Page.reload")
            case "ExecuteScript":
                script = f"(function () {{{params['script']}\n}})"
                return self._evaluate(f"{script}(...{json.dumps(params['args'])})")
            case "ExecuteAsyncScript":
                script = f"(function () {{{params['script']}\n}})"
                args = json.dumps(params["args"])
                return self._evaluate(f"new Promise((done) => {script}(...{args}, done))")
            case "SetWindowRect":
                window = self.call("Browser.getWindowForTarget")["windowId"]
                self.call("Browser.setWindowBounds", windowId=window, bounds=params)
            case "PerformActions":
                for device in params["actions"]:
                    for action in device["actions"]:
                        self._dispatch_action(
                            action, device.get("parameters", {}).get("pointerType", "")
                        )
            case "TakeScreenshot":
                return self.call("Page.captureScreenshot")["data"]
        return None

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    def _open_session(self) -> dict[str, Any]:
        """Open a page; return the browser's version in WebDriver's format."""
        version = self.call("Browser.getVersion")["product"].rpartition("/")[2]
        page = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=page, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Inspector"):
            self.call(f"{domain}.enable")
        return {"capabilities": {"browserVersion": version}}

    def _load_document(self, method: str, **params: object) -> None:
        """Load a document and wait for it; a change of only the fragment loads nothing."""
        before = self.loads
        answer = self.call(method, **params)
        if error := answer.get("errorText"):
            raise WebDriverError(f"{params.get('url')}: {error}")
        if method == "Page.navigate" and "loaderId" not in answer:
            return
        while self.loads == before:
            self._read_message()

    def _evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if exception := answer.get("exceptionDetails"):
            raise WebDriverError(f"javascript error: {first_line(exception)}")
        return answer["result"].get("value")

    def _dispatch_action(self, action: dict[str, Any], pointer: str) -> None:
        """Dispatch one of WebDriver's actions."""
        kind = action["type"]
        if kind == "pause":
            time.sleep(action["duration"] / 1000)
        elif kind.startswith("key"):
            self._dispatch_key(kind, action["value"])
        elif pointer == "touch":
            if kind == "pointerDown":
                self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[self.point])
            elif kind == "pointerUp":
                self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        if kind == "pointerMove":
            self.point = {"x": action["x"], "y": action["y"]}
        if pointer == "mouse" and kind != "pause":
            pressed = {} if kind == "pointerMove" else {"button": "left", "clickCount": 1}
            names = {"pointerMove": "Moved", "pointerDown": "Pressed", "pointerUp": "Released"}
            self.call(
                "Input.dispatchMouseEvent", type=f"mouse{names[kind]}", **self.point, **pressed
            )

    def _dispatch_key(self, kind: str, value: str) -> None:
        code = f"Digit{value}" if value.isdigit() else f"Key{value.upper()}"
        key, code, number = NAMED.get(value, (value, code, ord(value.upper())))
        if key == "Shift":
            self.modifiers = SHIFT if kind == "keyDown" else 0
        params = {
            "key": key,
            "code": code,
            "windowsVirtualKeyCode": number,
            "modifiers": self.modifiers,
        }
        text = "\r" if key == "Enter" else "" if value in NAMED else value
        if text and kind == "keyDown":
            params |= {"text": text}
        self.call("Input.dispatchKeyEvent", type=kind, **params)

    # -------------------------------------------------------------- protocol

    def call(self, method: str, **params: object) -> Any:
        """Send a command of the protocol; return its result."""
        self.number += 1
        message: dict[str, object] = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.connection.sendall(json.dumps(message).encode() + b"\0")
        while (answer := self._read_message()).get("id") != self.number:
            pass
        if "error" in answer:
            raise WebDriverError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def _read_message(self) -> dict[str, Any]:
        """Return the next message; record the loads and faults that events report."""
        while b"\0" not in self.received:
            chunk = self.connection.recv(1 << 16)
            if not chunk:
                raise WebDriverError("the browser is gone")
            self.received += chunk
        text, _, self.received = self.received.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        params = message.get("params", {})
        match message.get("method"):
            case "Page.loadEventFired":
                self.loads += 1
            case "Inspector.targetCrashed":
                raise WebDriverError("the page's process died")
            case "Runtime.exceptionThrown":
                self.faults.append(first_line(params["exceptionDetails"]))
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                entry = params["entry"]
                self.faults.append(f"{entry['text']} {entry.get('url', '')}".strip())
        return message


def first_line(exception: dict[str, Any]) -> str:
    """The first line of an exception's message."""
    text = exception.get("exception", {}).get("description") or exception["text"]
    return str(text).partition("\n")[0]
