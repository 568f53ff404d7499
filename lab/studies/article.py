"""The articles of the site: prose from ``NAME.md``, with plots, tables and games from the results.

These lines in the prose are replaced:

``{{plot NAME}}`` ``{{table NAME}}`` ``{{games NAME}}``  about all points that the question labels
                           and whose names begin with NAME
``{{map NAME}}``           an opening map
``{{stones NAME}}``        the same beside the results of games from each first stone
``{{connections lox}}``    passes and broken connections, for Lox only
``{{openings greylox}}``   what the opening decides, for Greylox only
``{{method}}`` ``{{reading}}`` ``{{columns}}`` ``{{sources}}``  paragraphs that articles share

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
    "The engine played both sides. Before each move (one stone placed or flipped) it searched "
    "{weak} positions in half of the games and {strong} in the other half: the weaker and the "
    "stronger play. Two strengths show whether better play changes the answer. The first {drawn} "
    "moves were chosen at random, because otherwise all games would be the same: the more often "
    "the search visited a move, the more likely it was chosen. All games were played to the end, "
    "and none was left out. The question and the method were fixed before the first game and "
    "stand in the first line of each results file. The engine on the site may be newer."
)
READING = (
    "In the plots a dot stands for the weaker play and a diamond for the stronger. The line "
    "through each is its 95% confidence interval: it shows how precisely the share for this way "
    "of playing is known, not how well the engine plays. Each game has its own random seed, so the "
    "interval holds even where many games are identical."
)
COLUMNS_TOLD = (
    'Brackets hold 95% confidence intervals. "Distinct" counts identical games only once. "Winner '
    'had been behind" is the share of games whose winner the engine at some point gave a chance of '
    "40% or less."
)
SOURCES = (
    "Each number comes from a file in `lab/studies/results/{name}` of the source code. Its first "
    "line has the random seed, the checksum of the network and the commits that played the games; "
    "each other line is a game that can be replayed. `python3 -m lab.study {name}` continues the "
    "study."
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
            return plot(heading(match), first_of(question), points)
        if what == "table":
            return tabled(heading(match), points, question)
        return samples(start, points, known)

    weak, strong = question.visits
    method = METHOD.format(weak=weak, strong=strong, drawn=NUMBERS[question.drawn])
    for place, text in (
        ("method", method),
        ("reading", READING),
        ("columns", COLUMNS_TOLD),
        ("sources", SOURCES.format(name=name)),
    ):
        prose = prose.replace(f"{{{{{place}}}}}", text)
    title = prose.partition("\n")[0].removeprefix("# ")
    rendered = MarkdownIt("commonmark", {"html": False}).render(prose)
    body = PLACE.sub(filled, rendered)
    data = base64.b64encode(csv.encode()).decode()
    body += CSV.format(name=name, csv=data)
    return PAGE.format(title=html.escape(title), body=body, way=WAY)


def heading(match: re.Match[str]) -> str:
    """The text of the heading that a match in an article stands under."""
    return match.string[: match.start()].rpartition("<h2>")[2].partition("</h2>")[0]


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
    "Questions that the authors of the five games left open, studied in thousands of games that "
    "our engine played against itself."
)
WAY = ' · <a href="index.html">Studies</a>'
CSV = """<p>
<a download="{name}.csv" href="data:text/csv;base64,{csv}">\
Download the results of all boards, variants and strengths (CSV)</a>
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
    "first": ("{first}'s share", lambda line: percent(line.first)),
    "games": ("Games", lambda line: str(line.games)),
    "distinct": ("Distinct", lambda line: str(line.different)),
    "draws": ("Draws", lambda line: str(line.draws)),
    "gap": ("Decided by the gap", lambda line: percent(line.gap)),
    "behind": ("Winner had been behind", lambda line: percent(line.behind)),
    "leads": ("Lead changes", lambda line: f"{line.leads:.1f}"),
    "actions": ("Moves", lambda line: f"{line.actions:.0f}"),
    "opening": ("In the opening", lambda line: f"{line.opening:.0f}"),
    "flips": ("Flips", lambda line: f"{line.flips:.1f}"),
}
"""The columns that a table can have, by key: each with its heading and its text for a line.

``{first}`` in a heading stands for the first player's colour.
"""


def points_of(start: str, known: Known, question: Question) -> list[Told]:
    """The label, name and lines of each labelled point with games, if ``start`` begins its name."""
    return [
        (label, name, lines(list(known[name].rows.values())))
        for name, label in question.labels.items()
        if name.startswith(start) and name in known
    ]


def first_of(question: Question) -> str:
    """The colour that moves first."""
    return read_spec(question.points[0].spec, small=True).colours[0].capitalize()


def tabled(label: str, points: Sequence[Told], question: Question) -> str:
    """The table of numbers, with a row for each point and strength."""
    columns = [COLUMNS[key] for key in ("first", "games", "distinct", *question.columns)]
    heads = [question.varies, "Positions per move"]
    heads += [head.format(first=first_of(question)) for head, _ in columns]
    rows = [
        (label, line.visits, *(text(line) for _, text in columns))
        for label, _, told in points
        for line in told
    ]
    return table(f"Table: {label}", heads, rows)


def samples(start: str, points: Sequence[Told], results: Known) -> str:
    """A list with a game of each point at the greatest strength, as a link to the page."""
    items = list[str]()
    for label, name, told in points:
        row = sample(results[name], told[-1].visits)
        colours = read_spec(results[name].about.game, small=True).colours
        winner = row["measured"]["winner"]
        side = "a draw" if winner is None else f"{colours[winner].capitalize()} wins"
        link = html.escape(row["measured"]["link"])
        text = f"{label}: {side} (game {row['number']} of {name})"
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
