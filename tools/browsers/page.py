"""A page driven by simulated mouse, keyboard and touch, with functions that read it and wait."""

from __future__ import annotations

import base64
import time
from pathlib import Path
from typing import Any

from .programs import HEIGHT, WIDTH, RunningBrowser
from .webdriver import WebDriverError

TIMEOUT_SECONDS = 120
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "Escape": "\ue00c",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}

LISTEN_SCRIPT = """
if (!window.walkFaults) {
  const faults = (window.walkFaults = []);
  const note = (...words) => faults.push(words.map(String).join(" ").slice(0, 500));
  const error = console.error;
  console.error = (...words) => (note(...words), error.apply(console, words));
  addEventListener("error", ({ message }) => note("uncaught", message));
  addEventListener("unhandledrejection", ({ reason }) => note("rejected", reason));
  addEventListener("securitypolicyviolation", (e) => note("policy", e.blockedURI));
}
"""

CENTRE_SCRIPT = """
const element = document.querySelector(arguments[0]);
if (!element) return "there is none";
const shown = element.getBoundingClientRect();
if (!shown.width || !shown.height) return "it is hidden";
if (element.disabled) return "it is disabled";
const look = () => {
  const box = element.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2].map(Math.floor);
  const hit = document.elementFromPoint(x, y);
  if (!hit) return `it is outside, at ${x}, ${y}`;
  const label = hit.closest("label");
  const own = element.contains(hit) || hit.contains(element) || label?.control === element;
  return own ? [x, y] : `${hit.tagName} ${hit.id || hit.getAttribute("class")} lies over it`;
};
const found = look();
if (typeof found !== "string") return found;
element.scrollIntoView({ block: "center", behavior: "instant" }); // as a person would
return look();
"""

SELECT = """
const list = document.querySelector(arguments[0]);
list.value = arguments[1];
for (const name of ["input", "change"]) list.dispatchEvent(new Event(name, { bubbles: true }));
"""

NEXT_PAINT_SCRIPT = """
const done = arguments[0];
requestAnimationFrame(() => requestAnimationFrame(() => done()));
"""

FOREIGN_REQUESTS_SCRIPT = """
return performance.getEntriesByType("resource").map((entry) => entry.name)
  .filter((name) => !/^(data:|blob:)/.test(name) && new URL(name).origin !== location.origin);
"""


class Fault(AssertionError):
    """A failed expectation; the message names it."""


class Page:
    """The one page of a running browser."""

    def __init__(self, browser: RunningBrowser) -> None:
        self.browser, self.driver = browser, browser.driver
        self.faults_seen: list[str] = []

    # -------------------------------------------------------------- reading

    def run(self, script: str, *words: object) -> Any:
        """The result of a script, the body of a function of ``arguments``."""
        return self.driver.command("ExecuteScript", script=script, args=list(words))

    def evaluate(self, expression: str, *words: object) -> Any:
        """The value of an expression."""
        return self.run(f"return {expression}", *words)

    def wait_until(self, expression: str, *words: object) -> Any:
        """Wait until an expression is true; return its value."""
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while not (value := self.evaluate(expression, *words)):
            if time.monotonic() > deadline:
                raise Fault(f"never true: {expression} {words or ''}".strip())
            time.sleep(0.05)
        return value

    def is_visible(self, selector: str) -> bool:
        """Whether an element is visible now."""
        return bool(
            self.evaluate("document.querySelector(arguments[0])?.checkVisibility()", selector)
        )

    def wait_visible(self, selector: str) -> None:
        """Wait until an element is visible."""
        self.wait_until("document.querySelector(arguments[0])?.checkVisibility()", selector)

    def wait_hidden(self, selector: str) -> None:
        """Wait until an element is no longer visible."""
        self.wait_until("!document.querySelector(arguments[0])?.checkVisibility()", selector)

    def text(self, selector: str) -> str:
        """The text of an element."""
        return str(self.evaluate("document.querySelector(arguments[0]).textContent", selector))

    def count(self, selector: str) -> int:
        """The number of elements that match."""
        return int(self.evaluate("document.querySelectorAll(arguments[0]).length", selector))

    def wait_painted(self) -> None:
        """Wait until changes are painted."""
        self.driver.command("ExecuteAsyncScript", script=NEXT_PAINT_SCRIPT, args=[])

    def check(self, message: str, condition: object) -> None:
        """Raise Fault unless the condition is true."""
        if not condition:
            raise Fault(message)

    # -------------------------------------------------------------- navigation

    def navigate(self, address: str) -> None:
        """Open an address."""
        self.collect_faults()
        self.driver.command("Navigate", url=address)
        self.run(LISTEN_SCRIPT)

    def reload(self) -> None:
        """Load the page again."""
        self.collect_faults()
        self.driver.command("Refresh")
        self.run(LISTEN_SCRIPT)

    def set_viewport_size(self, width: int, height: int) -> None:
        """Set the size of the viewport, as nearly as the browser can."""
        for _ in range(2):
            inner = self.evaluate("[outerWidth - innerWidth, outerHeight - innerHeight]")
            more = [max(0, int(edge)) for edge in inner]
            self.driver.command("SetWindowRect", width=width + more[0], height=height + more[1])
            time.sleep(0.2)

    def set_default_size(self) -> None:
        """Set the viewport to the size of a small desktop."""
        self.set_viewport_size(WIDTH, HEIGHT)

    def wait_mark(self, name: str) -> float:
        """Wait for a performance mark; return its time in milliseconds since the page's start."""
        mark_expression = "performance.getEntriesByName(arguments[0])[0]?.startTime"
        failed = "document.querySelector('#startup')?.dataset.state === 'failed'"
        time_ = self.wait_until(f"({mark_expression}) || ({failed} && 'failed')", name)
        if time_ == "failed":
            raise Fault(f"it does not start: {self.text('#startup-error')}")
        return float(time_)

    # -------------------------------------------------------------- input

    def clickable_centre(self, selector: str) -> tuple[int, int]:
        """Wait until an element is at rest, enabled and uncovered; return its centre."""
        deadline = time.monotonic() + TIMEOUT_SECONDS / 4
        before: Any = None
        while (place := self.run(CENTRE_SCRIPT, selector)) != before or isinstance(place, str):
            if time.monotonic() > deadline:
                raise Fault(f"{selector} cannot be pressed: {place}")
            before = place
            self.wait_painted()
        return int(place[0]), int(place[1])

    def click(self, selector: str) -> None:
        """Click with the mouse."""
        self._point(selector, "mouse")

    def tap(self, selector: str) -> None:
        """Tap with a finger."""
        self._point(selector, "touch")

    def _point(self, selector: str, kind: str) -> None:
        x, y = self.clickable_centre(selector)
        events = [
            {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"},
            {"type": "pointerDown", "button": 0},
            {"type": "pause", "duration": 40},
            {"type": "pointerUp", "button": 0},
        ]
        parameters = {"pointerType": kind}
        pointer = {"type": "pointer", "id": kind, "parameters": parameters, "actions": events}
        self.driver.command("PerformActions", actions=[pointer])

    def press(self, *keys: str) -> None:
        """Press keys one after the other; ``Shift+Tab`` is a key with a modifier."""
        events = []
        for key in keys:
            held = [KEYS.get(part, part) for part in key.split("+")]
            events += [{"type": "keyDown", "value": part} for part in held]
            events += [{"type": "keyUp", "value": part} for part in reversed(held)]
        actions = [{"type": "key", "id": "keys", "actions": events}]
        self.driver.command("PerformActions", actions=actions)

    def select(self, selector: str, value: str) -> None:
        """Choose an option of a select element, which each browser draws differently."""
        self.run(SELECT, selector, value)

    def save_screenshot(self, path: Path) -> None:
        """Save a screenshot."""
        path.write_bytes(base64.b64decode(self.driver.command("TakeScreenshot")))

    # -------------------------------------------------------------- faults

    def collect_faults(self) -> None:
        """Collect the errors of this document, and its requests to other origins."""
        new_faults = self.evaluate("window.walkFaults?.splice(0) ?? []") or []
        try:
            foreign = self.run(FOREIGN_REQUESTS_SCRIPT)
        except WebDriverError:  # an empty page
            foreign = []
        self.faults_seen += [*new_faults, *(f"asked of another origin: {name}" for name in foreign)]

    def faults(self) -> list[str]:
        """All errors so far, each once."""
        self.collect_faults()
        return list(dict.fromkeys([*self.faults_seen, *self.browser.faults()]))
