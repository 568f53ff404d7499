"""The dialog that begins a game: which, on what board, with which options, who plays."""

from js import Element, document

from ...app.session.choices import MINUTES, SECONDS, Choices, read_choices, terms_of, write_choices
from ...app.session.events import NewGame, Prefer
from ...app.session.seats import FRIEND, seat_of, seat_value
from ...app.text import whole
from ...app.thinking.levels import strength_note
from ...rules import GAMES, TITLES, Game, new_game, shape_of
from ...rules.notation.links import read_spec, write_spec
from ...rules.options import BOARD, Number, Option, Switch, Value
from ...words import WORDS
from ...words.settings import OPTION_WORDS as OPTIONS
from ...words.settings import TERMS_WORDS as TERMS
from ..dom import element, listen, made, set_text
from ..table import Table
from .seats import fill_seats


def open(table: Table) -> None:
    """Show the dialog with the settings of the game on the table, or the last ones chosen."""
    if not element("new-name").options.length:
        prepare(table)
    session = table.session
    choices = read_choices(session.preferences.new_game)
    show_game(session.game)
    seats = [seat_value(seat) for seat in session.seats]
    terms = session.terms
    if not any(seats):  # a link brings no players
        seats, terms = list(choices.seats), choices.terms
    for colour in (0, 1):
        element(f"new-seat-{colour}").value = seats[colour]
    element("new-time").value = str(terms.millis // 60_000)
    element("new-increment").value = str(terms.increment // 1000)
    element("new-takebacks").checked = terms.takebacks
    on_seats()
    set_text("new-error", "")
    element("new-game").showModal()


def show_game(game: Game) -> None:
    """Show one game with its board and its options."""
    element("new-name").value = game.name
    offer_options(game)
    offer()
    size = element("new-size")
    size.value = str(game.size)
    if not size.value:  # an even Lox came by a link
        text = WORDS[f"size-{game.board.shape}"].format(size=game.size)
        size.append(made("option", text, value=str(game.size)))
        size.value = str(game.size)


def prepare(table: Table) -> None:
    """Fill the choices that never change, once."""
    names = [made("option", TITLES[name], value=name) for name in GAMES]
    element("new-name").replaceChildren(*names)
    element("label-seat-1").closest(".fields").after(made("p", id="new-strengths"))
    takebacks = made("label")
    takebacks.append(made("input", id="new-takebacks", type="checkbox"), f" {TERMS['takebacks']}")
    element("label-seat-1").closest(".fields").append(
        choice("time", MINUTES), choice("increment", SECONDS), takebacks
    )
    listen(element("new-name"), "change", lambda _: on_name(table))
    listen(element("new-game"), "change", on_change)
    listen(element("new-time"), "change", lambda _: offer_terms())
    for colour in (0, 1):
        listen(element(f"new-seat-{colour}"), "change", lambda _: on_seats())
    listen(element("new-start"), "click", lambda _: start(table))


def choice(name: str, numbers: tuple[int, ...]) -> Element:
    """A choice between numbers, of which 0 has words of its own."""
    label, select = made("label", id=f"label-{name}"), made("select", id=f"new-{name}")
    for number in numbers:
        text = TERMS[f"{name}-{'some' if number else 'none'}"].format(number=number)
        select.append(made("option", text, value=str(number)))
    label.append(f"{TERMS[name]} ", select)
    return label


def on_name(table: Table) -> None:
    """Another game: the board and the options that were chosen for it last, or the usual ones."""
    name = element("new-name").value
    spec = read_choices(table.session.preferences.new_game).games.get(name)
    show_game(read_spec(spec) if spec else new_game(name))


def on_change(event) -> None:  # type: ignore[no-untyped-def]
    """Another shape of board: its usual size."""
    if event.target.id == f"new-{BOARD.key}":
        element("new-size").value = ""
        offer()


def on_seats() -> None:
    """Other players: what that means for the clock, and how strong they are."""
    offer_terms()
    tell_strengths()


def offer_terms() -> None:
    """A clock is for those who sit here; an increment for those with a clock."""
    here = all(element(f"new-seat-{colour}").value != FRIEND for colour in (0, 1))
    element("label-time").hidden = not here
    element("label-increment").hidden = not here or element("new-time").value == "0"


def offer_options(game: Game) -> None:
    """Ask for the options that the game has, each with its value in ``game``."""
    for label in document.querySelectorAll("#new-game .option"):
        label.remove()
    place = element("new-size").closest("label")
    if BOARD in game.schema:
        place.before(field(BOARD, game.options[BOARD.key]))
    others = [option for option in game.schema if option is not BOARD]
    place.after(*(field(option, game.options[option.key]) for option in others))


def field(option: Option, value: Value):  # type: ignore[no-untyped-def]
    """What asks for one option."""
    key, name = option.key, f"new-{option.key}"
    label, text = made("label", **{"class": "option"}), OPTIONS[option.key]
    if isinstance(option, Switch):
        entry = made("input", id=name, type="checkbox")
        entry.checked = bool(value)
        label.append(entry, f" {text}")
        return label
    if isinstance(option, Number):
        entry = made("input", id=name, type="number", min=str(option.least))
    else:
        entry = made("select", id=name)
        shapes = (shape.name for shape in GAMES[element("new-name").value].shapes)
        entry.append(*(made("option", OPTIONS[f"{key}-{s}"], value=s) for s in shapes))
    entry.value = str(value)
    label.append(f"{text} ", entry)
    return label


def chosen_options() -> dict[str, Value]:
    """The options as they are in the dialog."""
    found: dict[str, Value] = {}
    for option in GAMES[element("new-name").value].schema:
        entry = element(f"new-{option.key}")
        if isinstance(option, Switch):
            found[option.key] = entry.checked
        elif isinstance(option, Number):
            found[option.key] = whole(entry.value) or 0
        else:
            found[option.key] = entry.value
    return found


def offer() -> None:
    """Offer what the chosen game has: sizes, names of the colours."""
    name = element("new-name").value
    shape = shape_of(name, chosen_options())
    texts = {str(n): WORDS[f"size-{shape.name}"].format(size=n) for n in shape.offered}
    select = element("new-size")
    old = select.value
    select.replaceChildren(*(made("option", text, value=n) for n, text in texts.items()))
    select.value = old if old in texts else str(shape.usual)
    for colour, title in enumerate(GAMES[name].colours):
        element(f"label-seat-{colour}").textContent = WORDS[title]
        fill_seats(element(f"new-seat-{colour}"), name)
    tell_strengths()


def tell_strengths() -> None:
    """How strong the chosen levels are."""
    seats = (seat_of(element(f"new-seat-{colour}").value) for colour in (0, 1))
    levels = [seat.level for seat in seats if seat.level is not None]
    set_text("new-strengths", strength_note(element("new-name").value, levels))


def start(table: Table) -> None:
    """Begin the game, or say in the dialog why it cannot begin."""
    name = element("new-name").value
    first, second = (seat_of(element(f"new-seat-{colour}").value) for colour in (0, 1))
    size = int(element("new-size").value)
    minutes = 0 if element("label-time").hidden else int(element("new-time").value)
    terms = terms_of(minutes, int(element("new-increment").value), element("new-takebacks").checked)
    table.dispatch(NewGame(name, size, tuple(chosen_options().items()), (first, second), terms))
    notice = table.session.notice
    set_text("new-error", notice.text if notice else "")
    if notice is None:
        element("new-game").close()
        before = read_choices(table.session.preferences.new_game)
        games = {**before.games, name: write_spec(table.session.game)}
        chosen = Choices(games, (seat_value(first), seat_value(second)), terms)
        table.dispatch(Prefer("new_game", write_choices(chosen)))
