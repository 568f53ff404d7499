"""Lines of the engine and of puzzles, played out on the board without changing the game."""
