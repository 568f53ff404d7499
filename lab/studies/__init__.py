"""What the games' authors left open, asked of the engine; the command is ``lab.study``.

``results`` holds the games, a file for each board and variant: its first line says how they were
played, written before the first of them, and each other line is a game with its link.
"""
