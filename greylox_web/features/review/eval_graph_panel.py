"""The graph of the win chances below the move list; a click or an arrow key goes to a move."""

from functools import partial

from js import Event

from ...drawing.eval_graph import graph_markup, ply_at
from ...page.dom import by_id, create_element, parse_svg
from ...page.feature import Feature
from ...page.store import Store
from ...session.playing import GoToNode, StepBy
from ...words.review import REVIEW_WORDS as WORDS
from ..board.keys import STEPS
from .eval_curve import EvalGraph, eval_graph

DELAY_MILLIS = 120  # delay before drawing, so that the board is drawn first


class EvalGraphPanel(Feature):
    """The graph and its rendered contents."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: EvalGraph | None = None
        self.is_scheduled = False
        self.root = create_element(
            "div", id="eval-graph", role="slider", tabindex="0", aria_label=WORDS["graph"]
        )
        self.root.hidden = True
        by_id("moves").after(self.root)
        listen = store.lifetime.listen
        listen(self.root, "click", self._on_click)
        listen(self.root, "keydown", self._on_key)

    def render(self) -> None:
        """Schedule the drawing, outside the event that is being handled."""
        if not self.is_scheduled:
            self.is_scheduled = True
            draw = partial(self.store.faults.run_repeated, "graph", self._draw)
            self.store.lifetime.set_timeout(DELAY_MILLIS, draw)

    def _draw(self) -> None:
        self.is_scheduled = False
        graph = eval_graph(self.store.session)
        if graph == self.rendered:
            return
        self.rendered = graph
        self.root.hidden = graph is None
        if graph is None:
            return
        for name, value in (
            ("min", 0),
            ("max", len(graph.nodes) - 1),
            ("now", graph.curve.current_ply),
        ):
            self.root.setAttribute(f"aria-value{name}", str(max(value, 0)))
        self.root.setAttribute("aria-valuetext", graph.text)
        self.root.title = graph.text
        self.root.replaceChildren(parse_svg(graph_markup(graph.curve)))

    def _go_to_ply(self, ply: int) -> None:
        graph = self.rendered
        if graph is not None:
            last = len(graph.nodes) - 1
            self.store.dispatch(GoToNode(graph.nodes[max(0, min(ply, last))]))

    def _on_click(self, event: Event) -> None:
        """Go to the move under the pointer."""
        box = self.root.getBoundingClientRect()
        if self.rendered is not None and box.width:
            self._go_to_ply(
                ply_at((event.clientX - box.left) / box.width, len(self.rendered.nodes))
            )

    def _on_key(self, event: Event) -> None:
        """Step along the graph from the session's position; the drawn one may be out of date."""
        step = STEPS.get(event.key)
        if self.rendered is None or event.ctrlKey or event.altKey or event.metaKey:
            return
        if isinstance(step, StepBy):
            event.preventDefault()
            event.stopPropagation()
            nodes, cursor = self.rendered.nodes, self.store.session.cursor
            self._go_to_ply((nodes.index(cursor) if cursor in nodes else -1) + step.actions)
