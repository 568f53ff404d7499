"""The engine's best actions as bars, best first, each with its principal variation.

A bar under the pointer or with the focus previews its stone on the board. A click plays the action.
A variation previews all its stones. A click on one of its turns plays the variation up to the end
of that turn. A button beside it plays it out in the player of lines, which leaves the game alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

from js import Element, Event, document
from pyodide.ffi import to_js

from ...page.dom import (
    by_id,
    create_element,
    focus_in_place,
    icon,
    prefers_reduced_motion,
    set_text,
    write,
)
from ...page.feature import Feature
from ...page.store import Store
from ...rules.board import NO_CELL
from ...session.evaluation import Candidate
from ...session.playing import ClickCell, PlayAction, can_play
from ...session.requests import PreviewLine
from ...session.session import Session
from ...session.study import PickMark
from ...session.visible_report import CandidatePv, candidate_pvs, candidates, choice_letter
from ...words import WORDS
from ...words.review import REVIEW_WORDS
from ..board.panel import Board
from ..line_player.model import Line, ShowLine
from ..line_player.panel import LinePlayer
from ..line_player.view import ShownLine
from .best_reason import best_reason


class PressedButton(NamedTuple):
    """The button that received pointerdown, with the actions that it played at that moment."""

    button: Element
    actions: tuple[int, ...]


class Candidates(Feature):
    """The bars with their variations, and the rendered rows."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.on_hover = store.get_part(
            Board
        ).view.hover  # shows a ghost on a cell, none with NO_CELL
        self.rendered: tuple[tuple[Candidate, CandidatePv], ...] = ()
        self.was_waiting = False  # whether a bar lost the focus when its position was left
        self.pressed: PressedButton | None = None  # set on pointerdown, cleared on click
        self.root = by_id("candidates")
        self.reason = create_element("p", id="best-reason")
        self.player = LinePlayer(store)
        self.played_out: Line | None = None  # the line that was last played out from here
        self.root.before(self.reason)
        self.root.after(self.player.root)
        listen = store.lifetime.listen
        for kind in ("pointerover", "focusin"):
            listen(self.root, kind, self._on_pointer_over)
        for kind in ("pointerleave", "focusout"):
            listen(self.root, kind, lambda _: self._show(NO_CELL, ""))
        listen(self.root, "pointerdown", self._on_down)
        listen(self.root, "click", self._on_click)

    def render(self) -> None:
        """Update the bars, why the best one is good, and the line that is played out."""
        session = self.store.session
        set_text(self.reason, best_reason(session).text)
        opened = session.line.line if session.line else None
        is_shown = opened is not None and opened == self.played_out
        had_focus = self.player.root.contains(document.activeElement)
        self.player.render((ShownLine(opened),) if opened and is_shown else ())
        self._render_bars(session)
        if had_focus and self.player.root.hidden:
            focus_in_place(self.root.querySelector(".play-line") or by_id("analyse"))

    def _render_bars(self, session: Session) -> None:
        """Update the bars. A bar with the focus keeps it."""
        lines = candidate_pvs(session)
        rows = tuple((one, lines[one.name]) for one in candidates(session))
        if rows == self.rendered:
            return
        self.rendered = rows
        held = bool(self.root.querySelector(":focus-visible"))
        self.root.hidden = not rows
        by_id("best-line").hidden = bool(rows)  # the first bar shows the same variation
        while self.root.children.length > len(rows):
            self.root.lastElementChild.remove()
        while self.root.children.length < len(rows):
            self.root.append(make_row())
        has_continuation = any(len(line.actions) > 1 for _, line in rows)
        mover = WORDS[session.game.colours[session.state.mover]]
        for rank, (item, (one, line)) in enumerate(zip(self.root.children, rows, strict=True)):
            sign, name, track, percent = item.firstElementChild.children
            write(sign, choice_letter(rank))
            write(name, line.label or one.name)
            write(percent, WORDS["chance-of"].format(Name=mover, percent=one.percent))
            track.firstElementChild.style.width = f"{one.percent}%"
            item.dataset.action = one.name
            render_line(item.lastElementChild, line)
            item.lastElementChild.hidden = (
                not has_continuation
            )  # if one bar has a variation, all bars reserve the space
            play_out = item.children[1]
            play_out.hidden = len(line.actions) < 2
            label = REVIEW_WORDS["play-line"].format(letter=choice_letter(rank))
            play_out.setAttribute("aria-label", label)
            play_out.title = label
        self._keep_focus(held=held)

    def _keep_focus(self, *, held: bool) -> None:
        """Keep the focus of keyboard users on the first bar.

        Between two positions there are no bars; the analysis button holds the focus meanwhile.
        """
        button, has_rows = by_id("analyse"), bool(self.rendered)
        was_waiting = self.was_waiting and document.activeElement == button
        self.was_waiting = held and not has_rows
        if self.was_waiting:
            button.focus()
        elif has_rows and (
            was_waiting or (held and not self.root.contains(document.activeElement))
        ):
            self.root.querySelector(".pick").focus()

    def _on_pointer_over(self, event: Event) -> None:
        """Preview the stone of the hovered or focused bar, or all stones of the variation."""
        item = event.target.closest("[data-action]")
        name = item.dataset.action if item else ""
        cells = {one.name: one.cell for one, _ in self.rendered}
        if event.target.closest(".line"):
            self._show(NO_CELL, name)
        else:
            self._show(cells.get(name, NO_CELL), "")

    def _show(self, cell: int, line: str) -> None:
        """Preview one stone, or the variation that starts with action ``line``, or nothing."""
        self.on_hover(cell)
        engine = self.store.session.engine
        if (engine.line_previewed, engine.previewed_action) != (bool(line), line):
            self.store.dispatch(PreviewLine(bool(line), line))

    def _on_down(self, event: Event) -> None:
        """Record the pressed button: a report before the click may reorder the bars."""
        self.pressed = PressedButton(
            event.target.closest("button"), self._actions_for(event.target)
        )

    def _actions_for(self, target: Element) -> tuple[int, ...]:
        """Return a button's actions: one for a bar, all up to its turn for a variation."""
        button, item = target.closest("button"), target.closest("[data-action]")
        lines = {one.name: line for one, line in self.rendered}
        if not button or not item or item.dataset.action not in lines:
            return ()
        if button.classList.contains("play-line"):
            return lines[item.dataset.action].actions
        return lines[item.dataset.action].actions[
            : int(button.getAttribute("data-turn-count") or 1)
        ]

    def _on_click(self, event: Event) -> None:
        """Play the actions recorded at pointerdown; for a keyboard click, the current ones."""
        pressed, self.pressed = self.pressed, None
        button, actions = event.target.closest("button"), self._actions_for(event.target)
        if pressed is not None and event.detail:  # 0 for a keyboard click
            actions = pressed.actions if pressed.button == button else ()
        if not actions:
            return
        self._show(NO_CELL, "")
        if event.target.closest("button").classList.contains("play-line"):
            self._play_out(actions)
        else:
            play(self.store, actions)

    def _play_out(self, actions: tuple[int, ...]) -> None:
        """Open a variation in the player below the bars."""
        session = self.store.session
        cells = best_reason(session).cells if actions == self.rendered[0][1].actions else 0
        self.played_out = Line(session.game, session.state, actions, cells)
        self.store.dispatch(ShowLine(self.played_out, 1, not prefers_reduced_motion()))
        nearest = to_js({"block": "nearest"})
        self.store.lifetime.request_frame(lambda: self.player.root.scrollIntoView(nearest))


def play(store: Store, actions: Sequence[int]) -> None:
    """Play these actions in order; stop at the first illegal one."""
    if store.session.drawing_mark:
        store.dispatch(PickMark(None))
    for index, action in enumerate(actions):
        if index and not can_play(store.session, action):
            return
        is_cell = action < store.session.game.board.end_action
        store.dispatch(ClickCell(action) if is_cell else PlayAction(action))


def make_row() -> Element:
    """Create an empty bar with an empty variation."""
    item, bar = create_element("li"), create_element("button", type="button", **{"class": "pick"})
    track = create_element("span", aria_hidden="true", **{"class": "chance"})
    track.append(create_element("span"))
    bar.append(
        create_element("span", aria_hidden="true", **{"class": "sign"}), create_element("b"), track
    )
    bar.append(create_element("span", **{"class": "percent"}))
    play_out = create_element("button", type="button", **{"class": "icon-button play-line"})
    play_out.append(icon("play"))
    item.append(bar, play_out, create_element("p", **{"class": "line"}))
    return item


def render_line(container: Element, line: CandidatePv) -> None:
    """Render the turns after the first one as buttons. A button with the focus keeps it."""
    turns = [turn for turn in line.turns if turn[1] > 1]
    while container.children.length > len(turns):
        container.lastElementChild.remove()
    while container.children.length < len(turns):
        first = not container.children.length  # Tab stops once per variation
        container.append(create_element("button", type="button", tabindex="0" if first else "-1"))
    for button, (text, upto) in zip(container.children, turns, strict=True):
        write(button, text)
        button.dataset.turnCount = str(upto)
