"""The buttons of the game: undo, steps through it, what is not done on the board."""
