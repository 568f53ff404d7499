"""The lessons page: each game's course with the player's progress."""

from js import Element, Event, location

from ...page.dom import by_id, create_element, icon, parse_svg, set_text
from ...page.store import Store
from ...page.view import View
from ...progress import FactLog
from ...rules import GAMES, TITLES
from ...words.lessons import LESSONS_WORDS as WORDS
from ..exercise.panel import hexagon
from .opening_map import mapped_game, opening_map
from .progress import get_done_steps
from .step import ROUTE, course, has_course, next_step, progress_row, sentences


class LessonsPage(View):
    """The page and its contents."""

    name = route = "learn"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.list = create_element("ul", id="learn-games", aria_label=WORDS["by-game"])
        self.notice = create_element("p", id="learn-status", role="status")
        about = create_element("p", WORDS["about"], id="learn-about")
        self.body.append(self.notice, about, self.list)
        store.lifetime.listen(self.body, "click", self.on_click)

    def open(self, path: str) -> bool:
        """Show the courses; ``path`` is the game whose opening map to unfold, or ""."""
        known = not path or has_course(path)
        set_text(self.notice, self.take_notice() if known else WORDS["no-such"])
        self.store.lifetime.spawn(self.render_courses(path))
        return True

    async def render_courses(self, map_of: str) -> None:
        """Render the courses with the current progress, and scroll to the requested opening map."""
        await self.progress.wait_loaded()
        lines = [course_row(name, self.progress.facts) for name in GAMES if has_course(name)]
        self.list.replaceChildren(*lines)
        requested_map = self.list.querySelector(f'[data-map="{map_of}"]') if map_of else None
        if requested_map:
            requested_map.append(map_figure(self.store, map_of))
            requested_map.open = True
            requested_map.firstElementChild.focus()
            requested_map.scrollIntoView()

    def on_click(self, event: Event) -> None:
        """Handle a button that opens a lesson, or the heading of a map, drawn when it unfolds."""
        button = event.target.closest("button[data-route]")
        more = event.target.closest("details[data-map]")
        if button:
            location.hash = button.dataset.route
        elif more and not more.querySelector("figure"):
            more.append(map_figure(self.store, more.dataset.map))


def course_row(name: str, facts: FactLog) -> Element:
    """Create a course's row: progress, the button for the next lesson, and all lessons."""
    steps, words, done_steps = course(name), sentences(name), get_done_steps(facts, name)
    count = sum(step.name in done_steps for step in steps)
    item, head, text = create_element("li"), create_element("div"), create_element("div")
    head.className, text.className = "learn-head", "words"
    hexes = create_element(
        "p", role="img", aria_label=WORDS["count"].format(done=count, count=len(steps))
    )
    hexes.className = "hex-row"
    hexes.append(*map(hexagon, progress_row(steps, done_steps)))
    text.append(create_element("h2", TITLES[name]), hexes)
    step = next_step(name, done_steps)
    key = "again" if step is None else "go-on" if count else "start"
    start_button = create_element(
        "button", type="button", data_route=f"{ROUTE}/{name}", **{"class": "main"}
    )
    start_button.setAttribute(
        "aria-label", WORDS["of-game"].format(what=WORDS[key], game=TITLES[name])
    )
    start_button.append(icon("play"), create_element("span", WORDS[key]))
    mark = f"mark-{name}"
    head.append(icon(mark if by_id(mark) else "mark-game"), text, start_button)
    listed = create_element("ol", **{"class": "learn-steps"})
    for one in steps:
        entry = create_element("li")
        title = create_element("button", type="button", data_route=f"{ROUTE}/{name}/{one.name}")
        title.append(create_element("span", words[f"{one.name}-title"]))
        if one.name in done_steps:
            title.append(
                icon("check"), create_element("span", WORDS["done"], **{"class": "visually-hidden"})
            )
        entry.append(title)
        listed.append(entry)
    more = create_element("details")
    more.append(create_element("summary", WORDS["all"].format(count=len(steps))), listed)
    item.append(head, more)
    if mapped_game(name):
        opening = create_element("details", data_map=name)
        opening.append(create_element("summary", WORDS["map"]))
        item.append(opening)
    return item


def map_figure(store: Store, name: str) -> Element:
    """Create the opening map of a game that has one, with its description."""
    game = mapped_game(name)
    assert game is not None
    map_view = opening_map(game, store.rotation(game.board.shape))
    figure, caption = (
        create_element("figure", **{"class": "opening-map"}),
        create_element("figcaption"),
    )
    caption.append(
        create_element("b", map_view.board),
        create_element("p", map_view.description),
        create_element("p", map_view.best),
    )
    if map_view.swap:
        caption.append(create_element("p", map_view.swap))
    figure.append(caption, parse_svg(map_view.picture))
    return figure
