"""The fields of a game's options, in the forms of a new game and of a study."""

from js import Element, Event

from ...page.dialogs import flex_row, switch
from ...page.dom import by_id, create_element, set_text
from ...rules import GAMES
from ...rules.board import get_board
from ...rules.options import BOARD, BoolOption, IntOption, Option, OptionValue
from ...session.new_game_form import NewGameForm, is_available
from ...text import parse_whole_number
from ...words.new_game import NEW_WORDS as WORDS
from ...words.new_game import OPTION_WORDS

STEP_BUTTONS = (
    ("−", "-1"),
    ("+", "1"),
)  # icons of the buttons beside a number field, and their steps


def render_option_fields(container: Element, prefix: str, form: NewGameForm) -> None:
    """Render the options of the form's game; the id of a field is the prefix and its key."""
    options = [option for option in GAMES[form.name].option_schema if option is not BOARD]
    if container.dataset.renderedFor != form.name:
        container.dataset.renderedFor = form.name
        container.replaceChildren(*(option_field(prefix, option) for option in options))
    for option in options:
        field, value = by_id(f"{prefix}-{option.key}"), form.options[option.key]
        if isinstance(option, BoolOption):
            field.checked = bool(value)
        else:
            field.value = str(value)
            field.max = str(max_value(form, option)) if isinstance(option, IntOption) else ""
        field.closest(".switch").hidden = not is_available(form, option)
        set_text(f"{prefix}-{option.key}-about", option_text(option, value))


def max_value(form: NewGameForm, option: IntOption) -> int:
    """Return the largest value of a number option on the form's board."""
    return option.maximum(get_board(form.shape.name, form.size))


def option_text(option: Option, value: OptionValue) -> str:
    """Return the meaning of an option at this value, or "" if its label is enough."""
    return OPTION_WORDS.get(f"about-{option.key}", "").format(value=value)


def option_field(prefix: str, option: Option) -> Element:
    """Make a field for one option."""
    name, text = f"{prefix}-{option.key}", OPTION_WORDS[option.key]
    field = (
        make_number_field(name, text, option.minimum)
        if isinstance(option, IntOption)
        else switch(name, text)
    )
    field.querySelector("span").append(create_element("small", id=f"{name}-about"))
    return field


def option_value(field: Element) -> OptionValue:
    """Return the value in an option's field, or 0 if the text is not a number."""
    if field.type == "checkbox":
        return field.checked
    return (parse_whole_number(field.value) or 0) if field.type == "number" else field.value


def make_number_field(name: str, text: str, minimum: int) -> Element:
    """Make a number field with buttons to decrease and increase it."""
    label, words = create_element("div", **{"class": "switch"}), create_element("span")
    words.append(create_element("label", text, **{"for": name}))
    field = create_element(
        "input", id=name, name=name, type="number", min=str(minimum), inputmode="numeric"
    )
    buttons = [
        create_element("button", sign, type="button", data_step=step) for sign, step in STEP_BUTTONS
    ]
    for button, key in zip(buttons, ("less", "more"), strict=True):
        button.setAttribute("aria-label", WORDS[key].format(option=text))
    label.append(words, flex_row("stepper", buttons[0], field, buttons[1]))
    return label


def step_number(button: Element) -> Element:
    """Change the number beside a button by the button's step; return the number's field."""
    field = button.parentElement.querySelector("input")
    value = (parse_whole_number(field.value) or 0) + int(button.dataset.step)
    field.value = str(min(max(value, int(field.min)), int(field.max)))
    return field


def keep_enter(event: Event) -> None:
    """Keep Enter on a choice from submitting the form; in a text field, and on Start, it does."""
    if event.key == "Enter" and event.target.matches("[type=radio], [type=checkbox], [type=range]"):
        event.preventDefault()
