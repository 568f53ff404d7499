"""The rules of the games, as pure functions over small immutable positions."""

from .board import NotationError
from .defaults import default_game
from .registry import DEFAULT_GAME, GAMES, TITLES, get_shape, get_shapes, new_game
from .state import Game

__all__ = [
    "DEFAULT_GAME",
    "GAMES",
    "TITLES",
    "Game",
    "NotationError",
    "default_game",
    "get_shape",
    "get_shapes",
    "new_game",
]
