"""My games: ``entry`` (a stored game), ``saving`` (without loss), ``merge``, ``collection``."""
