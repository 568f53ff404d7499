"""The settings dialog; every choice is stored and applied at once."""

from js import Element, document, navigator, window

from ...page.dialogs import dialog, group, outline, radio, row, segments, switch
from ...page.dom import BY_KEYS, THIS_TAB, element, made, say, store
from ...page.feature import Feature
from ...page.table import Table
from ...page.turning import turns
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

    def press(self, name: str, button: Element) -> None:
        """Show the dialog, or exchange the theme."""
        if name == "theme":
            exchange_theme(self.table)
        else:
            self.open("")

    def open(self, rest: str) -> bool:
        """Show the dialog with the preferences as they are."""
        if not element("settings"):
            document.body.append(build(self.table))
            self.table.lifetime.listen(
                element("settings"), "input", lambda event: on_input(self.table, event.target)
            )
        paint(self.table)
        element("settings-keys").replaceChildren(*key_lists(self.table))
        element("settings").querySelector(".keys").open = False
        element("settings").showModal()
        return True

    def come_back(self) -> None:
        """Focus the language again, after the page was reloaded in one chosen by keyboard."""
        store(BY_KEYS, "", THIS_TAB)
        self.open("")
        element(f"{PREFIX}language").focus()


def exchange_theme(table: Table) -> None:
    """Switch between the light and the dark theme."""
    chosen = table.session.preferences.theme
    dark = window.matchMedia("(prefers-color-scheme: dark)").matches
    is_dark = chosen == "dark" or (chosen in ("system", "contrast") and dark)
    theme = "light" if is_dark else "dark"
    table.dispatch(SetPreference("theme", theme))
    say(labelled(WORDS["theme"], WORDS[f"theme-{theme}"]))


def build(table: Table) -> Element:
    """The dialog's markup."""
    frame = dialog("settings", WORDS["settings"], WORDS["close"])
    left = row("column", look(table), board(table))
    right = row("column", playing(), hearing())
    frame.querySelector(".body").append(row("columns", left, right), keys())
    return frame


def look(table: Table) -> Element:
    """Theme, and the sets of boards and stones."""
    boards = [set_tile("board", value) for value in get_values("board")]
    stones = [set_tile("stones", value) for value in get_values("stones")]
    place = row("column", group(WORDS["theme"], choices("theme")))
    place.append(
        row(
            "pair",
            group(WORDS["board"], row("sets", *boards), name="settings-boards"),
            group(WORDS["stones"], row("sets", *stones), name="settings-stone-sets"),
        ),
        made("p", WORDS["own-sets"], id="settings-own-sets"),
    )
    if language.known():
        place.append(group(WORDS["language"], *language.choice(table, PREFIX)))
    return place


def set_tile(name: str, value: object) -> Element:
    """A set as a picture with its name."""
    drawn = made("span", aria_hidden="true", **{"class": f"swatch {value}"})
    if name == "board":
        drawn.append(outline(hexhex(3)))
    else:
        drawn.append(made("span", data_stone="white"), made("span", data_stone="black"))
    tile = radio(PREFIX + name, str(value), drawn, made("span", WORDS[f"{name}-{value}"]))
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


def board(table: Table) -> Element:
    """What is seen of the board."""
    return row("column", group(WORDS["view"], turns(table)), toggle("names"))


def playing() -> Element:
    """How moves are made."""
    pace = group(WORDS["pace"], choices("pace"))
    return row("column", pace, *map(toggle, SWITCHES))


def hearing() -> Element:
    """What is heard and felt."""
    volume = made("input", id="settings-volume", type="range", data_preference="volume")
    volume.min, volume.max = (str(place(get_values("volume"))) for place in (min, max))
    label = made("label", **{"class": "volume"})
    label.append(made("span", WORDS["loudness"]), volume)
    place = row("column", toggle("sound"), label)
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
    place = made("details", **{"class": "keys"})
    listed = made("div", id="settings-keys", **{"class": "key-lists"})
    place.append(made("summary", WORDS["keys"]), listed)
    return place


def paint(table: Table) -> None:
    """Show the preferences as they are."""
    preferences = table.session.preferences
    element("settings-names").checked = table.is_on("coordinates")
    for field in element("settings").querySelectorAll("[data-preference]"):
        value = getattr(preferences, field.dataset.preference)
        if field.type == "checkbox":
            field.checked = value
        elif field.type == "radio":
            field.checked = field.value == str(value)
        else:
            field.value = str(value)
    plain = preferences.theme != "contrast"  # which has a set of its own
    for name in ("settings-boards", "settings-stone-sets"):
        element(name).disabled = not plain
    element("settings-own-sets").hidden = plain
    volume = element("settings-volume")
    volume.disabled = not preferences.sound
    most = max(get_values("volume"))
    volume.setAttribute(
        "aria-valuetext", WORDS["loudness-of"].format(value=preferences.volume, most=most)
    )


def on_input(table: Table, field: Element) -> None:
    """A preference was changed."""
    if field.id == "settings-names":  # its preference knows what is usual, too
        table.switch("coordinates")
        return
    name = field.dataset.preference
    if name == "language":
        language.chosen(table, field)
        return
    texts = {str(value): value for value in get_values(name)}
    value = field.checked if field.type == "checkbox" else texts[field.value]
    table.dispatch(SetPreference(name, value))
    paint(table)
