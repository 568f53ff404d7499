"""The dialog that opens a pasted link, or any other text with a game."""

from js import Element, Event

from ...page.dialogs import sheet
from ...page.dom import element, made, set_status, set_text
from ...page.feature import Feature
from ...page.table import Table
from ...words.home import HOME_WORDS as WORDS
from .bring_in import import_text

FIELD, ERROR = "open-link-text", "open-link-error"


class OpenLinkDialog(Feature):
    """The dialog, created at its first use."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.dialog = build(table)

    def press(self, name: str, button: Element) -> None:
        """Show the dialog with an empty field."""
        element(FIELD).value = ""
        set_text(ERROR, "")
        self.dialog.showModal()
        element(FIELD).focus()


def build(store: Table) -> Element:
    """The dialog's elements."""
    dialog = sheet("open-link", WORDS["open-link"])
    form = made("form", method="dialog")
    field = made("label", WORDS["paste"], **{"class": "stacked"})
    field.append(made("textarea", id=FIELD, rows="3", autocomplete="off"))
    actions = made("div", **{"class": "actions"})
    cancel = made("button", WORDS["cancel"], type="button", data_close="")
    actions.append(made("button", WORDS["open"], **{"class": "main"}), cancel)
    form.append(field, made("p", id=ERROR, role="alert"), actions)
    dialog.append(form)
    store.lifetime.listen(form, "submit", lambda event: submit(store, event))
    return dialog


def submit(store: Table, event: Event) -> None:
    """Open the text, or show in the dialog what is wrong with it."""
    event.preventDefault()
    set_status(ERROR, import_text(store, element(FIELD).value))
