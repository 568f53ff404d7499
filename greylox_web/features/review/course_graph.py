"""The graph of the chances below the list of moves; a click or the arrow keys go to a move."""

from functools import partial

from js import Event

from ...drawing.graph import graph_markup, ply_at
from ...page.dom import by_id, create_element, parse_svg
from ...page.feature import Feature
from ...page.table import Store
from ...session.playing import GoToNode, StepBy
from ...words.review import REVIEW_WORDS as WORDS
from ..board.keys import STEPS
from .course import Course, course

DELAY_MILLIS = 120  # before it is drawn, so that the board comes first


class CourseGraph(Feature):
    """The graph, and what it shows now."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.shown: Course | None = None
        self.waiting = False
        self.root = create_element(
            "div", id="course", role="slider", tabindex="0", aria_label=WORDS["graph"]
        )
        self.root.hidden = True
        by_id("moves").after(self.root)
        listen = store.lifetime.listen
        listen(self.root, "click", self._on_click)
        listen(self.root, "keydown", self._on_key)

    def render(self) -> None:
        """Draw it soon, but not within the event that is being handled."""
        if not self.waiting:
            self.waiting = True
            draw = partial(self.store.faults.run_repeated, "graph", self._draw)
            self.store.lifetime.set_timeout(DELAY_MILLIS, draw)

    def _draw(self) -> None:
        self.waiting = False
        told = course(self.store.session)
        if told == self.shown:
            return
        self.shown = told
        self.root.hidden = told is None
        if told is None:
            return
        for name, value in (
            ("min", 0),
            ("max", len(told.nodes) - 1),
            ("now", told.curve.current_ply),
        ):
            self.root.setAttribute(f"aria-value{name}", str(max(value, 0)))
        self.root.setAttribute("aria-valuetext", told.text)
        self.root.title = told.text
        self.root.replaceChildren(parse_svg(graph_markup(told.curve)))

    def _go(self, place: int) -> None:
        told = self.shown
        if told is not None:
            last = len(told.nodes) - 1
            self.store.dispatch(GoToNode(told.nodes[max(0, min(place, last))]))

    def _on_click(self, event: Event) -> None:
        """Go to the move under the pointer."""
        box = self.root.getBoundingClientRect()
        if self.shown is not None and box.width:
            self._go(ply_at((event.clientX - box.left) / box.width, len(self.shown.nodes)))

    def _on_key(self, event: Event) -> None:
        """Walk along the graph, from the position on the table: the picture may be behind."""
        step = STEPS.get(event.key)
        if self.shown is None or event.ctrlKey or event.altKey or event.metaKey:
            return
        if isinstance(step, StepBy):
            event.preventDefault()
            event.stopPropagation()
            nodes, cursor = self.shown.nodes, self.store.session.cursor
            self._go((nodes.index(cursor) if cursor in nodes else -1) + step.actions)
