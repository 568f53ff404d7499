"""The player's results against the engine's levels, computed from the facts of ``progress``."""
