"""The page in other languages: sentences to translate, catalogues, translations as data.

``extract``        finds every English sentence
``catalogues``     writes and checks the translations, ``languages/CODE/TABLE.po``
``translations``   makes of them the one file of a language that Python in the page loads
``static_text``    pairs the texts of index.html with their translations
``static_text.js`` puts these into the page before its first paint
"""

WHOLE: tuple[str, ...] = ("nl", "de", "es", "fr")
"""The languages that ship besides English: the complete ones."""
