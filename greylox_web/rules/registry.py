"""The registry of all games, in the order of the page's game list."""

from ..words import WORDS, error_text
from .board import NotationError
from .games.brink import Brink
from .games.byg import Byg
from .games.greylox import Greylox
from .games.lox import Lox
from .games.multiplicity import Multiplicity
from .options import BoolOption, IntOption, Option, OptionValue
from .shapes import BoardShape
from .state import Game

GAME_CLASSES: tuple[type[Game], ...] = (Greylox, Lox, Brink, Multiplicity, Byg)

GAMES = {kind.name: kind for kind in GAME_CLASSES}
DEFAULT_GAME = GAME_CLASSES[0].name
TITLES = {name: name.capitalize() for name in GAMES}
MIN_SIZE = 2  # the smallest board for experiments on the command line


def get_shape(name: str, options: dict[str, OptionValue]) -> BoardShape:
    """Return the board shape that ``options`` select; raise NotationError for an unknown one."""
    shapes = GAMES[name].shapes
    shape_name = str(options.get("board", shapes[0].name))
    for shape in shapes:
        if shape.name == shape_name:
            return shape
    raise NotationError(error_text("no-shape", shape=shape_name[:20]))


def get_shapes(name: str) -> list[tuple[BoardShape, dict[str, OptionValue]]]:
    """Return the board shapes of a game, each with the options that select it."""
    shapes = GAMES[name].shapes
    return [(shape, {"board": shape.name} if len(shapes) > 1 else {}) for shape in shapes]


def find_option(key: str) -> Option | None:
    """Return the option with this key, from the first game that has it; None if no game has it."""
    all_options = (option for kind in GAMES.values() for option in kind.option_schema)
    return next((option for option in all_options if option.key == key), None)


def new_game(
    name: str,
    size: int | None = None,
    options: dict[str, OptionValue] | None = None,
    *,
    allow_small: bool = False,
) -> Game:
    """Return the game ``name`` on a board of ``size`` with ``options``.

    Omitted values get defaults.  These defaults must never change, because links and records omit
    them.  ``allow_small`` also allows sizes from ``MIN_SIZE`` on.  Raise NotationError for an
    unknown game, size or option.
    """
    options = dict(options or {})
    if name not in GAMES:
        raise NotationError(error_text("no-game", name=name[:20]))
    kind, title = GAMES[name], TITLES[name]
    for key in options:
        if key not in {option.key for option in kind.option_schema}:
            raise NotationError(error_text("no-option", Game=title, option=key[:20]))
    shape = get_shape(name, options)
    if size is None:
        size = shape.default_size
    lowest, highest = MIN_SIZE if allow_small else shape.sizes[0], shape.sizes[-1]
    if not lowest <= size <= highest:
        words = {"Game": title, "shape": WORDS[f"shape-{shape.name}"], "size": size}
        raise NotationError(error_text("no-size", **words, least=lowest, most=highest))
    game = kind(size, *(_value(option, options) for option in kind.option_schema))
    for option in kind.option_schema:
        excluded_by = option.excluded_by if isinstance(option, BoolOption) else ""
        if excluded_by and game.options[option.key] and game.options[excluded_by]:
            words = {"option": option.key, "other": excluded_by}
            raise NotationError(error_text("excluded-option", Game=title, **words))
        if isinstance(option, IntOption):
            value, maximum = game.options[option.key], option.maximum(game.board)
            if not option.minimum <= int(value) <= maximum:
                called = option.key.upper() if len(option.key) == 1 else option.key
                words = {"Game": title, "option": called, "value": value}
                raise NotationError(
                    error_text("no-number", **words, least=option.minimum, most=maximum)
                )
    return game


def _value(option: Option, options: dict[str, OptionValue]) -> OptionValue:
    """Return the given or default value of an option, converted to the option's type."""
    value = options.get(option.key, option.default)
    if isinstance(option, BoolOption):
        return bool(value)
    return int(value) if isinstance(option, IntOption) else value
