"""What stands beside and around the board, one module for each part."""
