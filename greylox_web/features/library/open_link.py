"""The dialog that opens a pasted link, or any other text with a game."""

from js import Element, Event

from ...page.dialogs import make_dialog_frame
from ...page.dom import by_id, create_element, set_status, set_text
from ...page.feature import Feature
from ...page.store import Store
from ...words.home import HOME_WORDS as WORDS
from .import_text import import_text

FIELD, ERROR = "open-link-text", "open-link-error"


class OpenLinkDialog(Feature):
    """The dialog, created at its first use."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.dialog = build(store)

    def on_press(self, name: str, button: Element) -> None:
        """Show the dialog with an empty field."""
        by_id(FIELD).value = ""
        set_text(ERROR, "")
        self.dialog.showModal()
        by_id(FIELD).focus()


def build(store: Store) -> Element:
    """Build the dialog's elements."""
    dialog = make_dialog_frame("open-link", WORDS["open-link"])
    form = create_element("form", method="dialog")
    field = create_element("label", WORDS["paste"], **{"class": "stacked"})
    field.append(create_element("textarea", id=FIELD, rows="3", autocomplete="off"))
    actions = create_element("div", **{"class": "actions"})
    cancel = create_element("button", WORDS["cancel"], type="button", data_close="")
    actions.append(create_element("button", WORDS["open"], **{"class": "main"}), cancel)
    form.append(field, create_element("p", id=ERROR, role="alert"), actions)
    dialog.append(form)
    store.lifetime.listen(form, "submit", lambda event: submit(store, event))
    return dialog


def submit(store: Store, event: Event) -> None:
    """Open the text, or show an error message in the dialog."""
    event.preventDefault()
    set_status(ERROR, import_text(store, by_id(FIELD).value))
