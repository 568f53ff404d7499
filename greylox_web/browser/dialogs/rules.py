"""The rules of the games, a sheet for each."""

from js import Event, document

from ...rules import GAMES, TITLES
from ..dom import element, listen, made
from ..table import Table


def open(table: Table) -> None:
    """Show the rules of the game on the table."""
    tabs = element("rules-tabs")
    if not tabs.children.length:
        for name in GAMES:
            tabs.append(made("button", TITLES[name], type="button", data_rules=name))
        listen(tabs, "click", on_tab)
    show(table.session.game.name)
    element("rules").showModal()


def on_tab(event: Event) -> None:
    """Another game's rules."""
    tab = event.target.closest("[data-rules]")
    if tab:
        show(tab.dataset.rules)


def show(name: str) -> None:
    """Show the sheet of one game and no other."""
    for sheet in document.querySelectorAll(".rule-sheet"):
        sheet.hidden = sheet.dataset.game != name
    for tab in element("rules-tabs").children:
        tab.setAttribute("aria-pressed", "true" if tab.dataset.rules == name else "false")
    element("rules-text").scrollTop = 0
