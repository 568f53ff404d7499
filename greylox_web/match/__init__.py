"""A game at the table as values: its positions and variations, who plays, and the terms."""
