"""What the engine thinks: one tree search for all games, with a network for each that has one.

In reading order: ``node`` (what is known of a position), ``features`` (what a network is shown
of it), ``network`` (what it makes of that), ``evaluator`` (what that says of actions), ``puct``
(the search that it guides), ``nets`` (the networks at hand), ``levels`` (how hard each level works)
with ``tuning`` (what was measured of each game), ``memory`` (what is kept from one question to the
next), ``engine`` (all of it put together: what is done about a question, whoever asks).

``compiled`` has all of that once more for speed: the rules, ``features``, ``network`` (``net``) and
``puct`` (``guided``) in one program, which plays wherever WebAssembly runs.  Python's are what
holds, and the tests hold both together.

Where there is no network: ``playouts`` (what a random game says) and ``mcts`` (the search that
it guides).

Beside them the exact values: ``solver``, with ``canonical`` (positions that are the same by
symmetry), ``move_ordering`` (what to try first) and ``retrograde`` (all positions of a small
board).
"""
