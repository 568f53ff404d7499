"""The groups on the result card: bars, compared rank by rank."""

from js import Element

from ...page.dom import by_id, create_element, icon, prefers_reduced_motion
from ...page.store import Store
from ...session.event import ShowComparedRank
from ...words import format_number, labelled
from ...words.ending import ENDING_WORDS as WORDS
from .card import ResultCard, Row

STEP_MILLIS, MIN_STEP_MILLIS = 1100, 450  # at each rank: usual and minimum
MAX_ANIMATION_MILLIS = 6000  # for all ranks, if MIN_STEP_MILLIS allows it
MAX_BAR_PERCENT = 66  # per cent of the row's width for the colour with more stones


class Groups:
    """The bars, the sentence on the shown rank, and the button for the next rank."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.card: ResultCard | None = None
        self.chart = create_element("div", **{"class": "compared"})
        self.animated_match = ""  # the id of the last match whose ranks were animated

    def start_animation(self) -> None:
        """Animate all ranks once per game, unless the user prefers reduced motion."""
        card, match_id = self.card, self.store.session.match.id
        if card is None or not card.compared_ranks or prefers_reduced_motion():
            return
        if self.animated_match != match_id:
            self.animated_match = match_id
            self._animate(card.compared_ranks)

    def _animate(self, count: int, rank: int = 0) -> None:
        """Show the ranks up to ``count`` one after another, until the card shows anything else."""
        self.store.dispatch(ShowComparedRank(rank))

        def show_next() -> None:
            ending = self.store.session.ending
            if ending.is_card_open and ending.rank == rank:
                self._animate(count, rank + 1)

        if rank + 1 < count:
            pause = max(MIN_STEP_MILLIS, min(STEP_MILLIS, MAX_ANIMATION_MILLIS // count))
            self.store.lifetime.set_timeout(pause, show_next)

    def step(self) -> None:
        """Show the next rank; after the last one, restart the animation."""
        card = self.card
        if card is None:
            return
        if card.shown_rank + 1 < card.compared_ranks:
            self.store.dispatch(ShowComparedRank(card.shown_rank + 1))
        elif prefers_reduced_motion():
            self.store.dispatch(ShowComparedRank(0))
        else:
            self._animate(card.compared_ranks)

    def render(self, card: ResultCard) -> None:
        """Show another rank."""
        self.card = card
        self.chart.replaceChildren(*self._bars(card))
        if card.compared_ranks:
            by_id("result-rank-text").textContent = card.rank_text
            by_id("result-step").lastChild.textContent = _step_word(card)

    def build(self, card: ResultCard) -> list[Element]:
        """Create the bars for both colours, and the button for the next rank."""
        self.card = card
        if not card.rows:
            return []
        self.chart.replaceChildren(*self._bars(card))
        if not card.compared_ranks:
            return [self.chart]
        steps = create_element("div", **{"class": "steps-of-groups"})
        steps.append(create_element("p", card.rank_text, id="result-rank-text", role="status"))
        steps.append(make_button("step", _step_word(card), "forward"))
        return [self.chart, steps]

    def _bars(self, card: ResultCard) -> list[Element]:
        """Return the groups as bars on one scale; a product is shown below its bars."""
        max_stones = max(sum(row.sizes) for row in card.rows)
        elements = []
        for row in card.rows:
            line = create_element(
                "div", role="img", aria_label=labelled(row.name, _sizes_text(row))
            )
            line.append(create_element("span", **{"class": f"disc {row.colour}"}))
            bars = create_element("div", **{"class": "line"})
            none = (0,) * (card.shown_rank + 1 - len(row.sizes))  # a missing group has size 0
            for rank, size in enumerate((*row.sizes, *none)):
                names = f"part {row.colour}" if size else "part no-group"
                if rank == card.shown_rank:
                    won = row.won and card.shown_rank == row.deciding_index
                    names += " decided" if won else " same"
                bar = create_element("span", format_number(size), **{"class": names})
                bar.style.flexBasis = f"{MAX_BAR_PERCENT * size / max_stones:.1f}%"
                bars.append(bar)
            if row.more:
                bars.append(create_element("span", "…", **{"class": "more"}))
            line.append(bars)
            elements.append(line)
            if row.product:
                elements.append(create_element("p", row.product, **{"class": "product"}))
        return elements


def _step_word(card: ResultCard) -> str:
    return WORDS["step-on" if card.shown_rank + 1 < card.compared_ranks else "step-again"]


def _sizes_text(row: Row) -> str:
    return row.product or ", ".join(map(str, row.sizes)) + (" …" if row.more else "")


def make_button(
    name: str, text: str, sign: str = "", *, main: bool = False, press: str = ""
) -> Element:
    """Create a button of the card; its id is "result-" and ``name``."""
    button = create_element(
        "button", type="button", id=f"result-{name}", **{"class": "main"} if main else {}
    )
    if press:
        button.dataset.press = press
    if sign:
        button.append(icon(sign))
    button.append(create_element("span", text))
    return button
