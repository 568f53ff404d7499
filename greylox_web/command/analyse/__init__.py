"""The command ``analyse``: analysis of many positions, in JSON lines on standard streams.

``fields`` describes every field of a query and of an answer and is the text of ``--help``.
``query`` reads a line, ``position_analysis`` analyses one position, ``workers`` does so in other
processes, ``service`` distributes the positions and writes the answers, and ``analyse`` is the
command.
"""
