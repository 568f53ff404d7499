"""The page as a whole: its features, its address, the engine's worker, and the start."""
