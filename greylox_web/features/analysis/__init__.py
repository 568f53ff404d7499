"""What the engine thinks of the position, its best actions, and hints."""
