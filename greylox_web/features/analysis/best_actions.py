"""The engine's best actions as bars, best first, each with its continuation as a line below.

A bar under the pointer or with the focus shows its stone on the board, and a click plays it.  A
line shows all its stones; a click on one of its turns plays the line up to the end of that turn.
"""

from collections.abc import Sequence
from typing import NamedTuple

from js import Element, Event, document

from ...page.dom import by_id, create_element, write
from ...page.feature import Feature
from ...page.store import Store
from ...rules.board import NO_CELL
from ...session.evaluation import Candidate
from ...session.playing import ClickCell, PlayAction, can_play
from ...session.requests import PreviewLine
from ...session.study import PickMark
from ...session.visible_report import Continuation, candidates, continuations
from ...words import WORDS
from ..board.panel import Board


class PressedButton(NamedTuple):
    """A button that the pointer went down on, with the actions that it played at that moment."""

    button: Element
    actions: tuple[int, ...]


class Candidates(Feature):
    """The bars with their lines, and what they show now."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.on_hover = store.get_part(
            Board
        ).view.hover  # shows a ghost on a cell, or none with NO_CELL
        self.rendered: tuple[tuple[Candidate, Continuation], ...] = ()
        self.was_waiting = False  # whether the focus left a bar because its position was left
        self.pressed: PressedButton | None = None  # by the pointer, until the click
        self.root = by_id("candidates")
        listen = store.lifetime.listen
        for kind in ("pointerover", "focusin"):
            listen(self.root, kind, self._on_pointer_over)
        for kind in ("pointerleave", "focusout"):
            listen(self.root, kind, lambda _: self._show(NO_CELL, ""))
        listen(self.root, "pointerdown", self._on_down)
        listen(self.root, "click", self._on_click)

    def render(self) -> None:
        """Bring the bars up to date; one with the focus keeps it."""
        session = self.store.session
        lines = continuations(session)
        rows = tuple((one, lines[one.name]) for one in candidates(session))
        if rows == self.rendered:
            return
        self.rendered = rows
        held = bool(self.root.querySelector(":focus-visible"))
        self.root.hidden = not rows
        by_id("best-line").hidden = bool(rows)  # the first one says the same
        while self.root.children.length > len(rows):
            self.root.lastElementChild.remove()
        while self.root.children.length < len(rows):
            self.root.append(make_row())
        has_continuation = any(len(line.actions) > 1 for _, line in rows)
        mover = WORDS[session.game.colours[session.state.mover]]
        for rank, (item, (one, line)) in enumerate(zip(self.root.children, rows, strict=True), 1):
            sign, name, track, percent = item.firstElementChild.children
            write(sign, str(rank))
            write(name, line.turns[0][0] if line.turns and line.turns[0][1] == 1 else one.name)
            write(percent, WORDS["chance-of"].format(Name=mover, percent=one.percent))
            track.firstElementChild.style.width = f"{one.percent}%"
            item.dataset.action = one.name
            render_line(item.lastElementChild, line)
            item.lastElementChild.hidden = (
                not has_continuation
            )  # if one has a line, all keep room for one
        self._keep_focus(held=held)

    def _keep_focus(self, *, held: bool) -> None:
        """Keep the focus of somebody who plays by keys on the first bar.

        Between two positions, while there are no bars, the analysis button holds it.
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
        """Show the stone of the bar, or all of the line, under the pointer or with the focus."""
        item = event.target.closest("[data-action]")
        name = item.dataset.action if item else ""
        cells = {one.name: one.cell for one, _ in self.rendered}
        if event.target.closest(".line"):
            self._show(NO_CELL, name)
        else:
            self._show(cells.get(name, NO_CELL), "")

    def _show(self, cell: int, line: str) -> None:
        """Show one stone, or the line that begins with an action, or neither."""
        self.on_hover(cell)
        engine = self.store.session.engine
        if (engine.line_previewed, engine.previewed_action) != (bool(line), line):
            self.store.dispatch(PreviewLine(bool(line), line))

    def _on_down(self, event: Event) -> None:
        """Note what is pressed: a report before the click may change the order of the bars."""
        self.pressed = PressedButton(
            event.target.closest("button"), self._actions_for(event.target)
        )

    def _actions_for(self, target: Element) -> tuple[int, ...]:
        """The actions that a button plays: that of a bar, or those of a line up to a turn."""
        button, item = target.closest("button"), target.closest("[data-action]")
        lines = {one.name: line for one, line in self.rendered}
        if not button or not item or item.dataset.action not in lines:
            return ()
        return lines[item.dataset.action].actions[
            : int(button.getAttribute("data-turn-count") or 1)
        ]

    def _on_click(self, event: Event) -> None:
        """Play what the button had when the pointer went down on it, or has now for a key."""
        pressed, self.pressed = self.pressed, None
        button, actions = event.target.closest("button"), self._actions_for(event.target)
        if pressed is not None and event.detail:  # 0 for a click by key
            actions = pressed.actions if pressed.button == button else ()
        if actions:
            self._show(NO_CELL, "")
            play(self.store, actions)


def play(store: Store, actions: Sequence[int]) -> None:
    """Play these actions one after the other, up to the first that is not allowed here."""
    if store.session.drawing_mark:
        store.dispatch(PickMark(None))
    for index, action in enumerate(actions):
        if index and not can_play(store.session, action):
            return
        is_cell = action < store.session.game.board.end_action
        store.dispatch(ClickCell(action) if is_cell else PlayAction(action))


def make_row() -> Element:
    """A new bar and line, both empty."""
    item, bar = create_element("li"), create_element("button", type="button", **{"class": "pick"})
    track = create_element("span", aria_hidden="true", **{"class": "chance"})
    track.append(create_element("span"))
    bar.append(
        create_element("span", aria_hidden="true", **{"class": "sign"}), create_element("b"), track
    )
    bar.append(create_element("span", **{"class": "percent"}))
    item.append(bar, create_element("p", **{"class": "line"}))
    return item


def render_line(container: Element, line: Continuation) -> None:
    """Show the turns of a line after the bar's own as buttons; one with the focus keeps it."""
    turns = [turn for turn in line.turns if turn[1] > 1]
    while container.children.length > len(turns):
        container.lastElementChild.remove()
    while container.children.length < len(turns):
        first = not container.children.length  # Tab stops at each line once
        container.append(create_element("button", type="button", tabindex="0" if first else "-1"))
    for button, (text, upto) in zip(container.children, turns, strict=True):
        write(button, text)
        button.dataset.turnCount = str(upto)
