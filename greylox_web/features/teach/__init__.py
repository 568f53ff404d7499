"""A game that stops after a costly turn of the player, says why, and offers to take it back."""
