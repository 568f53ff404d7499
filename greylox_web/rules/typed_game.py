"""The rules of a game from values of any type, as other programs give them."""

from collections.abc import Mapping
from typing import cast

from .board import NotationError
from .options import BoolOption, IntOption, OptionValue, ShapeOption
from .registry import find_option, new_game
from .state import Game

OPTION_TYPES: dict[type, type] = {BoolOption: bool, IntOption: int, ShapeOption: str}
TYPE_NAMES = {bool: "True or False", int: "a whole number", str: "the name of a shape"}


def make_game(name: str, size: object, options: Mapping[str, object]) -> Game:
    """Return the rules of a game; NotationError for an unknown value or a wrong type.

    Sizes from ``MIN_SIZE`` on are allowed; a size of None is the default.
    """
    if size is not None and type(size) is not int:
        raise NotationError(f"a size is a whole number, not {size!r:.40}")
    for key, value in options.items():
        expected_type = OPTION_TYPES.get(type(find_option(key)), type(value))
        if type(value) is not expected_type:
            raise NotationError(f"{key} is {TYPE_NAMES[expected_type]}, not {value!r:.40}")
    chosen = cast("dict[str, OptionValue]", dict(options))
    return new_game(str(name), size, chosen, allow_small=True)
