"""The rule sheets that the build has parsed, without the dialog that shows them."""

import json
from functools import cache
from typing import Any
from zipimport import zipimporter

from ... import translation
from ...words import rules


@cache
def rule_sheets() -> dict[str, Any]:
    """Load the rule sheets; ``tools/rule_sheets.py`` defines them."""
    if translation.rule_sheets:
        return translation.rule_sheets
    archive, _, _ = (rules.__file__ or "").rpartition("/greylox_web/")
    text = zipimporter(archive).get_data("greylox_web/words/rules.json")
    sheets: dict[str, Any] = json.loads(text)
    return sheets
