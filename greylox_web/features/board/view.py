"""The board in the page: drawn once for each game, then updated by differences."""

from collections.abc import Callable, Mapping

from js import Element, document

from ...drawing.pieces import (
    layers_above_stones,
    layers_below_stones,
    ring_colour,
    stone,
    stone_kinds,
    stones_markup,
)
from ...drawing.scene import POINTY_TOP
from ...page.dom import focus_in_place, parse_svg
from ...rules import Game
from ...rules.board import NO_CELL, bits

GROUP = '<svg xmlns="http://www.w3.org/2000/svg"><g class="{name}">{content}</g></svg>'
MOST_MOVED = 9  # stones that change at once; with more of them another position is shown
GROUND = "control-first", "control-second"
UNMARKED = {"grouped", "tilted", "faded", "flipped", "settled", "won", "lost"}  # no class of cells
UNSPOKEN = UNMARKED | {"lit", "shut", "refused"}  # told otherwise than by the names of cells


class BoardView:
    """The ``<svg>`` of one game, and what is painted on it so far."""

    def __init__(self, frame: Element) -> None:
        self.frame = frame  # the element that holds the <svg>
        self.drawn: tuple[Game, int, bool] | None = None  # with its turn, and names of cells or not
        self.built: tuple[Game, int] | None = None  # the board that the page was built with
        self.layers: dict[str, int] = {}
        self.cells: dict[int, Element] = {}
        self.unspoken = 0  # mask of the cells whose spoken names are out of date
        self.told = (NO_CELL, "")  # a cell, and the sentence that its spoken name ends with
        self.focus = -1  # the one cell that Tab reaches
        self.magnified = NO_CELL  # the cell that a finger under the magnifier points at
        self.kinds: dict[int, str] = {}  # the stones that lie there
        self.shown: dict[str, str | None] = {}  # group of the drawing -> what was put into it
        self.grounds: list[dict[str, int]] = []  # what is controlled, and what was before
        self.mover = 0
        self.pressed = NO_CELL  # the cell with a ghost, and
        self.ghost_name = ""  # its class for that
        self.pointed = NO_CELL  # the cell under the mouse
        self.ghostly = (NO_CELL, "")  # where the ghost is, and what it is

    def adopt(self, game: Game, *, stands: bool) -> None:
        """Take over the board of ``game`` that the page was built with: lying, or for a phone."""
        lying, standing = self.frame.children
        (lying if stands else standing).remove()
        self._take(game, POINTY_TOP if stands else 0, not stands)
        self.built = (game, POINTY_TOP if stands else 0)

    def draw(self, game: Game, turn: int, names: bool) -> bool:
        """Draw the empty board of ``game``; False if it is drawn already."""
        drawn = game, turn, names
        if self.drawn is not None and self.drawn == drawn:
            return False
        old = self.frame.firstElementChild
        if self.drawn is None or old is None or board_key(self.drawn) != board_key(drawn):
            from ...drawing.tray import board_markup

            self.frame.replaceChildren(parse_svg(board_markup(game, turn, names=names)))
            self._take(*drawn)
        self.drawn = drawn
        return True

    def _take(self, game: Game, turn: int, names: bool) -> None:
        self.drawn = (game, turn, names)
        self.layers, self.kinds, self.shown, self.grounds = {}, {}, {}, []
        board = game.board
        self.unspoken = board.cells
        self.focus = -1
        self.pressed = self.pointed = NO_CELL
        self.ghostly = (NO_CELL, game.colours[0])
        self.cells = {
            cell: document.getElementById(f"cell-{board.cell_name(cell)}")
            for cell in bits(board.cells)
        }

    def paint(
        self, layers: dict[str, int], texts: Mapping[str, Mapping[int, str]], mover: int
    ) -> None:
        """Paint these layers, named as in ``parse_svg.pieces``, and texts."""
        if self.drawn is None:
            return
        self.mover = mover
        game, turn, names = self.drawn
        if names:  # they stand beside the board
            texts = {kind: written for kind, written in texts.items() if kind != "named"}
        changed = 0
        for name in layers.keys() | self.layers.keys():
            difference = layers.get(name, 0) ^ self.layers.get(name, 0)
            if name not in UNMARKED:
                changed |= difference
            if name not in UNSPOKEN:
                self.unspoken |= difference
        self.layers = dict(layers)
        self._classes(changed)
        self._lay(game, turn, stone_kinds(game, layers))
        ground = {name: layers.get(name, 0) for name in GROUND}
        if not self.grounds or ground != self.grounds[0]:
            self.grounds = [ground, *self.grounds[:1]]
        self._put("below", "".join(layers_below_stones(game, turn, layers, self.grounds[-1])))
        self._put("above", "".join(layers_above_stones(game, turn, layers, texts)))
        self._haunt()

    def _classes(self, changed: int) -> None:
        named = self.layers.items()
        marks = [(name, mask) for name, mask in named if mask and name not in UNMARKED]
        if self.pressed >= 0:
            marks.append((self.ghost_name, 1 << self.pressed))
        for cell in bits(changed):
            names = [name for name, mask in marks if mask >> cell & 1]
            self.cells[cell].setAttribute("class", " ".join(["cell", *names]))

    def _lay(self, game: Game, turn: int, kinds: dict[int, str]) -> None:
        """Update the stones: new ones drop, flipped ones turn."""
        before, self.kinds = self.kinds, kinds
        if before == kinds:
            return
        gone = [cell for cell in before if cell not in kinds]
        new = {cell: kind for cell, kind in kinds.items() if before.get(cell) != kind}
        if len(gone) + len(new) > MOST_MOVED:
            self._put("stones", "".join(stones_markup(game, turn, kinds).values()))
            return
        self.shown["stones"] = None
        name = game.board.cell_name
        for cell in gone:
            document.getElementById(f"on-{name(cell)}").remove()
        if not new:
            return
        origins, left = self.layers.get("last", 0), self.layers.get("swapped", 0).bit_length() - 1
        swapped = left if left in gone else NO_CELL
        moved = stones_markup(
            game, turn, new, before, moving=True, origins=origins, swapped=swapped
        )
        content = "".join(moved.values())
        group = parse_svg(GROUP.format(name="", content=content)).firstElementChild
        holder = self.frame.querySelector(".stones")
        for cell in new:
            element = group.firstElementChild
            if cell in before:
                document.getElementById(f"on-{name(cell)}").replaceWith(element)
            else:
                holder.append(element)

    def _put(self, name: str, content: str) -> None:
        """Replace the content of a group of the drawing, if it has changed."""
        if self.shown.get(name, "") == content:
            return
        self.shown[name] = content
        group = parse_svg(GROUP.format(name=name, content=content)).firstElementChild
        self.frame.querySelector(f"#drawn > .{name}").replaceWith(group)

    def speak(self, label: Callable[[int], str]) -> None:
        """Update the accessible names of the cells."""
        longer, told = self.told
        for cell in bits(self.unspoken):
            name = f"{label(cell)}. {told}" if told and cell == longer else label(cell)
            self.cells[cell].setAttribute("aria-label", name)
        self.unspoken = 0
        if self.focus < 0:
            self.rove(next(iter(self.cells)))

    def tell(self, cell: int, told: str) -> None:
        """End the accessible name of one cell with a sentence, when ``speak`` writes it next.

        NO_CELL or "" for none.
        """
        if self.drawn is not None and (cell, told) != self.told:
            for changed in (self.told[0], cell):
                if changed in self.cells:
                    self.unspoken |= 1 << changed
            self.told = (cell, told)

    def cell_of(self, target: "Element | None", game: Game) -> int:
        """The cell that an element of the board belongs to.

        NO_CELL while another game's board is still drawn, as before the paint after an event.
        """
        found = target.closest("[data-cell]") if target else None
        if not found or self.drawn is None or self.drawn[0] != game:
            return NO_CELL
        return game.board.parse_cell(found.dataset.cell)

    def rove(self, cell: int, *, take: bool = False) -> None:
        """Make ``cell`` the one that Tab reaches, and focus it if ``take``."""
        if self.focus >= 0:
            self.cells[self.focus].setAttribute("tabindex", "-1")
        self.focus = cell
        here = self.cells[cell]
        here.setAttribute("tabindex", "0")
        self._move(".focus", cell)
        if take:
            here.focus()

    def take_focus(self) -> None:
        """Focus the cell that Tab reaches, without scrolling."""
        focus_in_place(self.cells[self.focus])

    def ring(self) -> None:
        """Show the focus, if the browser would match ``:focus-visible``.

        As a rule of the style sheet it would be evaluated for all cells at each stone.
        """
        seen = self.frame.querySelector(".cell:focus-visible")
        self.frame.querySelector(".focus").classList.toggle("seen", bool(seen))

    def ghost(self, cell: int, kind: str) -> None:
        """Show what a press on a cell would do, as its only ghost; none for the kind ""."""
        if self.pressed >= 0:
            self.cells[self.pressed].classList.remove(self.ghost_name)
        self.pressed, self.ghost_name = cell if kind else NO_CELL, f"ghost-{kind}"
        if self.pressed >= 0:
            self.cells[self.pressed].classList.add(self.ghost_name)
        self._haunt()

    def point(self, cell: int) -> None:
        """The mouse points at a cell, or at NO_CELL."""
        self.pointed = cell
        self._haunt()

    def _haunt(self) -> None:
        """Show the ghost of a stone on the pressed cell, or on a legal one under the mouse."""
        if self.drawn is None:
            return
        colours, cell, look = self.drawn[0].colours, NO_CELL, ""
        if self.ghost_name in ("ghost-first", "ghost-second") and self.pressed >= 0:
            cell = self.pressed
            look = f"{colours[self.ghost_name == 'ghost-second']} pressed"
        elif self.pressed < 0 <= self.pointed and self.layers.get("legal", 0) >> self.pointed & 1:
            cell = self.pointed
            look = colours[self.mover]
        if (cell, look) == self.ghostly:
            return
        ghost = self.frame.querySelector(".ghost")
        if cell < 0:
            ghost.removeAttribute("transform")
            self.ghostly = (NO_CELL, self.ghostly[1])
            return
        if look != self.ghostly[1]:
            colour, _, pressed = look.partition(" ")
            content = stone(colour, ring_colour(self.drawn[0]) == colour)
            new = parse_svg(GROUP.format(name=f"ghost {pressed}".strip(), content=content))
            ghost.replaceWith(new.firstElementChild)
        self._move(".ghost", cell)
        self.ghostly = (cell, look)

    def _move(self, name: str, cell: int) -> None:
        """Move a part of the drawing to a cell."""
        place = str(self.cells[cell].getAttribute("transform"))
        self.frame.querySelector(name).setAttribute("transform", place)


def board_key(drawn: tuple[Game, int, bool]) -> tuple[object, ...]:
    """The key of a drawing, without options that do not change its look."""
    game, turn, names = drawn
    return (game.name, game.board, turn, names)
