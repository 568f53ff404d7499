"""Building blocks of dialogs, and the frame of a dialog that is made at its first opening."""

from js import Element, document

from ..drawing.thumbnail import silhouette, thumbnail
from ..rules import Game
from ..rules.board import Board
from ..rules.state import State
from ..words.share import SHARE_WORDS
from .dom import SVG, create_element, icon, parse_svg

ACCEPTED_FILES = ".txt,.sgf,.json,text/plain,application/json"
"""The file types that can be opened or imported."""


def make_dialog(name: str, heading: str, close: str) -> Element:
    """Make a dialog with a heading and a close button; its body is the element ".body"."""
    frame = create_element(
        "dialog", id=name, aria_labelledby=f"{name}-heading", **{"class": "dialog"}
    )
    head = create_element("header")
    button = create_element("button", type="button", id=f"{name}-close", aria_label=close)
    button.setAttribute("data-close", "")
    button.className = "quiet"
    button.append(icon("close"))
    head.append(create_element("h2", heading, id=f"{name}-heading"), button)
    frame.append(head, create_element("div", **{"class": "body"}))
    return frame


def fieldset(legend: str, *content: Element, name: str = "") -> Element:
    """Make a group of choices with a legend."""
    fields = create_element("fieldset", **({"id": name} if name else {}))
    fields.append(create_element("legend", legend), *content)
    return fields


def flex_row(kind: str, *content: Element) -> Element:
    """Make a row of elements, in a box of this class."""
    box = create_element("div", **{"class": kind})
    box.append(*content)
    return box


def radio(name: str, value: str, *content: "Element | str") -> Element:
    """Make a radio button as a tile or segment that can be pressed anywhere."""
    label = create_element("label")
    label.append(
        create_element("input", type="radio", name=name, value=value, id=f"{name}-{value}")
    )
    label.append(*content)
    return label


def segments(name: str, choices: dict[str, str]) -> Element:
    """Make a row of radio buttons."""
    return flex_row(
        "segments", *(radio(name, v, create_element("span", text)) for v, text in choices.items())
    )


def switch(name: str, text: str, about: str = "") -> Element:
    """Make a switch with its label and explanation."""
    label = create_element("label", **{"class": "switch"})
    words = create_element("span")
    words.append(create_element("span", text))
    if about:
        words.append(create_element("small", about))
    label.append(words, create_element("input", id=name, name=name, type="checkbox", role="switch"))
    return label


def stone(colour: str) -> Element:
    """Make a small decorative stone."""
    return create_element("span", aria_hidden="true", data_stone=colour, **{"class": "dot"})


def board_outline(board: Board) -> Element:
    """Make a small drawing of a board's cells."""
    view_box, path = silhouette(board)
    return parse_svg(
        f'<svg xmlns="{SVG}" viewBox="{view_box}" class="silhouette" aria-hidden="true">'
        f'<path d="{path}"/></svg>'
    )


def picture(game: Game, state: State) -> Element:
    """Make a small picture of a position."""
    svg = parse_svg(thumbnail(game, state))
    svg.classList.add("picture")
    return svg


def make_dialog_frame(name: str, heading: str) -> Element:
    """Add an empty dialog with that id to the page; the id of its heading is ``name``-heading."""
    dialog = create_element(
        "dialog", id=name, aria_labelledby=f"{name}-heading", **{"class": "sheet"}
    )
    head = create_element("header", **{"class": "sheet-head"})
    close = create_element("button", type="button", aria_label=SHARE_WORDS["close"], data_close="")
    close.className = "sheet-close"
    close.append(icon("close"))
    title = create_element("h2", heading, id=f"{name}-heading", tabindex="-1", autofocus="")
    head.append(title, close)
    dialog.append(head)
    document.body.append(dialog)
    return dialog
