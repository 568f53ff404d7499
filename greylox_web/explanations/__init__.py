"""Why a turn is better than another: facts that the rules count along the engine's lines.

``model``    comparisons and facts
``explain``  the facts of a comparison, or of a hint's action; the table of the games' facts
``lines``    the lines of a comparison, turn by turn
``shared``   facts of every game; ``sight``, ``joins`` and ``sizes`` those of several games

Each game has a module with the facts that decide it, the most telling first.
"""
