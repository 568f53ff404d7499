"""The sources of the build in another language: tables, rule sheets, and the page's static texts.

A language is given as a ``Translator``, which maps a sentence to its translation in all its forms.
"""

import ast
import re
import shutil
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

from .extract import (
    RULE_SHEETS,
    TABLES,
    Entry,
    catalog_name,
    count_placeholder,
    forms,
    sentence,
    sentences,
)

Translator = Callable[[str, Entry], tuple[str, ...]]
"""(name of the catalogue, sentence) -> the forms of the translation."""

SPOKEN_ATTRIBUTES = ("aria-label", "placeholder", "title", "alt")
"""Attributes that hold sentences."""


def translate_module(source: str, catalog: str, translate: Translator) -> str:
    """The source of a module of tables with its sentences in another language.

    ``catalog`` is the name of its catalogue; expressions that compute sentences do not change.
    """
    parsed = ast.parse(source)
    names: dict[int, tuple[str, str]] = {
        id(value): (name, key) for name, key, value in sentences(parsed)
    }

    class SentenceTransformer(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if id(node) not in names or not isinstance(node, ast.expr):
                return self.generic_visit(node)
            name, key = names[id(node)]
            translation = translate(catalog, Entry(f"{name}.{key}", forms(node), ""))
            if not count_placeholder(node):
                return ast.Constant(translation[0])
            arguments: list[ast.expr] = [ast.Constant(form) for form in translation]
            by = ast.keyword("count_field", ast.Constant(count_placeholder(node)))
            return ast.Call(ast.Name("PluralString", ast.Load()), arguments, [by])

    return ast.unparse(ast.fix_missing_locations(SentenceTransformer().visit(parsed)))


def translate_sheet(markdown: str, name: str, translate: Translator) -> str:
    """The Markdown of the rule sheet ``name`` in another language."""
    lines = []
    for line in markdown.splitlines():
        text = sentence(line)
        translation = translate(f"rules/{name}", Entry(name, (text,), ""))[0] if text else ""
        lines.append(line.removesuffix(text) + translation)
    return "\n".join(lines) + "\n"


def translate_tree(source: Path, target: Path, translate: Translator) -> None:
    """Copy the sources of the build, with all sentences and rule sheets in another language."""
    without = shutil.ignore_patterns("__pycache__")
    for folder in ("greylox_web", "assets"):
        shutil.copytree(source / folder, target / folder, ignore=without)
    for name in ("index.html", "CHANGELOG.md"):
        shutil.copy(source / name, target)
    tables = target / TABLES
    for path in tables.rglob("*.py"):
        catalog = catalog_name(path.relative_to(tables))
        path.write_text(translate_module(path.read_text("utf-8"), catalog, translate), "utf-8")
    for path in (target / RULE_SHEETS).glob("*.md"):
        path.write_text(translate_sheet(path.read_text("utf-8"), path.stem, translate), "utf-8")


# ------------------------------------------------------------------ static texts


def collapse_whitespace(text: str) -> str:
    """The text with white space collapsed and stripped, except no-break spaces."""
    return re.sub("[ \\t\\r\\n]+", " ", text).strip(" ")


class StaticTexts(HTMLParser):
    """A parser that collects the texts and the spoken attributes of a page, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.skipped_depth = False  # whether the parser is inside an element with hidden text

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.skipped_depth = tag in ("script", "style", "mpy-config")
        attributes = dict(attrs)
        self.texts += [
            collapse_whitespace(attributes[name] or "")
            for name in SPOKEN_ATTRIBUTES
            if attributes.get(name)
        ]

    def handle_endtag(self, tag: str) -> None:
        self.skipped_depth = False

    def handle_data(self, data: str) -> None:
        if data.strip() and not self.skipped_depth:
            self.texts.append(collapse_whitespace(data))


def static_texts(page: str) -> list[str]:
    """The texts and spoken attributes of a page's body, in order."""
    parser = StaticTexts()
    parser.feed(page[page.index("<body") :])
    return parser.texts


def text_pairs(english: str, other: str) -> dict[str, list[str]]:
    """The translations of the page's texts that have one, by the English text.

    The value is one text, or if translations differ, one for each occurrence, in order.  Both
    arguments are the HTML of the page, and must have the same structure.
    """
    texts: dict[str, list[str]] = {}
    for text, translation in zip(static_texts(english), static_texts(other), strict=True):
        if re.search(r"[^\W\d_]", text):
            texts.setdefault(text, []).append(translation)
    return {
        text: translation[:1] if len(set(translation)) == 1 else translation
        for text, translation in texts.items()
        if set(translation) != {text}
    }
