"""The page for frames of other pages: one small file, with the drawings of the package."""

from __future__ import annotations

import re

LAYOUT = "embed/style.css"
BOARD_SHEETS = ("style/tokens.css", "style/board.css", "style/marks.css")
THEMED = ("data-colour", "data-stone", "data-board", "data-stones")
"""Attributes that embedded boards do not have."""


def embed_sheet(sheets: dict[str, str], markup: str) -> str:
    """The style sheet: the page's rules for the classes in ``markup``, and the tokens in use."""
    class_lists = re.findall(r'class=\\?"([^"\\$]*)', markup)  # in JSON, the quotes are escaped
    classes = {name for names in class_lists for name in names.split()}
    rules = [used_rules(remove_comments(sheets[name]), classes) for name in BOARD_SHEETS]
    return used_tokens("".join(rules) + remove_comments(sheets[LAYOUT]))


def remove_comments(sheet: str) -> str:
    """The sheet without comments, and without line breaks and space that mean nothing."""
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", sheet, flags=re.S))


def blocks(sheet: str) -> list[tuple[str, str]]:
    """The prelude and the contents of each block."""
    rules, depth, start, prelude = [], 0, 0, ""
    for at, sign in enumerate(sheet):
        if sign == "{":
            if not depth:
                prelude, start = sheet[start:at].strip(), at + 1
            depth += 1
        elif sign == "}":
            depth -= 1
            if not depth:
                rules.append((prelude, sheet[start:at].strip()))
                start = at + 1
    return rules


def used_rules(sheet: str, classes: set[str]) -> str:
    """The rules whose selectors name only these classes and the page as a whole."""
    kept = []
    for prelude, contents in blocks(sheet):
        if prelude.startswith("@media"):
            inner = used_rules(contents, classes)
            kept += [f"{prelude}{{{inner}}}"] * bool(inner)
            continue
        selectors = [s.strip() for s in re.split(r",(?![^(]*\))", prelude)]
        selectors = [s for s in selectors if is_used(s, classes)]
        kept += [f"{','.join(selectors)}{{{contents}}}"] * bool(selectors)
    return "".join(kept)


def is_used(selector: str, classes: set[str]) -> bool:
    """Whether a selector can match an embedded board."""
    if "#" in selector or re.search(rf"\[(?:{'|'.join(THEMED)})[]=]", selector):
        return False
    positive = re.sub(r":not\([^)]*\)", "", selector)
    alternatives = re.findall(r":is\(([^)]*)\)", positive)
    required = re.findall(r"\.([\w-]+)", re.sub(r":is\([^)]*\)", "", positive))
    some = (set(re.findall(r"\.([\w-]+)", names)) for names in alternatives)
    return set(required) <= classes and all(not names or names & classes for names in some)


def used_tokens(sheet: str) -> str:
    """The sheet without the custom properties that nothing in it uses."""
    names = set(re.findall(r"(--[\w-]+):", sheet))
    unused = names - set(re.findall(r"var\((--[\w-]+)", sheet))
    if not unused:
        return re.sub(r"[^{}]+\{\s*\}", "", sheet)
    for name in unused:
        sheet = re.sub(rf"(?<![\w-]){name}:[^;{{}}]*;\s*", "", sheet)
    return used_tokens(sheet)
