"""Puzzles: proven positions in which exactly one turn keeps the result.

``puzzle_set``     the puzzles of a game by name, read from the file that the page fetches
``puzzle``         one puzzle, with its position and its turns as the rules understand them
``judge``          the puzzle as an exercise, with the judge of the answers
``explanations``   a sentence that explains why a turn is right or wrong
``themes``         the idea of each puzzle, the lesson that explains it, and its difficulty
``own_puzzle``     puzzles that players make: their addresses, and their proof
``sets``           puzzles of one idea, difficulty or game
``series``         how one puzzle follows another: in a set, in a streak, or suited to the player
``selection``      the next puzzle (a failed one again, or one of the player's strength) and the
                   puzzle of a day
``progress_text``  results as text: for the player, and for others without the solution
``page_text``      the texts of the puzzles page

``lab/puzzles`` makes and proves them.
"""
