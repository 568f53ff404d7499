"""The player of lines: turns as buttons, steps, and playing a line out action by action."""

from js import Element, Event, document

from ...page.dom import (
    announce,
    by_id,
    create_element,
    focus_in_place,
    icon,
    is_board_shown,
    prefers_reduced_motion,
    write,
)
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event as SessionEvent
from ...session.playing import ClickCell, StepBy
from ...session.session import Session
from ...words.line_player import LINE_WORDS as WORDS
from .model import CloseLine, OpenLine, PlayNext, ShowLine, StopPlaying
from .view import Chip, ShownLine, current_chip, line_chips, selected_line, step_sentence

STEP_MILLIS = 700  # before each action of a line that is played out
SWIPE_PIXELS = 40  # length of a swipe on the board that steps through the line
MODIFIERS = {"Alt", "Control", "Meta", "Shift", "Tab"}  # these keys do nothing by themselves here


class LinePlayback(Feature):
    """Plays the open line out, and handles keys and swipes while a line is open."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.scheduled: OpenLine | None = None  # the line whose next action is scheduled
        self.swipe: tuple[int, float, float] | None = None  # pointer, and where it went down
        listen = store.lifetime.listen
        listen(document, "keydown", self._on_key, capture=True)
        listen(document, "click", self._on_click, capture=True)
        listen(by_id("board"), "pointerdown", self._on_down)
        listen(by_id("board"), "pointerup", self._on_up)

    def on_event(self, event: SessionEvent | None, before: Session) -> None:
        """Inform screen readers of each step, and that the game's position is back."""
        line = self.store.session.line
        if line is not None and not is_board_shown():
            self.store.dispatch(CloseLine())
        elif line is None:
            if before.line is not None and isinstance(event, (CloseLine, ClickCell)):
                announce(WORDS["left"])
        elif before.line is None or (before.line.line, before.line.ply) != (line.line, line.ply):
            announce(step_sentence(self.store.session))

    def render(self) -> None:
        """Schedule the next action of a line that is played out."""
        line = self.store.session.line
        document.documentElement.classList.toggle("has-line", line is not None)
        if line is None or not line.is_playing or line is self.scheduled:
            return
        self.scheduled = line

        def play() -> None:
            if self.store.session.line is line:
                self.store.dispatch(PlayNext())

        self.store.lifetime.set_timeout(STEP_MILLIS, play)

    def _on_key(self, event: Event) -> None:
        """Stop at any key; close the line with Escape."""
        line = self.store.session.line
        if line is None or document.querySelector("dialog[open]"):
            return
        if line.is_playing and event.key not in MODIFIERS:
            self.store.dispatch(StopPlaying())
        elif event.key == "Escape":
            self.store.dispatch(CloseLine())
        else:
            return
        event.preventDefault()
        event.stopPropagation()

    def _on_click(self, event: Event) -> None:
        """Stop at a tap or click, which does nothing else; the board stops by itself."""
        line = self.store.session.line
        if line is not None and line.is_playing and not by_id("board").contains(event.target):
            self.store.dispatch(StopPlaying())
            event.preventDefault()
            event.stopPropagation()

    def _on_down(self, event: Event) -> None:
        """Note where a finger went down."""
        is_swipe = event.isPrimary and event.pointerType != "mouse"
        is_open = self.store.session.line is not None
        point = event.pointerId, event.clientX, event.clientY
        self.swipe = point if is_swipe and is_open else None

    def _on_up(self, event: Event) -> None:
        """Step through the line after a swipe to the left or right."""
        swipe, self.swipe = self.swipe, None
        if swipe is None or event.pointerId != swipe[0] or self.store.session.line is None:
            return
        across, down = event.clientX - swipe[1], event.clientY - swipe[2]
        if abs(across) >= SWIPE_PIXELS and abs(across) > 2 * abs(down):
            self.store.dispatch(StepBy(1 if across < 0 else -1))


class LinePlayer:
    """The lines at one place of the page, with the buttons that play the selected one."""

    def __init__(self, store: Store, *buttons: Element) -> None:
        """``buttons`` are others that belong to the lines."""
        store.get_part(LinePlayback)
        self.store = store
        self.lines: tuple[ShownLine, ...] = ()
        self.chips: list[tuple[Chip, ...]] = []
        self.root = create_element("div", **{"class": "line-player"})
        self.boxes = create_element("div", **{"class": "line-boxes"})
        self.buttons = {name: self._make_button(name) for name in ("back", "forward")}
        self.play = create_element("button", type="button", **{"class": "line-play"})
        self.play.append(icon("play"), create_element("span"))
        self.close = self._make_button("close")
        bar = create_element("div", **{"class": "line-buttons"})
        bar.append(*self.buttons.values(), self.play, *buttons, self.close)
        self.root.append(self.boxes, bar)
        store.lifetime.listen(self.root, "click", self._on_click)

    def _make_button(self, name: str) -> Element:
        button = create_element(
            "button",
            type="button",
            aria_label=WORDS[name],
            title=WORDS[name],
            **{"class": f"icon-button line-{name}"},
        )
        button.append(icon(name))
        return button

    def render(self, lines: tuple[ShownLine, ...]) -> None:
        """Show these lines; the open one has its current turn marked."""
        if lines != self.lines:
            self.lines, self.chips = lines, [line_chips(one.line) for one in lines]
            self.boxes.replaceChildren(*map(make_box, lines, self.chips))
        self.root.hidden = not lines
        if not lines:
            return
        opened = self._opened()
        selected = selected_line(lines, opened)
        ply = opened.ply if opened else lines[selected].ply
        for index, (box, chips) in enumerate(zip(self.boxes.children, self.chips, strict=True)):
            current = current_chip(chips, ply) if index == selected else -1
            box.classList.toggle("selected", opened is not None and index == selected)
            for number, chip in enumerate(box.querySelectorAll(".chip")):
                if number == current and not chip.hasAttribute("aria-current"):
                    chip.setAttribute("aria-current", "step")
                    scroll_into_row(chip)
                elif number == current:
                    continue
                else:
                    chip.removeAttribute("aria-current")
        is_over = ply == len(lines[selected].line.actions)
        for name, is_unusable in (("back", not ply), ("forward", is_over)):
            self.buttons[name].setAttribute("aria-disabled", str(is_unusable).lower())
        is_playing = opened is not None and opened.is_playing
        self.play.classList.toggle("playing", is_playing)
        key = "stop" if is_playing else "to-end" if prefers_reduced_motion() else "play"
        write(self.play.lastElementChild, WORDS[key])
        if opened is None and document.activeElement == self.close:
            focus_in_place(self.buttons["forward"])
        self.close.hidden = opened is None

    def _opened(self) -> OpenLine | None:
        """Return the open line if it is one of these."""
        opened = self.store.session.line
        return opened if opened and opened.line in [one.line for one in self.lines] else None

    def _on_click(self, event: Event) -> None:
        """Handle a button: a turn, a step, playing, or closing."""
        button = event.target.closest("button")
        if not button or not self.lines:
            return
        opened = self._opened()
        line, *_, closed_ply = self.lines[selected_line(self.lines, opened)]
        ply = opened.ply if opened else closed_ply
        if button.hasAttribute("data-ply"):
            box = [*self.boxes.children].index(button.closest(".line-box"))
            self.store.dispatch(ShowLine(self.lines[box].line, int(button.dataset.ply)))
        elif button == self.close:
            self.store.dispatch(CloseLine())
        elif button == self.play:
            start = 0 if ply == len(line.actions) else ply
            if prefers_reduced_motion():
                self.store.dispatch(ShowLine(line, len(line.actions)))
            else:
                self.store.dispatch(ShowLine(line, start + 1, is_playing=True))
        elif button in self.buttons.values():
            step = 1 if button == self.buttons["forward"] else -1
            self.store.dispatch(StepBy(step) if opened else ShowLine(line, ply + step))


def scroll_into_row(chip: Element) -> None:
    """Scroll a row of turns, which is one line on a phone, to the current one."""
    row = chip.closest(".line-turns")
    box, item = row.getBoundingClientRect(), chip.getBoundingClientRect()
    row.scrollLeft += (item.left + item.right - box.left - box.right) / 2


def make_box(shown: ShownLine, chips: tuple[Chip, ...]) -> Element:
    """Make the box of a line: its heading, its chance, and its turns."""
    box = create_element("div", **{"class": f"line-box {shown.kind}"})
    if shown.heading:
        head = create_element("p", **{"class": "line-head"})
        head.append(create_element("b", shown.heading), create_element("span", shown.chance))
        box.append(head)
    turns = create_element("ol", **{"class": "line-turns"})
    for chip in chips:
        item = create_element("li")
        button = create_element(
            "button",
            type="button",
            aria_label=chip.label,
            data_ply=str(chip.end),
            data_colour=chip.colour,
            **{"class": "chip"},
        )
        dot = create_element("span", aria_hidden="true", **{"class": "dot"})
        button.append(dot, create_element("span", chip.text))
        item.append(button)
        turns.append(item)
    box.append(turns)
    return box
