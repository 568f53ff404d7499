"""The players: their plates, how both sides stand, and the bar of the chances."""
