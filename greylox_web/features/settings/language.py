"""The choice of the page's language; early.js loads the page in the chosen language.

With the keyboard each step through the list is a change event.  The page therefore switches only
when Enter confirms the language or the field loses the focus.  After the reload, keyboard users
find the focus on the field again.
"""

import json

from js import Element, Event, document, fetch, location, window
from pyodide.ffi import JsException

from ...page.dom import (
    LANGUAGE_BY_KEYBOARD,
    THIS_TAB,
    announce,
    create_element,
    save_text,
    set_text,
)
from ...page.local_storage import save_attempt
from ...page.store import Store
from ...session.event import SetPreference
from ...words.settings import SETTINGS_WORDS as WORDS
from ..exercise.suspended import write_suspended

STEPPING = "data-stepping"  # set on a field whose last key may have changed the choice


def available_languages() -> dict[str, str]:
    """Return the available languages: code -> native name."""
    meta = document.querySelector("meta[name=greylox-languages]")
    names: dict[str, str] = json.loads(meta.dataset.languageNames) if meta else {}
    return names


def language_select(store: Store) -> tuple[Element, Element]:
    """Make the select element for the language, and a note on the effect of a change."""
    field = create_element("select", id="settings-language", aria_label=WORDS["language"])
    field.dataset.preference = "language"
    field.append(create_element("option", WORDS["language-usual"], value=""))
    for code, name in available_languages().items():
        field.append(create_element("option", name, value=code, lang=code))
    about = create_element("small", WORDS["about-language"], id="settings-about-language")
    field.setAttribute("aria-describedby", about.id)
    listen = store.lifetime.listen
    listen(field, "keydown", lambda event: on_key(store, event))
    listen(field, "pointerdown", lambda _: field.toggleAttribute(STEPPING, False))
    listen(field, "blur", lambda _: on_blur(store, field))
    return field, about


def on_key(store: Store, event: Event) -> None:
    """Handle a key that may step to a language, confirm it, or close the dialog."""
    field = event.target
    if event.key == "Enter" and field.value != store.session.preferences.language:
        event.preventDefault()
        apply_language(store, field)
    elif event.key == "Escape":
        field.value = store.session.preferences.language
    elif event.key not in ("Tab", "Shift"):
        # these keys open the list, in which Enter confirms
        opens = event.altKey or event.key in ("Enter", " ")
        field.toggleAttribute(STEPPING, not opens)


def on_change(store: Store, field: Element) -> None:
    """Apply the new language, unless the keyboard is stepping through the list."""
    if not field.hasAttribute(STEPPING):
        apply_language(store, field)


def on_blur(store: Store, field: Element) -> None:
    """Apply the language when another element gets the focus, but not when the window loses it."""
    if document.activeElement != field:
        apply_language(store, field)


def apply_language(store: Store, field: Element) -> None:
    """Reload the page in the chosen language, if it is another one."""
    if field.value != store.session.preferences.language:
        by_keyboard = field.hasAttribute(STEPPING) or field.matches(":focus-visible")
        store.lifetime.spawn(reload_in_language(store, field, by_keyboard))


async def reload_in_language(store: Store, field: Element, by_keyboard: bool) -> None:
    """Reload the page in the chosen language, if its words can be fetched.

    The offline copy has the languages in use so far; the service worker adds one that is fetched.
    """
    code = field.value
    try:
        if address := window.greyloxWords(code):
            await fetch(address)
    except JsException:
        field.value = store.session.preferences.language
        set_text("settings-about-language", WORDS["language-unreachable"])
        announce(WORDS["language-unreachable"])
        return
    if field.value != code:
        return  # another one has been chosen in the meantime
    if by_keyboard:
        save_text(LANGUAGE_BY_KEYBOARD, "1", THIS_TAB)
    store.dispatch(SetPreference("language", code))
    save_attempt(write_suspended(store.session.exercise_attempt))
    location.reload()
