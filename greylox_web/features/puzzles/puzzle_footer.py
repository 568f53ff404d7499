"""The footer of a puzzle's panel: streak, this week, the result, and the share button."""

from collections.abc import Callable
from datetime import date

from js import Element, navigator
from pyodide.ffi import JsException, to_js

from ...page.dom import create_element, icon, set_status, set_text
from ...page.lifetime import Lifetime
from ...page.progress import Progress
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ..exercise.model import Attempt
from .elements import make_medal, streak_line, week_row
from .progress import Mark
from .progress_text import StreakText, invitation, result_text, streak_text

CLOSED = "AbortError"  # the name of the error when the user closes the share sheet


class PuzzleFooter:
    """The elements of the footer, made once."""

    def __init__(self, lifetime: Lifetime, progress: Progress, message: Callable[[], str]) -> None:
        self.progress = progress
        self.message = message
        self.rendered: tuple[StreakText, str, Mark, str] | None = None
        self.attempt: object = None  # the last exercise shown
        self.root = create_element("div", id="puzzle-footer")
        self.result_line = create_element("p", id="puzzle-result")
        self.learn = create_element("a", id="puzzle-learn")
        self.send = create_element(
            "button", type="button", id="puzzle-send", aria_label=WORDS["send"]
        )
        self.send.append(icon("share"), create_element("span", WORDS["send"]))
        self.status = create_element("p", id="puzzle-status", role="status")
        self.text = create_element("textarea", id="puzzle-text", readonly="", rows="3")
        self.text.setAttribute("aria-label", WORDS["send"])
        self.week = create_element("div", role="group", aria_label=WORDS["week"])
        self.root.append(self.learn, self.result_line, self.send, self.status, self.text, self.week)
        lifetime.listen(self.send, "click", lambda _: lifetime.spawn(self.share()))

    def show(self, container: Element, attempt: Attempt, *, is_repeat: bool) -> None:
        """Update the footer; for ``is_repeat`` see ``result_text``."""
        if not container.contains(self.root):
            container.replaceChildren(self.root)
        if self.attempt is not attempt.exercise:
            self.attempt = attempt.exercise
            set_text(self.status, "")
            self.text.hidden = True
        facts, game = self.progress.facts, attempt.exercise.game.name
        how = result_text(attempt, is_repeat=is_repeat)
        invites = "" if how else invitation(facts, game)
        first = not (attempt.wrong_count or attempt.helped or is_repeat)
        solved: Mark = "" if attempt.kind != "done" else "first" if first else "done"
        shown_state = streak_text(facts, date.today()), how, solved, invites
        if shown_state == self.rendered:
            return
        self.rendered = shown_state
        streak, how, solved, invites = shown_state
        set_text(self.learn, invites)
        self.learn.setAttribute("href", f"#learn/{game}")
        self.result_line.hidden = self.send.hidden = not how
        self.result_line.replaceChildren(
            *(solved_signs(solved) if solved else ()), create_element("span", how)
        )
        self.week.replaceChildren(streak_line(streak), week_row(streak))

    async def share(self) -> None:
        """Pass the message to the system's share sheet, or copy it to the clipboard."""
        text = self.message()
        if hasattr(navigator, "share"):
            try:
                await navigator.share(to_js({"text": text}))
                return
            except JsException as error:
                if error.name == CLOSED:
                    return
        try:
            await navigator.clipboard.writeText(text)
            set_status(self.status, WORDS["sent"])
        except (JsException, AttributeError):
            set_status(self.status, WORDS["not-sent"])
            self.text.value, self.text.hidden = text, False
            self.text.focus()
            self.text.select()
            self.text.scrollIntoView(to_js({"block": "nearest"}))  # past the buttons


def solved_signs(how: Mark) -> tuple[Element, ...]:
    """Make the medal, and the text that says what the medal is for."""
    return make_medal(how), create_element("b", WORDS["solved"])
