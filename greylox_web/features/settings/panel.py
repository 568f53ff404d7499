"""The settings page; every choice is stored and applied at once."""

from js import Element, navigator, window

from ...page.board_rotation import rotation_buttons
from ...page.dialogs import board_outline, fieldset, flex_row, radio, segments, switch
from ...page.dom import LANGUAGE_BY_KEYBOARD, THIS_TAB, announce, by_id, create_element, save_text
from ...page.store import Store
from ...page.view import View
from ...rules.board import hexhex
from ...session.event import SetPreference
from ...session.preferences import Preferences, get_values
from ...words import labelled
from ...words.settings import SETTINGS_WORDS as WORDS
from . import language
from .key_list import key_lists

PREFIX = "settings-"  # of the fields' names
SWITCHES = "confirm", "loupe", "chances", "ponder"  # preferences for making moves


class Settings(View):
    """The page, and the button that toggles the theme."""

    name, route = "settings", "you/settings"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.is_built = False  # the button for the theme does not need the fields

    def on_press(self, name: str, button: Element) -> None:
        """Toggle the theme."""
        toggle_theme(self.store)

    def open(self, path: str) -> bool:
        """Show the current preferences."""
        if not self.is_built:
            self.is_built = True
            build(self.store, self.body)
            self.store.lifetime.listen(
                self.body, "input", lambda event: on_input(self.store, event.target)
            )
        render(self.store)
        by_id("settings-keys").replaceChildren(*key_lists(self.store))
        return True

    def restore_language_focus(self) -> None:
        """Focus the language field again, if the keyboard chose a language before the reload."""
        save_text(LANGUAGE_BY_KEYBOARD, "", THIS_TAB)
        by_id("settings-language").focus()


def toggle_theme(store: Store) -> None:
    """Switch between the light and the dark theme."""
    chosen = store.session.preferences.theme
    dark = window.matchMedia("(prefers-color-scheme: dark)").matches
    is_dark = chosen == "dark" or (chosen in ("system", "contrast") and dark)
    theme = "light" if is_dark else "dark"
    store.dispatch(SetPreference("theme", theme))
    announce(labelled(WORDS["theme"], WORDS[f"theme-{theme}"]))


def build(store: Store, page: Element) -> None:
    """Fill the page."""
    left_column = flex_row("column", appearance_section(store), board_section(store))
    right_column = flex_row("column", play_section(), sound_section())
    page.append(flex_row("columns", left_column, right_column), keys_section())


def appearance_section(store: Store) -> Element:
    """Make the section for the theme, the board set and the stone set."""
    boards = [make_set_tile("board", value) for value in get_values("board")]
    stones = [make_set_tile("stones", value) for value in get_values("stones")]
    column = flex_row("column", fieldset(WORDS["theme"], make_choices("theme")))
    column.append(
        flex_row(
            "pair",
            fieldset(WORDS["board"], flex_row("sets", *boards), name="settings-boards"),
            fieldset(WORDS["stones"], flex_row("sets", *stones), name="settings-stone-sets"),
        ),
        create_element("p", WORDS["own-sets"], id="settings-own-sets"),
    )
    if language.available_languages():
        column.append(fieldset(WORDS["language"], *language.language_select(store)))
    return column


def make_set_tile(name: str, value: object) -> Element:
    """Make a tile with a picture and the name of a set."""
    swatch = create_element("span", aria_hidden="true", **{"class": f"swatch {value}"})
    if name == "board":
        swatch.append(board_outline(hexhex(3)))
    else:
        swatch.append(
            create_element("span", data_stone="white"), create_element("span", data_stone="black")
        )
    tile = radio(
        PREFIX + name, str(value), swatch, create_element("span", WORDS[f"{name}-{value}"])
    )
    return mark_preference(tile, name)


def make_choices(name: str) -> Element:
    """Make the choice of a preference with several values, side by side."""
    values = {str(value): WORDS[f"{name}-{value}"] for value in get_values(name)}
    return mark_preference(segments(PREFIX + name, values), name)


def make_toggle(name: str) -> Element:
    """Make the switch of a preference that is on or off."""
    element = switch(PREFIX + name, WORDS[name], WORDS[f"about-{name}"])
    return mark_preference(element, name) if name in Preferences._fields else element


def mark_preference(element: Element, name: str) -> Element:
    """Mark the fields of an element with the name of their preference; return the element."""
    for field in element.querySelectorAll("input"):
        field.dataset.preference = name
    return element


def board_section(store: Store) -> Element:
    """Make the section for the view of the board."""
    return flex_row(
        "column", fieldset(WORDS["view"], rotation_buttons(store)), make_toggle("names")
    )


def play_section() -> Element:
    """Make the section for making moves."""
    pace = fieldset(WORDS["pace"], make_choices("pace"))
    return flex_row("column", pace, *map(make_toggle, SWITCHES))


def sound_section() -> Element:
    """Make the section for sound and vibration."""
    volume = create_element("input", id="settings-volume", type="range", data_preference="volume")
    volume.min, volume.max = (str(bound(get_values("volume"))) for bound in (min, max))
    label = create_element("label", **{"class": "volume"})
    label.append(create_element("span", WORDS["loudness"]), volume)
    switches = flex_row("column", make_toggle("sound"), label)
    if can_vibrate():
        switches.append(make_toggle("haptics"))
    return flex_row("column sound", fieldset(WORDS["sound-heading"], switches))


def can_vibrate() -> bool:
    """Return whether this is a handheld device that can vibrate."""
    return hasattr(navigator, "vibrate") and bool(
        window.matchMedia("(any-pointer: coarse)").matches
    )


def keys_section() -> Element:
    """Make the collapsible section with the list of keys."""
    section = create_element("details", **{"class": "keys"})
    listed = create_element("div", id="settings-keys", **{"class": "key-lists"})
    section.append(create_element("summary", WORDS["keys"]), listed)
    return section


def render(store: Store) -> None:
    """Show the current preferences."""
    preferences = store.session.preferences
    by_id("settings-names").checked = store.is_on("coordinates")
    for field in by_id("settings").querySelectorAll("[data-preference]"):
        value = getattr(preferences, field.dataset.preference)
        if field.type == "checkbox":
            field.checked = value
        elif field.type == "radio":
            field.checked = field.value == str(value)
        else:
            field.value = str(value)
    plain = preferences.theme != "contrast"  # the contrast theme has its own board and stone sets
    for name in ("settings-boards", "settings-stone-sets"):
        by_id(name).disabled = not plain
    by_id("settings-own-sets").hidden = plain
    volume = by_id("settings-volume")
    volume.disabled = not preferences.sound
    maximum = max(get_values("volume"))
    volume.setAttribute(
        "aria-valuetext", WORDS["loudness-of"].format(value=preferences.volume, most=maximum)
    )


def on_input(store: Store, field: Element) -> None:
    """Store a changed preference and apply it."""
    if field.id == "settings-names":  # a layer with a default that depends on the screen
        store.toggle_layer("coordinates")
        return
    name = field.dataset.preference
    if name == "language":
        language.on_change(store, field)
        return
    texts = {str(value): value for value in get_values(name)}
    value = field.checked if field.type == "checkbox" else texts[field.value]
    store.dispatch(SetPreference(name, value))
    render(store)
