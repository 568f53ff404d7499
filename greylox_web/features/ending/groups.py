"""The groups on the card of a finished game: as bars, compared place by place."""

from js import Element

from ...page.dom import by_id, create_element, icon, prefers_reduced_motion
from ...page.table import Store
from ...session.event import ShowComparedRank
from ...words import format_number, labelled
from ...words.ending import ENDING_WORDS as WORDS
from .card import Card, Row

PAUSE, LEAST_PAUSE = 1100, 450  # milliseconds at each place, usually and at least
LONGEST_WALK = 6000  # milliseconds for all places, if LEAST_PAUSE allows that
WIDEST = 66  # per cent of the row's width for the colour with more stones


class Groups:
    """The bars, the sentence on the place shown, and the button that goes to the next place."""

    def __init__(self, table: Store) -> None:
        self.table = table
        self.told: Card | None = None
        self.chart = create_element("div", **{"class": "compared"})
        self.stepped = ""  # the id of the match whose places were shown
        self.walks = 0  # the number of the latest walk; timers of earlier ones do nothing

    def begin(self) -> None:
        """Go through all places, once a game, unless the user prefers stillness."""
        match_id = self.table.session.match.id
        has_steps = self.told is not None and self.told.steps
        if has_steps and self.stepped != match_id and not prefers_reduced_motion():
            self.stepped = match_id
            self._walk(0)

    def _walk(self, place: int) -> None:
        """Show the places from this one on, one after the other."""
        self.walks += 1
        self._go_on(self.walks, place)

    def _go_on(self, walk: int, place: int) -> None:
        told = self.told
        if told is None or walk != self.walks or place >= told.steps:
            return
        self.table.dispatch(ShowComparedRank(place))
        pause = max(LEAST_PAUSE, min(PAUSE, LONGEST_WALK // told.steps))
        self.table.lifetime.set_timeout(pause, lambda: self._go_on(walk, place + 1))

    def step(self) -> None:
        """Go to the next place; from the last one go through all again."""
        told = self.told
        if told is None:
            return
        if told.place + 1 < told.steps:
            self.walks += 1
            self.table.dispatch(ShowComparedRank(told.place + 1))
        elif prefers_reduced_motion():
            self.table.dispatch(ShowComparedRank(0))
        else:
            self._walk(0)

    def paint(self, told: Card) -> None:
        """Show another place."""
        self.told = told
        self.chart.replaceChildren(*self._bars(told))
        if told.steps:
            by_id("ending-told").textContent = told.told
            by_id("ending-step").lastChild.textContent = _step_word(told)

    def parts(self, told: Card) -> list[Element]:
        """New elements: the groups of both colours as bars, and the button for the next place."""
        self.told = told
        if not told.rows:
            return []
        self.chart.replaceChildren(*self._bars(told))
        if not told.steps:
            return [self.chart]
        steps = create_element("div", **{"class": "steps-of-groups"})
        steps.append(create_element("p", told.told, id="ending-told", role="status"))
        steps.append(action("step", _step_word(told), "forward"))
        return [self.chart, steps]

    def _bars(self, told: Card) -> list[Element]:
        """The groups as bars on one scale; a product with its factors below its bars."""
        most = max(sum(row.sizes) for row in told.rows)
        found = []
        for row in told.rows:
            line = create_element("div", role="img", aria_label=labelled(row.name, _listed(row)))
            line.append(create_element("span", **{"class": f"disc {row.colour}"}))
            bars = create_element("div", **{"class": "line"})
            none = (0,) * (told.place + 1 - len(row.sizes))  # a missing group has size 0
            for place, size in enumerate((*row.sizes, *none)):
                names = f"part {row.colour}" if size else "part no-group"
                if place == told.place:
                    names += " decided" if told.place == row.decided else " same"
                bar = create_element("span", format_number(size), **{"class": names})
                bar.style.flexBasis = f"{WIDEST * size / most:.1f}%"
                bars.append(bar)
            if row.more:
                bars.append(create_element("span", "…", **{"class": "more"}))
            line.append(bars)
            found.append(line)
            if row.product:
                found.append(create_element("p", row.product, **{"class": "product"}))
        return found


def _step_word(told: Card) -> str:
    return WORDS["step-on" if told.place + 1 < told.steps else "step-again"]


def _listed(row: Row) -> str:
    return row.product or ", ".join(map(str, row.sizes)) + (" …" if row.more else "")


def action(name: str, text: str, sign: str = "", *, main: bool = False, press: str = "") -> Element:
    """A new button of the card, with the id ``ending-name``."""
    button = create_element(
        "button", type="button", id=f"ending-{name}", **{"class": "main"} if main else {}
    )
    if press:
        button.dataset.press = press
    if sign:
        button.append(icon(sign))
    button.append(create_element("span", text))
    return button
