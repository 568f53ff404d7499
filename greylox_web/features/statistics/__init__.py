"""The ladder of opponents, results against the engine's levels, and the strength that follows."""
