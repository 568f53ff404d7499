"""Measuring a variant: the engine plays it against itself in workers, and the page counts."""
