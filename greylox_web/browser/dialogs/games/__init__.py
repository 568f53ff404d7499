"""My games, and games that are pasted, dropped or opened from a file."""
