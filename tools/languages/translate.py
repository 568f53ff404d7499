"""The sources of the build in another language: tables, rule sheets, and the page's still texts.

A language is given as a ``Say``, which maps a sentence to its translation in all its forms.
"""

import ast
import re
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

from .source import SHEETS, TABLES, Entry, counts_by, forms, place_of, sentence, sentences

Say = Callable[[str, Entry], tuple[str, ...]]
"""(name of the catalogue, sentence) -> the forms of the translation."""

SHOWN = ("aria-label", "placeholder", "title", "alt")
"""Attributes that hold sentences."""


def module(source: str, place: str, say: Say) -> str:
    """The source of a module of tables with its sentences in another language.

    ``place`` is the name of its catalogue; expressions that compute sentences stay as they are.
    """
    parsed = ast.parse(source)
    names: dict[int, tuple[str, str]] = {
        id(value): (name, key) for name, key, value in sentences(parsed)
    }

    class Translator(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if id(node) not in names or not isinstance(node, ast.expr):
                return self.generic_visit(node)
            name, key = names[id(node)]
            said = say(place, Entry(f"{name}.{key}", forms(node), ""))
            if not counts_by(node):
                return ast.Constant(said[0])
            arguments: list[ast.expr] = [ast.Constant(form) for form in said]
            by = ast.keyword("count_field", ast.Constant(counts_by(node)))
            return ast.Call(ast.Name("PluralString", ast.Load()), arguments, [by])

    return ast.unparse(ast.fix_missing_locations(Translator().visit(parsed)))


def sheet(markdown: str, name: str, say: Say) -> str:
    """The Markdown of the rule sheet ``name`` in another language."""
    lines = []
    for line in markdown.splitlines():
        text = sentence(line)
        said = say(f"rules/{name}", Entry(name, (text,), ""))[0] if text else ""
        lines.append(line.removesuffix(text) + said)
    return "\n".join(lines) + "\n"


def tree(source: Path, target: Path, say: Say) -> None:
    """Copy the sources of the build, with all sentences and rule sheets in another language."""
    without = shutil.ignore_patterns("__pycache__")
    for folder in ("greylox_web", "assets"):
        shutil.copytree(source / folder, target / folder, ignore=without)
    for name in ("index.html", "CHANGELOG.md"):
        shutil.copy(source / name, target)
    tables = target / TABLES
    for path in tables.rglob("*.py"):
        place = place_of(path.relative_to(tables))
        path.write_text(module(path.read_text("utf-8"), place, say), "utf-8")
    for path in (target / SHEETS).glob("*.md"):
        path.write_text(sheet(path.read_text("utf-8"), path.stem, say), "utf-8")


# ------------------------------------------------------------------ still texts


def plain(text: str) -> str:
    """The text with white space collapsed and stripped, except no-break spaces."""
    return re.sub("[ \\t\\r\\n]+", " ", text).strip(" ")


class Still(HTMLParser):
    """Collects the texts and the spoken attributes of a page, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = False  # whether the parser is inside an element whose text is not shown

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent = tag in ("script", "style", "mpy-config")
        told = dict(attrs)
        self.found += [plain(told[name] or "") for name in SHOWN if told.get(name)]

    def handle_endtag(self, tag: str) -> None:
        self.silent = False

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.silent:
            self.found.append(plain(data))


def still(page: str) -> list[str]:
    """The texts and spoken attributes of a page's body, in order."""
    parser = Still()
    parser.feed(page[page.index("<body") :])
    return parser.found


def pairs(english: str, other: str) -> dict[str, list[str]]:
    """The translation of each text of the page that has one, by the English text.

    It is one text, or if translations differ one for each occurrence, in order.  Both arguments are
    the HTML of the page, which must have the same structure.
    """
    found: dict[str, list[str]] = {}
    for text, said in zip(still(english), still(other), strict=True):
        if re.search(r"[^\W\d_]", text):
            found.setdefault(text, []).append(said)
    return {
        text: said[:1] if len(set(said)) == 1 else said
        for text, said in found.items()
        if set(said) != {text}
    }
