"""Proven puzzles: a position in which exactly one turn keeps the result.

``shelf``     the puzzles of a game as the page fetches them, with their names
``puzzle``    one of them with its position and its turns, as the rules read them
``judging``   the exercise that it makes, and what the judge says of a turn
``choosing``  which one comes next: what failed again, else what fits the person's strength
``daily``     the puzzle of a day
``telling``   what is told of how it went: here, and to others without giving it away

``lab/puzzles`` makes and proves them.
"""
