"""The page of all mistakes: those due, those that come back later, and those that are known."""

from datetime import date

from js import Element, Event

from ...page.dom import by_id, create_element, focus_in_place, set_text
from ...page.store import Store
from ...page.view import View
from ...session.event import Event as SessionEvent
from ...session.session import Session
from ...words.mistakes import MISTAKES_WORDS as WORDS
from .elements import due_day_text, due_text, known_facts, link, start_link
from .judge import texts
from .model import Mistake, MistakeProgress, asked_fact, parse_known, progress

PAGE_SIZE = 24  # the number of positions that a list shows at once


class MistakesPage(View):
    """The page and its contents."""

    name, route = "your-mistakes", "you/mistakes"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.limit = PAGE_SIZE
        self.removed = ""  # the name of the position that was removed last
        self.rendered: tuple[object, ...] = ()
        self.status = create_element("p", id="mistakes-status", role="status")
        self.undo = create_element("button", WORDS["undo"], type="button", id="mistakes-undo")
        notice = create_element("div", id="mistakes-notice")
        notice.append(self.status, self.undo)
        self.contents = create_element("div", id="mistakes-lists")
        self.body.append(notice, self.contents)
        self.progress.listeners.append(self.refresh)
        store.lifetime.listen(self.undo, "click", lambda _: self.on_undo())
        store.lifetime.listen(self.contents, "click", self.on_click)

    def open(self, path: str) -> bool:
        """Show the page."""
        self.limit = PAGE_SIZE
        self.show_notice(self.take_notice())
        self.store.lifetime.spawn(self.show())
        return True

    def refresh(self) -> None:
        """Show new progress."""
        if self.is_shown:
            self.store.lifetime.spawn(self.show())

    def on_event(self, event: SessionEvent | None, _before: Session) -> None:
        """Update the page on a new day."""
        if event is None:
            self.refresh()

    def show_notice(self, text: str, removed: str = "") -> None:
        """Show a notice; a position that was ``removed`` can be brought back."""
        set_text(self.status, text)
        self.removed, self.undo.hidden = removed, not removed

    async def show(self) -> None:
        """Show all lists, if they have changed."""
        await self.progress.wait_loaded()
        today = date.today()
        now = (self.progress.facts, today, self.limit)
        if now == self.rendered:
            return
        self.rendered = now
        schedule = progress(self.progress.facts)
        self.contents.replaceChildren(*self.make_lists(schedule, today))

    def make_lists(self, schedule: MistakeProgress, today: date) -> list[Element]:
        """Make the contents of the page."""
        if not schedule.last:
            return [create_element("p", WORDS["empty"], id="mistakes-empty")]
        due = schedule.due(today)
        later = [name for name in schedule.due_days if name not in due]
        learned = [name for name in reversed(schedule.last) if name not in schedule.due_days]
        head = create_element("div", id="mistakes-head")
        count = due_text(len(due), len(schedule.last)) if due else WORDS["none-due"]
        head.append(create_element("p", WORDS["about"]), create_element("p", count))
        if due:
            head.append(start_link(is_primary=True))
        parts = [head]
        for key, names in (("due", due), ("later", later), ("known", learned)):
            if names:
                parts.append(self.make_list(key, schedule, names, is_due=key == "due"))
        return parts

    def make_list(
        self, key: str, schedule: MistakeProgress, names: list[str], *, is_due: bool
    ) -> Element:
        """Make the list of some positions."""
        part = create_element("section", aria_labelledby=f"mistakes-{key}")
        items = create_element("ul", **{"class": "mistake-list"})
        for mistake in parse_known(known_facts(schedule, names[: self.limit])):
            when = [] if is_due else [due_day_text(schedule, mistake.name)]
            items.append(make_item(mistake, *when))
        part.append(create_element("h2", WORDS[key], id=f"mistakes-{key}"), items)
        if len(names) > self.limit:
            part.append(
                create_element("button", WORDS["more"], type="button", data_mistakes="more")
            )
        return part

    def on_click(self, event: Event) -> None:
        """Show more positions, or remove one."""
        button = event.target.closest("button")
        if not button:
            return
        if button.dataset.mistakes == "more":
            self.store.lifetime.spawn(self.show_more(button.parentElement))
        else:
            self.show_notice(WORDS["removed"], button.dataset.mistake)
            self.progress.add(asked_fact(self.removed, asked=False))
            focus_in_place(self.undo)

    async def show_more(self, section: Element) -> None:
        """Show more positions, and focus the first new one of the list."""
        heading = section.getAttribute("aria-labelledby")
        index = section.querySelectorAll("li").length
        self.limit += PAGE_SIZE
        await self.show()
        links = by_id(str(heading)).parentElement.querySelectorAll(".mistake-link")
        if index < links.length:
            focus_in_place(links[index])

    def on_undo(self) -> None:
        """Bring back the position that was removed last."""
        name = self.removed
        self.show_notice("")
        self.progress.add(asked_fact(name, asked=True))
        focus_in_place(by_id("you-heading"))


def make_item(mistake: Mistake, *when: str) -> Element:
    """Make the item of a position, with the button that removes it."""
    item = create_element("li")
    title = WORDS["instead"].format(**texts(mistake))
    remove = create_element("button", WORDS["remove"], type="button", data_mistake=mistake.name)
    remove.setAttribute("aria-label", WORDS["remove-of"].format(what=title))
    item.append(link(mistake, *when), remove)
    return item
