"""The rules of the game, with their figures."""
