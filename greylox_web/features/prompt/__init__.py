"""Beside the board: whose turn it is, what is due, notices, and how the game ended."""
