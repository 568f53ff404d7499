"""The page for a new game: what it offers and says of opponents and boards."""
