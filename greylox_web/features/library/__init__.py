"""My games: stored games, saving, importing and resuming them.

``entry`` (a stored game as text) -> ``collection`` (search and import), ``conflict_merge`` (merges
a version into the stored one), ``cards`` -> ``game_repository`` (the database of games) ->
``autosave`` (the matches of the visit), ``entry_matching`` (which stored match the current one
continues) -> ``panel``.
"""
