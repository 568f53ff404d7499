"""Existing tests cover the promises of SECURITY.md, and no outside markup is parsed."""

import ast
import re
from pathlib import Path

import pytest

from tools import ROOT

TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
CITED_TESTS = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)
PROMISES = re.split(r"\n(?=\*\*)", TEXT.partition("## What is promised")[2].partition("\n## ")[0])[
    1:
]


@pytest.mark.parametrize(("path", "name"), CITED_TESTS)
def test_cited_test_exists(path, name):
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_promise_names_its_tests():
    assert len(PROMISES) > 8
    for promise in PROMISES:
        assert re.search(r"`tests/[\w/]+\.py::\w+`", promise), promise[:80]


MARKUP = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|document\.write|setHTML"
    r"|srcdoc|DOMParser|\beval\(|new Function\b|javascript:"
)
MARKUP_PARSERS = {
    "greylox_web/page/dom.py": "boards and pictures that our own drawing made",
    "assets/early.js": "the address of a language's words, which the build wrote",
    "greylox_web/features/rules/panel.py": "the rule sheets, which the build wrote",
    "greylox_web/browser/restart.py": "the page itself, as it is served",
}
"""Where markup is parsed, and why it is none from outside."""


def test_the_page_parses_no_markup_from_outside():
    files = [*(ROOT / "greylox_web").rglob("*.py"), *(ROOT / "assets").glob("*.js")]
    matching_files = {
        path.relative_to(ROOT).as_posix() for path in files if MARKUP.search(strip_comments(path))
    }
    assert matching_files == set(MARKUP_PARSERS)


def strip_comments(path: Path) -> str:
    """Return the text of a program without its comments."""
    text = path.read_text("utf-8")
    if path.suffix == ".js":
        return re.sub(r"^\s*//.*", "", text, flags=re.M)
    return re.sub(r"#.*", "", text)
