"""The board of a player's first game: a small one, so that the game ends within ten minutes."""

from ....rules import Game, boards_of, default_game
from ....rules.options import HEXHEX, RHOMBUS

SIZES = {HEXHEX.name: 4, RHOMBUS.name: 7}
"""By shape.  Between the first levels a game there takes each side 14 to 22 actions, which at 20 to
25 seconds each, as for somebody to whom all is new, is five to nine minutes.  With the next
larger board (base 5, 9 × 9) it is 26 to 38 actions."""


def first_game(name: str) -> Game:
    """The game ``name`` as a newcomer gets it: on a small board, with the default options."""
    shape, options = boards_of(name)[0]
    return default_game(name, SIZES[shape.name], options)
