"""Everything beside the board: status, sides, buttons, moves, the engine's report."""

from js import Element, document

from ...app.session.lines import Line, Move
from ...app.session.seats import seat_value
from ...app.session.session import Session
from ...app.view.frame import Frame, Side
from ...rules.state import OPENING, State
from ...words import WORDS, number
from ..dom import element, made, set_text

BUTTONS = ("undo", "redo", "resign", "hint", "analyse", "review-game")
ONLY_WHEN_USABLE = (
    *("end", "swap", "pass", "again", "now", "pause", "ask"),
    *("promote", "delete", "restore"),
)


class Panel:
    """What the panel shows now, so that only differences touch the page."""

    def __init__(self) -> None:
        self.shown: Frame | None = None
        self.root: State | None = None  # the first one of the game shown: tells games apart

    def paint(self, frame: Frame, session: Session) -> None:
        """Bring the panel up to date."""
        before = self.shown
        if before is None or before.title != frame.title:
            element("title").textContent = frame.title
            document.title = frame.title
        set_text("turn", frame.status)
        set_text("due", frame.due)
        set_text("goal", frame.goal)
        set_text("result", frame.result)
        set_text("notice", frame.notice)
        paint_evaluation(frame)
        element("report").textContent = frame.report
        paint_line(frame.line)
        set_text("looking", frame.hint[1])
        if before is None or before.hint[0] != frame.hint[0]:
            element("hint").textContent = frame.hint[0]
        if before is None or before.buttons != frame.buttons:
            self._buttons(frame.buttons)
        element("analyse").setAttribute("aria-pressed", str(session.engine.analysis).lower())
        mark = element("mark")
        if mark.value != (session.mark or ""):
            mark.value = session.mark or ""
        element("label-mark-text").hidden = session.mark != "label"
        if before is None or before.sides != frame.sides:
            for colour in (0, 1):
                paint_side(colour, frame.sides[colour])
        if before is None or before.comparison != frame.comparison:
            paint_comparison(frame)
        if before is None or before.lines != frame.lines or before.node != frame.node:
            paint_lines(before.lines if before else (), frame.lines)
            if before or frame.node:  # asking where the list stands makes the browser lay out
                paint_current(frame.node)
        element("send").hidden = not frame.send
        element("editor").hidden = frame.editor is None
        element("play-actions").hidden = frame.editor is not None
        comment = element("comment")
        root = session.tree.nodes[0].state
        stays = root is self.root and before is not None and before.node == frame.node
        self.root = root
        if comment.value != frame.comment and not (stays and document.activeElement == comment):
            comment.value = frame.comment
        for colour, seat in enumerate(session.seats):
            select = element(f"side-{colour}").querySelector(".seat")
            if select.value != seat_value(seat):
                select.value = seat_value(seat)
        if session.editor is not None:
            paint_editor(session)
        self.shown = frame

    def _buttons(self, usable: dict[str, bool]) -> None:
        for name in BUTTONS:
            element(name).disabled = not usable[name]
        for name in ONLY_WHEN_USABLE:
            element(name).hidden = not usable[name]
        for name, key in (("first", "back"), ("back", "back"), ("forward", "forward")):
            element(name).disabled = not usable[key]
        element("last").disabled = not usable["forward"]


def paint_line(text: str) -> None:
    """The engine's best line; Tab reaches it while there is one."""
    line = element("line")
    if line.textContent != text:
        line.textContent = text
        if text:
            line.tabIndex = 0
        else:
            line.removeAttribute("tabindex")


def paint_evaluation(frame: Frame) -> None:
    """The value bar, and the best actions with their values and visits."""
    told, bar = frame.evaluation, element("evaluation")
    bar.hidden = told is None
    bar.dataset.first, bar.dataset.second = (side.colour for side in frame.sides)
    if told is not None:
        bar.setAttribute("aria-valuenow", str(round(told.first)))
        bar.setAttribute("aria-valuetext", told.text)
        element("evaluation-first").style.width = f"{told.first:.1f}%"
        doubt = element("evaluation-doubt")
        doubt.style.left = f"{max(told.first - told.doubt, 0):.1f}%"
        doubt.style.width = f"{min(2 * told.doubt, 100):.1f}%"
    rows = [
        f"{c.name} {c.percent}%" + (f" ({number(c.visits)})" if c.visits else "")
        for c in frame.candidates
    ]
    listed = element("candidates")
    listed.hidden = not rows
    if [item.textContent for item in listed.children] != rows:
        listed.replaceChildren(*(made("li", row) for row in rows))


def paint_editor(session: Session) -> None:
    """The tools of the set-up editor as they are set."""
    editor, game = session.editor, session.game
    assert editor is not None
    mover = element("edit-mover")
    titles = [WORDS[colour] for colour in game.colours]
    if [option.textContent for option in mover.options] != titles:
        mover.replaceChildren(
            *(made("option", title, value=str(colour)) for colour, title in enumerate(titles))
        )
    mover.value = str(editor.state.mover)
    element("edit-phase").value = str(editor.state.phase)
    opens = game.start().phase == OPENING
    element("label-phase").hidden = not opens
    element("tool-anchor").hidden = not game.has_anchors
    element("tool-placed").hidden = not opens
    for button in document.querySelectorAll("[data-tool]"):
        button.setAttribute("aria-pressed", str(button.dataset.tool == editor.tool).lower())
        if button.dataset.tool in ("first", "second"):
            button.textContent = titles[button.dataset.tool == "second"]


def paint_side(colour: int, side: Side) -> None:
    """One colour's card: its name, its numbers and what is to be noticed."""
    card = element(f"side-{colour}")
    card.dataset.colour = side.colour
    card.classList.toggle("to-move", side.to_move)
    card.querySelector(".colour").textContent = WORDS[side.colour]
    facts = card.querySelector(".facts")
    nodes = [node for label, value in side.facts for node in (made("dt", label), made("dd", value))]
    facts.replaceChildren(*nodes)
    note = card.querySelector(".note")
    note.textContent = side.note
    note.hidden = not side.note


def paint_comparison(frame: Frame) -> None:
    """The cascade: group sizes side by side, as far as the one that decided."""
    element("comparison").hidden = not frame.comparison
    for colour in (0, 1):
        element(f"comparison-{colour}").textContent = WORDS[frame.sides[colour].colour]
    body = element("comparison").querySelector("tbody")
    rows = []
    for rank, first, second, decided in frame.comparison:
        row = made("tr", **({"class": "decided"} if decided else {}))
        row.append(made("th", rank), made("td", first), made("td", second))
        rows.append(row)
    body.replaceChildren(*rows)


def paint_lines(old: tuple[Line, ...], new: tuple[Line, ...]) -> None:
    """Bring the move list up to date from the first move that differs."""
    box = element("moves")
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    grows = same < min(len(old), len(new)) and old[same].depth == new[same].depth
    while box.children.length > same + grows:
        box.lastElementChild.remove()
    if grows:
        paint_moves(box.lastElementChild, old[same].moves, new[same].moves)
    for line in new[same + grows :]:
        row = made("ol", **({"class": "variation"} if line.depth else {}))
        paint_moves(row, (), line.moves)
        box.append(row)


def paint_moves(row: Element, old: tuple[Move, ...], new: tuple[Move, ...]) -> None:
    """Replace the end of one line from the first turn that differs."""
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    while row.children.length > same:
        row.lastElementChild.remove()
    for move in new[same:]:
        item = made("li")
        item.append(made("span", f"{move.number}.", **{"class": "number"}))
        for text, node in move.stones:
            item.append(made("button", text, type="button", data_node=str(node)))
        row.append(item)


def paint_current(node: int) -> None:
    """Mark the stone shown, and bring it into view inside the list."""
    moves = element("moves")
    old = moves.querySelector("[aria-current]")
    if old:
        old.removeAttribute("aria-current")
    new = moves.querySelector(f'[data-node="{node}"]')
    if new:
        new.setAttribute("aria-current", "step")
        top = new.offsetTop - moves.offsetTop
        if top < moves.scrollTop or top + new.offsetHeight > moves.scrollTop + moves.clientHeight:
            moves.scrollTop = top - moves.clientHeight / 2
    elif not node:
        moves.scrollTop = 0
