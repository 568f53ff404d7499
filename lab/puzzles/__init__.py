"""Proven puzzles: positions in which exactly one turn keeps the result.

    nice python3 -m lab.puzzles byg --minutes 30        # make more, resuming where it stopped
    nice python3 -m lab.puzzles all --minutes 60        # of all games, the time divided evenly
    python3 -m lab.puzzles grade byg                    # again, after its network has changed
    python3 -m lab.puzzles themes all                   # again, after a theme has been added
    python3 -m lab.puzzles show all                     # boards, colours, grades, themes
    python3 -m lab.puzzles daily                        # append the new ones to the list of days

``GAME.jsonl`` next to this file has a game's puzzles, one JSON object a line; new ones are always
added at the end, so a puzzle's line number identifies it.  ``store.Puzzle`` describes the fields of
a line.  ``daily.txt`` has the puzzle of each day.  The build converts both into the files that the
page fetches (``tools/puzzles.py``).

How they are made, in reading order:

``candidates``  games of self-play on many boards with many options, deliberately balanced; their
                late positions, and positions near them, where the solver finds only one right turn
``proof``       for each of these a proof with empty caches: the turn that keeps the result (win,
                then draw, then loss), and for every other turn the reply that refutes it.  A turn
                is a set of stones: their order does not matter
``themes``      its subjects, according to the rules and the proof: a flip, a block, the margin ...
``grade``       the number of visits with which the network's search finds it, without the solver
``symmetry``    positions that differ only by a symmetry of the board or of the colours
``store``       lines of a file; reading one checks every link, turn and reply
``generator``   selects the puzzles to store: none that is obvious or much like another one, and not
                too many of one board or of the lowest grade
``daily``       the list of days

The tests prove a sample again with a plain minimax, and in their long form all puzzles.
"""
