"""The reference of the package as a folder of the site, written by pdoc from the docstrings.

``python3 -m tools.reference FOLDER`` writes it; ``build.py`` does so too, and caches the result.
Its pages have no scripts and load only their style sheet.  It is written without numpy and
PettingZoo, so modules that need them are named but not shown.
"""
