"""What the engine thinks: one Monte Carlo tree search for all five games.

In reading order: ``evaluate`` (what a position is worth), ``tree`` (what is known of it),
``mcts`` (how more is found out), ``levels`` (how much of that is done).

Beside them the exact values: ``solver``, with ``canonical`` (positions that are the same by
symmetry), ``promise`` (what to try first) and ``filling`` (all positions of a small board).
"""
