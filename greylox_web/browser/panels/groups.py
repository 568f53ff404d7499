"""The groups that decided a game, on its card: as bars, and compared one place after the other."""

from js import Element, window
from pyodide.ffi import create_once_callable

from ...app.session import events as ev
from ...app.view.panel.ending import Card, Row
from ...rules.state import State
from ...words import number, pair
from ...words.ending import ENDING_WORDS as WORDS
from ..dom import element, icon, made
from ..table import Table

PAUSE, LEAST_PAUSE, LONGEST_WALK = 1100, 450, 6000  # milliseconds between places, and of all
WIDEST = 66  # per cent of a row that all groups of a colour take, before small ones are widened


class Groups:
    """The bars, what is said of those shown, and the button that goes on to the next."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.told: Card | None = None
        self.chart = made("div", **{"class": "compared"})
        self.stepped: State | None = None  # the first position of the game whose steps were shown
        self.walks = 0  # how often the steps were begun; a clock of an earlier walk does nothing

    def begin(self) -> None:
        """Go through all places, once in a game, unless nothing shall move by itself."""
        root = self.table.session.tree.nodes[0].state
        if self.told is not None and self.told.steps and self.stepped is not root and not still():
            self.stepped = root
            self._walk(0)

    def _walk(self, place: int) -> None:
        """Show the groups from this place on, one place after the other."""
        self.walks += 1
        self._go_on(self.walks, place)

    def _go_on(self, walk: int, place: int) -> None:
        told = self.told
        if told is None or walk != self.walks or place >= told.steps:
            return
        self.table.dispatch(ev.ShowRank(place))
        pause = max(LEAST_PAUSE, min(PAUSE, LONGEST_WALK // told.steps))
        following = create_once_callable(lambda: self._go_on(walk, place + 1))
        window.setTimeout(following, pause)

    def step(self) -> None:
        """To the next groups; from the last ones to the first, and on from there."""
        told = self.told
        if told is None:
            return
        if told.place + 1 < told.steps:
            self.walks += 1
            self.table.dispatch(ev.ShowRank(told.place + 1))
        elif still():
            self.table.dispatch(ev.ShowRank(0))
        else:
            self._walk(0)

    def paint(self, told: Card) -> None:
        """The bars anew: other ones of them are shown."""
        self.told = told
        self.chart.replaceChildren(*self._bars(told))
        if told.steps:
            element("ending-told").textContent = told.told
            element("ending-step").lastChild.textContent = _step_word(told)

    def parts(self, told: Card) -> list[Element]:
        """The groups of both colours as bars, and a button that goes from place to place."""
        self.told = told
        if not told.rows:
            return []
        self.chart.replaceChildren(*self._bars(told))
        if not told.steps:
            return [self.chart]
        steps = made("div", **{"class": "steps-of-groups"})
        steps.append(made("p", told.told, id="ending-told", role="status"))
        steps.append(action("step", _step_word(told), "forward"))
        return [self.chart, steps]

    def _bars(self, told: Card) -> list[Element]:
        """Bars of one scale; products in words besides."""
        most = max(sum(row.sizes) for row in told.rows)
        found = []
        for row in told.rows:
            line = made("div", role="img", aria_label=pair(row.name, _listed(row)))
            line.append(made("span", **{"class": f"disc {row.colour}"}))
            bars = made("div", **{"class": "line"})
            none = (0,) * (told.place + 1 - len(row.sizes))  # as long as the other's list
            for place, size in enumerate((*row.sizes, *none)):
                names = f"part {row.colour}" if size else "part no-group"
                if place == told.place:
                    names += " decided" if told.place == row.decided else " same"
                bar = made("span", number(size), **{"class": names})
                bar.style.flexBasis = f"{WIDEST * size / most:.1f}%"
                bars.append(bar)
            if row.more:
                bars.append(made("span", "…", **{"class": "more"}))
            line.append(bars)
            found.append(line)
            if row.product:
                found.append(made("p", row.product, **{"class": "product"}))
        return found


def still() -> bool:
    """Whether nothing shall move by itself."""
    return bool(window.matchMedia("(prefers-reduced-motion: reduce)").matches)


def _step_word(told: Card) -> str:
    return WORDS["step-on" if told.place + 1 < told.steps else "step-again"]


def _listed(row: Row) -> str:
    return row.product or ", ".join(map(str, row.sizes)) + (" …" if row.more else "")


def action(name: str, text: str, sign: str = "", *, main: bool = False) -> Element:
    """A button of the card."""
    button = made("button", type="button", id=f"ending-{name}", **{"class": "main"} if main else {})
    if sign:
        button.append(icon(sign))
    button.append(made("span", text))
    return button
