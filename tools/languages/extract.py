"""The English sentences to be translated, from the tables and the rule sheets."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TABLES = Path("greylox_web/words")
RULE_SHEETS = Path("assets/rules")
LANGUAGE = "PAGE_WORDS.language"
"""The context of the language's code, which is no sentence."""

LINE_PREFIX = re.compile(r"\s*(?:#+ |- |\d+[.] |\| )?")
"""The Markdown before the sentence in a line of a rule sheet."""

COMMENT_LINE = re.compile(r"    # (.+)")
"""A comment in a table, on the sentences below it."""


class Entry(NamedTuple):
    """A sentence to be translated."""

    context: str  # TABLE.key, or the name of a rule sheet
    forms: tuple[str, ...]  # one, or if the sentence counts, singular and plural
    comment: str = ""  # for translators
    count_field: str = ""  # the value that selects the form

    @property
    def msgid(self) -> str | tuple[str, ...]:
        """The sentence as gettext's ``msgid``."""
        return self.forms if len(self.forms) > 1 else self.forms[0]


def entries(root: Path) -> dict[str, list[Entry]]:
    """All sentences, by the name of the catalogue that holds their translations."""
    entries_by_catalog: dict[str, list[Entry]] = {}
    for path in sorted((root / TABLES).rglob("*.py")):
        if listed := list(module_entries(path.read_text("utf-8"))):
            entries_by_catalog[catalog_name(path.relative_to(root / TABLES))] = listed
    for path in sorted((root / RULE_SHEETS).glob("*.md")):
        lines = path.read_text("utf-8").splitlines()
        texts = dict.fromkeys(filter(None, map(sentence, lines)))
        entries_by_catalog[f"rules/{path.stem}"] = [Entry(path.stem, (text,)) for text in texts]
    return entries_by_catalog


def catalog_name(path: Path) -> str:
    """The name of the catalogue for a module of tables, by its path in ``words``."""
    return path.with_suffix("").as_posix().removesuffix("__init__").rstrip("/") or "words"


def module_entries(source: str) -> Iterator[Entry]:
    """The sentences of a module of tables, each with the comment above its part of the table."""
    comments = {
        n: m[1] for n, line in enumerate(source.splitlines(), 1) if (m := COMMENT_LINE.match(line))
    }
    for context, value in sentences(ast.parse(source)):
        if context == LANGUAGE:
            continue
        above = [line for line in comments if line < value.lineno]
        comment = comments[above[-1]] if above else ""
        yield Entry(context, forms(value), comment, count_field(value))


def sentences(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The context and expression of each sentence in a module, without computed ones.

    A table is written as ``{...} | translated("TABLE")``.
    """
    for statement in module.body:
        match statement:
            case ast.Assign(
                value=ast.BinOp(
                    left=ast.Dict(keys=keys, values=values),
                    right=ast.Call(
                        func=ast.Name(id="translated"), args=[ast.Constant(value=str(table))]
                    ),
                )
            ):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and forms(value):
                        yield f"{table}.{key.value!s}", value


def forms(value: ast.expr) -> tuple[str, ...]:
    """The forms of the sentence that an expression contains; () if it is no sentence."""
    match value:
        case ast.Constant(value=str(text)) if text:
            return (text,)
        case ast.Call(func=ast.Name(id="PluralString"), args=args):
            return tuple(form for arg in args for form in forms(arg))
    return ()


def count_field(value: ast.expr) -> str:
    """The value that selects the form of a sentence; "" if it has only one form."""
    match value:
        case ast.Call(
            keywords=[ast.keyword(arg="count_field", value=ast.Constant(value=str(name)))]
        ):
            return name
    return ""


def sentence(line: str) -> str:
    """The sentence in a line of a rule sheet; "" if the line has no letters."""
    text = LINE_PREFIX.sub("", line, count=1)
    return text if re.search(r"[^\W\d_]", text) else ""
