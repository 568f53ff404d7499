"""The rules of the games, as pure functions over small immutable positions."""

from .board import NotationError
from .defaults import default_game
from .registry import GAMES, TITLES, USUAL, boards_of, new_game, shape_of
from .state import Game

__all__ = [
    "GAMES",
    "TITLES",
    "USUAL",
    "Game",
    "NotationError",
    "boards_of",
    "default_game",
    "new_game",
    "shape_of",
]
