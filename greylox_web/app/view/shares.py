"""Of 100 games between equals, those that the first colour wins, and those drawn.

The games are those of the studies; ``python3 -m lab.study shares`` writes this file.
"""

SHARES: dict[str, tuple[int, int]] = {}
"""By the game and its board, written as in links."""
