"""Why a turn is better than another: facts that the rules count along the engine's lines."""
