"""The site in a made-up language, as a test for every other one.

Every letter of every sentence gets an accent, and every sentence becomes longer: what is still
plain on the page is no sentence of the tables, and what no longer fits would not fit in German.
"""

import ast
import re
import shutil
from pathlib import Path

PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
ACCENTED = "ÀƁÇĐÉƑĜĤÎĴĶĻṀŃÕṔɊŘŠŤÛṼŴẊÝŽàƀçđéƒĝĥîĵķļṁńõṕɋřšťûṽŵẋýž"
ACCENTS = str.maketrans(PLAIN, ACCENTED)
GROWTH = 0.4
PLACE = re.compile(r"(\{[^}]*\})")
CODE = re.compile(r"(`[^`]*`|\]\([^)]*\))")  # what stays plain in a rule sheet
KEPT = {"language"}  # the code of the language is no sentence


def accented(text: str, kept: re.Pattern[str]) -> str:
    """The text with accents on all letters but those that ``kept`` matches."""
    parts = kept.split(text)
    return "".join(part if n % 2 else part.translate(ACCENTS) for n, part in enumerate(parts))


def pseudo(text: str) -> str:
    """The sentence in the made-up language: one long word stays one word."""
    more = "ö" * round(GROWTH * len(PLACE.sub("", text)))
    if " " in text:
        more = "".join(" " + more[at : at + 8] for at in range(0, len(more), 8))
    return accented(text, PLACE) + more


def translated(source: str) -> str:
    """The module with the values of its tables, and its lists of words, in the made-up language."""
    module = ast.parse(source)
    for statement in module.body:
        table = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(table, ast.Dict):
            keys = [key.value if isinstance(key, ast.Constant) else None for key in table.keys]
            texts = [v for k, v in zip(keys, table.values, strict=True) if k not in KEPT]
        else:
            texts = table.elts if isinstance(table, ast.Tuple) else []
        for text in texts:
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value:
                text.value = pseudo(text.value)
    return ast.unparse(module)


def translate(source: Path, target: Path) -> None:
    """Copy what the build reads, with all sentences and rule sheets in the made-up language."""
    without = shutil.ignore_patterns("__pycache__")
    for folder in ("greylox_web", "assets"):
        shutil.copytree(source / folder, target / folder, ignore=without)
    shutil.copy(source / "index.html", target)
    changelog = (source / "CHANGELOG.md").read_text("utf-8")
    (target / "CHANGELOG.md").write_text(accented(changelog, CODE), "utf-8")
    for path in (target / "greylox_web/words").rglob("*.py"):
        path.write_text(translated(path.read_text("utf-8")), "utf-8")
    for path in (target / "assets/rules").glob("*.md"):
        path.write_text(accented(path.read_text("utf-8"), CODE), "utf-8")
