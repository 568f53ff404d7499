"""The board: what is marked on it, its drawing, and playing by pointer and keys."""
