"""Of 100 games between equal players: wins of the first colour, and draws.

The games come from the studies; ``python3 -m lab.study shares`` writes this file.
"""

SHARES: dict[str, tuple[int, int]] = {
    "brink5-x11": (44, 0),
    "brink5-x4": (100, 0),
    "brink5-x5": (76, 0),
    "brink5-x6": (10, 0),
    "brink5-x8": (23, 0),
    "brink6-d-x8-p": (24, 4),
    "brink7-d-x4": (88, 0),
    "brink7-d-x5": (96, 0),
    "brink7-d-x6": (10, 0),
    "brink7-d-x8": (34, 0),
    "brink7-d-x8-p": (24, 0),
    "greylox5": (56, 0),
    "greylox6": (60, 0),
    "multiplicity5": (46, 0),
    "multiplicity5-f": (99, 0),
    "multiplicity5-f-p": (40, 4),
}
"""(wins of the first colour, draws) by game and board, written as in links."""
