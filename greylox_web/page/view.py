"""The base class of the pages of the site: home, learn, puzzles and so on."""

from typing import ClassVar

from js import Element, location

from .dom import by_id, current_view
from .feature import Feature
from .store import Store


class View(Feature):
    """A page of the site, which has an address and is shown in place of the board.

    ``assets/early.js`` maps the address to the id of the page's element, and shows that element.
    ``browser/router.py`` then calls ``open``, also if the page is shown already.
    """

    name: ClassVar[str]  # the id of the element in index.html
    route: ClassVar[str]  # its address without "#"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.body: Element = by_id(self.name)
        self.next_notice = ""  # the notice for the next opening of the page

    @property
    def is_shown(self) -> bool:
        """Whether the page is the one that is shown."""
        return current_view() == self.name

    def on_press(self, name: str, button: Element) -> None:
        """Go to the page."""
        self.go()

    def go(self) -> None:
        """Go to the page, or show its contents again."""
        if self.is_shown:
            self.open("")
        else:
            location.hash = self.route

    def replace_address(self, notice: str) -> None:
        """Go to the page from an address that names nothing; ``notice`` explains it."""
        self.next_notice = notice
        location.replace(f"#{self.route}")

    def take_notice(self) -> str:
        """Return the notice to show while the page opens, once."""
        notice, self.next_notice = self.next_notice, ""
        return notice
