"""Everything beside the board: status, sides, buttons, moves, the engine's report."""

from js import Element, document

from ...app.view.panel.frame import Frame, greeting
from ...match.lines import Line, Move
from ...page.dom import at_home, element, made, set_text, show, write
from ...rules import TITLES
from ...rules.board import NO_CELL
from ...rules.state import OPENING
from ...session.seats import seat_value
from ...session.session import Session
from ...words import WORDS
from .comment import CommentField
from .plates import paint_evaluation, paint_plates

BUTTONS = ("undo", "redo", "resign", "hint", "analyse", "review-game")
DEEPEST = 5  # variations are indented by their depth as far as there is room
ONLY_WHEN_USABLE = (
    *("end", "swap", "pass", "show-result", "now", "pause", "ask"),
    *("promote", "delete", "restore"),
)

ALSO = {  # what else shows whether something can be done
    "resign": ('#more [data-does="resign"]',),
    "back": ("#first", "#back"),
    "forward": ("#forward", "#last"),
}


class Panel:
    """The panel with the frame it shows, so that only changes are written to the page."""

    def __init__(self) -> None:
        self.shown: Frame | None = None
        self.comment = CommentField()

    def paint(self, frame: Frame, session: Session, fault: str) -> None:
        """Update the panel; the sentence on a fault, if there is one, is shown as the notice."""
        before = self.shown
        if before is None or before.title != frame.title:
            paint_title(frame, session)
            element("two-minutes").setAttribute("href", f"#learn/{session.game.name}")
        set_text("turn", frame.status)
        set_text("due", frame.due)
        set_text("goal", frame.goal)
        set_text("result", frame.result)
        set_text("notice", fault or frame.notice)
        refused = session.notice is not None and session.notice.cell != NO_CELL
        element("notice").classList.toggle("refused", refused)
        paint_evaluation(frame)
        set_text("work-done", frame.work)
        show(element("work"), frame.work)
        write(element("report"), frame.report)
        paint_line(frame.line)
        set_text("looking", frame.hint[1] or of_try(session))
        if before is None or before.hint[0] != frame.hint[0]:
            element("hint").lastElementChild.textContent = frame.hint[0]
        if before is None or before.buttons != frame.buttons:
            self._buttons(before.buttons if before else {}, frame.buttons)
        element("analyse").classList.toggle("main", session.engine.analysis)  # it says Stop then
        mark = element("mark")
        if mark.value != (session.mark or ""):
            mark.value = session.mark or ""
        show(element("label-mark-text"), session.mark == "label")
        paint_plates(before, frame, session)
        if before is None or before.sides != frame.sides:
            paint_facts(before, frame)
        if before is None or before.comparison != frame.comparison:
            paint_comparison(frame)
        place = frame.node, frame.turn
        if before is None or before.lines != frame.lines or (before.node, before.turn) != place:
            paint_lines(before.lines if before else (), frame.lines)
            if before or frame.node:  # asking where the list stands makes the browser lay out
                paint_current(*place)
        show(element("send"), frame.send)
        set_text("sit", frame.offer)
        show(element("look"), frame.offer)
        show(element("editor"), frame.editor is not None)
        element("table").classList.toggle("editing", frame.editor is not None)
        if before is not None and (before.editor is None) != (frame.editor is None):
            keep_focus(editing=frame.editor is not None)
        set_text("welcome", greeting(session))
        self.comment.paint(session)
        set_text("noted", frame.comment)
        study = element("tab-study")
        study.classList.toggle("noted", bool(frame.comment))
        study.title = frame.comment
        for colour, seat in enumerate(session.seats):
            select = element(f"side-{colour}").querySelector(".seat")
            if select.value != seat_value(seat):
                select.value = seat_value(seat)
        if session.editor is not None:
            paint_editor(session)
        self.shown = frame

    def _buttons(self, before: dict[str, bool], usable: dict[str, bool]) -> None:
        changed = {name for name in usable if before.get(name) != usable[name]}
        for name in changed.intersection(BUTTONS):
            element(name).disabled = not usable[name]
        for name in changed.intersection(ONLY_WHEN_USABLE):
            show(element(name), usable[name])
        for name in changed.intersection(ALSO):
            for selector in ALSO[name]:
                document.querySelector(selector).disabled = not usable[name]


def of_try(session: Session) -> str:
    """What is said of a turn that is tried again, for who has put the review away."""
    return session.review.try_texts(session)[1] if session.review else ""


def keep_focus(*, editing: bool) -> None:
    """If the focused button was hidden with its sheet, focus what replaced it."""
    active = document.activeElement
    if active and active != document.body and active.getClientRects().length:
        return
    places = ("#editor [data-tool]",) if editing else ("#edit", "#open-more")
    for place in places:
        found = document.querySelector(place)
        if found.offsetHeight:
            found.focus()
            return


def paint_line(text: str) -> None:
    """The engine's best line; Tab reaches it while there is one."""
    line = element("line")
    if line.textContent != text:
        line.textContent = text
        if text:
            line.tabIndex = 0
        else:
            line.removeAttribute("tabindex")


def paint_editor(session: Session) -> None:
    """Update the tools of the set-up editor."""
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


def paint_facts(before: Frame | None, frame: Frame) -> None:
    """Update the facts about both colours, side by side."""
    table = element("facts")
    for column, side in zip(table.querySelectorAll("thead th"), frame.sides, strict=True):
        write(column, WORDS[side.colour])
    body = table.querySelector("tbody")
    if before is None or labels_of(before) != labels_of(frame):
        rows = [made("tr") for _ in labels_of(frame)]
        for row, label in zip(rows, labels_of(frame), strict=True):
            row.append(made("th", label, scope="row"), made("td"), made("td"))
        body.replaceChildren(*rows)
    for place, facts in enumerate(zip(*(side.facts for side in frame.sides), strict=True)):
        for colour, (_, text) in enumerate(facts):
            write(body.children[place].children[1 + colour], text)


def labels_of(frame: Frame) -> list[str]:
    """The labels of the facts in a game."""
    return [label for label, _ in frame.sides[0].facts]


def paint_title(frame: Frame, session: Session) -> None:
    """Update the title: game and board, and the mark of the game among the games."""
    name = session.game.name
    element("table").dataset.title = frame.title  # for who comes from home: see early.js
    if not at_home():
        document.title = frame.title
    element("title").textContent = TITLES[name]
    set_text("board-line", frame.board_line)
    element("table").dataset.game = name
    element("pick-game").setAttribute("aria-label", WORDS["other-game"].format(Game=TITLES[name]))
    mark = f"mark-{name}"
    element("game-mark").setAttribute("href", f"#{mark if element(mark) else 'mark-game'}")
    for button in document.querySelectorAll("[data-play]"):
        if button.dataset.play == name:
            button.setAttribute("aria-current", "true")
        else:
            button.removeAttribute("aria-current")


def paint_comparison(frame: Frame) -> None:
    """Update the group sizes side by side, up to the one that decided."""
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
    """Update the move list from the first move that differs."""
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
        row.style.setProperty("--depth", str(min(line.depth, DEEPEST)))
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
        item = made("li", data_colour=str(move.colour), data_end=str(move.end))
        number = f"{move.number}. …" if move.begun else f"{move.number}."
        item.append(made("span", number, **{"class": "number"}))
        for (text, node), comment in zip(move.stones, move.comments, strict=True):
            told = {"class": "noted", "title": comment} if comment else {}
            item.append(made("button", text, type="button", data_node=str(node), **told))
        row.append(item)


def paint_current(node: int, turn: int) -> None:
    """Mark the stone shown, in its turn that ends with the node ``turn``; scroll it into view."""
    moves = element("moves")
    old = moves.querySelector("[aria-current]")
    if old:
        old.removeAttribute("aria-current")
    new = moves.querySelector(f'[data-end="{turn}"] [data-node="{node}"]')
    if new:
        new.setAttribute("aria-current", "step")
    show_current()


def show_current() -> None:
    """Scroll the move list to the stone shown, if the list is visible."""
    moves = element("moves")
    current = moves.querySelector("[aria-current]")
    if not current:
        moves.scrollTop = 0
        return
    top, bottom = moves.scrollTop, moves.scrollTop + moves.clientHeight
    place = current.offsetTop - moves.offsetTop
    if place < top or place + current.offsetHeight > bottom:
        moves.scrollTop = place - moves.clientHeight / 2
