"""The end of a game: the card of the result, what decided it, and the question before resigning."""
