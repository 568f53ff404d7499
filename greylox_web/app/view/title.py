"""The title of a game: its name, its board and its options."""

from ...rules import TITLES, Game
from ...rules.options import Number, Option, Value
from ...words import WORDS


def title(game: Game) -> str:
    """``Brink · base 5 · X 3``."""
    return f"{TITLES[game.name]} · {board_line(game)}"


def board_line(game: Game) -> str:
    """``base 5 · X 3``."""
    size = WORDS[f"size-{game.board.shape}"].format(size=game.size)
    told = (_told(option, game.options[option.key]) for option in game.schema)
    return " · ".join([size, *filter(None, told)])


def _told(option: Option, value: Value) -> str:
    """An option's part of the title, "" for a switch that is on, as by default."""
    if isinstance(option, Number):
        return WORDS[f"with-{option.key}"].format(value=value)
    return WORDS[f"no-{option.key}"] if value is False else ""
