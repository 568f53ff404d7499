"""Make translated sources: ``python -m tools.languages.build_sources ROOT OUT CODE...``.

Each language gets a folder in OUT that the build can use instead of ROOT.  The names of all
languages, each in its own language, are printed as JSON.
"""

import json
import re
import sys
from pathlib import Path

from babel import Locale
from babel.messages.plurals import get_plural

from .catalogues import FOLDER, read, source_forms, translated_forms
from .extract import LANGUAGE, TABLES, Entry
from .translate import Translator, translate_tree

LOCALE_MODULE = TABLES / "locale_format.py"


def translator_of(root: Path, code: str) -> Translator:
    """A function that returns a language's translations; untranslated sentences stay English."""
    folder = root / FOLDER / code
    translations: dict[tuple[str, str, tuple[str, ...]], tuple[str, ...]] = {}
    for path in folder.rglob("*.po"):
        catalog = path.relative_to(folder).with_suffix("").as_posix()
        for message in read(path, code):
            if message.id and not message.fuzzy and all(translated_forms(message)):
                translations[catalog, message.context or "", source_forms(message)] = (
                    translated_forms(message)
                )

    def translate(catalog: str, entry: Entry) -> tuple[str, ...]:
        if entry.context == LANGUAGE:
            return (code,)
        return translations.get((catalog, entry.context, entry.forms)) or english_forms(entry)

    return translate


def english_forms(entry: Entry) -> tuple[str, ...]:
    """The English forms of a sentence, the last one repeated for languages with more forms."""
    return entry.forms + entry.forms[-1:] * 4 if len(entry.forms) > 1 else entry.forms


def set_plural_rule(source: str, code: str) -> str:
    """The source of ``locale_format`` with another language's rule in ``plural_form``.

    Raise ValueError unless the source has the English rule exactly once.
    """
    english, rule = "return int(count != 1)", plural_rule_to_python(get_plural(code).plural_expr)
    if source.count(english) != 1:
        raise ValueError(f"{LOCALE_MODULE} does not hold {english}")
    return source.replace(english, f"return int({rule})")


def plural_rule_to_python(rule: str) -> str:
    """A gettext plural rule, a C expression of ``n``, as a Python expression of ``count``."""
    rule = rule.strip()
    if rule.startswith("(") and closing_bracket(rule) == len(rule) - 1:
        return plural_rule_to_python(rule[1:-1])
    depth = 0
    for index, sign in enumerate(rule):
        depth += (sign == "(") - (sign == ")")
        if sign == "?" and not depth:
            first, _, second = rule[index + 1 :].partition(":")
            condition = plural_rule_to_python(rule[:index])
            yes, no = plural_rule_to_python(first), plural_rule_to_python(second)
            return f"({yes} if {condition} else {no})"
    rule = rule.replace("&&", " and ").replace("||", " or ")
    return re.sub(r"\bn\b", "count", re.sub(r"!(?!=)", " not ", rule))


def closing_bracket(rule: str) -> int:
    """The index of the bracket that closes the one at the beginning, or -1."""
    depth = 0
    for index, sign in enumerate(rule):
        depth += (sign == "(") - (sign == ")")
        if not depth:
            return index
    return -1


def endonym(code: str) -> str:
    """The name of a language in that language, with a capital."""
    name = Locale.parse(code).get_language_name(code) or code
    return name[:1].upper() + name[1:]


def main(root: Path, out: Path, codes: list[str]) -> None:
    """Make the folders, and print the names of the languages."""
    for code in codes:
        translate_tree(root, out / code, translator_of(root, code))
        path = out / code / LOCALE_MODULE
        path.write_text(set_plural_rule((root / LOCALE_MODULE).read_text("utf-8"), code), "utf-8")
    print(json.dumps({code: endonym(code) for code in ("en", *codes)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
