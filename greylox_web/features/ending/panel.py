"""The card with the result of a game: beside the board, or a sheet from below on a phone."""

from typing import ClassVar

from js import Element, Event, document
from pyodide.ffi import to_js

from ...drawing.graph import graph_markup
from ...page.dom import by_id, create_element, focus_in_place, icon, parse_svg
from ...page.feature import Feature
from ...page.sheet import watch_back
from ...page.table import Store
from ...session.event import ShowResult
from ...session.naming import engine_name
from ...session.opening import Rematch
from ...session.session import LESSON_REASON
from ...words import labelled
from ...words.ending import ENDING_WORDS as WORDS
from ..moves.book import open_at
from ..review.model import ReviewGame, TryAgain
from .card import Card, Marked, card
from .groups import Groups, action


class EndCard(Feature):
    """The card, and what it shows now."""

    press_events: ClassVar = {"close": ShowResult(False)}

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.shown: Card | None = None
        self.groups = Groups(store)
        self.leads = False  # whether the course of the game is scrolled to while a review fills it
        self.root = create_element("section", id="ending", aria_labelledby="ending-title")
        self.root.hidden = True
        by_id("table").append(self.root)
        store.lifetime.listen(self.root, "click", self._on_click)

    def render(self) -> None:
        """Bring the card up to date."""
        told = card(self.store.session)
        before, self.shown = self.shown, told
        if told is None:
            if before is not None:
                self._close()
            return
        if told == before:
            return
        if before is not None and _without_place(told) == _without_place(before):
            self.groups.paint(told)
            return
        active = document.activeElement
        held = active.id if active and self.root.contains(active) else ""
        scrolled = 0 if before is None else self.root.scrollTop
        self.root.replaceChildren(*self._parts(told))
        self.root.hidden = False
        self.root.scrollTop = scrolled
        if self.leads:
            self._lead()
            review = self.store.session.review
            self.leads = review is not None and review.running
        if before is None:
            document.documentElement.classList.add("has-ending")
            watch_back(self.store, self.root, is_shown=True)
            if not active or active == document.body or by_id("table").contains(active):
                focus("ending-title")
            self.groups.begin()
        elif held:
            focus(held if by_id(held) else "ending-title")

    def _lead(self) -> None:
        """Scroll the course of the game to the top of the card."""
        self.root.querySelector(".course").scrollIntoView()

    def _close(self) -> None:
        self.leads = False
        inside = self.root.contains(document.activeElement)
        self.root.hidden = True
        watch_back(self.store, self.root, is_shown=False)
        document.documentElement.classList.remove("has-ending")
        back = by_id("show-result")
        if inside and back and not back.hidden:
            focus("show-result")

    def _parts(self, told: Card) -> list[Element]:
        """New elements for all of the card."""
        head = create_element("header")
        if told.colour:
            head.append(
                create_element("span", aria_hidden="true", **{"class": f"disc {told.colour}"})
            )
        names = create_element("div")
        names.append(create_element("p", told.kicker, **{"class": "kicker"}))
        names.append(create_element("h2", told.headline, id="ending-title", tabindex="-1"))
        close = create_element(
            "button", type="button", id="ending-close", aria_label=WORDS["close"]
        )
        close.dataset.press = "ending:close"
        close.append(icon("close"))
        head.append(names, close)
        said = (told.stopped, told.reason, told.claimed)
        why = create_element("p", " ".join(filter(None, said)), id="ending-reason")
        body = create_element("div", **{"class": "body"})
        verdict = [self.store.rating_note] if self.store.rating_note is not None else []
        parts = [*self.groups.parts(told), *self._course(told)]
        lesson = (
            self.store.session.unrated_reason == LESSON_REASON
        )  # then the way to the next one comes first
        body.append(why, *([*verdict, *parts] if lesson else [*parts, *verdict]))
        return [head, body, self._actions(told)]

    def _course(self, told: Card) -> list[Element]:
        """The course of the game: the graph, its source, the turns that lost most."""
        part = create_element("section", **{"class": "course"})
        part.append(create_element("h3", WORDS["how-it-went"]))
        if told.curve is not None:
            part.append(parse_svg(graph_markup(told.curve)))
        if told.source:
            part.append(create_element("p", told.source, **{"class": "source"}))
        if told.marked:
            listed = create_element("ol")
            for marked in told.marked:
                row = create_element("li")
                row.append(create_element("span", str(marked.number), **{"class": "sign"}))
                row.append(
                    create_element("span", aria_hidden="true", **{"class": f"disc {marked.colour}"})
                )
                row.append(create_element("span", marked.text))
                if marked.again:
                    row.append(try_button(marked))
                listed.append(row)
            part.append(listed)
        return [part]

    def _actions(self, told: Card) -> Element:
        """The buttons for what can be done next."""
        box = create_element("div", **{"class": "next"})
        box.append(action("rematch", WORDS["rematch"], "again", main=True))
        if told.level >= 0:
            words = WORDS["harder" if told.up else "easier"]
            text = words.format(Name=engine_name(told.level))
            box.append(action("level", text, "up" if told.up else "down"))
        elif told.swapped is not None:
            box.append(action("colour", WORDS["other-colour"], "swap"))
        else:
            box.append(action("new", WORDS["new"], "new", press="new-game:open"))
        review = "whole-review" if told.reviewed else "review"
        box.append(action("review", WORDS[review], "review"))
        if told.send:
            box.append(action("send", WORDS["send"], "share", press="send:open"))
        else:
            box.append(action("share", WORDS["share"], "share", press="share:open"))
        more = create_element("div", **{"class": "more"})
        if told.level >= 0 and told.swapped is not None:
            more.append(action("colour", WORDS["other-colour"]))
        if told.swapped is not None:
            more.append(action("new", WORDS["new"], press="new-game:open"))
        if more.children.length:
            box.append(more)
        return box

    def _on_click(self, event: Event) -> None:
        """Handle a button of the card, except those with a press."""
        button, told, table = event.target.closest("button"), self.shown, self.store
        if not button or told is None:
            return
        match button.id.removeprefix("ending-"):
            case "step":
                self.groups.step()
            case "rematch":
                table.dispatch(Rematch(table.session.seats))
            case "level":
                table.dispatch(Rematch(told.levelled))
            case "colour" if told.swapped is not None:
                table.dispatch(Rematch(told.swapped))
            case "review" if told.reviewed:
                table.dispatch(ShowResult(False))
                self.render()  # at once, because the card covers what is shown next
                open_at(self.store, "analysis")
                by_id("review").scrollIntoView()
                for part in ("mistakes", "graph"):  # the graph, and the turns as far as they fit
                    by_id(part).scrollIntoView(to_js({"block": "nearest"}))
                focus("graph")
            case "review":
                table.dispatch(ReviewGame())
                self.render()
                self.leads = True
                self._lead()
            case name if name.startswith("try-"):
                table.dispatch(TryAgain(int(button.dataset.tries)))
                self.render()
                open_at(table, "analysis")  # which has the instruction and the comment
                by_id("review").scrollIntoView()


def try_button(marked: Marked) -> Element:
    """A new button that lets the player try a turn again."""
    button = create_element("button", WORDS["try"], type="button", data_tries=str(marked.start))
    button.id = f"ending-try-{marked.number}"
    button.setAttribute("aria-label", labelled(WORDS["try"], marked.text))
    return button


def focus(name: str) -> None:
    """Give the element with this id the focus, without scrolling."""
    focus_in_place(by_id(name))


def _without_place(told: Card) -> Card:
    """The card without the place of the groups that is shown."""
    return told._replace(place=0, told="")
