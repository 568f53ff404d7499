"""A puzzle in the panel: its difficulty, the result, the rating, the streak and the week."""

from collections.abc import Callable
from datetime import date

from pyodide.ffi import to_js

from ...page.clipboard import copy_text, show_share_sheet
from ...page.dom import create_element, icon, set_text
from ...page.lifetime import Lifetime
from ...page.progress import Progress
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ..exercise.model import Attempt
from ..exercise.panel import Sections
from .elements import (
    difficulty_line,
    make_medal,
    rating_curve,
    replace_child,
    streak_line,
    week_row,
)
from .progress import best_streak, mark, progress, saved_fact, saved_puzzles
from .progress_text import (
    RatingText,
    idea_text,
    lesson_link,
    rating_text,
    result_heading,
    result_text,
    streak_text,
)
from .puzzle_set import PuzzleRow
from .series import StreakRun

SHOWN_MEDALS = 20  # of a streak


class PuzzleFooter:
    """The elements in the sections of the panel, made once."""

    def __init__(self, lifetime: Lifetime, progress: Progress, message: Callable[[], str]) -> None:
        self.lifetime, self.progress = lifetime, progress
        self.message = message
        self.rendered: tuple[object, ...] = ()  # what the elements show
        self.exercise: object = None  # the last one shown
        self.facts = create_element("div", id="puzzle-facts")
        self.heading = create_element("h3", id="puzzle-heading", aria_level="2")
        self.root = create_element("div", id="puzzle-footer")
        self.result_line = create_element("p", id="puzzle-result")
        self.learn = create_element("a", id="puzzle-learn")
        self.rating = create_element("div", id="puzzle-rating")
        self.run = create_element("div", id="puzzle-run")
        self.row: PuzzleRow | None = None  # the puzzle of the last exercise
        self.save = create_element(
            "button", type="button", id="puzzle-save", aria_label=WORDS["save"]
        )
        self.save.append(icon("new"), create_element("span", WORDS["save"]))
        self.send = create_element(
            "button", type="button", id="puzzle-send", aria_label=WORDS["send"]
        )
        self.send.append(icon("share"), create_element("span", WORDS["send"]))
        self.status = create_element("p", id="puzzle-status", role="status")
        self.text = create_element("textarea", id="puzzle-text", readonly="", rows="3")
        self.text.setAttribute("aria-label", WORDS["send"])
        self.week = create_element("div", id="puzzle-days", role="group", aria_label=WORDS["week"])
        actions = create_element("div", **{"class": "puzzle-actions"})
        actions.append(self.save, self.send)
        self.root.append(self.learn, self.result_line, self.rating, self.week, self.run)
        self.root.append(actions, self.status, self.text)
        lifetime.listen(self.save, "click", lambda _: self.toggle_saved())
        lifetime.listen(self.send, "click", lambda _: lifetime.spawn(self.share()))

    def show(
        self,
        sections: Sections,
        attempt: Attempt,
        row: PuzzleRow,
        run: StreakRun | None,
        *,
        is_repeat: bool,
        was_solved: bool,
    ) -> None:
        """Update the elements.

        ``run`` is the streak to which the puzzle belongs; for the rest see ``result_heading``.
        """
        replace_child(sections.facts, self.facts)
        replace_child(sections.verdict, self.heading)
        replace_child(sections.footer, self.root)
        if self.exercise is not attempt.exercise:
            self.exercise = attempt.exercise
            set_text(self.status, "")
            self.text.hidden = True
        facts, today = self.progress.facts, date.today()
        how = attempt.verdict, attempt.helped, attempt.wrong_count, is_repeat, was_solved
        key = (row, how, run, today)
        if (key, len(facts)) == self.rendered:  # facts are only added
            return
        self.rendered = key, len(facts)
        self.row = row
        is_saved = row.name in saved_puzzles(facts)
        self.save.setAttribute("aria-pressed", "true" if is_saved else "false")
        self.facts.replaceChildren(
            difficulty_line(row), create_element("p", idea_text(attempt, row))
        )
        heading = result_heading(attempt, is_repeat=is_repeat, was_solved=was_solved)
        set_text(self.heading, heading)
        if attempt.kind == "done":
            first = not (attempt.wrong_count or attempt.helped or is_repeat)
            if was_solved:
                first = mark(progress(facts), today) == "first"
            self.heading.prepend(make_medal("first" if first else "done"))
        comes_again = row.name in progress(facts).unsolved
        set_text(self.result_line, result_text(attempt) if comes_again else "")
        self.send.hidden = attempt.kind != "done"
        link = None if attempt.is_finished else lesson_link(facts, row)
        set_text(self.learn, link.text if link else "")
        if link:
            self.learn.setAttribute("href", f"#{link.route}")
        is_answered = attempt.is_finished or attempt.wrong_count
        self.show_rating(rating_text(facts, row.name) if is_answered else None)
        self.week.hidden = attempt.exercise.day is None
        streak = streak_text(facts, today)
        self.week.replaceChildren(streak_line(streak), week_row(streak))
        self.show_run(run)

    def show_rating(self, text: RatingText | None) -> None:
        """Show the rating after the answer, or nothing."""
        self.rating.hidden = text is None
        if text is None:
            return
        label = create_element("p")
        label.append(create_element("b", text.rating), create_element("small", text.label))
        kind = "rating-change risen" if text.has_risen else "rating-change"
        change = create_element("p", text.change, **{"class": kind})
        self.rating.replaceChildren(label, rating_curve(text.curve), change)

    def show_run(self, run: StreakRun | None) -> None:
        """Show the streak so far, or nothing."""
        self.run.hidden = run is None
        if run is None:
            return
        best = max(best_streak(self.progress.facts), run.length)
        words = create_element("p")
        words.append(
            create_element("span", WORDS["this-streak"].format(count=run.length)),
            create_element("span", WORDS["best-streak"].format(count=best)),
        )
        medals = create_element("div", aria_hidden="true", **{"class": "run-medals"})
        medals.append(*(make_medal("done") for _ in range(min(run.length, SHOWN_MEDALS))))
        over = create_element("p", WORDS["streak-over"] if run.is_over else "")
        over.hidden = not run.is_over
        self.run.replaceChildren(words, medals, over)

    def toggle_saved(self) -> None:
        """Save the puzzle for later, or no more."""
        if self.row is not None:
            name = self.row.name
            is_saved = name in saved_puzzles(self.progress.facts)
            self.progress.add(saved_fact(name, saved=not is_saved))

    async def share(self) -> None:
        """Pass the message to the system's share sheet, or copy it to the clipboard."""
        text = self.message()
        if not await show_share_sheet(to_js({"text": text})):
            copied, refused = WORDS["sent"], WORDS["not-sent"]
            copy_text(self.lifetime, text, self.status, self.text, copied, refused)
