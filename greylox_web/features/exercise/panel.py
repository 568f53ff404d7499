"""The panel of an exercise, which replaces the panel of a game.

It handles the buttons, and plays the other side's replies with pauses.  A module that makes
exercises may extend it: ``at_foot`` has a function, by the first part of the route, that fills the
foot of the panel after every change.
"""

from collections.abc import Callable

from js import Element, Event, document, location

from ...drawing.dial import dial_markup
from ...page.dom import by_id, create_element, focus_in_place, icon, parse_svg, set_text
from ...page.feature import Feature
from ...page.table import Store
from ...session.event import Event as SessionEvent
from ...session.opening import LeaveExercise
from ...session.playing import PlayAction, Undo
from ...session.session import Session
from ...words import WORDS
from ...words.exercise import EXERCISE_WORDS
from ..analysis.hint import AskHint
from .model import Attempt, PlayReply, ShowSolution, TryExercise, game_of
from .view import Button, ExerciseView, exercise_view

REPLY_MILLIS = 650  # before each reply of the other side
EVENTS: dict[str, SessionEvent] = {
    "again": TryExercise(),
    "hint": AskHint(),
    "solution": ShowSolution(),
    "undo": Undo(),
}
ICONS = {
    "again": "again",
    "hint": "hint",
    "play": "play",
    "solution": "review",
    "back": "back",
    "skip": "forward",
    "undo": "undo",
    "leave": "close",
}


def at_foot(_table: Store) -> dict[str, Callable[[Store, Element], None]]:
    """What fills the foot of the panel: it is a part of the table, to which modules add."""
    return {}


class ExercisePanel(Feature):
    """The elements of the panel, and what they show now."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.shown: ExerciseView | None = None
        self.drawn: object = None  # what the dial was drawn from
        self.attempt: Attempt | None = None  # the one whose next reply is waited for
        self.root = create_element("section", id="exercise", aria_labelledby="exercise-title")
        self.eyebrow = create_element("p", id="exercise-eyebrow")
        self.row = create_element("p", id="exercise-row", role="img")
        self.title = create_element("h2", id="exercise-title", tabindex="-1", aria_level="1")
        self.text = create_element("p", id="exercise-text")
        self.dial = create_element("div", id="exercise-dial")
        self.dial_picture = create_element("div", role="img")
        self.dial_text = create_element("p")
        self.task = create_element("div", id="exercise-task")
        self.ask = create_element("p", id="exercise-ask")
        self.said = create_element("p", id="exercise-said")
        self.buttons = create_element("div", id="exercise-buttons")
        self.more = create_element("div", id="exercise-more")
        self._build()

    def _build(self) -> None:
        self.dial.append(self.dial_picture, self.dial_text)
        words = create_element("div")
        words.append(
            create_element("h3", EXERCISE_WORDS["your-turn"], aria_level="2"), self.ask, self.said
        )
        self.task.append(create_element("span", aria_hidden="true", **{"class": "dot"}), words)
        body = create_element("div", id="exercise-body")
        body.append(self.eyebrow, self.row, self.title, self.text, self.dial, self.task)
        self.root.append(body, self.buttons, self.more)
        by_id("table").append(self.root)
        self.store.lifetime.listen(self.root, "click", self._on_click)

    def render(self) -> None:
        """Update the panel."""
        session = self.store.session
        view, before = exercise_view(session), self.shown
        document.documentElement.classList.toggle("has-exercise", view is not None)
        self.root.hidden = view is None
        self.shown = view
        if view is None:
            if before is not None and self._lost_focus():
                focus_in_place(by_id("title"))
            return
        self._await_reply(session.exercise_attempt)
        begins = before is None or before.route != view.route
        if view != before:
            self._show(view)
        self._show_dial(view, session)
        if before is None or view.buttons != before.buttons:
            self._show_buttons(view.buttons)
        room = view.route.partition("/")[0]
        fills = self.store.get_part(at_foot)
        self.more.hidden = room not in fills
        if room in fills:
            fills[room](self.store, self.more)
        if begins:
            self.root.scrollTop = 0
            focus_in_place(self.title)
        elif before is not None and view.kind != before.kind:
            self._lead_on(view)

    def _show(self, view: ExerciseView) -> None:
        set_text(self.eyebrow, view.eyebrow)
        set_text(self.title, view.title)
        set_text(self.text, view.text)
        set_text(self.ask, view.ask)
        set_text(self.said, view.said)
        self.task.dataset.kind = view.kind
        self.task.dataset.colour = view.colour
        self.ask.hidden = view.kind == "done"
        by_id("table").classList.toggle("with-plates", view.plates)
        self.row.hidden = not view.row
        self.row.setAttribute("aria-label", view.row_text)
        self.row.replaceChildren(*(hexagon(fill) for fill in view.row))

    def _show_dial(self, view: ExerciseView, session: Session) -> None:
        self.dial.hidden = view.dial is None
        drawn = (view.dial, view.dial_text, self.store.rotation())
        if view.dial is None or session.exercise_attempt is None or drawn == self.drawn:
            return
        self.drawn = drawn
        told, solver = view.dial, session.exercise_attempt.solver
        leads = solver if told.seen_counts[solver] >= told.seen_counts[1 - solver] else 1 - solver
        of = EXERCISE_WORDS["dial-of"].format(needed=told.needed)
        markup = dial_markup(told, leads, of, self.store.rotation())
        self.dial_picture.replaceChildren(parse_svg(markup))
        self.dial_picture.dataset.game = session.game.name  # open lines are as its tiles
        first, second = session.game.colours
        label = EXERCISE_WORDS["dial"].format(
            cell=session.game.board.cell_name(session.exercise_attempt.exercise.dial),
            First=WORDS[first],
            Second=WORDS[second],
            first=told.seen_counts[0],
            second=told.seen_counts[1],
            open=told.sectors.count("open"),
            needed=told.needed,
        )
        self.dial_picture.setAttribute("aria-label", label)
        set_text(self.dial_text, view.dial_text)

    def _show_buttons(self, buttons: tuple[Button, ...]) -> None:
        active = document.activeElement
        held = active.dataset.name if active and self.buttons.contains(active) else ""
        self.buttons.replaceChildren(*(made_button(button) for button in buttons))
        if held:
            same = self.buttons.querySelector(f'[data-name="{held}"]:enabled')
            focus_in_place(same or self.buttons.querySelector("button.main:enabled") or self.title)

    def _lead_on(self, view: ExerciseView) -> None:
        """Focus the button that leads on, for those who use the keyboard."""
        main = self.buttons.querySelector("button.main:enabled")
        by_keys = document.querySelector("#board .cell:focus-visible, #exercise-title:focus")
        if view.kind == "done" and main and by_keys:
            focus_in_place(main)

    def _lost_focus(self) -> bool:
        active = document.activeElement
        return not active or active == document.body or self.root.contains(active)

    # ------------------------------------------------------------ what happens by itself

    def _await_reply(self, attempt: Attempt | None) -> None:
        """Schedule the next reply, unless something else happens before."""
        if attempt is None or not attempt.pending or attempt is self.attempt:
            return
        self.attempt = attempt

        def play() -> None:
            if self.store.session.exercise_attempt is attempt:
                self.store.dispatch(PlayReply())

        self.store.lifetime.set_timeout(REPLY_MILLIS, play)

    def _on_click(self, event: Event) -> None:
        button = event.target.closest("button")
        if not button:
            return
        name, route = (button.getAttribute(f"data-{kind}") for kind in ("name", "route"))
        if route:
            location.hash = route
        elif name == "leave":
            leave(self.store)
        elif name == "play":
            play_on(self.store)
        elif name in EVENTS:
            self.store.dispatch(EVENTS[name])
        elif name in ("end", "swap"):
            self.store.dispatch(
                PlayAction(getattr(self.store.session.game.board, f"{name}_action"))
            )


def play_on(table: Store) -> None:
    """Begin the game of the exercise, marked as such."""
    attempt = table.session.exercise_attempt
    if attempt is not None and attempt.is_game:
        table.dispatch(game_of(attempt.exercise))


def leave(table: Store) -> None:
    """Go back to the game beneath, or home if that is not in progress."""
    going = table.session.game_session.in_progress
    table.dispatch(LeaveExercise())
    if not going:
        location.hash = "home"


def hexagon(fill: str) -> Element:
    """One of a row of hexagons."""
    return create_element("span", **{"class": f"hex {fill}"})


def made_button(told: Button) -> Element:
    """A button of the panel."""
    button = create_element("button", type="button", data_name=told.name)
    if told.route:
        button.dataset.route = told.route
    if told.name in ICONS:
        button.append(icon(ICONS[told.name]))
    button.append(create_element("span", told.label))
    if told.name == "leave":  # on a phone there is room for its sign alone
        button.setAttribute("aria-label", told.label)
    if told.name == "next":
        button.append(icon("forward"))
    button.disabled = not told.usable
    button.classList.toggle("main", told.main)
    return button
