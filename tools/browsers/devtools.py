"""WebDriver's commands for a Chromium without a driver, in the protocol of its developer tools."""

from __future__ import annotations

import json
import socket
import time
from typing import Any

from .wire import MOST_SECONDS, Refused

LAUNCH = """
import os, sys
for fd in (3, 4):
    os.dup2(int(sys.argv[1]), fd)
    os.set_inheritable(fd, True)
os.execvp(sys.argv[2], sys.argv[2:])
"""
"""Runs a Chromium that reads file 3 and writes file 4, which is one socket here."""

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
SHIFT = 8  # among the modifiers


class DevTools:
    """A Chromium on a socket that takes JSON, with a zero byte after each message."""

    def __init__(self, line: socket.socket) -> None:
        self.line, self.session, self.received = line, "", b""
        self.number = self.loads = self.held = 0
        self.point = {"x": 0, "y": 0}
        self.faults: list[str] = []  # what the console has complained of until now
        line.settimeout(MOST_SECONDS)

    def command(self, name: str, **words: Any) -> Any:
        """Do what the standard calls so; what comes of it."""
        match name:
            case "NewSession":
                return self._begin()
            case "DeleteSession":
                self.session = ""
                self._ask("Browser.close")
            case "Navigate":
                self._load("Page.navigate", url=words["url"])
            case "Refresh":
                self._load("Page.reload")
            case "ExecuteScript":
                script = f"(function () {{{words['script']}\n}})"
                return self._value(f"{script}(...{json.dumps(words['args'])})")
            case "ExecuteAsyncScript":
                script = f"(function () {{{words['script']}\n}})"
                args = json.dumps(words["args"])
                return self._value(f"new Promise((done) => {script}(...{args}, done))")
            case "SetWindowRect":
                window = self._ask("Browser.getWindowForTarget")["windowId"]
                self._ask("Browser.setWindowBounds", windowId=window, bounds=words)
            case "PerformActions":
                for device in words["actions"]:
                    for action in device["actions"]:
                        self._act(action, device.get("parameters", {}).get("pointerType", ""))
            case "TakeScreenshot":
                return self._ask("Page.captureScreenshot")["data"]
        return None

    def close(self) -> None:
        """Hang up."""
        self.line.close()

    def _begin(self) -> dict[str, Any]:
        """Open a page; the browser's version, as WebDriver tells it."""
        version = self._ask("Browser.getVersion")["product"].rpartition("/")[2]
        page = self._ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self._ask("Target.attachToTarget", targetId=page, flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Inspector"):
            self._ask(f"{domain}.enable")
        return {"capabilities": {"browserVersion": version}}

    def _load(self, method: str, **words: object) -> None:
        """Go to a document and wait until it is loaded; another fragment is no other document."""
        before = self.loads
        answer = self._ask(method, **words)
        if error := answer.get("errorText"):
            raise Refused(f"{words.get('url')}: {error}")
        if method == "Page.navigate" and "loaderId" not in answer:
            return
        while self.loads == before:
            self._read()

    def _value(self, expression: str) -> Any:
        """The value of a JavaScript expression, or of what it promises."""
        answer = self._ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if wrong := answer.get("exceptionDetails"):
            raise Refused(f"javascript error: {first_line(wrong)}")
        return answer["result"].get("value")

    def _act(self, action: dict[str, Any], pointer: str) -> None:
        """One of WebDriver's actions."""
        kind = action["type"]
        if kind == "pause":
            time.sleep(action["duration"] / 1000)
        elif kind.startswith("key"):
            self._key(kind, action["value"])
        elif pointer == "touch":
            if kind == "pointerDown":
                self._ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[self.point])
            elif kind == "pointerUp":
                self._ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        if kind == "pointerMove":
            self.point = {"x": action["x"], "y": action["y"]}
        if pointer == "mouse" and kind != "pause":
            pressed = {} if kind == "pointerMove" else {"button": "left", "clickCount": 1}
            names = {"pointerMove": "Moved", "pointerDown": "Pressed", "pointerUp": "Released"}
            self._ask(
                "Input.dispatchMouseEvent", type=f"mouse{names[kind]}", **self.point, **pressed
            )

    def _key(self, kind: str, value: str) -> None:
        code = f"Digit{value}" if value.isdigit() else f"Key{value.upper()}"
        key, code, number = NAMED.get(value, (value, code, ord(value.upper())))
        if key == "Shift":
            self.held = SHIFT if kind == "keyDown" else 0
        words = {"key": key, "code": code, "windowsVirtualKeyCode": number, "modifiers": self.held}
        text = "\r" if key == "Enter" else "" if value in NAMED else value
        if text and kind == "keyDown":
            words |= {"text": text}
        self._ask("Input.dispatchKeyEvent", type=kind, **words)

    # -------------------------------------------------------------- the protocol itself

    def _ask(self, method: str, **words: object) -> Any:
        """Give a command of the protocol; its result."""
        self.number += 1
        message: dict[str, object] = {"id": self.number, "method": method, "params": words}
        if self.session:
            message["sessionId"] = self.session
        self.line.sendall(json.dumps(message).encode() + b"\0")
        while (answer := self._read()).get("id") != self.number:
            pass
        if "error" in answer:
            raise Refused(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def _read(self) -> dict[str, Any]:
        """The next message; what an event tells is noted."""
        while b"\0" not in self.received:
            more = self.line.recv(1 << 16)
            if not more:
                raise Refused("the browser is gone")
            self.received += more
        text, _, self.received = self.received.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        words = message.get("params", {})
        match message.get("method"):
            case "Page.loadEventFired":
                self.loads += 1
            case "Inspector.targetCrashed":
                raise Refused("the page's process died")
            case "Runtime.exceptionThrown":
                self.faults.append(first_line(words["exceptionDetails"]))
            case "Log.entryAdded" if words["entry"]["level"] == "error":
                entry = words["entry"]
                self.faults.append(f"{entry['text']} {entry.get('url', '')}".strip())
        return message


def first_line(wrong: dict[str, Any]) -> str:
    """The first line of what an exception says."""
    text = wrong.get("exception", {}).get("description") or wrong["text"]
    return str(text).partition("\n")[0]
