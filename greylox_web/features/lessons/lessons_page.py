"""The page of all courses, with the player's progress, the opening maps and the studies."""

from js import Element

from ...page.dom import create_element, game_icon, icon, parse_svg, set_text
from ...page.store import Store
from ...page.view import View
from ...progress import FactLog
from ...rules import GAMES, TITLES
from ...words.lessons import LESSONS_WORDS as WORDS
from ..exercise.panel import hexagon
from .opening_map import mapped_game, opening_map
from .progress import get_done_steps
from .step import MAP, ROUTE, Step, course, has_course, next_step, progress_row, sentences


class LessonsPage(View):
    """The page and its contents."""

    name = route = "learn"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.list = create_element("ul", id="learn-games", aria_label=WORDS["by-game"])
        self.notice = create_element("p", id="learn-status", role="status")
        self.maps = create_element("section", id="learn-maps", aria_labelledby="learn-maps-heading")
        self.maps.className = "card"
        about = create_element("p", WORDS["about"], id="learn-about")
        cards = create_element("div", id="learn-cards")
        cards.append(self.list, studies_card())
        self.body.append(self.notice, about, cards, self.maps)

    def open(self, path: str) -> bool:
        """Show the courses; ``path`` is the game whose opening map to show, or ""."""
        exists = not path or has_course(path)
        set_text(self.notice, self.take_notice() if exists else WORDS["no-such"])
        self.store.lifetime.spawn(self.render_courses(path if exists else ""))
        return True

    async def render_courses(self, map_of: str) -> None:
        """Render the courses with the current progress, and the requested opening map."""
        await self.progress.wait_loaded()
        names, facts = [name for name in GAMES if has_course(name)], self.progress.facts
        main = main_course(names, facts)
        self.list.replaceChildren(*(course_card(name, facts, name == main) for name in names))
        heading = create_element("h2", WORDS["maps"], id="learn-maps-heading", tabindex="-1")
        tabs = create_element("nav", aria_labelledby=heading.id, **{"class": "tabs"})
        for name in filter(mapped_game, names):
            tab = create_element("a", TITLES[name], href=f"#{ROUTE}/{name}/{MAP}")
            if name == map_of:
                tab.setAttribute("aria-current", "true")
            tabs.append(tab)
        self.maps.replaceChildren(heading, tabs)
        if map_of and mapped_game(map_of):
            self.maps.append(map_figure(self.store, map_of))
            heading.focus()
            self.maps.scrollIntoView()
        else:
            tabs.before(create_element("p", WORDS["maps-about"]))


def main_course(names: list[str], facts: FactLog) -> str:
    """Return the course to go on with: one that was begun, else the first unfinished one, or ""."""
    unfinished = [name for name in names if next_step(name, get_done_steps(facts, name))]
    begun = [name for name in unfinished if get_done_steps(facts, name)]
    return next(iter(begun + unfinished), "")


def course_card(name: str, facts: FactLog, is_main: bool) -> Element:
    """Create a course's card: progress, the link to the next lesson, all lessons, and the rules."""
    steps, words, done_steps = course(name), sentences(name), get_done_steps(facts, name)
    count = sum(step.name in done_steps for step in steps)
    step = next_step(name, done_steps)
    key = "again" if step is None else "go-on" if count else "start"
    head = create_element("h2")
    head.append(game_icon(name), create_element("span", TITLES[name]))
    progress = create_element("p", **{"class": "learn-progress"})
    hexes = create_element(
        "span", role="img", aria_label=WORDS["count"].format(done=count, count=len(steps))
    )
    hexes.className = "hex-row"
    hexes.append(*map(hexagon, progress_row(steps, done_steps)))
    short = WORDS["count-short"].format(done=count, count=len(steps))
    progress.append(hexes, create_element("span", short, aria_hidden="true"))
    next_text = WORDS["next-title"].format(title=words[f"{step.name}-title"]) if step else ""
    start_link = named_link(WORDS[key], name, f"#{ROUTE}/{name}")
    start_link.prepend(icon("play"))
    start_link.className = "button main" if is_main else "button"
    links = create_element("p", **{"class": "learn-links"})
    rules_button = create_element("button", WORDS["rules"], type="button")
    rules_button.dataset.press = f"rules:{name}"
    rules_button.setAttribute("aria-label", of_game(WORDS["rules"], name))
    links.append(rules_button)
    if mapped_game(name):
        links.append(named_link(WORDS["map"], name, f"#{ROUTE}/{name}/{MAP}"))
    card = create_element("li", **{"class": "card"})
    card.append(
        head,
        progress,
        create_element("p", next_text or WORDS["finished"]),
        start_link,
        all_lessons(name, steps, done_steps),
        links,
    )
    return card


def all_lessons(name: str, steps: tuple[Step, ...], done_steps: frozenset[str]) -> Element:
    """Create the list of a course's lessons, folded."""
    words, listed = sentences(name), create_element("ol", **{"class": "learn-steps"})
    for step in steps:
        entry = create_element("li")
        link = create_element("a", href=f"#{ROUTE}/{name}/{step.name}")
        link.append(create_element("span", words[f"{step.name}-title"]))
        if step.name in done_steps:
            link.append(
                icon("check"), create_element("span", WORDS["done"], **{"class": "visually-hidden"})
            )
        entry.append(link)
        listed.append(entry)
    more = create_element("details")
    more.append(create_element("summary", WORDS["all"].format(count=len(steps))), listed)
    return more


def studies_card() -> Element:
    """Create the card that leads to the studies."""
    card = create_element("section", id="learn-studies", aria_labelledby="learn-studies-heading")
    card.className = "card"
    link = create_element("a", WORDS["studies-open"], href="./studies/index.html", hreflang="en")
    card.append(
        create_element("h2", WORDS["studies"], id="learn-studies-heading"),
        create_element("p", WORDS["studies-about"]),
        link,
    )
    return card


def named_link(text: str, name: str, address: str) -> Element:
    """Create a link whose accessible name also contains the game."""
    link = create_element("a", href=address, aria_label=of_game(text, name))
    link.append(create_element("span", text))
    return link


def of_game(text: str, name: str) -> str:
    """Return a text with the name of the game."""
    return WORDS["of-game"].format(what=text, game=TITLES[name])


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
