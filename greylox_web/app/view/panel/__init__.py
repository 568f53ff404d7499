"""What stands beside the board: ``frame`` is the whole, ``speech`` is for screen readers."""
