"""The title of the game and the list of its moves."""
