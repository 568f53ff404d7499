"""A magnifier beside the finger, which hides the cell that it points at."""

from math import hypot

from js import Element, Event, document, window

from ...app.view.scene import RADIUS, Point, centre
from ...rules.board import bits
from ..dom import SVG, made
from ..table import Table

SIZE = 140  # pixels across
REACH = 40.0  # half of what it shows, in pixels of the view box
LIFT = 34  # pixels between the finger and the glass
MARGIN = 4  # pixels from the window's edge


class Loupe:
    """The glass; it shows the cells themselves, so it is never out of date."""

    def __init__(self, board: Element) -> None:
        self.board = board  # the element that holds the board's <svg>
        self.glass = made("div", id="loupe", aria_hidden="true")
        self.picture = document.createElementNS(SVG, "svg")
        self.glass.append(self.picture)
        document.body.append(self.glass)
        self.shown: tuple[str, ...] = ()

    def show(self, table: Table, event: Event, at: Point) -> None:
        """Show what is around ``at``, beside the finger of the event."""
        board, turn = table.session.game.board, table.turn()
        near = []
        for cell in bits(board.cells):
            spot = centre(board, *board.column_row(cell), turn)
            if hypot(spot.x - at.x, spot.y - at.y) < REACH + RADIUS:
                near.append(board.name(cell))
        if tuple(near) != self.shown:
            self.shown = tuple(near)
            self.picture.replaceChildren(*map(copy, near))
        for name in ("first", "second"):  # the colours of the stones
            colour = getattr(self.board.firstElementChild.dataset, name)
            self.picture.setAttribute(f"data-{name}", colour)
        box = f"{at.x - REACH} {at.y - REACH} {2 * REACH} {2 * REACH}"
        self.picture.setAttribute("viewBox", box)
        left, top = event.clientX - SIZE / 2, event.clientY - SIZE - LIFT
        if top < MARGIN:  # no room above: beside the finger, on the roomier side
            on_the_left = event.clientX > window.innerWidth / 2
            left = event.clientX - SIZE - LIFT if on_the_left else event.clientX + LIFT
            top = max(MARGIN, event.clientY - SIZE / 2)
        left = max(MARGIN, min(left, window.innerWidth - SIZE - MARGIN))
        self.glass.style.transform = f"translate({left:.0f}px, {top:.0f}px)"
        self.glass.hidden = False

    def hide(self) -> None:
        """Put the glass away."""
        self.glass.hidden = True


def copy(name: str) -> Element:
    """A living copy of one cell of the board."""
    use = document.createElementNS(SVG, "use")
    use.setAttribute("href", f"#cell-{name}")
    return use
