"""Studies of the games' open questions by self-play; the command is ``lab.study``.

``results`` has one file for each board and variant.  Its first line is written before the first
game and describes how the games are played; each other line is a game with its link.  The files
are compressed (``lab.compressed``).
"""
