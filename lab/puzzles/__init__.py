"""Proven puzzles: positions in which exactly one turn keeps the result.

    nice python3 -m lab.puzzles byg --minutes 30        # make more, from where it was stopped
    nice python3 -m lab.puzzles all --minutes 60        # of all games, as long for each
    python3 -m lab.puzzles grade byg                    # again, when its network has changed
    python3 -m lab.puzzles show all                     # boards, colours, grades, themes
    python3 -m lab.puzzles daily                        # new ones get days of their own

``GAME.jsonl`` beside this file has a game's puzzles, one JSON object a line; new ones are only
ever added at the end, so that the place of a puzzle says which one it is.  ``store.Puzzle`` tells
what a line holds.  ``daily.txt`` has the puzzle of each day.  The build makes of both what the
page fetches (``tools/puzzles.py``).

How they are made, in reading order:

``source``  games of self-play on many boards with many options, kept even on purpose; their late
            positions, and those beside them, where the solver finds that one turn alone will do
``proof``   for each of these the proof from nothing: the turn that keeps the result, win over
            draw over loss, and for every other the reply that proves it worse.  A turn is a set of
            stones: nobody is right or wrong by the order in which they are placed
``themes``  what the rules and the proof say it is about: a flip, a block, the margin ...
``grade``   from how many visits on the network's search finds it, without the solver
``twins``   which positions are the same but for a symmetry of the board or the colours
``store``   lines of a file, which are checked when they are read: every link, turn and reply
``making``  what is kept: not what is plain at sight, nor much like another, nor too many of one
            board or of the least grade
``daily``   the list of days

The tests prove a sample again with a plain minimax, and in their long form all of them.
"""
