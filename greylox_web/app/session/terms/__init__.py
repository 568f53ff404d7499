"""The terms of a game: ``clock``, ``takebacks``, ``friends`` who answer with links, ``rated``."""
