"""The panel of an exercise, which replaces the panel of a game.

It handles the buttons, and plays the other side's replies at intervals. A module that creates
exercises may extend the panel: ``section_renderers`` maps the first part of a route to a function
that fills its ``Sections`` after every change.
"""

from collections.abc import Callable
from typing import NamedTuple

from js import Element, Event, document, location

from ...drawing.dial import dial_markup
from ...page.dom import by_id, create_element, focus_in_place, icon, parse_svg, set_text
from ...page.feature import Feature
from ...page.store import Store
from ...session.load_match import LeaveExercise
from ...session.playing import PlayAction
from ...session.session import Session
from ...words import WORDS
from ...words.exercise import EXERCISE_WORDS
from .model import EVENTS_BY_NAME, Attempt, PlayReply, practice_game_event
from .view import Button, ExerciseView, exercise_view

REPLY_MILLIS = 650  # before each reply of the other side
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


class Sections(NamedTuple):
    """The parts of the panel for the module of the exercise."""

    facts: Element  # below the title
    verdict: Element  # above the feedback on the last answer
    footer: Element
    line: Element  # below the feedback: the line that plays out on the board


def section_renderers(_store: Store) -> dict[str, Callable[[Store, Sections], None]]:
    """Return the functions that fill the sections, by route prefix: a part of the store.

    Modules add their functions to it.
    """
    return {}


class ExercisePanel(Feature):
    """The elements of the panel and their rendered contents."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.rendered: ExerciseView | None = None
        self.rendered_dial: object = None  # the key of the rendered dial
        self.attempt: Attempt | None = None  # the attempt whose next reply is scheduled
        self.root = create_element("section", id="exercise", aria_labelledby="exercise-title")
        self.eyebrow = create_element("p", id="exercise-eyebrow")
        self.row = create_element("p", id="exercise-row", role="img")
        self.title = create_element("h2", id="exercise-title", tabindex="-1", aria_level="1")
        self.text = create_element("p", id="exercise-text")
        self.dial = create_element("div", id="exercise-dial")
        self.dial_picture = create_element("div", role="img")
        self.dial_text = create_element("p")
        self.task = create_element("div", id="exercise-task")
        self.prompt = create_element("p", id="exercise-prompt")
        self.feedback = create_element("p", id="exercise-feedback")
        self.buttons = create_element("div", id="exercise-buttons")
        self.sections = Sections(
            create_element("div", id="exercise-facts"),
            create_element("div", id="exercise-verdict"),
            create_element("div", id="exercise-footer"),
            create_element("div", id="exercise-line"),
        )
        self._build()

    def _build(self) -> None:
        self.dial.append(self.dial_picture, self.dial_text)
        words = create_element("div")
        words.append(
            self.sections.verdict,
            create_element("h3", EXERCISE_WORDS["your-turn"], aria_level="2"),
            self.prompt,
            self.feedback,
            self.sections.line,
        )
        self.task.append(create_element("span", aria_hidden="true", **{"class": "dot"}), words)
        body = create_element("div", id="exercise-body")
        body.append(self.eyebrow, self.row, self.title, self.sections.facts)
        body.append(self.text, self.dial, self.task)
        self.root.append(body, self.buttons, self.sections.footer)
        by_id("game-view").append(self.root)
        self.store.lifetime.listen(self.root, "click", self._on_click)

    def render(self) -> None:
        """Update the panel."""
        session = self.store.session
        view, before = exercise_view(session), self.rendered
        document.documentElement.classList.toggle("has-exercise", view is not None)
        self.root.hidden = view is None
        self.rendered = view
        if view is None:
            if before is not None and self._has_lost_focus():
                focus_in_place(by_id("title"))
            return
        self._schedule_reply(session.exercise_attempt)
        is_new = before is None or before.route != view.route
        if view != before:
            self._show(view)
        self._show_dial(view, session)
        if before is None or view.buttons != before.buttons:
            self._show_buttons(view.buttons)
        self.root.dataset.route = route_prefix = view.route.partition("/")[0]
        render_sections = self.store.get_part(section_renderers).get(route_prefix)
        for section in self.sections:
            section.hidden = render_sections is None
        if render_sections is not None:
            render_sections(self.store, self.sections)
        if is_new:
            self.root.scrollTop = 0
            focus_in_place(self.title)
        elif before is not None and view.kind != before.kind:
            self._focus_next_button(view)

    def _show(self, view: ExerciseView) -> None:
        set_text(self.eyebrow, view.eyebrow)
        set_text(self.title, view.title)
        set_text(self.text, view.text)
        set_text(self.prompt, view.prompt)
        set_text(self.feedback, view.feedback)
        self.task.classList.toggle("has-feedback", bool(view.feedback))
        self.root.dataset.kind = self.task.dataset.kind = view.kind
        self.task.dataset.colour = view.colour
        self.prompt.hidden = view.kind == "done"
        self.task.hidden = not (view.prompt or view.feedback)
        by_id("game-view").classList.toggle("with-plates", view.shows_players)
        self.row.hidden = not view.row
        self.row.setAttribute("aria-label", view.row_text)
        self.row.replaceChildren(*(hexagon(fill) for fill in view.row))

    def _show_dial(self, view: ExerciseView, session: Session) -> None:
        self.dial.hidden = view.dial is None
        key = (view.dial, view.dial_text, self.store.rotation())
        if view.dial is None or session.exercise_attempt is None or key == self.rendered_dial:
            return
        self.rendered_dial = key
        dial, solver = view.dial, session.exercise_attempt.solver
        leading_colour = (
            solver if dial.seen_counts[solver] >= dial.seen_counts[1 - solver] else 1 - solver
        )
        needed_text = EXERCISE_WORDS["dial-of"].format(needed=dial.needed)
        markup = dial_markup(dial, leading_colour, needed_text, self.store.rotation())
        self.dial_picture.replaceChildren(parse_svg(markup))
        self.dial_picture.dataset.game = session.game.name  # open lines use its tile colours
        first, second = session.game.colours
        label = EXERCISE_WORDS["dial"].format(
            cell=session.game.board.cell_name(session.exercise_attempt.exercise.dial_cell),
            First=WORDS[first],
            Second=WORDS[second],
            first=dial.seen_counts[0],
            second=dial.seen_counts[1],
            open=dial.sectors.count("open"),
            needed=dial.needed,
        )
        self.dial_picture.setAttribute("aria-label", label)
        set_text(self.dial_text, view.dial_text)

    def _show_buttons(self, buttons: tuple[Button, ...]) -> None:
        active = document.activeElement
        held = active.dataset.name if active and self.buttons.contains(active) else ""
        self.buttons.replaceChildren(*(make_button(button) for button in buttons))
        if held:
            same = self.buttons.querySelector(f'[data-name="{held}"]:enabled')
            focus_in_place(same or self.buttons.querySelector("button.main:enabled") or self.title)

    def _focus_next_button(self, view: ExerciseView) -> None:
        """Focus the button to the next exercise, for keyboard users."""
        main = self.buttons.querySelector("button.main:enabled")
        by_keys = document.querySelector("#board .cell:focus-visible, #exercise-title:focus")
        if view.kind == "done" and main and by_keys:
            focus_in_place(main)

    def _has_lost_focus(self) -> bool:
        active = document.activeElement
        return not active or active == document.body or self.root.contains(active)

    # ------------------------------------------------------------ automatic replies

    def _schedule_reply(self, attempt: Attempt | None) -> None:
        """Schedule the next reply; it is dropped if another event comes first."""
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
            follow_route(self.store, route)
        elif name == "leave":
            leave_exercise(self.store)
        elif name == "play":
            start_practice_game(self.store)
        elif name in EVENTS_BY_NAME:
            self.store.dispatch(EVENTS_BY_NAME[name])
        elif name in ("end", "swap"):
            self.store.dispatch(
                PlayAction(getattr(self.store.session.game.board, f"{name}_action"))
            )


def follow_route(store: Store, route: str) -> None:
    """Follow a route; the steps of a course share a history entry, so Back leaves the course."""
    attempt = store.session.exercise_attempt
    current = attempt.exercise.route if attempt else ""
    if route.rpartition("/")[0] == current.rpartition("/")[0]:
        location.replace(f"#{route}")
    else:
        location.hash = route


def start_practice_game(store: Store) -> None:
    """Start the practice game of the exercise."""
    attempt = store.session.exercise_attempt
    if attempt is not None and attempt.is_game:
        store.dispatch(practice_game_event(attempt.exercise))


def leave_exercise(store: Store) -> None:
    """Resume the suspended game, or show home if that game is not in progress."""
    in_progress = store.session.game_session.in_progress
    store.dispatch(LeaveExercise())
    if not in_progress:
        location.hash = "home"


def hexagon(fill: str) -> Element:
    """Create a hexagon of the progress row."""
    return create_element("span", **{"class": f"hex {fill}"})


def make_button(button_view: Button) -> Element:
    """Create a button of the panel."""
    button = create_element("button", type="button", data_name=button_view.name)
    if button_view.route:
        button.dataset.route = button_view.route
    if button_view.name in ICONS:
        button.append(icon(ICONS[button_view.name]))
    button.append(create_element("span", button_view.label))
    if button_view.name == "leave":  # phones show the short word instead
        button.append(create_element("span", EXERCISE_WORDS["leave-home"], **{"class": "short"}))
    if button_view.name == "next":
        button.append(icon("forward"))
    button.disabled = not button_view.usable
    button.classList.toggle("main", button_view.is_primary)
    return button
