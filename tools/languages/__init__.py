"""The page in other languages: what is to be translated, and the files of translations.

``source`` finds every English sentence, ``catalogues`` writes and checks
``languages/CODE/TABLE.po``.
"""

WHOLE: tuple[str, ...] = ("nl", "de", "es", "fr")
"""The languages that ship beside English: those of which nothing is missing."""
