"""The page's elements, events, drawings and storage: the few calls that every room makes."""

from collections.abc import Callable

from js import (
    CustomEvent,
    DOMParser,
    Element,
    Event,
    EventTarget,
    document,
    history,
    location,
    window,
)
from pyodide.ffi import JsException, create_proxy

from ..words import WORDS

SVG = "http://www.w3.org/2000/svg"
BROWSER = ("localStorage",)
THIS_TAB = ("sessionStorage",)
TAB = ("sessionStorage", "localStorage")  # a tab's own, and for the next visit the browser's

BY_KEYS = "language-by-keys"  # kept while the page comes anew in a language that keys have chosen


def element(name: str) -> Element:
    """The element with this id; what comes back is false when the page has none."""
    return document.getElementById(name)


def made(tag: str, text: str = "", **attributes: str) -> Element:
    """A new element that holds ``text`` as text; ``_`` in an attribute's name stands for ``-``."""
    node = document.createElement(tag)
    if text:
        node.textContent = text
    for name, value in attributes.items():
        node.setAttribute(name.replace("_", "-"), value)
    return node


def show(node: Element, shown: object) -> None:
    """Hide an element, or show it; one that stays as it is costs the browser nothing."""
    if node.hidden == bool(shown):
        node.hidden = not shown


def write(node: Element, text: str) -> None:
    """Put a text into an element; one that says so already costs the browser nothing."""
    if node.textContent != text:
        node.textContent = text


def set_text(place: "str | Element", text: str) -> None:
    """Put a text into an element, given itself or by its id, and hide it while there is none."""
    node = element(place) if isinstance(place, str) else place
    write(node, text)
    show(node, text)


def say(text: str) -> None:
    """Say something to those who do not see the page."""
    said = element("spoken")
    # the same words twice are only read when they differ by something
    said.textContent = text + "\u00a0" if text and said.textContent == text else text


def drawing(markup: str) -> Element:
    """The root of an SVG text as an element of this page."""
    parsed = DOMParser.new().parseFromString(markup, "image/svg+xml")
    return document.importNode(parsed.documentElement, True)


def icon(name: str) -> Element:
    """One of the page's icons, as a decoration: "undo" for icon-undo, "mark-lox" for itself."""
    svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("class", "icon")
    svg.setAttribute("aria-hidden", "true")
    use = document.createElementNS(SVG, "use")
    use.setAttribute("href", f"#{name}" if name.startswith("mark-") else f"#icon-{name}")
    svg.append(use)
    return svg


def listen(target: EventTarget, kind: str, handler: Callable[[Event], object]) -> None:
    """Call ``handler(event)`` for every event of this kind, for as long as the page lives.

    The player is told of an exception, and so is the console.
    """

    def guarded(event: Event) -> None:
        try:
            handler(event)
        except Exception as error:
            set_text("notice", WORDS["fault"].format(error=f"{type(error).__name__}: {error}"))
            raise

    target.addEventListener(kind, create_proxy(guarded))


def announce(name: str) -> None:
    """Tell the scripts of the page that something has happened."""
    window.dispatchEvent(CustomEvent.new(f"greylox:{name}"))


class AddressBar:
    """The address bar.  What somebody changed it to stays there until it was followed."""

    def __init__(self) -> None:
        self.known: str = location.hash

    def write(self, fragment: str, *, entry: bool = False) -> None:
        """Put a fragment there that nobody has to follow; as an entry of its own, or in place."""
        place = history.pushState if entry else history.replaceState
        place(None, "", f"#{fragment}")
        self.known = location.hash

    def is_followed(self) -> bool:
        """Whether nothing was put there that is still to be followed."""
        return bool(location.hash == self.known)


ADDRESS_BAR = AddressBar()


HOME = "#home"


def at_home() -> bool:
    """Whether the home view shows, and not the board."""
    return bool(document.documentElement.dataset.view == "home")


def named(name: str) -> str:
    """The name under which this copy of the site keeps something; see early.js."""
    return str(window.greyloxNamed(name))


def store(key: str, text: str, kinds: tuple[str, ...] = BROWSER) -> bool:
    """Keep a text for the next visit; False when the browser refused (the last of ``kinds``)."""
    kept = False
    for kind in kinds:
        try:
            getattr(window, kind).setItem(named(key), text)
        except (JsException, AttributeError):
            kept = False
        else:
            kept = True
    return kept


def stored(key: str, kinds: tuple[str, ...] = BROWSER) -> str:
    """The text kept under a key; "" when there is none or the browser denies storage."""
    for kind in kinds:
        try:
            text = getattr(window, kind).getItem(named(key))
        except (JsException, AttributeError):
            continue
        if text:
            return str(text)
    return ""
