"""The title of the game, and the list of its moves."""

from js import Element, Event, document

from ...match.move_list import MoveListRow, TurnEntry, move_list, turn_end
from ...page.dom import by_id, create_element, is_board_shown, set_text
from ...page.feature import Feature
from ...page.store import Store
from ...rules import TITLES
from ...session.naming import board_line, heading
from ...session.playing import GoToNode
from ...session.session import Session
from ...words import WORDS
from .current import mark_current, show_current

MAX_INDENT = 5  # deeper variations get the same indent: a phone has no space for more


class Moves(Feature):
    """The title and the move list."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.title = "", ""  # the name of the game, and the line below it
        self.lines: tuple[MoveListRow, ...] | None = None
        self.current_nodes = 0, 0  # the current node, and the last node of its turn
        store.lifetime.listen(by_id("moves"), "click", self.on_click)
        store.lifetime.listen(by_id("record"), "focusin", self.on_focus)

    def on_focus(self, event: Event) -> None:
        """Load the record panel when the record gets the focus: the panel has its own keys."""
        from .record_panel import RecordPanel

        self.store.get_part(RecordPanel).on_focus(event)

    def on_click(self, event: Event) -> None:
        """Go to the stone that was clicked."""
        stone = event.target.closest("[data-node]")
        if stone:
            turn = stone.closest("[data-end]")
            self.store.dispatch(GoToNode(int(stone.dataset.node), int(turn.dataset.end)))

    def render(self) -> None:
        """Write the changes to the page."""
        session = self.store.session
        if self.title != (title := (heading(session), board_line(session))):
            self.title = title
            render_title(*title, session)
        is_over = session.outcome is not None or session.review is not None
        by_id("game-view").classList.toggle("is-over", is_over)
        before, now = self.lines, move_list(session.tree)
        current_nodes = session.cursor, turn_end(session.tree, session.leaf, session.cursor)
        if before != now or self.current_nodes != current_nodes:
            render_rows(before or (), now)
            if before is not None or session.cursor:
                mark_current(*current_nodes)
                # in the next frame: reading scroll positions forces a layout while others render
                self.store.lifetime.request_frame(show_current)
        self.lines, self.current_nodes = now, current_nodes


def render_title(title: str, line: str, session: Session) -> None:
    """Update the title of the game and the line below it."""
    name = session.game.name
    by_id("game-view").dataset.title = title  # early.js reads it when the page leaves home
    if is_board_shown():
        document.title = title
    by_id("title").textContent = TITLES[name]
    set_text("board-line", line)
    by_id("game-view").dataset.game = name
    by_id("pick-game").setAttribute("aria-label", WORDS["other-game"].format(Game=TITLES[name]))
    for button in document.querySelectorAll("[data-press^='play:']"):
        if button.dataset.press == f"play:{name}":
            button.setAttribute("aria-current", "true")
        else:
            button.removeAttribute("aria-current")


def render_rows(old: tuple[MoveListRow, ...], new: tuple[MoveListRow, ...]) -> None:
    """Update the move list from the first move that differs."""
    box, same = by_id("moves"), equal_start(old, new)
    grows = same < min(len(old), len(new)) and old[same].depth == new[same].depth
    while box.children.length > same + grows:
        box.lastElementChild.remove()
    if grows:
        render_turns(box.lastElementChild, old[same].turns, new[same].turns)
    for line in new[same + grows :]:
        row = create_element("ol", **({"class": "variation"} if line.depth else {}))
        row.style.setProperty("--depth", str(min(line.depth, MAX_INDENT)))
        render_turns(row, (), line.turns)
        box.append(row)


def equal_start(old: tuple[object, ...], new: tuple[object, ...]) -> int:
    """Return the number of first elements that are equal; most are the same objects."""
    for index, (before, now) in enumerate(zip(old, new, strict=False)):
        if before is not now and before != now:
            return index
    return min(len(old), len(new))


def render_turns(row: Element, old: tuple[TurnEntry, ...], new: tuple[TurnEntry, ...]) -> None:
    """Update one line from the first turn that differs."""
    same = equal_start(old, new)
    while row.children.length > same:
        row.lastElementChild.remove()
    for move in new[same:]:
        item = create_element("li", data_colour=str(move.colour), data_end=str(move.end))
        number = f"{move.number}. …" if move.begins_in_setup else f"{move.number}."
        item.append(create_element("span", number, **{"class": "number"}))
        for (text, node), comment in zip(move.actions, move.comments, strict=True):
            attributes = {"class": "has-comment", "title": comment} if comment else {}
            item.append(
                create_element("button", text, type="button", data_node=str(node), **attributes)
            )
        row.append(item)
