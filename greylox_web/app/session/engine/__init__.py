"""The engine's part in a session: ``asking`` (the next question), ``hinting``, ``reviewing``."""
