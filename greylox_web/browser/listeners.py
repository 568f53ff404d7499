"""Maps buttons, fields, clicks and drops to events."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, get_args

from js import Element, Event, document, window

from ..app.view.panel.frame import goal
from ..page.dom import announce, element, say
from ..page.table import Table
from ..rules.board import NO_CELL
from ..session.asking import Analyse, Ask, MoveNow, Pause, ShowLine
from ..session.editor import Tool
from ..session.event import Event as SessionEvent
from ..session.event import Prefer, Say, ShowResult, Visible
from ..session.opening import TakeSeats
from ..session.playing import Act, Go, Redo, Step, Undo
from ..session.seats import seat_of
from ..session.study import (
    Delete,
    Edit,
    EditBack,
    EditClear,
    EditTool,
    EditTurn,
    PickMark,
    PlayFromHere,
    Promote,
    Restore,
)
from ..words import WORDS, pair
from . import registry
from .board.keyboard import Keyboard
from .board.svg import BoardView
from .panels.seats import fill_seats

if TYPE_CHECKING:
    from .board.pointer import BoardPointer


def ask_hint() -> SessionEvent:
    """The event of the button; like the two below it is imported with its first use."""
    from ..session.hinting import AskHint

    return AskHint()


def review_game() -> SessionEvent:
    """The event of the button."""
    from ..session.reviewing import ReviewGame

    return ReviewGame()


def answer_offer(*, plays: bool) -> SessionEvent:
    """The event of both buttons of an offer."""
    from ..session.friends import AnswerOffer

    return AnswerOffer(plays)


BUTTONS: dict[str, SessionEvent | Callable[[], SessionEvent]] = {
    "undo": Undo(),
    "redo": Redo(),
    "now": MoveNow(),
    "pause": Pause(),
    "ask": Ask(),
    "analyse": Analyse(),
    "hint": ask_hint,
    "sit": partial(answer_offer, plays=True),
    "look": partial(answer_offer, plays=False),
    "review-game": review_game,
    "show-result": ShowResult(True),
    "ending-close": ShowResult(False),
    "restore": Restore(),
    "edit": Edit(True),
    "edit-close": Edit(False),
    "edit-play": PlayFromHere(),
    "edit-back": EditBack(),
    "edit-clear": EditClear(),
    "first": Step(-10_000),
    "back": Step(-1),
    "forward": Step(1),
    "last": Step(10_000),
}
TOOLS = {tool: EditTool(tool) for tool in get_args(Tool)}  # by their names on the page
SPECIALS = {"end": "end", "pass": "end", "swap": "swap"}  # button -> action of the board
DIALOGS: dict[str, Callable[[Table], object]] = {  # button -> what it opens
    "open-new": registry.open_new_game,
    "ending-new": registry.open_new_game,
    "ending-share": registry.open_share,
    "resign": registry.ask_to_resign,
    "open-rules": registry.open_rules,
    "open-share": registry.open_share,
    "open-statistics": registry.open_statistics,
    "send": registry.open_send,
    "ending-send": registry.open_send,
    "open-games": registry.open_my_games,
    "open-link": registry.open_link,
    "open-learn": registry.open_all_lessons,
    "open-puzzles": registry.go_to_puzzles,
    "open-settings": registry.open_settings,
    "keys": registry.open_keys,
    "open-layers": registry.open_layers,
    "open-book": registry.open_book,
    "close-book": registry.close_book,
}
SHEETS = {"open-more": "more", "pick-game": "pick"}  # button -> dialog that is on the page


def connect(
    table: Table,
    view: BoardView,
    pointing: Callable[[], "BoardPointer"],
    open_address: Callable[[], None],
) -> None:
    """Connect the page to the table.

    All buttons and fields share one listener, which saves a hundred calls at the start.
    """
    dispatch = table.dispatch
    listen = table.lifetime.listen
    listen(element("skip"), "click", skip)
    listen(element("board"), "click", lambda event: pointing().on_click(event))
    listen(document, "pointerdown", lambda event: pointing().on_down(event))
    listen(document, "pointerup", lambda event: pointing().on_up(event))
    listen(document, "pointercancel", lambda event: pointing().on_cancel(event))
    listen(element("moves"), "click", lambda event: on_move(table, event))
    keyboard = Keyboard(table, view, lambda: pointing().cancel())
    listen(document, "keydown", keyboard.on_key)
    listen(document, "focusin", lambda _: keyboard.drop())
    table.followers.append(keyboard.follow)
    listen(element("board"), "pointerdown", lambda _: setattr(keyboard, "walking", False))
    listen(element("board"), "focusin", lambda event: on_focus(table, view, event))
    for kind in ("focusout", "keydown"):
        listen(element("board"), kind, lambda _: view.ring())
    listen(element("board"), "pointerover", lambda event: on_point(table, view, event))
    listen(element("board"), "pointerleave", lambda _: view.point(NO_CELL))
    listen(element("book"), "focusin", lambda event: on_book_focus(table, event))
    listen(document, "visibilitychange", lambda _: dispatch(Visible(not document.hidden)))
    listen(window, "hashchange", lambda _: table.address_bar.changed(open_address))
    listen(window, "resize", lambda _: table.paint_soon())
    listen(window, "greylox:update-status", lambda e: dispatch(Say(WORDS[f"update-{e.detail}"])))
    listen(window, "greylox:offline-failed", lambda _: dispatch(Say(WORDS["offline-failed"])))
    listen(window, "greylox:file-failed", lambda e: dispatch(Say(e.detail)))
    listen(document, "click", lambda event: on_click(table, event.target))
    listen(document, "change", lambda event: on_change(table, event.target))
    listen(element("mark-text"), "input", lambda _: on_mark(table))  # a finger then takes a cell
    for kind in ("pointerenter", "focus"):
        listen(element("line"), kind, lambda _: dispatch(ShowLine(True)))
    for kind in ("pointerleave", "blur"):
        listen(element("line"), kind, lambda _: dispatch(ShowLine(False)))
    listen(document, "dragover", on_dragover)
    listen(document, "drop", lambda event: on_drop(table, event))
    for colour in (0, 1):
        fill_seats(element(f"side-{colour}").querySelector(".seat"))


def skip(event: Event) -> None:
    """The focus goes to the board; the address stays that of the game."""
    event.preventDefault()
    document.querySelector('#board [tabindex="0"]').focus()


def on_click(table: Table, target: Element) -> None:
    """A button was pressed; dialogs and panels listen to their own buttons."""
    button = target.closest("button")
    if not button:
        return
    if button.closest(".menu"):
        button.closest("dialog").close()
    if button.hasAttribute("data-play"):
        from .playing import go_to

        go_to(table, button.dataset.play)
    elif button.hasAttribute("data-new"):
        from ..features.new_game.panel import open

        open(table, button.dataset.new)
    elif button.hasAttribute("data-close"):
        button.closest("dialog").close()
    elif button.hasAttribute("data-tool"):
        table.dispatch(TOOLS[button.dataset.tool])
    else:
        press(table, button.getAttribute("data-does") or button.id)


def press(table: Table, name: str) -> None:
    """Carry out the button with this name."""
    if name in BUTTONS:
        event = BUTTONS[name]
        table.dispatch(event() if callable(event) else event)
        if name == "edit-play" and table.session.editor is None:
            from .panels.book import show

            show(table, shown=False)  # what begins is to be seen
    elif name in SPECIALS:
        table.dispatch(Act(getattr(table.session.game.board, SPECIALS[name])))
    elif name in DIALOGS:
        DIALOGS[name](table)
    elif name in SHEETS:
        element(SHEETS[name]).showModal()
    elif name.startswith("tab-"):
        from .panels.book import open_at

        open_at(table, name.removeprefix("tab-"))
    elif name == "show-goal":
        table.dispatch(Say(goal(table.session)))
    elif name == "theme":
        other_theme(table)
    elif name == "promote":
        table.dispatch(Promote(table.session.cursor))
    elif name == "delete":
        table.dispatch(Delete(table.session.cursor))
    elif name == "copy-link":
        from ..features.share.handing import copy_link

        copy_link(table)
    elif name == "check-update":
        announce("check-update")


def other_theme(table: Table) -> None:
    """Switch between the light and the dark theme."""
    chosen = table.session.preferences.theme
    dark = window.matchMedia("(prefers-color-scheme: dark)").matches
    is_dark = chosen == "dark" or (chosen in ("system", "contrast") and dark)
    theme = "light" if is_dark else "dark"
    table.dispatch(Prefer("theme", theme))
    from ..words.settings import SETTINGS_WORDS

    say(pair(SETTINGS_WORDS["theme"], SETTINGS_WORDS[f"theme-{theme}"]))


def on_change(table: Table, target: Element) -> None:
    """A field was changed."""
    if target.classList.contains("seat"):
        on_seat(table, int(bool(target.closest("#side-1"))))
    elif target.id == "mark":
        on_mark(table)
    elif target.id in ("edit-mover", "edit-phase"):
        on_edit_turn(table)


def is_for_field(event: Event) -> bool:
    """Whether a text is dragged over a field, which the browser handles."""
    fields = ("INPUT", "TEXTAREA")
    return event.target.nodeName in fields and not event.dataTransfer.types.includes("Files")


def on_dragover(event: Event) -> None:
    """Something is dragged over the page: it may be dropped anywhere."""
    if not is_for_field(event):
        event.preventDefault()


def on_drop(table: Table, event: Event) -> None:
    """A file or a text was dropped on the page."""
    if is_for_field(event):
        return
    event.preventDefault()
    from ..features.share import panel as share

    if event.dataTransfer.files.length:
        share.take_files(table, event.dataTransfer.files)
    else:
        share.take(table, event.dataTransfer.getData("text"))


def on_focus(table: Table, view: BoardView, event: Event) -> None:
    """A cell got the focus, by Tab or by a click."""
    cell = view.cell_of(event.target, table.session.game)
    if cell != NO_CELL:
        view.rove(cell)
    view.ring()


def on_book_focus(table: Table, event: Event) -> None:
    """Something in the drawer of the moves got the focus."""
    from .panels.book import on_focus

    on_focus(table, event)


def on_point(table: Table, view: BoardView, event: Event) -> None:
    """The mouse came to a cell; a finger only points while it presses."""
    mouse = event.pointerType == "mouse"
    view.point(view.cell_of(event.target, table.session.game) if mouse else NO_CELL)


def on_move(table: Table, event: Event) -> None:
    """A stone in the move list was clicked."""
    stone = event.target.closest("[data-node]")
    if stone:
        turn = stone.closest("[data-end]")
        table.dispatch(Go(int(stone.dataset.node), int(turn.dataset.end)))


def on_seat(table: Table, colour: int) -> None:
    """Another player takes a colour."""
    seats = list(table.session.seats)
    seats[colour] = seat_of(element(f"side-{colour}").querySelector(".seat").value)
    table.dispatch(TakeSeats((seats[0], seats[1])))


def on_mark(table: Table) -> None:
    """Another mark was chosen."""
    table.dispatch(PickMark(element("mark").value or None, element("mark-text").value))


def on_edit_turn(table: Table) -> None:
    """Another side to move, or phase, in the editor."""
    mover, phase = int(element("edit-mover").value), int(element("edit-phase").value)
    table.dispatch(EditTurn(mover, phase))
