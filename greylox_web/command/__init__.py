"""The engine for other programs: the commands ``gtp``, ``match`` and ``solve``.

``table`` (a game in progress, and the engine at it) -> ``gtp_words`` and ``gtp_private`` (what
the protocol's commands and ours do) -> ``gtp`` (the protocol); ``program`` and ``players`` ->
``games`` -> ``log`` -> ``match``; ``solve``.  ``pipes``: what is on their other side is gone.
"""
