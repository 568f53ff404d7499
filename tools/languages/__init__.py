"""The page in other languages: sentences to translate, catalogues, translated sources.

``extract``        finds every English sentence
``catalogues``     writes and checks the translations, ``languages/CODE/TABLE.po``
``translate``      puts translations into copies of the tables, rule sheets and pages
``build_sources``  makes such copies for the build
``static_text.js`` puts the translated texts into the page before its first paint
"""

WHOLE: tuple[str, ...] = ("nl", "de", "es", "fr")
"""The languages that ship besides English: the complete ones."""
