"""The review of a game: what the engine finds in each position, and tries at lost turns."""
