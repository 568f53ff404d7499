"""The engine's best actions as bars, best first.

A bar under the pointer or with the focus shows its stone on the board.
"""

from collections.abc import Callable

from js import Element, Event

from ...app.thinking.evaluation import Candidate
from ...app.view.opinion import candidates
from ...rules.board import NO_CELL
from ..dom import element, listen, made
from ..table import Table


class Candidates:
    """The bars, and what they show now."""

    def __init__(self, table: Table, point: Callable[[int], None]) -> None:
        self.table = table
        self.point = point  # shows what a cell would get
        self.shown: tuple[Candidate, ...] = ()
        self.root = element("candidates")
        for kind in ("pointerover", "focusin"):
            listen(self.root, kind, self._on_point)
        for kind in ("pointerleave", "focusout"):
            listen(self.root, kind, lambda _: point(NO_CELL))

    def paint(self) -> None:
        """Bring the bars up to date; one with the focus keeps it."""
        found = candidates(self.table.session)
        if found == self.shown:
            return
        self.shown = found
        self.root.hidden = not found
        while self.root.children.length > len(found):
            self.root.lastElementChild.remove()
        while self.root.children.length < len(found):
            self.root.append(bar())
        for rank, (row, one) in enumerate(zip(self.root.children, found, strict=True), 1):
            sign, name, track, percent = row.children
            sign.textContent, name.textContent = str(rank), one.name
            percent.textContent = f"{one.percent} %"
            track.firstElementChild.style.width = f"{one.percent}%"
            row.dataset.action = one.name

    def _on_point(self, event: Event) -> None:
        """The stone of the bar under the pointer or the focus."""
        row = event.target.closest("[data-action]")
        names = {one.name: one.cell for one in self.shown}
        self.point(names.get(row.dataset.action, NO_CELL) if row else NO_CELL)


def bar() -> Element:
    """A bar that tells nothing yet."""
    row = made("li", tabindex="0")
    track = made("span", aria_hidden="true", **{"class": "chance"})
    track.append(made("span"))
    row.append(made("span", aria_hidden="true", **{"class": "sign"}), made("b"), track)
    row.append(made("span", **{"class": "percent"}))
    return row
