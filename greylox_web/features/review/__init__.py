"""The review of a game: the engine's evaluation of each position, and retries of mistakes."""
