"""Results against the engine's levels, and the strength that follows."""
