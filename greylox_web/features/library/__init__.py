"""My games: what is stored of them, saving, bringing in and going on with them.

``entry`` (a stored game as text) -> ``collection`` (searching and bringing in), ``saving`` (one
version over another), ``cards`` -> ``store`` (the database of games) -> ``autosave`` (the matches
of the visit), ``continuing`` (which stored match the one on the table goes on with) -> ``panel``.
"""
