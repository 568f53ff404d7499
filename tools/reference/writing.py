"""Write and check the pages of the reference."""

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
from .checking import link_errors

MODULES = (
    *("greylox_web", "greylox_web.api", "greylox_web.zoo", "greylox_web.rules"),
    "greylox_web.rules.(?!games$|notation$)\\w+",
    "greylox_web.rules.games.\\w+",
    "greylox_web.rules.notation.\\w+",
)
SHOWN_MODULES = re.compile("|".join(MODULES))
FIRST_PAGE = "greylox_web/api.html"
"""The page that readers see first."""
STUBBED = {"greylox_web.zoo.environment": ("Environment", "Wrapped")}
"""Modules that need more than the standard library, with the classes that others name."""
POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'"


def modules() -> list[str]:
    """The names of the modules that are shown, sorted."""
    paths = (ROOT / "greylox_web").rglob("*.py")
    parts = (path.relative_to(ROOT).with_suffix("").parts for path in paths)
    names = (".".join(p for p in part if p != "__init__") for part in parts)
    return sorted(name for name in names if SHOWN_MODULES.fullmatch(name))


def write(folder: Path) -> None:
    """Write all pages; raise BuildError with all their faults."""
    for name, classes in STUBBED.items():
        sys.modules[name] = stub_module(name, classes)
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
    pdoc.render.env.filters["to_markdown"] = with_layout(plain)
    with warnings.catch_warnings(record=True) as warnings_caught:
        warnings.simplefilter("always")
        others = "!greylox_web[.].*"  # submodules of the first one
        pdoc.pdoc("greylox_web", others, *names[1:], output_directory=folder)
    (folder / "index.html").write_text(INDEX, "utf-8")
    sheet = Path(__file__).with_name("reference.css")
    (folder / "reference.css").write_text(sheet.read_text("utf-8"), "utf-8")
    messages = [str(warning.message) for warning in warnings_caught] + link_errors(folder, ROOT)
    if messages:
        raise BuildError("The reference has faults:\n" + "\n".join(messages))


INDEX = f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>Greylox Web for programs</title>
<meta http-equiv="refresh" content="0; url=./{FIRST_PAGE}">
<p><a href="./{FIRST_PAGE}">Greylox Web for programs</a></p>
</html>
"""


def stub_module(name: str, classes: tuple[str, ...]) -> ModuleType:
    """A module with empty classes of these names, for annotations."""
    module = ModuleType(name)
    for word in classes:
        setattr(module, word, type(word, (), {"__module__": name}))
    return module


def with_layout(to_markdown: Any) -> Any:
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
    """The text with paragraphs in columns fenced, and without the mark of literal blocks, which
    Markdown does not support.
    """
    parts = FENCE.split(text)
    for index in range(0, len(parts), 2):
        blocks = re.split(r"\n{2,}", parts[index])
        parts[index] = "\n\n".join(
            f"```text\n{block.replace('``', '')}\n```"
            if COLUMNS.search(block) and not block.startswith("    ")
            else re.sub(r"::$", ":", block)
            if block != "::"
            else ""
            for block in blocks
        )
    return "".join(parts)
