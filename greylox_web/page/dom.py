"""Helpers for the page's elements, events, drawings and storage."""

import json
from typing import Any

from js import CustomEvent, DOMParser, Element, document, location, window
from pyodide.ffi import JsException, to_js

SVG = "http://www.w3.org/2000/svg"
BROWSER = ("localStorage",)
THIS_TAB = ("sessionStorage",)
TAB_AND_BROWSER = (*THIS_TAB, *BROWSER)  # for a reload, and for the next visit
LANGUAGE_BY_KEYBOARD = "language-by-keys"
"""The storage key that is set while a language chosen by keyboard reloads the page."""


def by_id(name: str) -> Element:
    """Return the element with this id; a false value if the page has none."""
    return document.getElementById(name)


def create_element(tag: str, text: str = "", **attributes: str) -> Element:
    """Make an element that contains ``text``; ``_`` in an attribute's name stands for ``-``."""
    node = document.createElement(tag)
    if text:
        node.textContent = text
    for name, value in attributes.items():
        node.setAttribute(name.replace("_", "-"), value)
    return node


def build_facts() -> dict[str, Any]:
    """Return what the build has written into the page about itself: its version and addresses."""
    facts: dict[str, Any] = json.loads(document.querySelector("meta[name=greylox-build]").content)
    return facts


def page_address() -> str:
    """Return the full address of the page, without its fragment."""
    return str(location.href).partition("#")[0]


def show(node: Element, visible: object) -> None:
    """Show or hide an element; write nothing if it is already in that state."""
    if node.hidden == bool(visible):
        node.hidden = not visible


def write(node: Element, text: str) -> None:
    """Set an element's text; write nothing if it is the same."""
    if node.textContent != text:
        node.textContent = text


def set_text(target: "str | Element", text: str) -> None:
    """Set the text of an element, given itself or its id; hide the element if the text is empty."""
    node = by_id(target) if isinstance(target, str) else target
    write(node, text)
    show(node, text)


def set_status(target: "str | Element", text: str) -> None:
    """Set the text of a live region; screen readers read it out even if it is the same.

    Use it for a new event only.  Use ``set_text`` to show an earlier text again.
    """
    node = by_id(target) if isinstance(target, str) else target
    set_text(node, _as_change(node, text))


def announce(text: str) -> None:
    """Announce a text to screen readers."""
    live_region = by_id("live-region")
    live_region.textContent = _as_change(live_region, text)


def _as_change(region: Element, text: str) -> str:
    """Return the text as a change, without which a live region is not read out."""
    return text + "\u00a0" if text and region.textContent == text else text


def parse_svg(markup: str) -> Element:
    """Parse an SVG text; return its root element, moved into this page."""
    parsed = DOMParser.new().parseFromString(markup, "image/svg+xml")
    return document.adoptNode(parsed.documentElement)


def icon(name: str) -> Element:
    """Make a decorative icon of the page: "undo" for icon-undo, "mark-lox" for itself."""
    svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("class", "icon")
    svg.setAttribute("aria-hidden", "true")
    use = document.createElementNS(SVG, "use")
    use.setAttribute("href", f"#{name}" if name.startswith("mark-") else f"#icon-{name}")
    svg.append(use)
    return svg


def game_icon(name: str) -> Element:
    """Make the mark of a game, or the general one for a game without a mark."""
    return icon(f"mark-{name}" if by_id(f"mark-{name}") else "mark-game")


def emit(name: str) -> None:
    """Dispatch the event ``greylox:name`` to the scripts of the page."""
    window.dispatchEvent(CustomEvent.new(f"greylox:{name}"))


def focus_in_place(node: Element) -> None:
    """Focus an element without scrolling to it."""
    node.focus(to_js({"preventScroll": True}))


def prefers_reduced_motion() -> bool:
    """Return whether the user's settings request no animations."""
    return bool(window.matchMedia("(prefers-reduced-motion: reduce)").matches)


HOME = "#home"
BOARD = "board"


def current_view() -> str:
    """Return the id of the shown page of the site, or ``BOARD``."""
    return str(document.documentElement.dataset.view)


def is_home() -> bool:
    """Return whether home is shown."""
    return current_view() == "home"


def is_board_shown() -> bool:
    """Return whether the board is shown, not another page of the site."""
    return current_view() == BOARD


def storage_key(name: str) -> str:
    """Return the storage key for this copy of the site; see early.js."""
    return str(window.greyloxStorageKey(name))


def save_text(key: str, text: str, kinds: tuple[str, ...] = BROWSER) -> bool:
    """Store a text in these kinds of storage; return False if the last of them refused."""
    saved = False
    for kind in kinds:
        try:
            getattr(window, kind).setItem(storage_key(key), text)
        except (JsException, AttributeError):
            saved = False
        else:
            saved = True
    return saved


def load_text(key: str, kinds: tuple[str, ...] = BROWSER) -> str:
    """Load the text of a key from the first of these storages that has one; "" if none has."""
    for kind in kinds:
        try:
            text = getattr(window, kind).getItem(storage_key(key))
        except (JsException, AttributeError):
            continue
        if text:
            return str(text)
    return ""
