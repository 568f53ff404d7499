"""The sentences of a language other than English, which stand in for those of ``words``.

The page and its workers load one before they import ``words``; English loads none.  The file that
the build writes (``tools/languages/translations.py``) is a JSON object:

tables       table -> key -> a text, or for a sentence that counts a list: the name of the value
             that selects the form, then the forms
plural_forms the index of the form for the counts 0 to 199, a digit each; larger counts have the
             forms of 100 to 199
rule_sheets  the rule sheets, as ``tools/rule_sheets.py`` defines them
"""

import json
from typing import Any

COUNTS = 200  # of ``plural_forms``

tables: dict[str, dict[str, str | list[str]]] = {}
plural_forms = "10".ljust(COUNTS, "1")
rule_sheets: dict[str, Any] = {}


def load(path: str) -> bool:
    """Use the translation in a file from now on; return False if the file holds none."""
    global tables, plural_forms, rule_sheets
    try:
        with open(path, encoding="utf-8") as file:
            translation = json.load(file)
        new = translation["tables"], translation["plural_forms"], translation["rule_sheets"]
        if not _is_translation(*new):
            return False
    except (AttributeError, KeyError, OSError, RecursionError, TypeError, ValueError):
        return False
    tables, plural_forms, rule_sheets = new
    return True


def _is_translation(tables: Any, plural_forms: Any, rule_sheets: Any) -> bool:
    """Whether these have the right types; may raise the errors that ``load`` expects."""
    count = int(max(plural_forms)) + 1  # of forms
    return (
        len(plural_forms) == COUNTS
        and plural_forms.isdecimal()
        and isinstance(rule_sheets, dict)
        and all(
            isinstance(value, str)
            or (isinstance(value, list) and len(value) > count and {*map(type, value)} == {str})
            for table in tables.values()
            for value in table.values()
        )
    )


def translated(table: str) -> dict[str, str]:
    """The sentences of a table in the page's language; none in English."""
    return {
        key: value if isinstance(value, str) else PluralString(*value[1:], count_field=value[0])
        for key, value in tables.get(table, {}).items()
    }


def plural_form(count: int) -> int:
    """Which form of a sentence goes with this count."""
    half = COUNTS // 2
    return int(plural_forms[count if count < COUNTS else half + count % half])


class PluralString(str):
    """A sentence with a form for each kind of count; the value named ``count_field`` chooses."""

    __slots__ = ("count_field", "forms")
    forms: tuple[str, ...]
    count_field: str

    def __new__(cls, *forms: str, count_field: str) -> "PluralString":
        instance = super().__new__(cls, forms[-1])
        instance.forms, instance.count_field = forms, count_field
        return instance

    def format(self, *_: object, **values: object) -> str:
        """The form for the count among the values, filled in."""
        count = values[self.count_field]
        assert isinstance(count, int)
        return self.forms[plural_form(count)].format(**values)
