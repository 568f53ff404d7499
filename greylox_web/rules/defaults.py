"""The board of each game, and its options, that *New game* offers.

They follow the studies of balance.  What a link, a record or a call leaves out is something else:
``new_game`` fills that in, always in the same way.
"""

from collections.abc import Mapping
from functools import cache

from .notation.links import read_spec
from .options import BOARD, OptionValue
from .registry import get_shape, new_game
from .state import Game

DEFAULTS = (
    *("greylox5", "lox11"),
    *("brink5-x11", "brink4-x8", "brink7-d-x8", "brink6-d-x8", "brink5-d-x4"),
    *("multiplicity5", "byg5"),
)
"""As links write them: of each game and each shape the first is the default board; the others have
the default options of their boards."""


def default_game(
    name: str, size: int | None = None, options: Mapping[str, OptionValue] | None = None
) -> Game:
    """The game ``name`` on a board of ``size`` with ``options``, for a player who begins one.

    What is not given is as in ``DEFAULTS``, or else as in ``new_game``: a size without a shape is
    one of the first shape.  Raise NotationError for a game, size or option that does not exist.
    """
    defaults, chosen = _defaults(name), dict(options or {})
    if not defaults:
        return new_game(name, size, chosen)
    if size is None and BOARD in defaults[0].option_schema:
        chosen.setdefault(BOARD.key, defaults[0].options[BOARD.key])
    shape = get_shape(name, chosen).name
    for game in defaults:
        if game.board.shape == shape and size in (None, game.size):
            return new_game(name, game.size, game.options | chosen)
    return new_game(name, size, chosen)


@cache
def _defaults(name: str) -> tuple[Game, ...]:
    """The games of that name in ``DEFAULTS``."""
    return tuple(game for game in map(read_spec, DEFAULTS) if game.name == name)
