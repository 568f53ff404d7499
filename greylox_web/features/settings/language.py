"""The choice of the page's language; early.js loads the page in it.

With the keyboard each step through the list is a change event; the page takes the language that
is confirmed with Enter, or shown when the field loses the focus.  A keyboard user gets back to
the field.
"""

import json

from js import Element, Event, document, location

from ...page.dom import LANGUAGE_BY_KEYBOARD, THIS_TAB, create_element, save_text
from ...page.memory import save_attempt
from ...page.table import Store
from ...session.event import SetPreference
from ...words.settings import SETTINGS_WORDS as WORDS
from ..exercise.resuming import write_left

STEPS = "data-steps"  # set on a field whose last key may have changed the choice


def known() -> dict[str, str]:
    """The languages of this page: code -> its own name."""
    told = document.querySelector("meta[name=greylox-languages]")
    names: dict[str, str] = json.loads(told.dataset.names) if told else {}
    return names


def choice(table: Store, prefix: str) -> tuple[Element, Element]:
    """The select element for the language, and a note on what a change does."""
    field = create_element("select", id=f"{prefix}language", aria_label=WORDS["language"])
    field.dataset.preference = "language"
    field.append(create_element("option", WORDS["language-usual"], value=""))
    for code, name in known().items():
        field.append(create_element("option", name, value=code, lang=code))
    about = create_element("small", WORDS["about-language"], id=f"{prefix}about-language")
    field.setAttribute("aria-describedby", about.id)
    listen = table.lifetime.listen
    listen(field, "keydown", lambda event: on_key(table, event))
    listen(field, "pointerdown", lambda _: field.toggleAttribute(STEPS, False))
    listen(field, "blur", lambda _: left(table, field))
    return field, about


def on_key(table: Store, event: Event) -> None:
    """A key that may step to another language, confirm the one shown, or close the dialog."""
    field = event.target
    if event.key == "Enter" and field.value != table.session.preferences.language:
        event.preventDefault()
        take(table, field)
    elif event.key == "Escape":
        field.value = table.session.preferences.language
    elif event.key not in ("Tab", "Shift"):
        opens = event.altKey or event.key in ("Enter", " ")  # the list, where Enter confirms
        field.toggleAttribute(STEPS, not opens)


def chosen(table: Store, field: Element) -> None:
    """The field shows another language."""
    if not field.hasAttribute(STEPS):
        take(table, field)


def left(table: Store, field: Element) -> None:
    """The field lost the focus to another element; not if the window lost it."""
    if document.activeElement != field:
        take(table, field)


def take(table: Store, field: Element) -> None:
    """Reload the page in the language shown, if it is another one."""
    if field.value == table.session.preferences.language:
        return
    if field.hasAttribute(STEPS) or field.matches(":focus-visible"):
        save_text(LANGUAGE_BY_KEYBOARD, "1", THIS_TAB)
    table.dispatch(SetPreference("language", field.value))
    save_attempt(write_left(table.session.exercise_attempt))
    location.reload()
