"""A hint in two steps: first a region of the board, then the cell."""

from typing import NamedTuple

from ...rules.board import bits
from ...rules.notation.actions import end_word
from ...rules.state import Game, State
from ...words import tongue
from ...words.review import REVIEW_WORDS

FEWEST = 3  # cells of a region that still leaves something to find


class Hint(NamedTuple):
    """What the engine would do in one position, and how much of it is told."""

    state: State  # the hint is about this position and goes away with it
    action: int = -1  # as long as the engine looks for it
    exact: bool = False  # the second step: the cell itself
    percent: int = 0  # of the engine's work that is done

    def layers(self, game: Game) -> dict[str, int]:
        """The cells to mark."""
        if self.action < 0 or self.action >= game.board.end:
            return {}
        if self.exact:
            return {"hint": 1 << self.action}
        return {"hint-region": region(game, self.state, self.action)}

    def text(self, game: Game) -> str:
        """As much of the engine's answer as is told so far, in words."""
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
        """What the next press of the button does, in words."""
        key = "hint-cancel" if self.action < 0 else "hint-away" if self.exact else "hint-more"
        return REVIEW_WORDS[key]

    def progress(self, *, thinking: bool) -> str:
        """How far the engine is, or "" when it has answered."""
        if self.action >= 0:
            return ""
        key = "hint-looking" if thinking else "hint-waiting"
        return REVIEW_WORDS[key].format(percent=self.percent)


def region(game: Game, state: State, action: int) -> int:
    """A few legal cells with the action among them, which is not always in the middle.

    They lie around the neighbour of the action that has most of them.  Where these were all that
    are legal, they are the half in which the action is: two cells at least, if there are three.
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
    """Whether no region could leave anything to find."""
    if action >= game.board.end:
        return True
    return (game.legal(state) & game.board.cells).bit_count() < FEWEST


def _half(legal: int, action: int) -> int:
    """The half of the cells, in their order, that the action is in."""
    cells = list(bits(legal))
    half = max(2, (len(cells) + 1) // 2)
    kept = cells[:half] if action in cells[:half] else cells[-half:]
    return sum(1 << cell for cell in kept)
