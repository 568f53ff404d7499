"""The review beside the board: progress, the graph, the turns that lost most, another try."""

from collections.abc import Callable
from functools import partial

from js import Element, Event, document
from pyodide.ffi import to_js

from ...drawing.graph import graph_markup, ply_at
from ...page.dom import by_id, create_element, focus_in_place, icon, parse_svg, set_text
from ...page.feature import Feature
from ...page.table import Store
from ...session.event import Event as SessionEvent
from ...session.playing import StepBy
from ...words import labelled
from ...words.review import REVIEW_WORDS as WORDS
from ..board.keys import STEPS
from .model import CloseReview, ReviewGame, ShowBest, ShowReviewed, StopReview, TryAgain
from .view import ReviewView, review_view

WALK = {"back": -1, "forward": 1}  # the buttons below the graph, and their steps
MISTAKE_STEPS = {"PageUp": -1, "PageDown": 1}  # keys for the turn that lost much before, and after


class ReviewPanel(Feature):
    """The elements of the review, and what they show now."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.shown: ReviewView | None = None
        self.heading = create_element("h2", WORDS["heading"], id="review-heading")
        self.status = create_element("p", id="review-status")
        self.average = create_element("p", id="review-average")
        self.progress = create_element("progress", aria_labelledby="review-status")
        self.note = create_element("p", id="review-note")
        self.graph = create_element(
            "div", id="graph", role="slider", tabindex="0", aria_label=WORDS["graph"]
        )
        self.up = create_element("span", **{"class": "up"})
        self.down = create_element("span", **{"class": "down"})
        self.picture = create_element("div", **{"class": "picture"})
        self.graph.append(self.up, self.picture, self.down)
        self.legend = create_element("p", id="review-legend")
        self.here = create_element("p", id="review-here")
        self.walk = {name: self._walk_button(name, by) for name, by in WALK.items()}
        walk = create_element("div", **{"class": "walk"})
        walk.append(self.walk["back"], self.here, self.walk["forward"])
        self.trying = create_element("p", id="trying")
        self.best = create_element("p", id="best-turn")
        self.list_heading = create_element("h3", WORDS["mistakes"])
        self.none = create_element("p", WORDS["none"])
        self.list = create_element("ol", id="mistakes")
        self.buttons: dict[str, SessionEvent] = {
            "stop": StopReview(),
            "go-on": ReviewGame(),
            "this-line": ReviewGame(),
            "reviewed-line": ShowReviewed(),
            "close": CloseReview(),
        }
        self.steps = {
            name: self._button(name, partial(self._dispatch, event))
            for name, event in self.buttons.items()
        }
        self.try_buttons = {
            "try-other": self._button("try-other", lambda _: self._again()),
            "try-best": self._button("try-best", partial(self._dispatch, ShowBest())),
            "try-back": self._button("try-back", lambda _: store.dispatch(ShowReviewed())),
        }
        actions = create_element("div", **{"class": "actions"})
        actions.append(*self.steps.values())
        try_actions = create_element("div", **{"class": "actions"})
        try_actions.append(*self.try_buttons.values())
        self.try_part = create_element("div", **{"class": "try"})
        self.try_part.append(self.trying, self.best, try_actions)
        section = by_id("review")
        section.setAttribute("aria-labelledby", "review-heading")
        section.append(self.heading, self.status, self.average, self.progress, self.note)
        section.append(self.graph, self.legend, walk, self.try_part, self.list_heading, self.none)
        section.append(self.list, actions)
        listen = store.lifetime.listen
        listen(self.graph, "click", self._on_click)
        listen(self.graph, "keydown", self._on_key)
        listen(self.list, "click", self._on_mistake)

    def on_press(self, name: str, button: Element) -> None:
        """Review the game."""
        self.store.dispatch(ReviewGame())

    def _dispatch(self, event: SessionEvent, _: Event) -> None:
        self.store.dispatch(event)

    def _button(self, name: str, handler: Callable[[Event], object]) -> Element:
        button = create_element("button", WORDS[name], type="button", id=f"review-{name}")
        self.store.lifetime.listen(button, "click", handler)
        return button

    def _walk_button(self, name: str, by: int) -> Element:
        """A new button for a step along the reviewed line; keys on the graph do the same."""
        button = create_element(
            "button",
            type="button",
            id=f"review-{name}",
            aria_label=WORDS[name],
            **{"class": "icon-button"},
        )
        button.append(icon(name))
        self.store.lifetime.listen(button, "click", lambda _: self._walk(by))
        return button

    def render(self) -> None:
        """Bring the review up to date; the focus moves on if its button has disappeared."""
        view = review_view(self.store.session)
        section, active = by_id("review"), document.activeElement
        self._mark_moves(view)
        if view is None and section.contains(active):
            by_id("review-game").focus()
        section.hidden = view is None
        if view is None or view == self.shown:
            self.shown = view
            return
        before, self.shown = self.shown, view
        if before is None:
            section.parentElement.scrollTop = 0
        complete = view.done == view.total
        set_text(self.status, view.status)
        set_text(self.average, view.average)
        self.progress.hidden = complete
        self.progress.max, self.progress.value = view.total, view.done
        set_text(self.note, view.note)
        self._paint_graph(view)
        set_text(self.legend, view.legend)
        set_text(self.here, "" if view.trying else labelled(view.turn, view.chance))
        self.walk["back"].parentElement.hidden = bool(view.trying)
        self.walk["back"].disabled = view.here == 0
        self.walk["forward"].disabled = view.here == view.total - 1
        self.steps["stop"].hidden = not view.running
        self.steps["go-on"].hidden = view.running or complete or bool(view.note)
        self.steps["this-line"].hidden = self.steps["reviewed-line"].hidden = not view.note
        self._paint_try(view)
        if view.trying and (before is None or before.trying != view.trying):
            self.try_part.scrollIntoView(to_js({"block": "nearest"}))
        self.list_heading.hidden = not view.mistakes
        self.none.hidden = not complete or bool(view.mistakes)
        if before is None or before.mistakes != view.mistakes:
            self._paint_mistakes(view)
        pressed = bool(active) and (section.contains(active) or active.id == "review-game")
        if pressed and active.closest("[hidden], :disabled"):  # the button has disappeared
            beside = self.try_part.querySelector(".actions button:not([hidden])")
            stays = self.try_part.contains(active) and view.trying
            place = beside if stays else self.graph
            focus_in_place(place)

    def _mark_moves(self, view: ReviewView | None) -> None:
        """Underline the turns that lost most in the list of moves, with their losses as titles."""
        moves = by_id("moves")
        told = {str(m.end): sentence for m, sentence, _ in view.mistakes} if view else {}
        for stone in moves.querySelectorAll(".lost"):
            if stone.dataset.node not in told:
                stone.classList.remove("lost")
                if not stone.classList.contains("noted"):
                    stone.removeAttribute("title")
        for node, sentence in told.items():
            if stone := moves.querySelector(f'[data-node="{node}"]'):
                stone.classList.add("lost")
                if not stone.classList.contains("noted"):
                    stone.title = sentence

    def _paint_graph(self, view: ReviewView) -> None:
        set_text(self.up, view.above)
        set_text(self.down, view.below)
        for name, value in (("min", 0), ("max", view.total - 1), ("now", max(view.here, 0))):
            self.graph.setAttribute(f"aria-value{name}", str(value))
        self.graph.setAttribute("aria-valuetext", labelled(view.turn, view.chance))
        self.picture.replaceChildren(parse_svg(graph_markup(view.curve)))

    def _paint_try(self, view: ReviewView) -> None:
        self.try_part.hidden = not view.trying
        set_text(self.trying, view.trying)
        asked = bool(view.best) and view.best_shown
        set_text(self.best, WORDS["best-was"].format(best=view.best) if asked else "")
        self.try_buttons["try-other"].hidden = not view.tried
        self.try_buttons["try-best"].hidden = asked or not view.best

    def _paint_mistakes(self, view: ReviewView) -> None:
        rows = []
        for mistake, sentence, is_to_try in view.mistakes:
            row = create_element("li")
            colours = self.store.session.game.colours
            turn = create_element("button", type="button", data_shows=str(mistake.end))
            turn.className = "turn"
            turn.dataset.colour = colours[mistake.colour]
            turn.append(create_element("span", aria_hidden="true", **{"class": "dot"}))
            turn.append(create_element("span", sentence))
            row.append(turn)
            if is_to_try:
                again = create_element(
                    "button", WORDS["again"], type="button", data_tries=str(mistake.start)
                )
                again.setAttribute("aria-label", labelled(WORDS["again"], mistake.text))
                row.append(again)
            rows.append(row)
        self.list.replaceChildren(*rows)

    def _on_mistake(self, event: Event) -> None:
        """Handle a button of the list: show the end of a turn, or try it again."""
        button = event.target.closest("button")
        if button and button.hasAttribute("data-shows"):
            self.store.dispatch(ShowReviewed(int(button.dataset.shows)))
        elif button:
            self.store.dispatch(TryAgain(int(button.dataset.tries)))

    def _again(self) -> None:
        """Go to the beginning of the turn once more, for another try."""
        review = self.store.session.review
        if review is not None:
            self.store.dispatch(TryAgain(review.trying))

    def _on_click(self, event: Event) -> None:
        """Go to the position under the pointer."""
        view, box = self.shown, self.picture.getBoundingClientRect()
        if view is not None and box.width:
            place = ply_at((event.clientX - box.left) / box.width, view.total)
            self.store.dispatch(ShowReviewed(view.nodes[place]))

    def _walk(self, by: int) -> None:
        """Go along the line, from the position on the table: the picture may be behind.

        From a position off the line, one step forward leads to the line's beginning.
        """
        view = review_view(self.store.session)
        if view is not None:
            place = max(0, min(view.here + by, view.total - 1))
            self.store.dispatch(ShowReviewed(view.nodes[place]))

    def _on_key(self, event: Event) -> None:
        """Walk along the graph, or from one marked turn to the next."""
        view = review_view(self.store.session)
        if view is None or event.ctrlKey or event.altKey or event.metaKey:
            return
        step = STEPS.get(event.key)
        by = step.actions if isinstance(step, StepBy) else 0
        if event.key in MISTAKE_STEPS:
            way = MISTAKE_STEPS[event.key]
            ahead = [place for place in view.places if (place - view.here) * way > 0]
            by = (ahead[0] if way > 0 else ahead[-1]) - view.here if ahead else 0
        if not by:
            return
        event.preventDefault()
        event.stopPropagation()
        self._walk(by)
