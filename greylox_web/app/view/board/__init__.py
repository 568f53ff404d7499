"""What is marked and drawn on the board: ``layers``, ``overlay``, ``preview``, ``pointer``."""
