"""The board in the page: drawn once per game, then updated by differences."""

from collections.abc import Callable

from js import Element, document

from ...drawing.board_layers import (
    Texts,
    layers_above_stones,
    layers_below_stones,
    ring_colour,
    stone,
    stone_kinds,
    stones_markup,
)
from ...drawing.hex_geometry import POINTY_TOP, geometry
from ...drawing.outline import drawn_arrow
from ...page.dom import focus_in_place, parse_svg, prefers_reduced_motion
from ...rules import Game
from ...rules.board import NO_CELL, bits, partition

GROUP = '<svg xmlns="http://www.w3.org/2000/svg"><g class="{name}">{content}</g></svg>'
MAX_ANIMATED = 9  # stones changed at once; with more, the position is replaced without animation
ANIMATED_LAYERS = "control-first", "control-second", "won"  # below the stones
# no classes of cells
UNMARKED = {"grouped", "tilted", "faded", "flipped", "swapped-here", "settled", "won", "lost"}
UNMARKED |= {"heat", "searched", "held"}
SPOKEN_TEXTS = ("rank", "label", "arrow")  # in the accessible names
# not in the accessible names
UNLABELLED = UNMARKED - {"won", "flipped", "swapped-here"} | {"lit", "refused"}


class BoardView:
    """The ``<svg>`` of one game, and the rendered layers."""

    def __init__(self, frame: Element) -> None:
        self.frame = frame  # the element that contains the <svg>
        self.drawn_key: tuple[Game, int, bool] | None = (
            None  # the game, its rotation, and whether cell names are drawn
        )
        self.prebuilt_key: tuple[Game, int] | None = None  # the board of the prebuilt page
        self.layers: dict[str, int] = {}
        self.cells: dict[int, Element] = {}
        self.texts: Texts = {}  # on cells, by kind
        self.stale_labels = 0  # mask of the cells whose accessible names are out of date
        self.label_suffix = (NO_CELL, "")  # a cell, and the sentence that ends its accessible name
        self.focus = NO_CELL  # the one cell that Tab reaches
        self.magnified = NO_CELL  # the cell aimed at under the magnifier
        self.kinds: dict[int, str] = {}  # cell -> kind of its stone
        self.rendered: dict[str, list[str]] = {}  # group of the drawing -> its rendered elements
        self.history: list[dict[str, int]] = []  # current and previous animated layers
        self.mover = 0
        self.pressed = NO_CELL  # the cell with a ghost
        self.ghost_name = ""  # the CSS class of that cell
        self.hovered = NO_CELL  # the cell under the mouse
        self.ghost_element = (NO_CELL, "")  # the ghost's cell and its classes

    def hydrate(self, game: Game, *, pointy_top: bool) -> None:
        """Adopt the prebuilt board of ``game``: the flat one, or the pointy one for phones."""
        flat, pointy = self.frame.children
        (flat if pointy_top else pointy).remove()
        self._set_drawing(game, POINTY_TOP if pointy_top else 0, True)
        self.prebuilt_key = (game, POINTY_TOP if pointy_top else 0)

    def draw(self, game: Game, turn: int, names: bool) -> bool:
        """Draw the empty board of ``game``; return False if it is already drawn."""
        key = game, turn, names
        if self.drawn_key is not None and self.drawn_key == key:
            return False
        old = self.frame.firstElementChild
        if self.drawn_key is None or old is None or board_key(self.drawn_key) != board_key(key):
            from ...drawing.tray import board_markup

            self.frame.replaceChildren(parse_svg(board_markup(game, turn, names=names)))
            self._set_drawing(*key)
        self.drawn_key = key
        return True

    def _set_drawing(self, game: Game, turn: int, names: bool) -> None:
        self.drawn_key = (game, turn, names)
        self.layers, self.kinds, self.rendered, self.history = {}, {}, {}, []
        board = game.board
        self.stale_labels, self.texts = board.cells, {}
        self.focus = self.pressed = self.hovered = NO_CELL
        self.ghost_element = (NO_CELL, game.colours[0])
        self.cells = {
            cell: document.getElementById(f"cell-{board.cell_name(cell)}")
            for cell in bits(board.cells)
        }

    def render(self, layers: dict[str, int], texts: Texts, mover: int) -> None:
        """Render these layers, named as in ``drawing.board_layers``, and texts."""
        if self.drawn_key is None:
            return
        self.mover = mover
        game, turn, names = self.drawn_key
        if names:  # the names are drawn beside the board
            texts = {kind: labels for kind, labels in texts.items() if kind != "named"}
        changed = 0
        for name in layers.keys() | self.layers.keys():
            difference = layers.get(name, 0) ^ self.layers.get(name, 0)
            if name not in UNMARKED:
                changed |= difference
            if name not in UNLABELLED:
                self.stale_labels |= difference
        for kind in SPOKEN_TEXTS:
            now, before = texts.get(kind, {}), self.texts.get(kind, {})
            for cell, text in now.items() ^ before.items():
                self.stale_labels |= 1 << cell
                if kind == "arrow":
                    ends = (game.board.parse_cell(name) for name in text.split())
                    self.stale_labels |= sum(1 << end for end in ends)
        self.layers, self.texts = dict(layers), texts
        self._update_classes(changed)
        self._update_stones(game, turn, stone_kinds(game, layers))
        ground = {name: layers.get(name, 0) for name in ANIMATED_LAYERS}
        if not self.history or ground != self.history[0]:
            self.history = [ground, *self.history[:1]]
        self._update_group("below", layers_below_stones(game, turn, layers, self.history[-1]))
        self._update_group("above", layers_above_stones(game, turn, layers, texts))
        self._update_ghost()

    def _update_classes(self, changed: int) -> None:
        named = self.layers.items()
        marks = [(name, mask) for name, mask in named if mask and name not in UNMARKED]
        if self.pressed >= 0:
            marks.append((self.ghost_name, 1 << self.pressed))
        for cells, names in partition(changed, marks):
            classes = " ".join(["cell", *names])
            for cell in bits(cells):
                self.cells[cell].setAttribute("class", classes)

    def _update_stones(self, game: Game, turn: int, kinds: dict[int, str]) -> None:
        """Update the stones: new stones drop, flipped stones turn."""
        before, self.kinds = self.kinds, kinds
        if before == kinds:
            return
        removed = [cell for cell in before if cell not in kinds]
        new = {cell: kind for cell, kind in kinds.items() if before.get(cell) != kind}
        if len(removed) + len(new) > MAX_ANIMATED:
            content = "".join(stones_markup(game, turn, kinds).values())
            group = parse_svg(GROUP.format(name="stones", content=content)).firstElementChild
            self.frame.querySelector(".stones").replaceWith(group)
            return
        name = game.board.cell_name
        for cell in removed:
            document.getElementById(f"stone-{name(cell)}").remove()
        if not new:
            return
        origins, vacated = (
            self.layers.get("last", 0),
            self.layers.get("swapped", 0).bit_length() - 1,
        )
        swapped = vacated if vacated in removed else NO_CELL
        moved = stones_markup(
            game, turn, new, before, moving=True, origins=origins, swapped=swapped
        )
        content = "".join(moved.values())
        group = parse_svg(GROUP.format(name="", content=content)).firstElementChild
        holder = self.frame.querySelector(".stones")
        for cell in new:
            element = group.firstElementChild
            if cell in before:
                document.getElementById(f"stone-{name(cell)}").replaceWith(element)
            else:
                holder.append(element)
        if swapped != NO_CELL:
            self._move_swapped()

    def _move_swapped(self) -> None:
        """Move the swapped stone to its new cell, at once if the user wants no animations."""
        crossing = self.frame.querySelector(".crossing")
        if prefers_reduced_motion():
            crossing.removeAttribute("transform")
        else:
            crossing.firstElementChild.beginElement()

    def _update_group(self, name: str, elements: list[str]) -> None:
        """Update a group of the drawing: only what has changed is parsed, laid out and animated."""
        before, now = self.rendered.get(name, []), [*filter(None, elements)]
        if before == now:
            return
        self.rendered[name] = now
        group = self.frame.querySelector(f"#board-drawing > .{name}")
        unchanged = unchanged_elements(before, now)
        for index in reversed(range(len(before))):
            if before[index] not in unchanged:
                group.children.item(index).remove()
        content = "".join(element for element in now if element not in unchanged)
        new = parse_svg(GROUP.format(name="", content=content)).firstElementChild
        for index, element in enumerate(now):
            if element not in unchanged:
                group.insertBefore(new.firstElementChild, group.children.item(index))

    def update_labels(self, label: Callable[[int], str]) -> None:
        """Update the accessible names of the cells."""
        suffix_cell, label_suffix = self.label_suffix
        for cell in bits(self.stale_labels):
            name = (
                f"{label(cell)}. {label_suffix}"
                if label_suffix and cell == suffix_cell
                else label(cell)
            )
            self.cells[cell].setAttribute("aria-label", name)
        self.stale_labels = 0
        if self.focus < 0:
            self.set_roving_focus(next(iter(self.cells)))

    def set_label_suffix(self, cell: int, label_suffix: str) -> None:
        """End one cell's accessible name with a sentence, from the next ``update_labels``.

        NO_CELL or "" removes the sentence.
        """
        if self.drawn_key is not None and (cell, label_suffix) != self.label_suffix:
            for changed in (self.label_suffix[0], cell):
                if changed in self.cells:
                    self.stale_labels |= 1 << changed
            self.label_suffix = (cell, label_suffix)

    def cell_of(self, target: "Element | None", game: Game) -> int:
        """Return the cell that an element of the board belongs to.

        Return NO_CELL while another game's board is still drawn, as between an event and its
        rendering.
        """
        element = target.closest("[data-cell]") if target else None
        if not element or self.drawn_key is None or self.drawn_key[0] != game:
            return NO_CELL
        return game.board.parse_cell(element.dataset.cell)

    def set_roving_focus(self, cell: int, *, move_focus: bool = False) -> None:
        """Make ``cell`` the one that Tab reaches, and focus it if ``move_focus``."""
        if self.focus >= 0:
            self.cells[self.focus].setAttribute("tabindex", "-1")
        self.focus = cell
        cell_element = self.cells[cell]
        cell_element.setAttribute("tabindex", "0")
        self._move(".focus", cell)
        if move_focus:
            cell_element.focus()

    def focus_cell(self) -> None:
        """Focus the cell that Tab reaches, without scrolling."""
        focus_in_place(self.cells[self.focus])

    def show_focus_ring(self) -> None:
        """Show the focus ring if the browser would match ``:focus-visible``.

        A rule in the style sheet would be evaluated for all cells after each stone.
        """
        focus_visible = self.frame.querySelector(".cell:focus-visible")
        self.frame.querySelector(".focus").classList.toggle("seen", bool(focus_visible))

    def show_typed(self, cell: int) -> None:
        """Mark the cell whose name is typed; with NO_CELL, the focused cell again."""
        if self.drawn_key is None or self.focus < 0:
            return
        self._move(".focus", cell if cell in self.cells else self.focus)
        if cell in self.cells:
            self.frame.querySelector(".focus").classList.add("seen")
        else:
            self.show_focus_ring()

    def ghost(self, cell: int, kind: str) -> None:
        """Show the effect of a press on a cell as the only ghost; none for the kind ""."""
        if self.pressed >= 0:
            self.cells[self.pressed].classList.remove(self.ghost_name)
        self.pressed, self.ghost_name = cell if kind else NO_CELL, f"ghost-{kind}"
        if self.pressed >= 0:
            self.cells[self.pressed].classList.add(self.ghost_name)
        self._update_ghost()

    def show_drawing(self, start: int, end: int) -> None:
        """Show the arrow that is being drawn; none without two different cells."""
        if old := self.frame.querySelector(".drawing"):
            old.remove()
        if self.drawn_key is not None and start != end and min(start, end) >= 0:
            game, turn, _ = self.drawn_key
            path = drawn_arrow(geometry(game.board, turn), start, end)
            content = f'<path class="arrow" d="{path}"/>'
            group = parse_svg(GROUP.format(name="drawing", content=content))
            self.frame.querySelector("#board-drawing").append(group.firstElementChild)

    def hover(self, cell: int) -> None:
        """Set the hovered cell; NO_CELL for none."""
        self.hovered = cell
        self._update_ghost()

    def _update_ghost(self) -> None:
        """Show the ghost of a stone on the pressed cell, or on a legal hovered cell."""
        if self.drawn_key is None:
            return
        colours, cell, css_class = self.drawn_key[0].colours, NO_CELL, ""
        if self.ghost_name in ("ghost-first", "ghost-second") and self.pressed >= 0:
            cell = self.pressed
            css_class = f"{colours[self.ghost_name == 'ghost-second']} pressed"
        elif self.pressed < 0 <= self.hovered and self.layers.get("legal", 0) >> self.hovered & 1:
            cell = self.hovered
            css_class = colours[self.mover]
        if (cell, css_class) == self.ghost_element:
            return
        ghost = self.frame.querySelector(".ghost")
        if cell < 0:
            ghost.removeAttribute("transform")
            self.ghost_element = (NO_CELL, self.ghost_element[1])
            return
        if css_class != self.ghost_element[1]:
            colour, _, pressed = css_class.partition(" ")
            content = stone(colour, ring_colour(self.drawn_key[0]) == colour)
            new = parse_svg(GROUP.format(name=f"ghost {pressed}".strip(), content=content))
            ghost.replaceWith(new.firstElementChild)
        self._move(".ghost", cell)
        self.ghost_element = (cell, css_class)

    def _move(self, name: str, cell: int) -> None:
        """Move an element of the drawing to a cell."""
        transform = str(self.cells[cell].getAttribute("transform"))
        self.frame.querySelector(name).setAttribute("transform", transform)


def unchanged_elements(before: list[str], now: list[str]) -> set[str]:
    """Return the elements of a list that stay in another: all in both, or none if they move."""
    unchanged = {*before} & {*now}
    if [each for each in before if each in unchanged] != [
        each for each in now if each in unchanged
    ]:
        return set()
    return unchanged


def board_key(drawn_key: tuple[Game, int, bool]) -> tuple[object, ...]:
    """Return the key of a drawing, without options that do not change its appearance."""
    game, turn, names = drawn_key
    return (game.name, game.board, turn, names)
