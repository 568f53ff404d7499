"""Building blocks of dialogs, and the frame of one that is made when it is first opened."""

from js import Element, document

from ..drawing.thumbnail import silhouette, thumbnail
from ..rules import Game
from ..rules.board import Board
from ..rules.state import State
from ..words.share import SHARE_WORDS
from .dom import SVG, drawing, icon, made

FILES = ".txt,.sgf,.json,text/plain,application/json"
"""The file types that can be opened or imported."""


def dialog(name: str, heading: str, close: str) -> Element:
    """A dialog with a heading and a button that closes it; its body is the element ".body"."""
    frame = made("dialog", id=name, aria_labelledby=f"{name}-heading", **{"class": "room"})
    head = made("header")
    button = made("button", type="button", id=f"{name}-close", aria_label=close)
    button.setAttribute("data-close", "")
    button.className = "quiet"
    button.append(icon("close"))
    head.append(made("h2", heading, id=f"{name}-heading"), button)
    frame.append(head, made("div", **{"class": "body"}))
    return frame


def group(legend: str, *content: Element, name: str = "") -> Element:
    """A group of choices with a legend."""
    fields = made("fieldset", **({"id": name} if name else {}))
    fields.append(made("legend", legend), *content)
    return fields


def row(kind: str, *content: Element) -> Element:
    """Elements side by side, in a box of this class."""
    box = made("div", **{"class": kind})
    box.append(*content)
    return box


def radio(name: str, value: str, *content: "Element | str") -> Element:
    """A radio button as a tile or segment that can be pressed anywhere."""
    label = made("label")
    label.append(made("input", type="radio", name=name, value=value, id=f"{name}-{value}"))
    label.append(*content)
    return label


def segments(name: str, choices: dict[str, str]) -> Element:
    """A row of radio buttons."""
    return row("segments", *(radio(name, v, made("span", text)) for v, text in choices.items()))


def switch(name: str, text: str, about: str = "") -> Element:
    """A switch with its label and explanation."""
    label = made("label", **{"class": "switch"})
    words = made("span")
    words.append(made("span", text))
    if about:
        words.append(made("small", about))
    label.append(words, made("input", id=name, name=name, type="checkbox", role="switch"))
    return label


def stone(colour: str) -> Element:
    """A small stone, as a decoration."""
    return made("span", aria_hidden="true", data_stone=colour, **{"class": "dot"})


def outline(board: Board) -> Element:
    """The cells of a board as a small drawing."""
    view_box, path = silhouette(board)
    return shapes(view_box, [("", path)], "silhouette")


def picture(game: Game, state: State) -> Element:
    """A position as a small picture."""
    svg = drawing(thumbnail(game, state))
    svg.classList.add("picture")
    return svg


def shapes(view_box: str, paths: list[tuple[str, str]], kind: str) -> Element:
    """A drawing of paths, each with its class; a decoration."""
    svg = document.createElementNS(SVG, "svg")
    svg.setAttribute("viewBox", view_box)
    svg.setAttribute("class", kind)
    svg.setAttribute("aria-hidden", "true")
    for name, data in paths:
        path = document.createElementNS(SVG, "path")
        path.setAttribute("class", name)
        path.setAttribute("d", data)
        svg.append(path)
    return svg


def sheet(name: str, heading: str) -> Element:
    """An empty dialog of that id, in the page; ``name``-heading is the id of its heading."""
    dialog = made("dialog", id=name, aria_labelledby=f"{name}-heading", **{"class": "sheet"})
    head = made("header", **{"class": "sheet-head"})
    close = made("button", type="button", aria_label=SHARE_WORDS["close"], data_close="")
    close.className = "sheet-close"
    close.append(icon("close"))
    title = made("h2", heading, id=f"{name}-heading", tabindex="-1", autofocus="")
    head.append(title, close)
    dialog.append(head)
    document.body.append(dialog)
    return dialog
