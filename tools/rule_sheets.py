"""The rule sheets, converted from Markdown, one file per game, to JSON for the page.

Above the first ``---`` are the aim in one line of text, the author and the year in italics, and
numbered figures, each an image with a sentence: the alternative text is the caption below the
picture, the address is a link to a position, and the quoted words name what is drawn.  Below is the
full text.  A link to ``#word`` is a term, whose sentence is in ``greylox_web/words/rules.py``.
``study`` is whether ``assets/studies`` has a page on the game.
"""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from markdown_it import MarkdownIt

FRONT = re.compile(
    r"# .+\n\n(?P<aim>.+)\n\n\*(?P<credit>.+)\*\n\n(?P<figures>(?:\d+[.] .+\n)+)\n---\n"
)
FIGURE = re.compile(r"\d+[.] !\[(.+?)\]\((\S+) \"([^\"]*)\"\) (.+)")
OPENING = r"(?:[(\[{“„«‹‘¿¡'\u00a0\u202f]|&quot;)*"
CLOSING = r"(?:[,.;:!?)\]}”“»›’…'\u00a0\u202f]|&quot;)*"
TERM = re.compile(rf'({OPENING})<a href="#(\w+)">(.*?)</a>({CLOSING})')
BUTTON = '<button type="button" class="term" data-term="{}" aria-expanded="false">{}</button>'
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


class Figure(TypedDict):
    """A figure: a position, the layers to draw, a caption and a sentence."""

    title: str
    link: str
    shows: str
    text: str  # HTML


class RuleSheet(TypedDict):
    """The parts of a rule sheet, all optional except the full text."""

    aim: str  # HTML
    credit: str
    figures: list[Figure]
    full: str  # HTML


def parse_rule_sheet(markdown: str) -> RuleSheet:
    """The parts of a sheet; raise ValueError for a malformed figure."""
    front = FRONT.match(markdown)
    if front is None:
        return RuleSheet(aim="", credit="", figures=[], full=_block(markdown))
    return RuleSheet(
        aim=_line(front["aim"]),
        credit=front["credit"],
        figures=[_figure(line) for line in front["figures"].splitlines()],
        full=_block(markdown[front.end() :]),
    )


def _figure(line: str) -> Figure:
    match = FIGURE.fullmatch(line)
    if match is None:
        raise ValueError(f"this is no figure: {line}")
    title, link, directives, text = match.groups()
    return Figure(title=title, link=link, shows=directives, text=_line(text))


def _line(text: str) -> str:
    return TERM.sub(_term, MARKDOWN.renderInline(text))


def _block(text: str) -> str:
    return TERM.sub(_term, MARKDOWN.render(text))


def _term(match: re.Match[str]) -> str:
    """A term as a button, in one element with the punctuation around it."""
    before, name, words, after = match.groups()
    button = BUTTON.format(name, words)
    return f'<span class="whole">{before}{button}{after}</span>' if before or after else button


def parse_rule_sheets(
    assets: Path, translate: Callable[[str, str], str] = lambda _name, markdown: markdown
) -> dict[str, Any]:
    """The rule sheets of all games; ``translate`` gets a sheet's name and its Markdown."""
    return {
        path.stem: {
            **parse_rule_sheet(translate(path.stem, path.read_text("utf-8"))),
            "study": (assets / f"studies/{path.stem}.html").exists(),
        }
        for path in sorted((assets / "rules").glob("*.md"))
    }


if __name__ == "__main__":
    print(json.dumps(parse_rule_sheets(Path(sys.argv[1]))))
