"""What games of the engine against itself say about a game: played, measured and summarised."""
