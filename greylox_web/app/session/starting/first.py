"""The board of a player's first game: a small one, so that the game ends within ten minutes."""

from ....rules import Game, default_game
from ....rules.options import BOARD, HEXHEX, RHOMBUS

SIZES = {HEXHEX.name: 4, RHOMBUS.name: 7}
"""By shape.  Between the first levels a game there takes each side 14 to 22 actions, which at 20 to
25 seconds each, as for somebody to whom all is new, is five to nine minutes.  With the next
larger board (base 5, 9 × 9) it is 26 to 38 actions."""


def first_game(name: str) -> Game:
    """The game ``name`` as a newcomer gets it: on a small board, with that board's options."""
    usual = default_game(name)
    shape = {key: value for key, value in usual.options.items() if key == BOARD.key}
    return default_game(name, min(SIZES[usual.board.shape], usual.size), shape)
