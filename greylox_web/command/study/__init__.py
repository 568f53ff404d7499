"""The command ``study``: games of the engine against itself, and what they say about a game."""
