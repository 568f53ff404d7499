"""The elements of the page for a new game, which ``NewGamePage`` fills."""

from js import Element

from ...drawing.thumbnail import showcase_position
from ...engine.levels import LEVELS
from ...match.match import MAX_NAME_LENGTH
from ...page.dialogs import (
    board_outline,
    fieldset,
    flex_row,
    picture,
    radio,
    segments,
    stone,
    switch,
)
from ...page.dom import create_element, icon
from ...rules import GAMES, TITLES
from ...rules.board import get_board
from ...rules.options import BOARD
from ...rules.shapes import SHAPES
from ...session.last_choices import MINUTES, SECONDS
from ...session.new_game_form import CLOCKS, OPPONENTS, SIDE_CHOICES, NewGameForm
from ...words import WORDS as COMMON
from ...words.home import HOME_WORDS
from ...words.new_game import NEW_WORDS as WORDS
from .view import clock_name, tick_text

NAME_FIELDS = ("new-player-first", "new-player-second")
CUSTOM = "other"  # the clock choice that shows two number fields


def make_form() -> Element:
    """Make the form of the page."""
    games = flex_row("games", *(make_game_tile(name) for name in GAMES))
    takebacks = switch("new-takebacks", WORDS["takebacks"], WORDS["about-takebacks"])
    left_column = flex_row(
        "column",
        make_board_choice(),
        make_side_choice(),
        takebacks,
        create_element("div", id="new-options"),
    )
    left_column.append(
        make_shares(),
        create_element("p", id="new-level-counts", role="status", **{"class": "about"}),
    )
    right = flex_row("column", make_opponent_choice(), make_clock_choice())
    form_element = create_element("form", id="new-form", novalidate="", **{"class": "form"})
    choice = fieldset(WORDS["game"], games, name="new-games")
    choice.setAttribute("aria-describedby", "new-goal-text")
    choice.querySelector("legend").className = "visually-hidden"
    form_element.append(choice, make_goal(), flex_row("columns", left_column, right), make_footer())
    return form_element


def make_game_tile(name: str) -> Element:
    """Make a tile with a picture of a game and its name."""
    return radio(
        "new-name", name, picture(*showcase_position(name)), create_element("span", TITLES[name])
    )


def make_goal() -> Element:
    """Make the line with the goal of the chosen game, and links to its lesson and to Measure."""
    goal = create_element("p", id="new-goal")
    lesson = create_element("a", HOME_WORDS["first-lesson"], id="new-lesson")
    measure = create_element("a", WORDS["measure"], id="new-measure")
    goal.append(create_element("span", id="new-goal-text"), " ", lesson, " ", measure)
    return goal


def make_board_choice() -> Element:
    """Make the choice of the board's shape and size."""
    shapes = {name: COMMON[f"board-{name}"] for name in SHAPES}
    choice = segments(f"new-{BOARD.key}", shapes)
    choice.id = "new-shapes"
    choice.setAttribute("role", "group")
    choice.setAttribute("aria-label", WORDS["shape"])
    about = create_element("p", id="new-size-about", role="status", **{"class": "about"})
    boards = fieldset(
        WORDS["board"], choice, create_element("div", id="new-size"), about, name="new-boards"
    )
    boards.setAttribute("aria-describedby", about.id)
    return boards


def make_size_tiles(form: NewGameForm, sizes: list[int]) -> list[Element]:
    """Make a tile with an outline for each size of the form's board shape."""
    return [
        radio(
            "new-size",
            str(n),
            board_outline(get_board(form.shape.name, n)),
            create_element("span", str(n)),
        )
        for n in sizes
    ]


def make_shares() -> Element:
    """Make the container for the result of a study of the board, with a link to the study."""
    container = create_element("p", id="new-shares", **{"class": "about"})
    study = create_element("a", WORDS["equals-study"], id="new-study", hreflang="en")
    container.append(create_element("span", id="new-shares-text", role="status"), " ", study)
    return container


def make_side_choice() -> Element:
    """Make the choice of the player's colour; the panel adds names that depend on the game."""
    choices = flex_row(
        "segments", *(radio("new-side", value, create_element("span")) for value in SIDE_CHOICES)
    )
    for label in (choices.children[0], choices.children[1]):
        label.querySelector("span").before(stone(""))
    return fieldset(WORDS["side"], choices, name="new-sides")


def make_opponent_choice() -> Element:
    """Make the choice of the opponent and of the engine's level."""
    choices = segments("new-opponent", {value: WORDS[f"opponent-{value}"] for value in OPPONENTS})
    card = flex_row("opponent-card", make_engine_choice())
    for value in OPPONENTS[1:]:
        about = create_element("div", id=f"new-about-{value}")
        about.append(create_element("p", WORDS[f"about-{value}"]))
        card.append(about)
    card.querySelector("#new-about-here").append(make_names())
    return fieldset(WORDS["opponent"], choices, card, name="new-opponents")


def make_names() -> Element:
    """Make the fields for the names of two local players; the panel adds their labels."""
    names = flex_row("names")
    for field_id in NAME_FIELDS:
        label = create_element("label")
        label.append(
            create_element("span"),
            create_element(
                "input",
                type="text",
                id=field_id,
                name=field_id,
                maxlength=str(MAX_NAME_LENGTH),
                autocomplete="off",
            ),
        )
        names.append(label)
    return names


def make_engine_choice() -> Element:
    """Make the choice of the engine's level: a slider with an avatar, a name and texts."""
    levels = [level for level in LEVELS if level]  # level 0 plays at random, for tests
    footer_element = create_element("div", id="new-about-engine")
    head = flex_row(
        "strength",
        create_element("span", id="new-level-face", aria_hidden="true", data_rendered_for=""),
        flex_row(
            "named",
            create_element("strong", id="new-level-name"),
            create_element("span", id="new-level-rank"),
        ),
        create_element("span", id="new-level-about"),
    )
    slider = create_element("input", id="new-level", name="new-level", type="range")
    slider.min, slider.max = str(min(levels)), str(max(levels))
    slider.setAttribute("aria-label", WORDS["level"])
    ticks = create_element("div", id="new-ticks", aria_hidden="true")
    ticks.append(
        *(create_element("span", tick_text(level), data_level=str(level)) for level in levels)
    )
    details = create_element("details", id="new-details")
    details.append(
        create_element("summary", WORDS["details"]), create_element("p", id="new-strengths")
    )
    timed = create_element("p", WORDS["ticks-timed"], id="new-ticks-timed", aria_hidden="true")
    teach = switch("new-teach", WORDS["teach"], WORDS["about-teach"])
    footer_element.append(head, slider, ticks, timed, details, teach)
    return footer_element


def make_clock_choice() -> Element:
    """Make the choice of a clock: a common one, or custom minutes and seconds."""
    choices = {
        f"{minutes}-{seconds}": clock_name((minutes, seconds)) for minutes, seconds in CLOCKS
    }
    times = flex_row(
        "times", make_number_select("minutes", MINUTES[1:]), make_number_select("seconds", SECONDS)
    )
    times.id = "new-times"
    about = flex_row("reserved", create_element("p", id="new-clock-about"), times)
    offered = segments("new-clock", {**choices, CUSTOM: WORDS["clock-other"]})
    return fieldset(WORDS["clock"], offered, about, name="new-clocks")


def make_number_select(name: str, numbers: tuple[int, ...]) -> Element:
    """Make a ``<select>`` with numbers, and its label."""
    label = create_element("label")
    select = create_element("select", id=f"new-{name}", name=f"new-{name}")
    select.append(*(create_element("option", str(number), value=str(number)) for number in numbers))
    label.append(create_element("span", WORDS[name]), select)
    return label


def make_footer() -> Element:
    """Make the footer: the error message, and the buttons that begin the game."""
    footer_element = create_element("footer")
    set_up = create_element("button", WORDS["set-up"], type="button", id="new-setup")
    start = create_element("button", type="submit", id="new-start", **{"class": "main"})
    start.append(icon("play"), create_element("span", WORDS["start"]))
    footer_element.append(
        create_element("p", id="new-error", role="alert"),
        set_up,
        start,
    )
    return footer_element
