"""The page of lessons: each game's course with how far somebody is."""

from js import Element, Event, location

from ...page.dialogs import make_dialog_frame
from ...page.dom import by_id, create_element, icon, is_home, parse_svg, set_text
from ...page.feature import Feature
from ...page.table import Store
from ...progress import FactLog
from ...rules import GAMES, TITLES
from ...words.lessons import LESSONS_WORDS as WORDS
from ..exercise.panel import hexagon
from .opening_map import game_of, opening_map
from .progress import done
from .step import ROUTE, course, has_course, next_step, row, sentences


class AllLessons(Feature):
    """The dialog, and what it shows."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.dialog = make_dialog_frame("learn", WORDS["learn"])
        self.list = create_element("ul", id="learn-games", aria_label=WORDS["by-game"])
        self.said = create_element("p", id="learn-said", role="status")
        about = create_element("p", WORDS["about"], id="learn-about")
        self.dialog.append(self.said, about, self.list)
        store.lifetime.listen(self.dialog, "click", self.on_click)

    def on_press(self, name: str, button: Element) -> None:
        """Show the page."""
        self.show()

    def show(self, said: str = "", map_of: str = "") -> None:
        """Show the page over what is seen now; the address of that comes back.

        ``said`` is why somebody came here who wanted something else; ``map_of`` is the game whose
        opening map was asked for.
        """
        if not is_home():
            self.store.address_bar.write(self.store.session.link)
        set_text(self.said, said)
        self.dialog.showModal()
        self.store.lifetime.spawn(self.fill(map_of))

    async def fill(self, map_of: str) -> None:
        """Fill in what is known by now; the opening map that was asked for is in sight."""
        await self.progress.wait_loaded()
        lines = [line(name, self.progress.facts) for name in GAMES if has_course(name)]
        self.list.replaceChildren(*lines)
        asked = self.list.querySelector(f'[data-map="{map_of}"]') if map_of else None
        if asked:
            asked.append(map_figure(self.store, map_of))
            asked.open = True
            asked.firstElementChild.focus()
            asked.scrollIntoView()

    def on_click(self, event: Event) -> None:
        """A button that leads to a lesson, or the heading of a map, which is drawn when opened."""
        button = event.target.closest("button[data-route]")
        more = event.target.closest("details[data-map]")
        if button:
            self.dialog.close()
            location.hash = button.dataset.route
        elif more and not more.querySelector("figure"):
            more.append(map_figure(self.store, more.dataset.map))


def line(name: str, facts: FactLog) -> Element:
    """A game's course: how far somebody is, the way on, and all its lessons."""
    steps, words, known = course(name), sentences(name), done(facts, name)
    count = sum(step.name in known for step in steps)
    item, head, text = create_element("li"), create_element("div"), create_element("div")
    head.className, text.className = "learn-head", "words"
    hexes = create_element(
        "p", role="img", aria_label=WORDS["count"].format(done=count, count=len(steps))
    )
    hexes.className = "hex-row"
    hexes.append(*map(hexagon, row(steps, known)))
    text.append(create_element("h3", TITLES[name]), hexes)
    step = next_step(name, known)
    key = "again" if step is None else "go-on" if count else "start"
    go = create_element("button", type="button", data_route=f"{ROUTE}/{name}", **{"class": "main"})
    go.setAttribute("aria-label", WORDS["of-game"].format(what=WORDS[key], game=TITLES[name]))
    go.append(icon("play"), create_element("span", WORDS[key]))
    mark = f"mark-{name}"
    head.append(icon(mark if by_id(mark) else "mark-game"), text, go)
    listed = create_element("ol", **{"class": "learn-steps"})
    for one in steps:
        entry = create_element("li")
        title = create_element("button", type="button", data_route=f"{ROUTE}/{name}/{one.name}")
        title.append(create_element("span", words[f"{one.name}-title"]))
        if one.name in known:
            title.append(
                icon("check"), create_element("span", WORDS["done"], **{"class": "unseen"})
            )
        entry.append(title)
        listed.append(entry)
    more = create_element("details")
    more.append(create_element("summary", WORDS["all"].format(count=len(steps))), listed)
    item.append(head, more)
    if game_of(name):
        opening = create_element("details", data_map=name)
        opening.append(create_element("summary", WORDS["map"]))
        item.append(opening)
    return item


def map_figure(table: Store, name: str) -> Element:
    """The opening map of a game that has one, with what it says in words."""
    game = game_of(name)
    assert game is not None
    told = opening_map(game, table.rotation(game.board.shape))
    figure, caption = (
        create_element("figure", **{"class": "opening-map"}),
        create_element("figcaption"),
    )
    caption.append(
        create_element("b", told.board),
        create_element("p", told.about),
        create_element("p", told.best),
    )
    if told.swap:
        caption.append(create_element("p", told.swap))
    figure.append(caption, parse_svg(told.picture))
    return figure
