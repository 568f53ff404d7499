"""The dialogs: a new game, the rules, and what is shown on the board."""

from collections.abc import Callable

from js import document

from ..app.levels import LEVELS
from ..app.session import PERSON, NewGame, Seat, Session
from ..app.words import WORDS
from ..rules import DEFAULT_SIZES, GAMES, TITLES, new_game, shape_of, sizes_of
from .panel import element, made


def seat_value(seat: Seat) -> str:
    """The value of a seat in a ``<select>``: empty for a person, else the level."""
    return "" if seat.level is None else str(seat.level)


def seat_of(value: str) -> Seat:
    """The seat that a ``<select>`` names."""
    return Seat(int(value)) if value.isdigit() and int(value) in LEVELS else PERSON


def fill_seats(select) -> None:  # type: ignore[no-untyped-def]
    """Put a person and every level of the engine into a ``<select>``."""
    options = [made("option", WORDS["person"], value="")]
    for level, name in LEVELS.items():
        text = WORDS["engine"].format(level=name)
        options.append(made("option", text, value=str(level)))
    select.replaceChildren(*options)


class NewGameDialog:
    """The choice of game, board, options and seats."""

    def __init__(self, start: Callable[[NewGame], None]) -> None:
        self.start = start
        element("new-name").replaceChildren(
            *(made("option", TITLES[name], value=name) for name in GAMES)
        )
        for colour in (0, 1):
            fill_seats(element(f"new-seat-{colour}"))

    def listen(self, listen: Callable[[object, str, Callable[[object], None]], None]) -> None:
        """Follow the choices."""
        listen(element("new-name"), "change", lambda event: self._refresh())
        listen(element("new-shape"), "change", lambda event: self._refresh())
        listen(element("new-start"), "click", lambda event: self._start())

    def open(self, session: Session) -> None:
        """Show the dialog with the settings of the game on the table."""
        game = session.game
        element("new-name").value = game.name
        element("new-shape").value = game.board.shape
        self._refresh()
        element("new-size").value = str(game.size)
        options = game.options
        if "x" in options:
            element("new-x").value = str(options["x"])
        element("new-opening").checked = options.get("opening", True)
        element("new-swap").checked = options.get("swap", True)
        for colour in (0, 1):
            element(f"new-seat-{colour}").value = seat_value(session.seats[colour])
        element("new-error").hidden = True
        element("new-game").showModal()

    def _refresh(self) -> None:
        """Offer what the chosen game has: sizes, options, names of the colours."""
        name = element("new-name").value
        both = name in ("brink", "byg")
        element("label-shape").hidden = not both
        element("label-x").hidden = name != "brink"
        element("label-opening").hidden = name != "multiplicity"
        element("label-swap").hidden = name != "lox"
        shape = shape_of(name, {"board": element("new-shape").value} if both else {})
        size = element("new-size")
        chosen = size.value
        sizes = sizes_of(name, shape)
        offered = [n for n in sizes if name != "lox" or n % 2]
        size.replaceChildren(
            *(
                made("option", f"{n} × {n}" if shape == "rhombus" else f"base {n}", value=str(n))
                for n in offered
            )
        )
        kept = chosen.isdigit() and int(chosen) in offered
        size.value = chosen if kept else str(DEFAULT_SIZES[shape])
        for colour, title in enumerate(new_game(name).colours):
            element(f"label-seat-{colour}").textContent = title.capitalize()

    def _start(self) -> None:
        name = element("new-name").value
        options: dict[str, str | int | bool] = {}
        if name in ("brink", "byg"):
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
        self.start(NewGame(name, size, tuple(options.items()), (first, second)))


def show_error(text: str) -> None:
    """Say in the dialog why the game cannot begin."""
    element("new-error").textContent = text
    element("new-error").hidden = not text


def show_rules(name: str) -> None:
    """Show the rule sheet of the game ``name`` and no other."""
    for sheet in document.querySelectorAll(".rule-sheet"):
        sheet.hidden = sheet.dataset.game != name
    tabs = element("rules-tabs")
    if not tabs.children.length:
        for other in GAMES:
            tabs.append(made("button", TITLES[other], type="button", data_rules=other))
    for tab in tabs.children:
        tab.setAttribute("aria-pressed", "true" if tab.dataset.rules == name else "false")
    element("rules-text").scrollTop = 0
