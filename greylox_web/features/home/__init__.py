"""The home page: games to go on with, the next lesson, the puzzle of the day."""
