"""A hint in two steps: first a region of the board, then the cell."""

from typing import NamedTuple

from ...rules.board import bits
from ...rules.notation.actions import end_word
from ...rules.state import Game, State
from ...words import tongue
from ...words.review import REVIEW_WORDS

FEWEST = 3  # cells of a region that still leaves something to find


class Hint(NamedTuple):
    """The engine's action in a position, and how much of it is shown."""

    state: State  # the hint is about this position and goes away with it
    action: int = -1  # -1: the engine is still searching
    exact: bool = False  # the second step: the cell itself
    percent: int = 0  # of the search that is done

    def layers(self, game: Game) -> dict[str, int]:
        """The cells to mark."""
        if self.action < 0 or self.action >= game.board.end:
            return {}
        if self.exact:
            return {"hint": 1 << self.action}
        return {"hint-region": region(game, self.state, self.action)}

    def text(self, game: Game) -> str:
        """The hint as a sentence, as far as it is shown."""
        if self.action == game.board.swap:
            return REVIEW_WORDS["hint-swap"]
        if self.action == game.board.end:
            return REVIEW_WORDS[f"hint-{end_word(game)}"]
        if self.exact:
            return REVIEW_WORDS["hint-cell"].format(name=game.board.name(self.action))
        names = game.board.names(region(game, self.state, self.action))
        return REVIEW_WORDS["hint-region"].format(cells=tongue.formats.any_of(names))

    @property
    def button(self) -> str:
        """The label of the button: what its next press does."""
        key = "hint-cancel" if self.action < 0 else "hint-away" if self.exact else "hint-more"
        return REVIEW_WORDS[key]

    def progress(self, *, thinking: bool) -> str:
        """The engine's progress as a sentence, "" once it has answered."""
        if self.action >= 0:
            return ""
        key = "hint-looking" if thinking else "hint-waiting"
        return REVIEW_WORDS[key].format(percent=self.percent)


def region(game: Game, state: State, action: int) -> int:
    """A few legal cells with the action among them, which is not always in the middle.

    They lie around the neighbour of the action that has the most of them.  If that would be all
    legal cells, it is the half that contains the action: at least two cells if there are three.
    """
    board = game.board
    legal = game.legal(state) & board.cells

    def around(cell: int) -> int:
        return (board.neighbours(1 << cell) | 1 << cell) & legal

    beside = bits(board.neighbours(1 << action))
    found = around(max(beside, key=lambda cell: (around(cell).bit_count(), cell)))
    if found.bit_count() < FEWEST:
        found = board.neighbours(board.neighbours(1 << action)) & legal | 1 << action
    if found.bit_count() < FEWEST:  # alone among stones
        found = legal
    return found if found != legal else _half(legal, action)


def tells_all(game: Game, state: State, action: int) -> bool:
    """Whether every region would give the action away."""
    if action >= game.board.end:
        return True
    return (game.legal(state) & game.board.cells).bit_count() < FEWEST


def _half(legal: int, action: int) -> int:
    """The half of the cells, in their order, that the action is in."""
    cells = list(bits(legal))
    half = max(2, (len(cells) + 1) // 2)
    kept = cells[:half] if action in cells[:half] else cells[-half:]
    return sum(1 << cell for cell in kept)
