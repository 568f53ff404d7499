"""Sentences with bold terms and the board's signs, as nodes of the page."""

from js import Element

from ..drawing.signs import sign
from ..rules import Game
from ..text import rich_parts
from .dom import create_element, parse_svg


def write_rich(node: Element, text: str, game: Game) -> None:
    """Write a sentence of ``text.rich_parts`` into an element; ``game`` colours its signs."""
    nodes: list[Element | str] = []
    for kind, part in rich_parts(text):
        if kind == "sign":
            markup = sign(part, game)  # type: ignore[arg-type]  # a frozen dataclass
            before = nodes.pop() if nodes and isinstance(nodes[-1], str) else ""
            start, _, word = str(before).rstrip().rpartition(" ")
            together = create_element("span", word, **{"class": "nowrap"})
            together.append(parse_svg(markup))
            nodes += [f"{start} ", together]  # a line never begins with a sign
        else:
            nodes.append(create_element("b", part) if kind == "term" else part)
    node.replaceChildren(*nodes)
