"""A game in progress as values: its positions and variations, who plays, and the terms."""
