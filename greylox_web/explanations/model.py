"""Comparisons of two lines, and the facts that explain them."""

from typing import NamedTuple

from ..rules.state import Game, State
from ..words.explanations import EXPLANATION_WORDS


class Forecast(NamedTuple):
    """Who holds each cell at the end of games that the engine plays on from a position."""

    games: int
    held: tuple[tuple[int, ...], tuple[int, ...]]
    """For each colour and cell, the number of games in which the colour holds the cell."""


class Comparison(NamedTuple):
    """A better line and a worse one, from the same position.

    Both begin with the mover's turn and continue with the engine's best actions.  Where nothing
    was played, as for a hint, ``played`` is empty and the better line speaks for itself.
    """

    game: Game
    state: State
    better: tuple[int, ...]
    played: tuple[int, ...] = ()
    forecasts: tuple[Forecast, Forecast] | None = None  # after the better and the played turn


class Fact(NamedTuple):
    """A fact about the lines of a comparison, which a test can check by the rules alone."""

    key: str  # of its sentence in ``words.explanations``
    values: dict[str, object]  # of the sentence's placeholders
    cells: int = 0  # the mask of the cells that the sentence speaks of

    @property
    def text(self) -> str:
        """The fact as a sentence."""
        return EXPLANATION_WORDS[self.key].format(**self.values)

    @property
    def titled(self) -> str:
        """The sentence under its title, without what the title says already."""
        key = f"titled-{self.key}"
        return EXPLANATION_WORDS[key if key in EXPLANATION_WORDS else self.key].format(
            **self.values
        )


class Explanation(NamedTuple):
    """The facts that decide a comparison; none where only the lines can be shown."""

    facts: tuple[Fact, ...] = ()
    title: str = ""  # what the first fact comes to, in a few words; "" where there is none

    @property
    def text(self) -> str:
        """The facts as sentences; "" without facts."""
        return " ".join(fact.text for fact in self.facts)

    @property
    def titled(self) -> str:
        """The facts as sentences that follow the title, if there is one."""
        texts = [fact.titled if self.title else fact.text for fact in self.facts[:1]]
        return " ".join([*texts, *(fact.text for fact in self.facts[1:])])

    @property
    def cells(self) -> int:
        """The mask of the cells that the sentences speak of."""
        cells = 0
        for fact in self.facts:
            cells |= fact.cells
        return cells
