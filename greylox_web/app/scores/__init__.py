"""How the player does against the engine's levels, out of the facts that ``progress`` keeps."""
