"""A mistake on the board: its routes, the recording of tries, and what the panel says of it.

The routes are ``#mistake/NAME`` and ``#mistake/next``, which leads to the next one that is due.
"""

from datetime import date

from js import location

from ...explanations.explain import explain
from ...page.dom import create_element, set_text
from ...page.feature import Feature
from ...page.store import Store
from ...session.event import Event
from ...session.session import Session
from ...words.mistakes import MISTAKES_WORDS as WORDS
from ..exercise.model import Attempt, Exercise, StartExercise
from ..exercise.panel import Sections, section_renderers
from ..line_player.panel import LinePlayer
from ..review.why import compared_lines
from .elements import due_day_text
from .judge import NEXT, ROUTE, make_exercise
from .mistakes_page import MistakesPage
from .model import Mistake, asked_fact, parse_known, progress, try_fact


class Mistakes(Feature):
    """Loads mistakes into the session, and stores how the tries end."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.mistake: Mistake | None = None
        self.exercise: Exercise | None = None  # the exercise made from ``mistake``
        self.is_stored = False  # whether the result of the first try is stored
        self.rendered: tuple[object, ...] = ()  # what the elements show
        self.heading = create_element("h3", id="mistake-heading", aria_level="2")
        self.footer = create_element("div", id="mistake-footer")
        self.why = create_element("p", id="mistake-why")
        self.player = LinePlayer(store)
        self.day = create_element("p", id="mistake-day")
        self.remove = create_element("button", WORDS["remove"], type="button", id="mistake-remove")
        self.footer.append(self.why, self.day, self.remove)
        store.lifetime.listen(self.remove, "click", lambda _: self.toggle_asked())
        self.progress.listeners.append(store.schedule_render)
        store.get_part(section_renderers)[ROUTE] = self.render_sections

    def open(self, path: str) -> bool:
        """Open the mistake ``path``, or the next one; show all if it is not there."""
        self.store.lifetime.spawn(self.open_mistake(path, location.hash))
        return True

    async def open_mistake(self, path: str, requested: str) -> None:
        """Load a mistake into the session, or show why that is impossible."""
        await self.progress.wait_loaded()
        if location.hash != requested:  # the user opened another route in the meantime
            return
        schedule, current = progress(self.progress.facts), self.mistake.name if self.mistake else ""
        names = [path]
        if path == NEXT:
            names = [name for name in schedule.due(date.today()) if name != current]
        facts = (schedule.last[name] for name in names if name in schedule.last)
        mistake = next(parse_known(facts), None)
        if mistake is None:
            self.store.address_bar.write(self.store.session.link)
            notice = WORDS["none-due" if path == NEXT else "no-such"]
            self.store.get_part(MistakesPage).replace_address(notice)
            return
        self.mistake, self.exercise, self.is_stored = mistake, make_exercise(mistake), False
        self.store.address_bar.write(self.exercise.route)
        self.store.dispatch(StartExercise(self.exercise))

    @property
    def attempt(self) -> Attempt | None:
        """The attempt at the mistake, if it is on the board."""
        attempt = self.store.session.exercise_attempt
        return attempt if attempt is not None and attempt.exercise is self.exercise else None

    def on_event(self, event: Event | None, _before: Session) -> None:
        """Store the result of the first try once it is decided."""
        attempt = self.attempt
        if attempt is None or self.mistake is None or self.is_stored:
            return
        if attempt.is_finished or attempt.wrong_count:
            self.is_stored = True
            found = attempt.kind == "done" and not attempt.wrong_count and not attempt.helped
            self.progress.add(try_fact(self.mistake.name, found=found))

    def toggle_asked(self) -> None:
        """Ask for the position no more, or again."""
        if self.mistake is not None:
            is_asked = self.mistake.name in progress(self.progress.facts).last
            self.progress.add(asked_fact(self.mistake.name, asked=not is_asked))

    def render_sections(self, _store: Store, sections: Sections) -> None:
        """Render the result, and after it the reason, the lines and the next date."""
        attempt, mistake, facts = self.attempt, self.mistake, self.progress.facts
        elements = (None, self.heading, self.footer, self.player.root)
        for section, element in zip(sections, elements, strict=True):
            if element is None:
                section.replaceChildren()
            elif not section.contains(element):
                section.replaceChildren(element)
        if attempt is None or mistake is None:
            return
        why = explain(mistake.comparison)
        percents = (round(100 * chance) for chance in (mistake.before, mistake.after))
        lines = compared_lines(mistake.comparison, why, *percents) if attempt.is_finished else ()
        self.player.render(lines)
        if (now := (attempt.verdict, attempt.wrong_count, facts)) == self.rendered:
            return
        self.rendered = now
        is_late = attempt.kind == "done" and bool(attempt.wrong_count or attempt.helped)
        heading = attempt.verdict.heading if attempt.verdict else ""
        set_text(self.heading, WORDS["found-later"] if is_late else heading)
        set_text(self.why, why.text if attempt.is_finished else "")
        schedule = progress(facts)
        is_asked = mistake.name in schedule.last
        is_answered = attempt.is_finished or attempt.wrong_count
        day = due_day_text(schedule, mistake.name) if is_answered else ""
        set_text(self.day, day if is_asked or not is_answered else WORDS["removed"])
        set_text(self.remove, WORDS["remove" if is_asked else "ask"] if is_answered else "")
