"""The settings dialog; every choice is stored and applied at once."""

from js import Element, document, navigator, window

from ...page.dialogs import board_outline, fieldset, flex_row, make_dialog, radio, segments, switch
from ...page.dom import LANGUAGE_BY_KEYBOARD, THIS_TAB, announce, by_id, create_element, save_text
from ...page.feature import Feature
from ...page.table import Store
from ...page.turning import rotation_buttons
from ...rules.board import hexhex
from ...session.event import SetPreference
from ...session.preferences import Preferences, get_values
from ...words import labelled
from ...words.settings import SETTINGS_WORDS as WORDS
from . import language
from .keys import key_lists

PREFIX = "settings-"  # of the fields' names
SWITCHES = "confirm", "loupe", "chances", "ponder"  # of how moves are made


class Settings(Feature):
    """The dialog, and the button that exchanges the theme."""

    def on_press(self, name: str, button: Element) -> None:
        """Show the dialog, or exchange the theme."""
        if name == "theme":
            exchange_theme(self.store)
        else:
            self.open("")

    def open(self, path: str) -> bool:
        """Show the dialog with the preferences as they are."""
        if not by_id("settings"):
            document.body.append(build(self.store))
            self.store.lifetime.listen(
                by_id("settings"), "input", lambda event: on_input(self.store, event.target)
            )
        paint(self.store)
        by_id("settings-keys").replaceChildren(*key_lists(self.store))
        by_id("settings").querySelector(".keys").open = False
        by_id("settings").showModal()
        return True

    def come_back(self) -> None:
        """Focus the language again, after the page was reloaded in one chosen by keyboard."""
        save_text(LANGUAGE_BY_KEYBOARD, "", THIS_TAB)
        self.open("")
        by_id(f"{PREFIX}language").focus()


def exchange_theme(table: Store) -> None:
    """Switch between the light and the dark theme."""
    chosen = table.session.preferences.theme
    dark = window.matchMedia("(prefers-color-scheme: dark)").matches
    is_dark = chosen == "dark" or (chosen in ("system", "contrast") and dark)
    theme = "light" if is_dark else "dark"
    table.dispatch(SetPreference("theme", theme))
    announce(labelled(WORDS["theme"], WORDS[f"theme-{theme}"]))


def build(table: Store) -> Element:
    """The dialog's markup."""
    frame = make_dialog("settings", WORDS["settings"], WORDS["close"])
    left = flex_row("column", look(table), board(table))
    right = flex_row("column", playing(), hearing())
    frame.querySelector(".body").append(flex_row("columns", left, right), keys())
    return frame


def look(table: Store) -> Element:
    """Theme, and the sets of boards and stones."""
    boards = [set_tile("board", value) for value in get_values("board")]
    stones = [set_tile("stones", value) for value in get_values("stones")]
    place = flex_row("column", fieldset(WORDS["theme"], choices("theme")))
    place.append(
        flex_row(
            "pair",
            fieldset(WORDS["board"], flex_row("sets", *boards), name="settings-boards"),
            fieldset(WORDS["stones"], flex_row("sets", *stones), name="settings-stone-sets"),
        ),
        create_element("p", WORDS["own-sets"], id="settings-own-sets"),
    )
    if language.known():
        place.append(fieldset(WORDS["language"], *language.choice(table, PREFIX)))
    return place


def set_tile(name: str, value: object) -> Element:
    """A set as a picture with its name."""
    drawn = create_element("span", aria_hidden="true", **{"class": f"swatch {value}"})
    if name == "board":
        drawn.append(board_outline(hexhex(3)))
    else:
        drawn.append(
            create_element("span", data_stone="white"), create_element("span", data_stone="black")
        )
    tile = radio(PREFIX + name, str(value), drawn, create_element("span", WORDS[f"{name}-{value}"]))
    return named(tile, name)


def choices(name: str) -> Element:
    """A preference with several values, side by side."""
    values = {str(value): WORDS[f"{name}-{value}"] for value in get_values(name)}
    return named(segments(PREFIX + name, values), name)


def toggle(name: str) -> Element:
    """A preference that is on or off."""
    place = switch(PREFIX + name, WORDS[name], WORDS[f"about-{name}"])
    return named(place, name) if name in Preferences._fields else place


def named(place: Element, name: str) -> Element:
    """The element, with its fields marked by the preference that they change."""
    for field in place.querySelectorAll("input"):
        field.dataset.preference = name
    return place


def board(table: Store) -> Element:
    """What is seen of the board."""
    return flex_row("column", fieldset(WORDS["view"], rotation_buttons(table)), toggle("names"))


def playing() -> Element:
    """How moves are made."""
    pace = fieldset(WORDS["pace"], choices("pace"))
    return flex_row("column", pace, *map(toggle, SWITCHES))


def hearing() -> Element:
    """What is heard and felt."""
    volume = create_element("input", id="settings-volume", type="range", data_preference="volume")
    volume.min, volume.max = (str(place(get_values("volume"))) for place in (min, max))
    label = create_element("label", **{"class": "volume"})
    label.append(create_element("span", WORDS["loudness"]), volume)
    place = flex_row("column", toggle("sound"), label)
    place.className = "column hearing"
    if can_vibrate():
        place.append(toggle("haptics"))
    return place


def can_vibrate() -> bool:
    """Whether this is a handheld device that can vibrate."""
    return hasattr(navigator, "vibrate") and bool(
        window.matchMedia("(any-pointer: coarse)").matches
    )


def keys() -> Element:
    """Where the list of keys stands."""
    place = create_element("details", **{"class": "keys"})
    listed = create_element("div", id="settings-keys", **{"class": "key-lists"})
    place.append(create_element("summary", WORDS["keys"]), listed)
    return place


def paint(table: Store) -> None:
    """Show the preferences as they are."""
    preferences = table.session.preferences
    by_id("settings-names").checked = table.is_on("coordinates")
    for field in by_id("settings").querySelectorAll("[data-preference]"):
        value = getattr(preferences, field.dataset.preference)
        if field.type == "checkbox":
            field.checked = value
        elif field.type == "radio":
            field.checked = field.value == str(value)
        else:
            field.value = str(value)
    plain = preferences.theme != "contrast"  # which has a set of its own
    for name in ("settings-boards", "settings-stone-sets"):
        by_id(name).disabled = not plain
    by_id("settings-own-sets").hidden = plain
    volume = by_id("settings-volume")
    volume.disabled = not preferences.sound
    most = max(get_values("volume"))
    volume.setAttribute(
        "aria-valuetext", WORDS["loudness-of"].format(value=preferences.volume, most=most)
    )


def on_input(table: Store, field: Element) -> None:
    """A preference was changed."""
    if field.id == "settings-names":  # its preference knows what is usual, too
        table.toggle_layer("coordinates")
        return
    name = field.dataset.preference
    if name == "language":
        language.chosen(table, field)
        return
    texts = {str(value): value for value in get_values(name)}
    value = field.checked if field.type == "checkbox" else texts[field.value]
    table.dispatch(SetPreference(name, value))
    paint(table)
