"""The study tab: the comment, marks, and the set-up editor."""

from typing import ClassVar, get_args

from js import Element, Event, document

from ...match.tree import ROOT
from ...page.dom import announce, by_id, create_element, set_text, show, write
from ...page.feature import Feature
from ...page.store import Store
from ...rules.state import OPENING
from ...session.editor import Tool
from ...session.event import Event as SessionEvent
from ...session.playing import ClickCell
from ...session.session import Session
from ...session.study import (
    ClearEditor,
    Comment,
    Delete,
    PickMark,
    PlayFromHere,
    Promote,
    Restore,
    SetEditorTool,
    SetEditorTurn,
    ToggleEditor,
    UndoEdit,
)
from ...words import WORDS, labelled
from ..board.labels import spoken_marks

TOOLS = {tool: SetEditorTool(tool) for tool in get_args(Tool)}  # by their names on the page


class Study(Feature):
    """The elements of the study tab, and their rendered contents."""

    press_events: ClassVar = {
        "restore": Restore(),
        "edit": ToggleEditor(True),
        "cancel": ToggleEditor(False),
        "play": PlayFromHere(),
        "back": UndoEdit(),
        "clear": ClearEditor(),
    }

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.comment = CommentField(store)
        self.link_comment_at = "", ROOT  # the match and the node
        self.is_editing: bool | None = None  # editor shown; None before the first render
        listen = store.lifetime.listen
        listen(by_id("mark"), "change", lambda _: self.on_mark())
        # on every letter, because on a phone the next touch may already mark a cell
        listen(by_id("mark-text"), "input", lambda _: self.on_mark())
        for name in ("edit-mover", "edit-phase"):
            listen(by_id(name), "change", lambda _: self.on_turn())

    def on_press(self, name: str, button: Element) -> None:
        """Dispatch the event of the button."""
        match name:
            case "tool":
                self.store.dispatch(TOOLS[button.dataset.tool])
            case "promote":
                self.store.dispatch(Promote(self.store.session.cursor))
            case "delete":
                self.store.dispatch(Delete(self.store.session.cursor))
            case _:
                super().on_press(name, button)

    def on_mark(self) -> None:
        """Choose another mark."""
        self.store.dispatch(PickMark(by_id("mark").value or None, by_id("mark-text").value))

    def on_turn(self) -> None:
        """Set the side to move, or the phase, in the editor."""
        mover, phase = int(by_id("edit-mover").value), int(by_id("edit-phase").value)
        self.store.dispatch(SetEditorTurn(mover, phase))

    def on_event(self, event: SessionEvent | None, before: Session) -> None:
        """Announce what a click has drawn."""
        session = self.store.session
        if isinstance(event, ClickCell) and session.drawing_mark:
            announce(spoken_drawing(before, session, event.cell))

    def render_link_comment(self, session: Session) -> None:
        """Show that a link's author comments on the position; it opens when the player wants."""
        details, shown_at = by_id("link-comment"), (session.match.id, session.cursor)
        if shown_at != self.link_comment_at:
            details.open = False
        self.link_comment_at = shown_at
        comment = session.tree.nodes[session.cursor].link_comment
        show(details, comment)
        write(details.lastElementChild, comment)

    def render(self) -> None:
        """Update the study tab."""
        session = self.store.session
        mark, kind = by_id("mark"), session.drawing_mark or ""
        if mark.value != kind:
            mark.value = kind
        show(by_id("label-mark-text"), kind == "label")
        is_editing = session.editor is not None
        show(by_id("editor"), is_editing)
        by_id("game-view").classList.toggle("editing", is_editing)
        if self.is_editing is not None and self.is_editing != is_editing:
            keep_focus(editing=is_editing)
        self.is_editing = is_editing
        self.comment.render(session)
        comment = session.tree.nodes[session.cursor].comment
        set_text("position-comment", comment)
        self.render_link_comment(session)
        tab = by_id("tab-study")
        tab.classList.toggle("has-comment", bool(comment))
        tab.title = comment
        if is_editing:
            render_editor(session)


class CommentField:
    """The field for a comment, and the node that the comment belongs to.

    Typed text belongs to the position at which the typing began: the engine, a remote player or
    another tab may play a move in the meantime.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.match_id = ""
        self.node = ROOT
        self.is_typing = False  # whether text was typed since the field got the focus
        listen = store.lifetime.listen
        listen(by_id("comment"), "input", self.on_input)
        listen(by_id("comment"), "blur", self.on_blur)

    def render(self, session: Session) -> None:
        """Show the comment on the current position, unless another comment is being typed."""
        field, match_id = by_id("comment"), session.match.id
        keeps_text = match_id == self.match_id and (self.is_typing or self.node == session.cursor)
        if keeps_text and document.activeElement == field:
            return
        self.match_id, self.node, self.is_typing = match_id, session.cursor, False
        comment = session.tree.nodes[session.cursor].comment
        if field.value != comment:
            field.value = comment

    def on_input(self, _: Event) -> None:
        """Store the typed comment."""
        if self.match_id != self.store.session.match.id:
            return  # another game has just been loaded
        self.is_typing = True
        self.store.dispatch(Comment(by_id("comment").value, self.node))

    def on_blur(self, _: Event) -> None:
        """Show the current position's comment again after the field lost the focus."""
        self.is_typing = False
        self.store.schedule_render()


def spoken_drawing(before: Session, session: Session, cell: int) -> str:
    """Return what a click on a cell has drawn, in words; "" if nothing."""
    name = session.game.board.cell_name(cell)
    pen = session.pen
    if pen is not None and pen.begun_at(session) == cell:
        return WORDS["says-arrow-begun"].format(cell=name)
    if session.tree.nodes[session.cursor].marks == before.tree.nodes[before.cursor].marks:
        return ""
    if parts := spoken_marks(session, cell):
        return labelled(name, ", ".join(parts))
    return WORDS["says-erased"].format(cell=name)


def keep_focus(*, editing: bool) -> None:
    """Move the focus from a hidden button to its replacement."""
    active = document.activeElement
    if active and active != document.body and active.getClientRects().length:
        return
    selectors = ("#editor [data-tool]",) if editing else ("#edit", "#open-more")
    for selector in selectors:
        button = document.querySelector(selector)
        if button.offsetHeight:
            button.focus()
            return


def render_editor(session: Session) -> None:
    """Update the tools of the set-up editor."""
    editor, game = session.editor, session.game
    assert editor is not None
    mover = by_id("edit-mover")
    titles = [WORDS[colour] for colour in game.colours]
    if [option.textContent for option in mover.options] != titles:
        mover.replaceChildren(
            *(
                create_element("option", title, value=str(colour))
                for colour, title in enumerate(titles)
            )
        )
    mover.value = str(editor.state.mover)
    by_id("edit-phase").value = str(editor.state.phase)
    opens = game.start().phase == OPENING
    by_id("label-phase").hidden = not opens
    by_id("tool-anchor").hidden = not game.has_anchors
    by_id("tool-placed").hidden = not opens
    for button in document.querySelectorAll("[data-tool]"):
        button.setAttribute("aria-pressed", str(button.dataset.tool == editor.tool).lower())
        if button.dataset.tool in ("first", "second"):
            button.textContent = titles[button.dataset.tool == "second"]
