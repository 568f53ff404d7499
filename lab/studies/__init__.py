"""Studies of the games' open questions by self-play; the command is ``lab.study``.

``results`` holds the games, a file for each board and variant: its first line says how they were
played, written before the first of them, and each other line is a game with its link.  The files
are stored compressed (``lab.compressed``).
"""
