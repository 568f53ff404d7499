"""The clocks of both players."""
