"""Writes and checks the pages of the reference."""

import re
import sys
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

import pdoc
import pdoc.render

from .. import ROOT
from ..pack import BuildError
from .checking import faults

MODULES = (
    *("greylox_web", "greylox_web.api", "greylox_web.zoo", "greylox_web.rules"),
    "greylox_web.rules.(?!games$|notation$)\\w+",
    "greylox_web.rules.games.\\w+",
    "greylox_web.rules.notation.\\w+",
)
SHOWN = re.compile("|".join(MODULES))
FIRST = "greylox_web/api.html"
"""The page with which a reader begins."""
NEEDS_MORE = {"greylox_web.zoo.environment": ("Environment", "Wrapped")}
"""Modules that need more than the standard library, with what others name of them."""
POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'"


def modules(source: Path = ROOT) -> list[str]:
    """The modules that are shown, found in the folders."""
    paths = (source / "greylox_web").rglob("*.py")
    parts = (path.relative_to(source).with_suffix("").parts for path in paths)
    names = (".".join(p for p in part if p != "__init__") for part in parts)
    return sorted(name for name in names if SHOWN.fullmatch(name))


def write(folder: Path) -> None:
    """Write all pages; raise BuildError with all their faults."""
    for name, classes in NEEDS_MORE.items():
        sys.modules[name] = standing_in(name, classes)
    pdoc.render.configure(
        docformat="markdown",
        show_source=False,
        search=False,
        template_directory=Path(__file__).with_name("templates"),
    )
    names = modules()
    begin = [name for name in names if name in ("greylox_web.api", "greylox_web.zoo")]
    order = [*begin, *(name for name in names if name not in begin)]
    pdoc.render.env.globals.update(policy=POLICY, order=order)
    plain = pdoc.render.env.filters["to_markdown"]
    pdoc.render.env.filters["to_markdown"] = laid_out(plain)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        others = "!greylox_web[.].*"  # which the first module brings along
        pdoc.pdoc("greylox_web", others, *names[1:], output_directory=folder)
    (folder / "index.html").write_text(INDEX, "utf-8")
    sheet = Path(__file__).with_name("reference.css")
    (folder / "reference.css").write_text(sheet.read_text("utf-8"), "utf-8")
    found = [str(warning.message) for warning in told] + faults(folder, ROOT)
    if found:
        raise BuildError("The reference has faults:\n" + "\n".join(found))


INDEX = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>Greylox Web for programs</title>
<meta http-equiv="refresh" content="0; url=./{FIRST}">
<p><a href="./{FIRST}">Greylox Web for programs</a></p>
</html>
"""


def standing_in(name: str, classes: tuple[str, ...]) -> ModuleType:
    """A module with empty classes of these names, for annotations."""
    module = ModuleType(name)
    for word in classes:
        setattr(module, word, type(word, (), {"__module__": name}))
    return module


def laid_out(to_markdown: Any) -> Any:
    """A filter that turns a docstring with columns and tables into Markdown."""
    filtered = to_markdown

    def filter_(context: Any, text: str) -> Any:
        return filtered(context, with_columns(text))

    for mark in ("jinja_pass_arg", "contextfunction"):
        if hasattr(to_markdown, mark):
            setattr(filter_, mark, getattr(to_markdown, mark))
    return filter_


COLUMNS = re.compile(r"^ *\S.* {3,}\S|^ *={3,} +={3,}", re.M)
FENCE = re.compile(r"(^```.*?^```$)", re.M | re.S)


def with_columns(text: str) -> str:
    """The text with paragraphs in columns kept as they stand, and without the mark of literal
    blocks that Markdown does not know.
    """
    pieces = FENCE.split(text)
    for place in range(0, len(pieces), 2):
        blocks = re.split(r"\n{2,}", pieces[place])
        pieces[place] = "\n\n".join(
            f"```text\n{block.replace('``', '')}\n```"
            if COLUMNS.search(block) and not block.startswith("    ")
            else re.sub(r"::$", ":", block)
            if block != "::"
            else ""
            for block in blocks
        )
    return "".join(pieces)
