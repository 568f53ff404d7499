"""A magnifier beside the finger, because the finger covers the aimed cell."""

from js import Element, Event, document, window

from ...drawing.hex_geometry import RADIUS, Point
from ...page.dom import SVG, create_element

SIZE = 140  # pixels across
MAGNIFIED_RADIUS = 2 * RADIUS  # half of the magnified square, in view box units
FINGER_OFFSET = 34  # pixels between the finger and the magnifier
MARGIN = 4  # pixels from the window's edge


class Magnifier:
    """The magnifier. It references the board element, so it is always current."""

    def __init__(self, board: Element) -> None:
        self.board = board  # the element that contains the board's <svg>
        self.root = create_element("div", id="magnifier", aria_hidden="true")
        self.picture = document.createElementNS(SVG, "svg")
        self.picture.setAttribute("class", "board")
        self.name = create_element("span")
        self.root.append(self.picture, self.name)
        document.body.append(self.root)
        self.hide()

    def show(self, event: Event, point: Point, name: str) -> None:
        """Show the surroundings of ``point`` beside the finger, and the cell's name."""
        if self.root.hidden:
            copy = document.createElementNS(SVG, "use")
            copy.setAttribute("href", "#board-drawing")
            self.picture.replaceChildren(copy)
            self.picture.setAttribute("data-game", self.board.firstElementChild.dataset.game)
        left, top, side = (
            point.x - MAGNIFIED_RADIUS,
            point.y - MAGNIFIED_RADIUS,
            2 * MAGNIFIED_RADIUS,
        )
        box = f"{left} {top} {side} {side}"
        self.picture.setAttribute("viewBox", box)
        self.name.textContent = name
        left_px, top = event.clientX - SIZE / 2, event.clientY - SIZE - FINGER_OFFSET
        if top < MARGIN:  # too little space above: use the side with more space
            is_left_side = event.clientX > window.innerWidth / 2
            left_px = (
                event.clientX - SIZE - FINGER_OFFSET
                if is_left_side
                else event.clientX + FINGER_OFFSET
            )
            top = max(MARGIN, event.clientY - SIZE / 2)
        left_px = max(MARGIN, min(left_px, window.innerWidth - SIZE - MARGIN))
        self.root.style.transform = f"translate({left_px:.0f}px, {top:.0f}px)"
        self.root.hidden = False

    def hide(self) -> None:
        """Hide the magnifier, so that no second copy of the board is rendered."""
        self.root.hidden = True
        self.picture.replaceChildren()
