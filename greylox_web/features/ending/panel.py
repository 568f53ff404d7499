"""The result card: beside the board, or a bottom sheet on phones."""

from typing import ClassVar

from js import Element, Event, document

from ...drawing.eval_graph import graph_markup
from ...page.dom import by_id, create_element, focus_in_place, icon, parse_svg
from ...page.feature import Feature
from ...page.sheet_history import watch_back
from ...page.store import Store
from ...session.event import ShowResult
from ...session.load_match import Rematch
from ...session.naming import engine_name
from ...session.session import LESSON_REASON
from ...words import labelled
from ...words.ending import ENDING_WORDS as WORDS
from ..moves.record_panel import open_page
from ..review.mistakes_note import mistakes_note
from ..review.model import RetryTurn, StartReview
from .card import MarkedMistake, ResultCard, result_card
from .groups import Groups, make_button


class ResultCardPanel(Feature):
    """The card and its rendered contents."""

    press_events: ClassVar = {"close": ShowResult(False)}

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: ResultCard | None = None
        self.groups = Groups(store)
        self.scrolls_to_graph = False  # scroll to the graph while a review fills it
        self.root = create_element("section", id="result-card", aria_labelledby="result-title")
        self.root.hidden = True
        by_id("game-view").append(self.root)
        store.lifetime.listen(self.root, "click", self._on_click)

    def render(self) -> None:
        """Update the card."""
        view = result_card(self.store.session)
        before, self.rendered = self.rendered, view
        if view is None:
            if before is not None:
                self._close()
            return
        if view == before:
            return
        if before is not None and _without_rank(view) == _without_rank(before):
            self.groups.render(view)
            return
        active = document.activeElement
        focused_id = active.id if active and self.root.contains(active) else ""
        scrolled = 0 if before is None else self.root.scrollTop
        self.root.replaceChildren(*self._build(view))
        self.root.hidden = False
        self.root.scrollTop = scrolled
        if self.scrolls_to_graph:
            self._scroll_to_graph()
            review = self.store.session.review
            self.scrolls_to_graph = review is not None and review.running
        if before is None:
            document.documentElement.classList.add("has-result-card")
            watch_back(self.store, self.root, is_shown=True)
            if not active or active == document.body or by_id("game-view").contains(active):
                focus("result-title")
            self.groups.start_animation()
        elif focused_id:
            focus(focused_id if by_id(focused_id) else "result-title")

    def _scroll_to_graph(self) -> None:
        """Scroll the graph to the top of the card."""
        self.root.querySelector(".eval-graph").scrollIntoView()

    def _close(self) -> None:
        self.scrolls_to_graph = False
        inside = self.root.contains(document.activeElement)
        self.root.hidden = True
        watch_back(self.store, self.root, is_shown=False)
        document.documentElement.classList.remove("has-result-card")
        result_button = by_id("show-result")
        if inside and result_button and not result_button.hidden:
            focus("show-result")

    def _build(self, view: ResultCard) -> list[Element]:
        """Create all elements of the card."""
        head = create_element("header")
        if view.colour:
            head.append(
                create_element("span", aria_hidden="true", **{"class": f"disc {view.colour}"})
            )
        names = create_element("div")
        names.append(create_element("p", view.kicker, **{"class": "kicker"}))
        names.append(create_element("h2", view.headline, id="result-title", tabindex="-1"))
        close = create_element(
            "button", type="button", id="result-close", aria_label=WORDS["close"]
        )
        close.dataset.press = "result-card:close"
        close.append(icon("close"))
        head.append(names, close)
        texts = (view.end_cause, view.reason, view.vacant_text)
        why = create_element("p", " ".join(filter(None, texts)), id="result-reason")
        body = create_element("div", **{"class": "body"})
        verdict = [self.store.rating_note] if self.store.rating_note is not None else []
        parts = [*self.groups.build(view), *self._graph_section(view)]
        lesson = (
            self.store.session.unrated_reason == LESSON_REASON
        )  # after a lesson's game, the rating note comes first and has the main action
        body.append(why, *([*verdict, *parts] if lesson else [*parts, *verdict]))
        return [head, body, self._actions(view, lesson=lesson)]

    def _graph_section(self, view: ResultCard) -> list[Element]:
        """Create the graph section: the graph, its source and the turns with the largest loss."""
        part = create_element("section", **{"class": "eval-graph"})
        part.append(create_element("h3", WORDS["how-it-went"]))
        if view.curve is not None:
            part.classList.add("with-chances")
            part.append(parse_svg(graph_markup(view.curve)))
        if view.source:
            part.append(create_element("p", view.source, **{"class": "source"}))
        if view.worst_turns:
            listed = create_element("ol")
            for marked in view.worst_turns:
                row = create_element("li")
                row.append(create_element("span", str(marked.number), **{"class": "sign"}))
                row.append(
                    create_element("span", aria_hidden="true", **{"class": f"disc {marked.colour}"})
                )
                row.append(create_element("span", marked.text, aria_hidden="true"))
                spoken = create_element("span", marked.spoken_text, **{"class": "visually-hidden"})
                row.append(spoken)
                if marked.can_retry:
                    row.append(retry_button(marked))
                listed.append(row)
            part.append(listed)
        if view.costly_turn_count:
            part.append(mistakes_note(view.costly_turn_count))
        return [part]

    def _actions(self, view: ResultCard, *, lesson: bool) -> Element:
        """Create the buttons for the next actions."""
        box = create_element("div", **{"class": "next"})
        box.append(make_button("rematch", WORDS["rematch"], "again", main=not lesson))
        if view.level >= 0:
            words = WORDS["harder" if view.level_up else "easier"]
            text = words.format(Name=engine_name(view.level))
            box.append(make_button("level", text, "up" if view.level_up else "down"))
        elif view.swapped_seats is not None:
            box.append(make_button("colour", WORDS["other-colour"], "swap"))
        else:
            box.append(make_button("new", WORDS["new"], "new", press="new-game:open"))
        review = "whole-review" if view.reviewed else "review"
        box.append(make_button("review", WORDS[review], "review"))
        if view.send:
            box.append(make_button("send", WORDS["send"], "share", press="send:open"))
        else:
            box.append(make_button("share", WORDS["share"], "share", press="share:open"))
        more = create_element("div", **{"class": "more"})
        if view.level >= 0 and view.swapped_seats is not None:
            more.append(make_button("colour", WORDS["other-colour"]))
        if view.swapped_seats is not None:
            more.append(make_button("new", WORDS["new"], press="new-game:open"))
        if more.children.length:
            box.append(more)
        return box

    def _on_click(self, event: Event) -> None:
        """Handle a button of the card that has no ``press``."""
        button, view, store = event.target.closest("button"), self.rendered, self.store
        if not button or view is None:
            return
        match button.id.removeprefix("result-"):
            case "step":
                self.groups.step()
            case "rematch":
                store.dispatch(Rematch(store.session.seats))
            case "level":
                store.dispatch(Rematch(view.next_level_seats))
            case "colour" if view.swapped_seats is not None:
                store.dispatch(Rematch(view.swapped_seats))
            case "review" if view.reviewed:
                store.dispatch(ShowResult(False))
                self.render()  # at once, because the card covers the review
                open_page(self.store, "analysis")
                by_id("review").scrollIntoView()
                focus("review-heading")
            case "review":
                store.dispatch(StartReview())
                self.render()
                self.scrolls_to_graph = True
                self._scroll_to_graph()
            case name if name.startswith("try-"):
                store.dispatch(RetryTurn(int(button.dataset.retryTurn)))
                self.render()
                open_page(store, "analysis")  # the page with the instruction and the comment
                by_id("review").scrollIntoView()


def retry_button(marked: MarkedMistake) -> Element:
    """Create a button that retries a turn."""
    button = create_element(
        "button", WORDS["try"], type="button", data_retry_turn=str(marked.start)
    )
    button.id = f"result-try-{marked.number}"
    button.setAttribute("aria-label", labelled(WORDS["try"], marked.text))
    return button


def focus(name: str) -> None:
    """Focus the element with this id, without scrolling."""
    focus_in_place(by_id(name))


def _without_rank(view: ResultCard) -> ResultCard:
    """Return the card without the shown rank."""
    return view._replace(shown_rank=0, rank_text="")
