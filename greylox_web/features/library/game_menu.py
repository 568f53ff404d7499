"""The menu of a game's card, opened by its button and operated with the arrow keys."""

from collections.abc import Callable

from js import Element, Event, window

from ...page.dom import by_id
from ...page.lifetime import Lifetime

STEPS = {"ArrowDown": 1, "ArrowUp": -1}
GAP = 4  # pixels between the button and its menu, and from the edge of the window


class GameMenu:
    """One menu for all cards; ``on_choice`` is called with the game's id and the action."""

    def __init__(self, lifetime: Lifetime, on_choice: Callable[[str, str], None]) -> None:
        self.on_choice = on_choice
        self.button: Element | None = None
        self.menu = by_id("library-menu")
        self.items = list(self.menu.querySelectorAll("[data-menu-action]"))
        listen = lifetime.listen
        listen(self.menu, "click", self.on_click)
        listen(self.menu, "keydown", self.on_key)
        listen(self.menu, "toggle", self.on_toggle)

    def open(self, button: Element) -> None:
        """Show the menu at the button of a card."""
        self.button = button
        button.setAttribute("aria-expanded", "true")
        self.menu.showPopover()
        button_rect, size = button.getBoundingClientRect(), self.menu.getBoundingClientRect()
        below = button_rect.bottom + GAP
        above = button_rect.top - GAP - size.height
        top = below if below + size.height < window.innerHeight - GAP else max(above, GAP)
        self.menu.style.top = f"{top:.0f}px"
        self.menu.style.left = f"{max(button_rect.right - size.width, GAP):.0f}px"
        self.items[0].focus()

    def on_toggle(self, event: Event) -> None:
        """Handle the closing of the menu: by a choice, by Escape, or by a press outside."""
        if event.newState == "closed" and self.button is not None:
            self.button.setAttribute("aria-expanded", "false")

    def on_click(self, event: Event) -> None:
        """Handle the choice of an item."""
        item = event.target.closest("[data-menu-action]")
        if item and self.button is not None:
            game = self.button.closest("[data-game]").dataset.game
            self.menu.hidePopover()
            self.button.focus()
            self.on_choice(game, item.dataset.menuAction)

    def on_key(self, event: Event) -> None:
        """Move through the menu; Tab closes it.  The browser itself handles Escape."""
        index = next((n for n, item in enumerate(self.items) if item.matches(":focus")), 0)
        if event.key in STEPS:
            index = (index + STEPS[event.key]) % len(self.items)
        elif event.key in ("Home", "End"):
            index = 0 if event.key == "Home" else len(self.items) - 1
        elif event.key == "Tab" and self.button is not None:
            self.menu.hidePopover()
            self.button.focus()
            return
        else:
            return
        event.preventDefault()
        self.items[index].focus()
