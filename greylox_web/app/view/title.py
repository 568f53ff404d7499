"""What a game is called: its name, its board and its options."""

from ...rules import TITLES, Game
from ...words import WORDS


def title(game: Game) -> str:
    """``Brink · base 5 · X 3``."""
    parts = [TITLES[game.name], WORDS[f"size-{game.board.shape}"].format(size=game.size)]
    if "x" in game.options:
        parts.append(f"X {game.options['x']}")
    if game.options.get("opening") is False:
        parts.append(WORDS["no-opening"])
    if game.options.get("swap") is False:
        parts.append(WORDS["no-swap"])
    return " · ".join(parts)
