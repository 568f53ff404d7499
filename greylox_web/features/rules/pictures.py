"""Three pictures of what a game is about, beside the board in the first games of each kind."""

from collections.abc import Iterable

from ...page.dom import by_id, create_element, parse_svg
from ...page.feature import Feature
from ...page.store import Store
from ...progress import FactLog
from ...rules import Game
from ...rules.state import OPENING
from ...session.session import Session
from ...words.rules import RULES_WORDS as WORDS
from .figure import figure, rule_sheets

FIGURES = {
    "greylox": (0, 1, 3),
    "lox": (0, 3, 4),
    "brink": (1, 3, 4),
    "multiplicity": (0, 1, 5),
    "byg": (1, 2, 5),
}
"""The figures of the rule sheets to show, by their indices."""
MAX_GAMES = 3  # the pictures are shown until so many games of the kind are finished
MAX_TURNS = 12  # then the moves need the space


class Pictures(Feature):
    """The pictures, with a heading and a button that opens the rules."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.progress = store.progress()
        self.is_loaded = False  # whether the stored facts are known
        self.rendered = ""  # the game whose pictures are drawn
        self.heading = create_element("h2", id="pictures-heading", **{"class": "small"})
        button = create_element("button", WORDS["rules"], type="button", data_press="rules:open")
        button.className = "text-link"
        line = create_element("div", **{"class": "small-heading"})
        line.append(self.heading, button)
        self.figures = create_element("div", **{"class": "figures"})
        self.root = create_element("section", id="pictures", aria_labelledby="pictures-heading")
        self.root.hidden = True
        self.root.append(line, self.figures)
        by_id("explain").append(self.root)
        store.lifetime.spawn(self._load())

    async def _load(self) -> None:
        """Show the pictures once it is known how many games were finished."""
        await self.progress.wait_loaded()
        self.is_loaded = True
        self.store.schedule_render()

    def render(self) -> None:
        """Draw the pictures of the game, or hide them."""
        session = self.store.session
        shown = self.is_loaded and shows_pictures(session, self.progress.facts)
        self.root.hidden = not shown
        if not shown:
            return
        key = "opening" if session.state.phase == OPENING and session.game.has_anchors else "game"
        self.heading.textContent = WORDS[f"pictures-{key}"]
        if self.rendered != session.game.name:
            self.rendered = session.game.name
            self.figures.replaceChildren()
            for markup, caption in pictures(session.game):
                item = create_element("figure")
                item.append(parse_svg(markup), create_element("figcaption", caption))
                self.figures.append(item)


def shows_pictures(session: Session, facts: FactLog) -> bool:
    """Return whether a game at its beginning is one of the first of its kind."""
    if session.exercise_attempt is not None or session.outcome is not None or session.review:
        return False
    game = session.game
    if game.name not in FIGURES or len(session.tree.path(session.cursor)) > 2 * MAX_TURNS:
        return False
    if game.margin == 1:  # the pictures of this rule need a larger one
        return False
    finished = sum(1 for fact in facts.by_kind("game") if fact.what["game"] == game.name)
    return finished < MAX_GAMES


def pictures(game: Game) -> Iterable[tuple[str, str]]:
    """Return the markup and the caption of each picture."""
    sheet = rule_sheets()[game.name]["figures"]
    for number, index in enumerate(FIGURES[game.name], 1):
        markup = figure(sheet[index]["link"], sheet[index]["shows"])
        yield markup, WORDS[f"picture-{game.name}-{number}"]
