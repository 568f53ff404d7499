"""The reference of the package as a folder of the site, written by pdoc from the docstrings.

``python3 -m tools.reference FOLDER`` writes it; ``build.py`` does, and keeps what came of it.  No
page of it holds a script or asks for anything but its style sheet.  It is written without numpy and
PettingZoo, so what needs them is named and not shown.
"""
