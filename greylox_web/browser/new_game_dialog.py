"""The dialog that begins a game: which, on what board, with which options, who plays."""

from typing import TYPE_CHECKING

from ..app.events import NewGame
from ..app.seats import seat_of, seat_value
from ..rules import DEFAULT_SIZES, GAMES, TITLES, new_game, shape_of, sizes_of
from .listeners import listen
from .panel import element, made, set_text
from .seats import fill_seats

if TYPE_CHECKING:
    from .main import Table

HAS_SHAPES = ("brink", "byg")


def open(table: "Table") -> None:
    """Show the dialog with the settings of the game on the table."""
    if not element("new-name").options.length:
        prepare(table)
    game, options = table.session.game, table.session.game.options
    element("new-name").value = game.name
    element("new-shape").value = game.board.shape
    offer()
    element("new-size").value = str(game.size)
    element("new-x").value = str(options.get("x", 3))
    element("new-opening").checked = options.get("opening", True)
    element("new-swap").checked = options.get("swap", True)
    for colour in (0, 1):
        element(f"new-seat-{colour}").value = seat_value(table.session.seats[colour])
    set_text("new-error", "")
    element("new-game").showModal()


def prepare(table: "Table") -> None:
    """Fill the choices that never change, once."""
    names = [made("option", TITLES[name], value=name) for name in GAMES]
    element("new-name").replaceChildren(*names)
    for colour in (0, 1):
        fill_seats(element(f"new-seat-{colour}"))
    for name in ("new-name", "new-shape"):
        listen(element(name), "change", lambda _: offer())
    listen(element("new-start"), "click", lambda _: start(table))


def offer() -> None:
    """Offer what the chosen game has: sizes, options, names of the colours."""
    name = element("new-name").value
    element("label-shape").hidden = name not in HAS_SHAPES
    element("label-x").hidden = name != "brink"
    element("label-opening").hidden = name != "multiplicity"
    element("label-swap").hidden = name != "lox"
    chosen = {"board": element("new-shape").value} if name in HAS_SHAPES else {}
    shape = shape_of(name, chosen)
    sizes = [size for size in sizes_of(name, shape) if name != "lox" or size % 2]
    texts = {size: f"{size} × {size}" if shape == "rhombus" else f"base {size}" for size in sizes}
    select = element("new-size")
    old = select.value
    select.replaceChildren(*(made("option", text, value=str(n)) for n, text in texts.items()))
    select.value = old if old in map(str, sizes) else str(DEFAULT_SIZES[shape])
    for colour, title in enumerate(new_game(name).colours):
        element(f"label-seat-{colour}").textContent = title.capitalize()


def start(table: "Table") -> None:
    """Begin the game, or say in the dialog why it cannot begin."""
    name = element("new-name").value
    options: dict[str, str | int | bool] = {}
    if name in HAS_SHAPES:
        options["board"] = element("new-shape").value
    if name == "brink":
        x = element("new-x").value
        options["x"] = int(x) if x.isdigit() else 0
    if name == "multiplicity":
        options["opening"] = element("new-opening").checked
    if name == "lox":
        options["swap"] = element("new-swap").checked
    first, second = (seat_of(element(f"new-seat-{colour}").value) for colour in (0, 1))
    size = int(element("new-size").value)
    table.dispatch(NewGame(name, size, tuple(options.items()), (first, second)))
    notice = table.session.notice
    set_text("new-error", notice.text if notice else "")
    if notice is None:
        element("new-game").close()
