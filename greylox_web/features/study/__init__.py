"""Annotations of a game, and setting up a position."""
