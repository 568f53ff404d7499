"""The default boards and options of the *New game* dialog.

They follow the studies of balance.  They do not apply to values that a link, a record or a call
omits: ``new_game`` fills those in with fixed values.
"""

from collections.abc import Mapping
from functools import cache

from .notation.links import read_spec
from .options import BOARD, OptionValue
from .registry import get_shape, new_game
from .state import Game

DEFAULTS = (
    *("greylox5", "lox11"),
    *("brink5-x11", "brink4-x8", "brink7-d-x8-p", "brink6-d-x8-p", "brink5-d-x4"),
    *("multiplicity5", "byg5"),
)
"""Game specs in link notation.  The first spec of each game and shape is its default board.  The
further specs give the default options for boards of other sizes.  A board of Brink for which no
fair X is known has the swap."""


def default_game(
    name: str, size: int | None = None, options: Mapping[str, OptionValue] | None = None
) -> Game:
    """Return the game ``name`` with the defaults for a player who starts a new game.

    Omitted values come from ``DEFAULTS``, otherwise from ``new_game``.  A size without a shape
    belongs to the game's first shape.  Raise NotationError for an unknown game, size or option.
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
    """Return the games called ``name`` in ``DEFAULTS``."""
    return tuple(game for game in map(read_spec, DEFAULTS) if game.name == name)
