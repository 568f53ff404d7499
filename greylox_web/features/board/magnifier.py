"""A magnifier beside the finger, which covers the cell that it points at."""

from js import Element, Event, document, window

from ...drawing.scene import RADIUS, Point
from ...page.dom import SVG, create_element

SIZE = 140  # pixels across
REACH = 2 * RADIUS  # half of what it shows, in units of the board's picture
LIFT = 34  # pixels between the finger and the glass
MARGIN = 4  # pixels from the window's edge


class Loupe:
    """The magnifier; it shows the board element itself, so it is never out of date."""

    def __init__(self, board: Element) -> None:
        self.board = board  # the element that holds the board's <svg>
        self.glass = create_element("div", id="loupe", aria_hidden="true")
        self.picture = document.createElementNS(SVG, "svg")
        self.picture.setAttribute("class", "board")
        self.name = create_element("span")
        self.glass.append(self.picture, self.name)
        document.body.append(self.glass)
        self.hide()

    def show(self, event: Event, at: Point, name: str) -> None:
        """Show the surroundings of ``at`` beside the finger, and the cell's name."""
        if self.glass.hidden:
            copy = document.createElementNS(SVG, "use")
            copy.setAttribute("href", "#drawn")
            self.picture.replaceChildren(copy)
            self.picture.setAttribute("data-game", self.board.firstElementChild.dataset.game)
        box = f"{at.x - REACH} {at.y - REACH} {2 * REACH} {2 * REACH}"
        self.picture.setAttribute("viewBox", box)
        self.name.textContent = name
        left, top = event.clientX - SIZE / 2, event.clientY - SIZE - LIFT
        if top < MARGIN:  # no room above: beside the finger, on the roomier side
            on_the_left = event.clientX > window.innerWidth / 2
            left = event.clientX - SIZE - LIFT if on_the_left else event.clientX + LIFT
            top = max(MARGIN, event.clientY - SIZE / 2)
        left = max(MARGIN, min(left, window.innerWidth - SIZE - MARGIN))
        self.glass.style.transform = f"translate({left:.0f}px, {top:.0f}px)"
        self.glass.hidden = False

    def hide(self) -> None:
        """Hide the magnifier, so that no second copy of the board is rendered."""
        self.glass.hidden = True
        self.picture.replaceChildren()
