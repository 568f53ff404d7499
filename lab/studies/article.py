"""The articles of the site: prose from ``NAME.md``, with plots, tables and games from the results.

These lines in the prose are replaced:

``{{plot NAME}}`` ``{{table NAME}}`` ``{{games NAME}}``  about all points that the question labels
                           and whose names begin with NAME
``{{map NAME}}``           an opening map
``{{stones NAME}}``        the same beside the results of games from each first stone
``{{connections lox}}``    passes and broken connections, for Lox only
``{{openings greylox}}``   what the opening decides, for Greylox only
``{{method}}`` ``{{sources}}``  paragraphs that all articles share

A page has no script and loads only ``assets/studies/article.css``.
"""

import base64
import html
import re
from collections.abc import Callable, Mapping, Sequence

from markdown_it import MarkdownIt

from greylox_web.command.study.results import Results, Row
from greylox_web.command.study.summary import Line, lines
from greylox_web.rules import NotationError
from greylox_web.rules.notation.links import read_spec
from lab.studies.chart import chart, read_chart, stones
from lab.studies.connections import connections
from lab.studies.openings import openings
from lab.studies.plot import Told, plot
from lab.studies.questions import Question
from lab.studies.table import percent, table

PLACE = re.compile(r"<p>\{\{(plot|table|games|map|stones|connections|openings) (\S+)\}\}</p>\n")
NUMBERS = {4: "four", 8: "eight"}
METHOD = (
    "The engine played both sides. For each action it looked at {weak} positions in one half of "
    "the games and at {strong} in the other: two strengths, so that one sees whether better play "
    "changes the answer. The first {drawn} actions were drawn by lot, each as likely as the engine "
    "liked it; otherwise all games would be one. All games were played to their end and none was "
    "left out. The question and the way to play were written down before the first game, in the "
    "first line of each file of results."
)
SOURCES = (
    "Each number comes from a file in `lab/studies/results/{name}` of the source, with its seed, "
    "the check sum of the network and the commits that brought its games; each other line of such "
    "a file is a game that can be played over. `python3 -m lab.study {name}` goes on with the "
    "same study."
)
Known = Mapping[str, Results]
"""The results of each point, by the point's name."""


def article(name: str, prose: str, csv: str, known: Known, question: Question) -> str:
    """The HTML page of a study, from its prose (Markdown), its numbers as CSV, and its results."""

    def filled(match: re.Match[str]) -> str:
        what, start = match.groups()
        if what == "map":
            return chart(read_chart(start))
        if what == "stones":
            return stones(read_chart(start), known.get(f"{start}-starts"))
        if what == "connections":
            return connections(known, question.labels)
        if what == "openings":
            return openings(known, question.labels)
        points = points_of(start, known, question)
        if what == "plot":
            return plot(start, points)
        return tabled(start, points, question) if what == "table" else samples(start, points, known)

    weak, strong = question.visits
    method = METHOD.format(weak=weak, strong=strong, drawn=NUMBERS[question.drawn])
    prose = prose.replace("{{method}}", method).replace("{{sources}}", SOURCES.format(name=name))
    title = prose.partition("\n")[0].removeprefix("# ")
    rendered = MarkdownIt("commonmark", {"html": False}).render(prose)
    body = PLACE.sub(filled, rendered)
    data = base64.b64encode(csv.encode()).decode()
    body += CSV.format(name=name, csv=data)
    return PAGE.format(title=html.escape(title), body=body, way=WAY)


def index(prose: Mapping[str, str]) -> str:
    """The HTML page that lists all articles, each with its title and its "In short." paragraph."""
    items = list[str]()
    for name, text in prose.items():
        title = text.partition("\n")[0].removeprefix("# ")
        short = next(line for line in text.splitlines() if line.startswith(SHORT))
        said = MarkdownIt("commonmark", {"html": False}).render(short.removeprefix(SHORT))
        items.append(f'<li><a href="{name}.html">{html.escape(title)}</a>\n{said}</li>\n')
    body = f'<h1>{STUDIES}</h1>\n<p>{ABOUT}</p>\n<ul class="studies">\n{"".join(items)}</ul>\n'
    return PAGE.format(title=STUDIES, body=body, way="")


SHORT, STUDIES = "**In short.** ", "Studies"
ABOUT = (
    "What the authors of the five games left open, answered by thousands of games of our engine "
    "against itself."
)
WAY = ' · <a href="index.html">Studies</a>'
CSV = """<p>
<a download="{name}.csv" href="data:text/csv;base64,{csv}">\
The numbers of all boards, variants and strengths (CSV)</a>
</p>
"""
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'self'; base-uri 'none'; form-action 'none'">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} – Greylox Web</title>
<link rel="stylesheet" href="article.css">
</head>
<body>
<header><a href="../">Greylox Web</a>{way}</header>
<main>
{body}</main>
</body>
</html>
"""


COLUMNS: dict[str, tuple[str, Callable[[Line], str]]] = {
    "first": ("First player", lambda line: percent(line.first)),
    "draws": ("Draws", lambda line: str(line.draws)),
    "gap": ("Decided by the gap", lambda line: percent(line.gap)),
    "behind": ("Winner had been behind", lambda line: percent(line.behind)),
    "leads": ("Changes of the lead", lambda line: f"{line.leads:.1f}"),
    "actions": ("Actions", lambda line: f"{line.actions:.0f}"),
    "opening": ("In the opening", lambda line: f"{line.opening:.0f}"),
    "flips": ("Flips", lambda line: f"{line.flips:.1f}"),
}
"""The columns that a table can have, by key: each with its heading and its text for a line."""


def points_of(start: str, known: Known, question: Question) -> list[Told]:
    """The label, name and lines of each labelled point with games, if ``start`` begins its name."""
    return [
        (label, name, lines(list(known[name].rows.values())))
        for name, label in question.labels.items()
        if name.startswith(start) and name in known
    ]


def tabled(start: str, points: Sequence[Told], question: Question) -> str:
    """The table of numbers, with a row for each point and strength."""
    columns = [COLUMNS[key] for key in question.columns]
    heads = [question.varies, "Positions", "Games", "Different", *(head for head, _ in columns)]
    rows = [
        (label, line.visits, line.games, line.different, *(text(line) for _, text in columns))
        for label, _, told in points
        for line in told
    ]
    return table(f"{start}, in numbers", heads, rows)


def samples(start: str, points: Sequence[Told], results: Known) -> str:
    """A list with a game of each point at the greatest strength, as a link to the page."""
    items = list[str]()
    for label, name, told in points:
        row = sample(results[name], told[-1].visits)
        colours = read_spec(results[name].about.game, small=True).colours
        winner = row["measured"]["winner"]
        side = "a draw" if winner is None else f"{colours[winner].capitalize()} wins"
        link = html.escape(row["measured"]["link"])
        text = f"{label}: {side}, game {row['number']} of {name}"
        if is_offered(results[name].about.game):
            text = f'<a href="../#{link}">{text}</a>'
        items.append(f"<li>{text}</li>\n")
    return f"<ul>\n{''.join(items)}</ul>\n"


def is_offered(spec: str) -> bool:
    """Whether the page offers this board; some of those that are solved are too small for it."""
    try:
        read_spec(spec)
    except NotationError:
        return False
    return True


def sample(results: Results, visits: int) -> Row:
    """The first game with the most frequent winner, among those with this many visits."""
    rows = sorted(
        (row for row in results.rows.values() if row["visits"] == visits),
        key=lambda row: row["number"],
    )
    winners = [row["measured"]["winner"] for row in rows]
    return rows[winners.index(max(winners, key=winners.count))]
