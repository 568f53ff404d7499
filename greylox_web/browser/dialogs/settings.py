"""The settings: every preference that has a name for players, kept at once."""

from js import Element, document

from ...app.preferences import Preferences, values_of
from ...app.session.events import Prefer
from ...words.settings import SETTINGS_WORDS as WORDS
from ..dom import element, listen, made
from ..table import Table


def open(table: Table) -> None:
    """Show the dialog with the preferences as they are."""
    if not element("settings"):
        document.body.append(build())
        listen(element("settings"), "change", lambda event: on_change(table, event.target))
        listen(element("settings-close"), "click", lambda _: element("settings").close())
    for field in element("settings").querySelectorAll("[data-preference]"):
        value = getattr(table.session.preferences, field.dataset.preference)
        if field.type == "checkbox":
            field.checked = value
        else:
            field.value = str(value)
    element("settings").showModal()


def build() -> Element:
    """The dialog's markup."""
    dialog = made("dialog", id="settings", aria_labelledby="settings-heading")
    fields = made("div", **{"class": "fields"})
    fields.append(*(row(name) for name in Preferences._fields if name in WORDS))
    foot = made("div", **{"class": "actions"})
    foot.append(
        made("button", WORDS["close"], type="button", id="settings-close", **{"class": "main"})
    )
    dialog.append(made("h2", WORDS["settings"], id="settings-heading"), fields, foot)
    return dialog


def row(name: str) -> Element:
    """The label of one preference with a box to tick, or with a choice."""
    label = made("label")
    values = values_of(name)
    if values == (False, True):
        label.append(made("input", type="checkbox", data_preference=name), f" {WORDS[name]}")
        return label
    select = made("select", data_preference=name)
    select.append(*(made("option", WORDS[f"{name}-{v}"], value=str(v)) for v in values))
    label.append(f"{WORDS[name]} ", select)
    return label


def on_change(table: Table, field: Element) -> None:
    """A preference was changed."""
    name = field.dataset.preference
    texts = {str(value): value for value in values_of(name)}
    value = field.checked if field.type == "checkbox" else texts[field.value]
    table.dispatch(Prefer(name, value))
