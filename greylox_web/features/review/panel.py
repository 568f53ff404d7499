"""The review panel: progress, the graph, the costliest turns, and retries."""

from collections.abc import Callable
from functools import partial

from js import Element, Event, document
from pyodide.ffi import to_js

from ...drawing.eval_graph import graph_markup, ply_at
from ...page.dom import (
    by_id,
    create_element,
    focus_in_place,
    icon,
    parse_svg,
    set_text,
    write,
)
from ...page.feature import Feature
from ...page.store import Store
from ...session.announcement_parts import join_sentences
from ...session.event import Event as SessionEvent
from ...session.playing import StepBy
from ...words import labelled
from ...words.review import REVIEW_WORDS as WORDS
from ..board.keys import STEPS
from ..moves.record_panel import open_page
from .model import (
    CloseReview,
    GoToReviewedNode,
    RetryTurn,
    ShowBest,
    ShowTurn,
    StartReview,
    StopReview,
    can_retry,
)
from .turns import ReviewedTurn, is_mistake
from .view import ReviewView, better_text, review_view, turn_with_chances
from .why import why_card
from .why_panel import WhyElements

STEP_BUTTONS = {"back": -1, "forward": 1}  # the buttons below the graph, and their steps
MISTAKE_STEPS = {"PageUp": -1, "PageDown": 1}  # keys for the previous and the next mistake


class ReviewPanel(Feature):
    """The elements of the review, and their rendered contents."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: ReviewView | None = None
        self.heading = create_element("h2", WORDS["heading"], id="review-heading", tabindex="-1")
        self.status = create_element("p", id="review-status")
        self.average = create_element("p", id="review-average")
        self.progress = create_element("progress", aria_labelledby="review-status")
        self.note = create_element("p", id="review-note")
        self.graph = create_element(
            "div", id="graph", role="slider", tabindex="0", aria_label=WORDS["graph"]
        )
        self.upper_label = create_element("span", **{"class": "up"})
        self.lower_label = create_element("span", **{"class": "down"})
        self.picture = create_element("div", **{"class": "picture"})
        self.graph.append(self.upper_label, self.picture, self.lower_label)
        self.legend = create_element("p", id="review-legend")
        self.position_text = create_element("p", id="review-position")
        self.step_buttons = {
            name: self._make_step_button(name, by) for name, by in STEP_BUTTONS.items()
        }
        step_bar = create_element("div", **{"class": "step-buttons"})
        step_bar.append(self.step_buttons["back"], self.position_text, self.step_buttons["forward"])
        self.retry_text = create_element("p", id="retry-panel")
        self.best = create_element("p", id="best-turn")
        self.why = WhyElements(store)
        self.list_heading = create_element("h3", WORDS["mistakes"])
        self.empty_text = create_element("p", WORDS["none"])
        self.list = create_element("ol", id="mistakes", **{"class": "turns"})
        self.more_turns = FoldedTurns("more-turns", self._make_turn_row, store)
        self.all_turns = FoldedTurns("all-turns", self._make_turn_row, store)
        self.pressed_list = self.list  # the list whose button showed the chosen turn
        self.button_events: dict[str, SessionEvent] = {
            "stop": StopReview(),
            "go-on": StartReview(),
            "this-line": StartReview(),
            "reviewed-line": GoToReviewedNode(),
            "close": CloseReview(),
        }
        self.buttons = {
            name: self._button(name, partial(self._dispatch, event))
            for name, event in self.button_events.items()
        }
        self.retry_buttons = {
            "try-other": self._button("try-other", lambda _: self._retry()),
            "try-best": self._button("try-best", partial(self._dispatch, ShowBest())),
            "try-back": self._button("try-back", lambda _: store.dispatch(GoToReviewedNode())),
        }
        self.back_from_try = self._button("try-back", lambda _: self._show_review())
        self.back_from_try.id = "leave-try"
        self.back_from_try.hidden = True
        document.querySelector(".prompt-buttons").append(self.back_from_try)
        actions = create_element("div", **{"class": "actions"})
        actions.append(*self.buttons.values())
        retry_actions = create_element("div", **{"class": "actions"})
        retry_actions.append(*self.retry_buttons.values())
        self.retry_part = create_element("div", **{"class": "try"})
        self.retry_part.append(self.retry_text, self.best, retry_actions)
        section = by_id("review")
        section.setAttribute("aria-labelledby", "review-heading")
        section.append(self.heading, self.status, self.average, self.progress, self.note)
        section.append(
            self.graph, self.legend, step_bar, self.retry_part, self.list_heading, self.empty_text
        )
        section.append(self.list, self.more_turns.root, self.all_turns.root, actions)
        listen = store.lifetime.listen
        listen(self.graph, "click", self._on_click)
        listen(self.graph, "keydown", self._on_key)
        for turns in (self.list, self.more_turns.list, self.all_turns.list):
            listen(turns, "click", self._on_turn)

    def on_press(self, name: str, button: Element) -> None:
        """Review the game."""
        self.store.dispatch(StartReview())

    def _dispatch(self, event: SessionEvent, _: Event) -> None:
        self.store.dispatch(event)

    def _button(self, name: str, handler: Callable[[Event], object]) -> Element:
        button = create_element("button", WORDS[name], type="button", id=f"review-{name}")
        self.store.lifetime.listen(button, "click", handler)
        return button

    def _make_step_button(self, name: str, by: int) -> Element:
        """Make a button for a step along the reviewed line; keys on the graph do the same."""
        button = create_element(
            "button",
            type="button",
            id=f"review-{name}",
            aria_label=WORDS[name],
            **{"class": "icon-button"},
        )
        button.append(icon(name))
        self.store.lifetime.listen(button, "click", lambda _: self._step(by))
        return button

    def render(self) -> None:
        """Update the review and the card of the chosen turn."""
        self._render_review()
        self._render_why()

    def _render_why(self) -> None:
        """Show the card of the chosen turn below the turn's button, or remove it."""
        card = why_card(self.store.session)
        button = self._find_button(card.node) if card else None
        if button is None or card is None:
            self.why.root.remove()
        else:
            self.why.render(card)
            if self.why.root.parentElement != button.parentElement:
                button.after(self.why.root)

    def _find_button(self, node: int) -> Element | None:
        """Return the button of a turn, which is in up to three lists: the one that was pressed."""
        selector = f'[data-review-turn="{node}"]'
        pressed = self.pressed_list.querySelector(selector)
        return pressed or by_id("review").querySelector(selector)

    def _render_review(self) -> None:
        """Update the review; move the focus if its button has disappeared."""
        view = review_view(self.store.session)
        section, active = by_id("review"), document.activeElement
        self._mark_moves(view)
        if view is None and section.contains(active):
            by_id("review-game").focus()
        section.hidden = view is None
        self.back_from_try.hidden = view is None or not view.is_retry
        if view is None or view == self.rendered:
            self.rendered = view
            return
        before, self.rendered = self.rendered, view
        if before is None:
            top, page_top = (
                element.getBoundingClientRect().top for element in (section, section.parentElement)
            )
            section.parentElement.scrollTop += top - page_top  # an analysis may be above it
        complete = view.done == view.total
        set_text(self.status, view.status)
        set_text(self.average, view.average)
        self.progress.hidden = complete
        self.progress.max, self.progress.value = view.total, view.done
        set_text(self.note, view.note)
        self._render_graph(view)
        set_text(self.legend, view.legend)
        set_text(
            self.position_text,
            "" if view.is_retry else labelled(view.last_move_text, view.chance_text),
        )
        self.step_buttons["back"].parentElement.hidden = view.is_retry
        self.step_buttons["back"].disabled = view.current_ply == 0
        self.step_buttons["forward"].disabled = view.current_ply == view.total - 1
        self.buttons["stop"].hidden = not view.running
        self.buttons["go-on"].hidden = view.running or complete or bool(view.note)
        self.buttons["this-line"].hidden = self.buttons["reviewed-line"].hidden = not view.note
        self._render_retry(view)
        if view.retry_comment and (before is None or before.retry_comment != view.retry_comment):
            self.retry_part.scrollIntoView(to_js({"block": "nearest"}))
        self.list_heading.hidden = not view.mistakes
        self.empty_text.hidden = not complete or bool(view.mistakes)
        if before is None or before.mistakes != view.mistakes:
            rows = [self._make_row(*mistake) for mistake in view.mistakes]
            self.list.replaceChildren(*rows)
        self.more_turns.render(view.more, WORDS["more-turns"].format(count=len(view.more)))
        self.all_turns.render(view.turns, WORDS["all-turns"])
        for button in section.querySelectorAll("[data-review-turn]"):
            if int(button.dataset.reviewTurn) == view.selected:
                button.setAttribute("aria-current", "true")
            else:
                button.removeAttribute("aria-current")
        pressed = bool(active) and (section.contains(active) or active.id == "review-game")
        if pressed and active.closest("[hidden], :disabled"):  # the button has disappeared
            retry_button = self.retry_part.querySelector(".actions button:not([hidden])")
            stays = self.retry_part.contains(active) and view.is_retry
            target = retry_button if stays else self.graph
            focus_in_place(target)

    def _mark_moves(self, view: ReviewView | None) -> None:
        """Underline the mistakes in the move list, with their losses as titles."""
        moves = by_id("moves")
        loss_by_node = {str(m.end): sentence for m, sentence, _ in view.mistakes} if view else {}
        for stone in moves.querySelectorAll(".lost"):
            if stone.dataset.node not in loss_by_node:
                stone.classList.remove("lost")
                if not stone.classList.contains("has-comment"):
                    stone.removeAttribute("title")
        for node, sentence in loss_by_node.items():
            if stone := moves.querySelector(f'[data-node="{node}"]'):
                stone.classList.add("lost")
                if not stone.classList.contains("has-comment"):
                    stone.title = sentence

    def _render_graph(self, view: ReviewView) -> None:
        set_text(self.upper_label, view.above)
        set_text(self.lower_label, view.below)
        for name, value in (("min", 0), ("max", view.total - 1), ("now", max(view.current_ply, 0))):
            self.graph.setAttribute(f"aria-value{name}", str(value))
        self.graph.setAttribute("aria-valuetext", labelled(view.last_move_text, view.chance_text))
        self.picture.replaceChildren(parse_svg(graph_markup(view.curve)))

    def _render_retry(self, view: ReviewView) -> None:
        self.retry_part.hidden = not view.is_retry
        set_text(self.retry_text, view.retry_comment)
        best_requested = bool(view.best) and view.best_shown
        set_text(self.best, WORDS["best-was"].format(best=view.best) if best_requested else "")
        self.retry_buttons["try-other"].hidden = not view.retry_played
        self.retry_buttons["try-best"].hidden = best_requested or not view.best

    def _make_turn_row(self, turn: ReviewedTurn) -> Element:
        """Make the row of a turn; only a mistake is worth another try."""
        session = self.store.session
        has_retry = is_mistake(turn) and can_retry(session, turn)
        return self._make_row(turn, turn_with_chances(session, turn), has_retry)

    def _make_row(self, reviewed: ReviewedTurn, sentence: str, has_retry: bool) -> Element:
        """Make the row of a turn: a button that shows it, and one that retries it."""
        session = self.store.session
        row = create_element("li")
        turn = create_element("button", type="button", data_review_turn=str(reviewed.start))
        turn.className = "turn"
        if self.rendered is not None and reviewed.start == self.rendered.selected:
            turn.setAttribute("aria-current", "true")
        turn.dataset.colour = session.game.colours[reviewed.colour]
        turn.append(create_element("span", aria_hidden="true", **{"class": "dot"}))
        turn.append(create_element("span", sentence))
        better = better_text(session, reviewed)
        if better:
            turn.append(create_element("span", better, **{"class": "better"}))
        turn.setAttribute(
            "aria-label", join_sentences(turn_with_chances(session, reviewed, spoken=True), better)
        )
        row.append(turn)
        if has_retry:
            retry_button = create_element(
                "button", WORDS["again"], type="button", data_retry_turn=str(reviewed.start)
            )
            retry_button.setAttribute("aria-label", labelled(WORDS["again"], reviewed.text))
            row.append(retry_button)
        return row

    def _on_turn(self, event: Event) -> None:
        """Handle a button of the list: show a turn, or retry it."""
        button = event.target.closest("button")
        if button and button.hasAttribute("data-review-turn"):
            top = button.getBoundingClientRect().top
            self.pressed_list = button.closest(".turns")
            self.store.dispatch(ShowTurn(int(button.dataset.reviewTurn)))
            self.store.lifetime.request_frame(partial(self._hold_in_place, button, top))
        elif button and button.hasAttribute("data-retry-turn"):
            self.store.dispatch(RetryTurn(int(button.dataset.retryTurn)))

    def _hold_in_place(self, button: Element, top: float) -> None:
        """Scroll a button back under the pointer: other heights above it differ by position.

        Then scroll until the card below it is visible, at most until the button is at the top.
        """
        page = by_id("review").parentElement
        page.scrollTop += button.getBoundingClientRect().top - top
        if self.why.root.isConnected:
            box, card = page.getBoundingClientRect(), self.why.root.getBoundingClientRect()
            ahead = button.getBoundingClientRect().top - box.top
            page.scrollTop += max(0, min(card.bottom - box.bottom, int(ahead)))

    def _retry(self) -> None:
        """Go to the beginning of the turn again, for another retry."""
        review = self.store.session.review
        if review is not None:
            self.store.dispatch(RetryTurn(review.retry_node))

    def _show_review(self) -> None:
        """Leave the retry from the prompt, and show the review."""
        self.store.dispatch(GoToReviewedNode())
        self.render()
        open_page(self.store, "analysis")
        by_id("review").scrollIntoView()
        focus_in_place(self.heading)

    def _on_click(self, event: Event) -> None:
        """Go to the position under the pointer."""
        view, box = self.rendered, self.picture.getBoundingClientRect()
        if view is not None and box.width:
            ply = ply_at((event.clientX - box.left) / box.width, view.total)
            self.store.dispatch(GoToReviewedNode(view.nodes[ply]))

    def _step(self, by: int) -> None:
        """Step along the line from the session's position; the drawn one may be out of date.

        From a position off the line, one step forward leads to the line's beginning.
        """
        view = review_view(self.store.session)
        if view is not None:
            ply = max(0, min(view.current_ply + by, view.total - 1))
            self.store.dispatch(GoToReviewedNode(view.nodes[ply]))

    def _on_key(self, event: Event) -> None:
        """Step along the graph, or from one mistake to the next."""
        view = review_view(self.store.session)
        if view is None or event.ctrlKey or event.altKey or event.metaKey:
            return
        step = STEPS.get(event.key)
        by = step.actions if isinstance(step, StepBy) else 0
        if event.key in MISTAKE_STEPS:
            direction = MISTAKE_STEPS[event.key]
            ahead = [ply for ply in view.mistake_plies if (ply - view.current_ply) * direction > 0]
            by = (ahead[0] if direction > 0 else ahead[-1]) - view.current_ply if ahead else 0
        if not by:
            return
        event.preventDefault()
        event.stopPropagation()
        self._step(by)


class FoldedTurns:
    """A list of turns that is filled while it is open: it may be long."""

    def __init__(
        self, name: str, make_row: Callable[[ReviewedTurn], Element], store: Store
    ) -> None:
        self.make_row = make_row
        self.root = create_element("details", id=name)
        self.summary = create_element("summary")
        self.list = create_element("ol", **{"class": "turns"})
        self.root.append(self.summary, self.list)
        self.turns: tuple[ReviewedTurn, ...] = ()
        self.rendered: tuple[ReviewedTurn, ...] = ()
        store.lifetime.listen(self.root, "toggle", lambda _: self._fill())

    def render(self, turns: tuple[ReviewedTurn, ...], heading: str) -> None:
        """Update the list; without turns it is hidden."""
        self.turns = turns
        write(self.summary, heading)
        self.root.hidden = not turns
        self._fill()

    def _fill(self) -> None:
        if self.turns != self.rendered and self.root.open:
            self.rendered = self.turns
            self.list.replaceChildren(*map(self.make_row, self.turns))
