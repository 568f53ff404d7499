"""The board in the page: drawn once for each game, then repainted by toggling classes."""

from collections.abc import Callable

from js import Element, document

from ...app.view.scene import board_markup
from ...rules import Game
from ...rules.board import NO_CELL, bits
from ..dom import drawing


class BoardView:
    """The ``<svg>`` of one game and the layers painted on it so far."""

    def __init__(self, frame: Element) -> None:
        self.frame = frame  # the element that holds the <svg>
        self.drawn: tuple[Game, int] | None = None
        self.layers: dict[str, int] = {}
        self.cells: dict[int, Element] = {}
        self.unspoken = 0  # mask of the cells whose spoken names are out of date
        self.focus = -1  # the one cell that Tab reaches
        self.magnified = NO_CELL  # the cell that a finger under the magnifier points at
        self.ghostly: Element | None = None  # the element with a ghost, and
        self.ghost_name = ""  # its class for that

    def adopt(self, game: Game) -> None:
        """Take over the board of ``game`` that the page was built with."""
        self._take(game, 0)

    def draw(self, game: Game, turn: int) -> bool:
        """Draw the empty board of ``game``; False when it is there already."""
        if self.drawn is not None and self.drawn == (game, turn):
            return False
        old = self.frame.firstElementChild
        if self.drawn is None or old is None or board_key(self.drawn) != board_key((game, turn)):
            self.frame.replaceChildren(drawing(board_markup(game, turn)))
            self._take(game, turn)
        self.drawn = (game, turn)
        return True

    def _take(self, game: Game, turn: int) -> None:
        self.drawn = (game, turn)
        self.layers = {}
        board = game.board
        self.unspoken = board.cells
        self.focus = -1
        self.ghostly = None
        self.cells = {
            cell: document.getElementById(f"cell-{board.name(cell)}") for cell in bits(board.cells)
        }

    def paint(self, layers: dict[str, int]) -> None:
        """Set the classes of the cells whose layers have changed."""
        cells = self.cells
        for name in layers.keys() | self.layers.keys():
            new = layers.get(name, 0)
            changed = new ^ self.layers.get(name, 0)
            self.unspoken |= changed
            for cell in bits(changed):
                cells[cell].classList.toggle(name, bool(new >> cell & 1))
        self.layers = dict(layers)

    def speak(self, label: Callable[[int], str]) -> None:
        """Bring the spoken names of the cells up to date."""
        for cell in bits(self.unspoken):
            self.cells[cell].setAttribute("aria-label", label(cell))
        self.unspoken = 0
        if self.focus < 0:
            self.rove(next(iter(self.cells)))

    def rove(self, cell: int, *, take: bool = False) -> None:
        """Make ``cell`` the one that Tab reaches, and give it the focus if it shall take it."""
        if self.focus >= 0:
            self.cells[self.focus].setAttribute("tabindex", "-1")
        self.focus = cell
        self.cells[cell].setAttribute("tabindex", "0")
        if take:
            self.cells[cell].focus()

    def write(self, place: str, texts: dict[int, str]) -> None:
        """Write texts into the cells' elements of one class."""
        for cell, text in texts.items():
            self.cells[cell].querySelector(place).textContent = text

    def rate(self, texts: dict[int, tuple[str, str]]) -> None:
        """Write what the engine thinks of cells: a text, and a smaller one below it."""
        for cell, (above, below) in texts.items():
            place = self.cells[cell].querySelector(".rate")
            if not place.firstElementChild:
                for name in ("value", "visits"):
                    part = document.createElementNS(place.namespaceURI, "tspan")
                    part.setAttribute("class", name)
                    part.setAttribute("x", "0")
                    place.append(part)
            value, visits = place.children
            value.textContent, visits.textContent = above, below
            value.setAttribute("dy", "-5" if below else "0")
            visits.setAttribute("dy", "12")

    def ghost(self, cell: int, kind: str) -> None:
        """Show the ghost of a stone on one cell and no other, or none for the kind ""."""
        if self.ghostly is not None:
            self.ghostly.classList.remove(self.ghost_name)
        self.ghostly, self.ghost_name = self.cells[cell] if kind else None, f"ghost-{kind}"
        if self.ghostly is not None:
            self.ghostly.classList.add(self.ghost_name)

    def show_coordinates(self, shown: bool) -> None:
        """Show or hide the names of columns and rows."""
        self.frame.firstElementChild.classList.toggle("no-coordinates", not shown)


def board_key(drawn: tuple[Game, int]) -> tuple[object, ...]:
    """What the drawing depends on; options without a look of their own are left out."""
    game, turn = drawn
    return (game.name, game.board, turn)
