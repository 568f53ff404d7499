"""The elements of the form of a study, which the page fills."""

from js import Element

from ...page.dialogs import fieldset, flex_row, radio, segments, switch
from ...page.dom import create_element, icon
from ...rules import GAMES, TITLES
from ...rules.options import BOARD
from ...rules.shapes import SHAPES
from ...words import WORDS as COMMON
from ...words import format_number
from ...words.measure_page import MEASURE_PAGE_WORDS as WORDS
from ...words.new_game import NEW_WORDS
from ..new_game.option_fields import make_number_field
from .form import COUNTS, STARTS, STRENGTHS, strength_text

PREFIX = "measure"
SIZE, COMPARED, COUNT, LINKS = (f"{PREFIX}-{key}" for key in ("size", "compared", "count", "links"))


def make_form(*, is_open: bool) -> Element:
    """Make the form; ``is_open``: its further choices are open at first."""
    form = create_element("form", id="measure-form", novalidate="", **{"class": "form"})
    games = fieldset(
        NEW_WORDS["game"],
        flex_row(
            "sets measure-names",
            *(
                radio(f"{PREFIX}-name", name, icon(f"mark-{name}"), create_element("span", title))
                for name, title in TITLES.items()
                if name in GAMES
            ),
        ),
    )
    shapes = segments(f"{PREFIX}-{BOARD.key}", {name: COMMON[f"board-{name}"] for name in SHAPES})
    board = fieldset(NEW_WORDS["board"], shapes, name="measure-shapes")
    size = make_number_field(SIZE, WORDS["size"], 1)
    options = create_element("div", id="measure-options", data_rendered_for="")
    more = create_element("details", id="measure-more")
    more.open = is_open
    more.append(create_element("summary", WORDS["more"]), *make_more())
    form.append(games, board, size, options, more, make_buttons())
    return form


def make_more() -> list[Element]:
    """Make the choices that a phone shows on request: start, strength, comparison."""
    links = create_element("div", id="measure-links-field")
    label = create_element("label", WORDS["start-links"], **{"for": LINKS})
    links.append(
        label,
        create_element("input", type="text", id=LINKS, name=LINKS, autocomplete="off"),
    )
    start = fieldset(
        WORDS["start"],
        segments(f"{PREFIX}-start", {key: WORDS[f"start-{key}"] for key in STARTS}),
        links,
    )
    strength = fieldset(
        WORDS["strength"],
        segments(f"{PREFIX}-visits", {str(visits): strength_text(visits) for visits in STRENGTHS}),
        create_element("p", id="measure-strength-about"),
    )
    compared = select_field(WORDS["compare"], COMPARED)
    count = select_field(WORDS["count"], COUNT)
    fill_select(count.querySelector("select"), {str(n): format_number(n) for n in COUNTS})
    ladder = switch(f"{PREFIX}-ladder", WORDS["skill"], WORDS["about-skill"])
    return [start, strength, compared, count, ladder]


def select_field(text: str, name: str) -> Element:
    """Make an empty choice from a list, and its label."""
    field = create_element("div", **{"class": "measure-select"})
    field.append(
        create_element("label", text, **{"for": name}), create_element("select", id=name, name=name)
    )
    return field


def fill_select(select: Element, choices: dict[str, str]) -> None:
    """Fill a list with choices, unless it has them."""
    if [option.value for option in select.options] == [*choices] and [
        option.textContent for option in select.options
    ] == [*choices.values()]:
        return
    select.replaceChildren(
        *(create_element("option", text, value=value) for value, text in choices.items())
    )


def make_buttons() -> Element:
    """Make the error message and the button that starts the study."""
    footer = create_element("div", id="measure-buttons")
    run = create_element("button", type="submit", id="measure-run", data_state="")
    run.className = "main"
    footer.append(create_element("p", id="measure-error", role="alert"), run)
    return footer
