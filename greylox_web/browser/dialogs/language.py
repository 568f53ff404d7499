"""The choice of the page's language; early.js has the page come in it."""

import json

from js import Element, document, location

from ...app.session.events import Prefer
from ...words.settings import SETTINGS_WORDS as WORDS
from ..dom import made
from ..table import Table


def known() -> dict[str, str]:
    """The languages of this page by their codes, each called as it calls itself."""
    told = document.querySelector("meta[name=greylox-languages]")
    names: dict[str, str] = json.loads(told.dataset.names) if told else {}
    return names


def choice(prefix: str) -> tuple[Element, Element]:
    """The languages to choose from, and what a change does."""
    field = made("select", id=f"{prefix}language", aria_label=WORDS["language"])
    field.dataset.preference = "language"
    field.append(made("option", WORDS["language-usual"], value=""))
    for code, name in known().items():
        field.append(made("option", name, value=code, lang=code))
    return field, made("small", WORDS["about-language"])


def change(table: Table, code: str) -> None:
    """Have the page come in another language."""
    table.dispatch(Prefer("language", code))
    location.reload()
