"""The rule sheets: what Markdown says of a game, as the page wants it.

Above the first ``---`` stand the aim in one line, the author and the year in italics, and
numbered figures, each an image with a sentence: its title is what is under the picture, its
address a link of ours, and the words behind that name what is drawn.  Below stands the full text.
A link to ``#word`` is a term, whose sentence stands in ``greylox_web/words/rules.py``.
With each sheet comes whether there is a page in ``assets/studies`` on its game.
"""

import json
import re
import sys
from pathlib import Path
from typing import TypedDict

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
    """A position, what is drawn of it, and what is said of it."""

    title: str
    link: str
    shows: str
    text: str  # HTML


class RuleSheet(TypedDict):
    """All that a rule sheet holds; a game may do with the full text alone."""

    aim: str  # HTML
    credit: str
    figures: list[Figure]
    full: str  # HTML


def parse_rule_sheet(markdown: str) -> RuleSheet:
    """The parts of a sheet; raise ValueError for a line of figures that is none."""
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
    """A term as a button, which is kept in one line with the punctuation around it."""
    before, name, words, after = match.groups()
    button = BUTTON.format(name, words)
    return f'<span class="whole">{before}{button}{after}</span>' if before or after else button


if __name__ == "__main__":
    paths = sorted(Path(sys.argv[1]).glob("*.md"))
    studies = Path(sys.argv[1]).parent / "studies"
    sheets = {
        path.stem: {
            **parse_rule_sheet(path.read_text("utf-8")),
            "study": (studies / f"{path.stem}.html").exists(),
        }
        for path in paths
    }
    print(json.dumps(sheets))
