"""The translations as the page loads them: ``python -m tools.languages.translations ROOT CODE...``.

Prints as JSON the names of all languages, each in its own language, and the translation into each:
``greylox_web/translation.py`` says what it contains.
"""

import json
import sys
from collections.abc import Callable
from gettext import c2py
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages.plurals import get_plural

from greylox_web.translation import COUNTS
from tools import pseudo
from tools.rule_sheets import parse_rule_sheets

from .catalogues import FOLDER, catalog_name, read, source_forms, translated_forms
from .extract import LANGUAGE, Entry, entries, sentence

Translator = Callable[[str, Entry], tuple[str, ...]]
"""(name of the catalogue, sentence) -> the forms of the translation, () if there is none."""


def translator_of(root: Path, code: str) -> Translator:
    """A function that returns a language's translations."""
    if code == pseudo.CODE:
        return pseudo.translate
    folder = root / FOLDER / code
    translations: dict[tuple[str, str, tuple[str, ...]], tuple[str, ...]] = {}
    for path in folder.rglob("*.po"):
        for message in read(path, code):
            if message.id and not message.fuzzy and all(translated_forms(message)):
                key = catalog_name(folder, path), message.context or "", source_forms(message)
                translations[key] = translated_forms(message)

    def translate(catalog: str, entry: Entry) -> tuple[str, ...]:
        return translations.get((catalog, entry.context, entry.forms), ())

    return translate


def make_translation(root: Path, code: str) -> dict[str, Any]:
    """A language's translation; untranslated sentences stay English."""
    translate = translator_of(root, code)
    form_count = int(max(plural_forms_of(code))) + 1
    tables: dict[str, dict[str, str | list[str]]] = {}
    language_table, _, language_key = LANGUAGE.partition(".")
    tables[language_table] = {language_key: code}
    for catalog, listed in entries(root).items():
        if catalog.startswith("rules/"):
            continue
        for entry in listed:
            table, _, key = entry.context.partition(".")
            forms = translate(catalog, entry)
            if entry.count_field:
                # the English, too, needs as many forms as the language has
                one, other = entry.forms
                forms = forms or (one, *[other] * form_count)[:form_count]
                tables.setdefault(table, {})[key] = [entry.count_field, *forms]
            elif forms:
                tables.setdefault(table, {})[key] = forms[0]
    return {
        "tables": tables,
        "plural_forms": plural_forms_of(code),
        "rule_sheets": parse_rule_sheets(
            root / "assets", lambda name, text: translate_sheet(text, name, translate)
        ),
    }


def plural_forms_of(code: str) -> str:
    """The index of the form for each count, a digit each."""
    form = c2py(get_plural("en" if code == pseudo.CODE else code).plural_expr)
    return "".join(str(int(form(count))) for count in range(COUNTS))


def translate_sheet(markdown: str, name: str, translate: Translator) -> str:
    """The Markdown of the rule sheet ``name`` in another language."""
    lines = []
    for line in markdown.splitlines():
        text = sentence(line)
        forms = translate(f"rules/{name}", Entry(name, (text,))) if text else ()
        lines.append(line.removesuffix(text) + (forms[0] if forms else text))
    return "\n".join(lines) + "\n"


def endonym(code: str) -> str:
    """The name of a language in that language, with a capital."""
    if code == pseudo.CODE:
        return pseudo.NAME
    name = Locale.parse(code).get_language_name(code) or code
    return name[:1].upper() + name[1:]


def main(root: Path, codes: list[str]) -> None:
    """Print the names of the languages, and the translations."""
    names = {code: endonym(code) for code in ("en", *codes)}
    translations = {code: make_translation(root, code) for code in codes}
    print(json.dumps({"names": names, "translations": translations}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
