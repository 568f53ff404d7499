"""Puzzles: proven positions in which exactly one turn keeps the result.

``shelf``     the puzzles of a game by name, read from the file that the page fetches
``puzzle``    one of them, with its position and its turns as the rules understand them
``judging``   the puzzle as an exercise, with the judge of the answers
``refuting``  why a turn is right or wrong, in a sentence
``choosing``  the next puzzle: a failed one again, or one that fits the player's strength
``daily``     the puzzle of a day
``telling``   results in words: for the player, and for others without giving the solution away

``lab/puzzles`` makes and proves them.
"""
