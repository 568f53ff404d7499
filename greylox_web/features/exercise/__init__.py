"""An exercise on the board: its text and buttons, and going on with it after a reload."""
