"""The articles of the site: prose from ``NAME.md``, with plots, tables and games from the results.

These placeholders in the prose are replaced:

``{{plot NAME}}`` ``{{table NAME}}`` ``{{games NAME}}``  for all labelled points of the question
                           whose names begin with NAME
``{{map NAME}}``           an opening map
``{{stones NAME}}``        its chances and the results of games from each first stone, as a table
``{{connections lox}}``    passes and broken connections, for Lox only
``{{openings greylox}}``   how often the leader after the opening wins, for Greylox only
``{{share POINT VISITS}}`` ``{{percent POINT VISITS}}``  within a sentence: the first colour's
                           share at a point and a strength, with and without its interval
``{{method}}`` ``{{network}}`` ``{{reading}}`` ``{{columns}}`` ``{{sources}}``  paragraphs that
                           articles share

A page has no script and loads only ``assets/studies/article.css``.
"""

import base64
import html
import re
from collections.abc import Callable, Mapping, Sequence

from markdown_it import MarkdownIt

from greylox_web.command.study.results import Results
from greylox_web.measure.rows import Row
from greylox_web.measure.summary import StrengthSummary, first_share, summarise_all
from greylox_web.rules import NotationError
from greylox_web.rules.notation.links import read_spec
from lab.studies.connections import connections
from lab.studies.opening_map_html import opening_map_html, read_opening_map, stone_table
from lab.studies.openings import openings
from lab.studies.plot import PlotPoint, plot
from lab.studies.questions import RANDOM_ACTIONS, Point, Question
from lab.studies.table import percent, table

PLACEHOLDER_LINE = re.compile(
    r"<p>\{\{(plot|table|games|map|stones|connections|openings) (\S+)\}\}</p>\n"
)
METHOD_NOTE = (
    "The engine played both sides. Before each move (one stone placed or flipped) it searched "
    "{weak} positions in half of the games and {strong} in the other half: the weaker and the "
    "stronger play. Two strengths show whether better play changes the answer. {drawn} were chosen "
    "at random, because otherwise all games would be the same: the more often the search visited a "
    "move, the more likely it was chosen. All games were played to the end, and none was left out. "
    "The question and the method were fixed before the first game and stand in the first line of "
    "each results file."
)
RANDOM_ACTION_TEXTS = {
    (4,): "The first four moves",
    (4, 8): "The first four moves (in other games on the main boards the first eight)",
}
DEEPER = (
    " Where the two strengths contradict each other, 100 more games were played with 1,024 "
    "positions before each move."
)
NETWORK = (
    "The games were played by the network with the checksum `{network}`, which is the one that the "
    "site uses."
)
LATER_NETWORK = (
    "The games were played by the network with the checksum `{network}`. The site now uses "
    "`{now}`; 96 games of it on each main board gave shares within the intervals told here."
)
PLOT_NOTE = (
    "In the plots a dot stands for the weaker play and a diamond for the stronger, with four "
    "random moves. The line through each is its 95% confidence interval: it shows how precisely "
    "the share for this way of playing is known, not how well the engine plays. **Identical games "
    "count once in the intervals:** a game that was played twice tells nothing more about what "
    "else could have been played."
)
COLUMN_NOTES = (
    'Brackets hold 95% confidence intervals. "Distinct" counts identical games once. "Winner had '
    'been behind" is the share of games whose winner the engine at some point gave a chance of 40% '
    "or less."
)
SOURCE_NOTE = (
    "Each number comes from a file in `lab/studies/results/{name}` of the source code. Its first "
    "line has the random seed, the checksum of the network and the commits that played the games; "
    "each other line is a game that can be replayed. `python3 -m lab.study {name}` continues the "
    "study."
)
SHARE = re.compile(r"\{\{(share|percent) (\S+) (\d+)\}\}")
ResultsByPoint = Mapping[Point, Results]
"""The results of each point."""


def article(
    name: str,
    prose: str,
    csv: str,
    results_by_point: ResultsByPoint,
    question: Question,
    network: str,
) -> str:
    """The HTML page of a study, from its prose (Markdown), its numbers as CSV, and its results.

    ``network`` is the checksum of the network that the site uses.
    """
    results_by_key = {
        point.label_key: results
        for point, results in results_by_point.items()
        if point.random_actions == RANDOM_ACTIONS
    }

    def render_placeholder(match: re.Match[str]) -> str:
        directive, name_prefix = match.groups()
        if directive == "map":
            return opening_map_html(read_opening_map(name_prefix))
        if directive == "stones":
            return stone_table(
                read_opening_map(name_prefix), results_by_key.get(f"{name_prefix}-starts")
            )
        if directive == "connections":
            return connections(results_by_key, question.labels)
        if directive == "openings":
            return openings(results_by_key, question.labels, question.visits[1])
        points = labelled_points(name_prefix, results_by_point, question)
        if directive == "plot":
            return plot(find_heading(match), first_colour(question), select_default_points(points))
        if directive == "table":
            return table_html(find_heading(match), points, question)
        return sample_list(select_default_points(points), results_by_key, question.visits[1])

    for index, text in (
        ("method", method_text(results_by_point, question)),
        ("network", network_text(results_by_point, network)),
        ("reading", PLOT_NOTE),
        ("columns", COLUMN_NOTES),
        ("sources", SOURCE_NOTE.format(name=name)),
    ):
        prose = prose.replace(f"{{{{{index}}}}}", text)
    prose = with_shares(prose, results_by_point)
    title = prose.partition("\n")[0].removeprefix("# ")
    rendered = MarkdownIt("commonmark", {"html": False}).render(prose)
    body = PLACEHOLDER_LINE.sub(render_placeholder, rendered)
    data = base64.b64encode(csv.encode()).decode()
    body += MEASURE.format(variants=".".join(question.measured)) + CSV.format(name=name, csv=data)
    return PAGE.format(title=html.escape(title), body=body, way=NAV_LINK)


def with_shares(prose: str, results_by_point: ResultsByPoint) -> str:
    """Return the prose with the values of its ``share`` and ``percent`` placeholders."""
    names = {point.name: results for point, results in results_by_point.items()}

    def share(match: re.Match[str]) -> str:
        form, name, visits = match.groups()
        rows = names[name].rows.values()
        share_result = first_share([row for row in rows if row["visits"] == int(visits)])
        return (
            percent(share_result)
            if form == "share"
            else f"{share_result.points / share_result.games:.0%}"
        )

    return SHARE.sub(share, prose)


def select_default_points(points: Sequence[PlotPoint]) -> list[PlotPoint]:
    """Return the points with ``RANDOM_ACTIONS`` random moves, for plots and sample games."""
    return [one for one in points if one.random_actions == RANDOM_ACTIONS]


def method_text(results_by_point: ResultsByPoint, question: Question) -> str:
    """Return the paragraph on how the games of a question were played."""
    weak, strong = question.visits
    random_actions_text = RANDOM_ACTION_TEXTS[
        tuple(sorted({point.random_actions for point in results_by_point}))
    ]
    text = METHOD_NOTE.format(weak=weak, strong=strong, drawn=random_actions_text)
    is_deeper = any(
        row["visits"] > strong
        for results in results_by_point.values()
        for row in results.rows.values()
    )
    return text + DEEPER * is_deeper


def network_text(results_by_point: ResultsByPoint, now: str) -> str:
    """Return the sentences on the network that played, and on the site's if that is another."""
    [network] = {results.parameters.network for results in results_by_point.values()}
    return (NETWORK if network == now else LATER_NETWORK).format(network=network, now=now)


def find_heading(match: re.Match[str]) -> str:
    """Return the text of the last heading before a match in an article."""
    return match.string[: match.start()].rpartition("<h2>")[2].partition("</h2>")[0]


def index(prose: Mapping[str, str], results_by_name: Mapping[str, ResultsByPoint]) -> str:
    """The HTML page that lists all articles, each with its title and its "In short." paragraph."""
    items = list[str]()
    for name, text in prose.items():
        title = text.partition("\n")[0].removeprefix("# ")
        summary = next(line for line in text.splitlines() if line.startswith(SUMMARY_MARK))
        summary_text = with_shares(summary.removeprefix(SUMMARY_MARK), results_by_name[name])
        summary_html = MarkdownIt("commonmark", {"html": False}).render(summary_text)
        items.append(f'<li><a href="{name}.html">{html.escape(title)}</a>\n{summary_html}</li>\n')
    body = f'<h1>{STUDIES}</h1>\n<p>{ABOUT}</p>\n<ul class="studies">\n{"".join(items)}</ul>\n'
    return PAGE.format(title=STUDIES, body=body, way="")


SUMMARY_MARK, STUDIES = "**In short.** ", "Studies"
ABOUT = (
    "Questions that the authors of the five games left open, studied in thousands of games that "
    "our engine played against itself."
)
NAV_LINK = ' · <a href="index.html">Studies</a>'
MEASURE = """<p>
<a href="../#measure/{variants}">Measure it yourself</a>: the site plays such games on your \
device, with the board and the options of your choice.
</p>
"""
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


COLUMNS: dict[str, tuple[str, Callable[[StrengthSummary], str]]] = {
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


def labelled_points(
    start: str, results_by_point: ResultsByPoint, question: Question
) -> list[PlotPoint]:
    """Return the labelled points whose keys begin with ``start``, in the order of the labels."""
    order = {index: number for number, index in enumerate(question.labels)}
    points = [
        PlotPoint(
            question.labels[point.label_key],
            point.label_key,
            point.random_actions,
            summarise_all([*results.rows.values()]),
        )
        for point, results in results_by_point.items()
        if point.label_key in question.labels and point.label_key.startswith(start)
    ]
    return sorted(points, key=lambda one: (order[one.label_key], one.random_actions))


def first_colour(question: Question) -> str:
    """The colour that moves first."""
    return read_spec(question.points[0].spec, allow_small=True).colours[0].capitalize()


def table_html(label: str, points: Sequence[PlotPoint], question: Question) -> str:
    """The table of numbers, with a row for each point and strength."""
    columns = [COLUMNS[key] for key in ("first", "games", "distinct", *question.columns)]
    varied = len({one.random_actions for one in points}) > 1
    heads = [question.varied_option, *["Random moves"] * varied, "Positions per move"]
    heads += [head.format(first=first_colour(question)) for head, _ in columns]
    rows = [
        (
            one.label,
            *[one.random_actions] * varied,
            f"{line.visits:,}",
            *(text(line) for _, text in columns),
        )
        for one in points
        for line in one.lines
    ]
    return table(f"Table: {label}", heads, rows)


def sample_list(
    points: Sequence[PlotPoint], results_by_key: Mapping[str, Results], visits: int
) -> str:
    """Return an HTML list with a game of each point at this strength, linked to the page."""
    items = list[str]()
    for one in points:
        results = results_by_key[one.label_key]
        row = sample_game(results, visits)
        colours = read_spec(results.parameters.game, allow_small=True).colours
        winner = row["measured"]["winner"]
        side = "a draw" if winner is None else f"{colours[winner].capitalize()} wins"
        link = html.escape(row["measured"]["link"])
        text = f"{one.label}: {side} (game {row['number']} of {one.label_key})"
        if is_offered(results.parameters.game):
            text = f'<a href="../#{link}">{text}</a>'
        items.append(f"<li>{text}</li>\n")
    return f"<ul>\n{''.join(items)}</ul>\n"


def is_offered(spec: str) -> bool:
    """Return whether the page offers this board; some solved boards are too small for it."""
    try:
        read_spec(spec)
    except NotationError:
        return False
    return True


def sample_game(results: Results, visits: int) -> Row:
    """The first game with the most frequent winner, among those with this many visits."""
    rows = sorted(
        (row for row in results.rows.values() if row["visits"] == visits),
        key=lambda row: row["number"],
    )
    winners = [row["measured"]["winner"] for row in rows]
    return rows[winners.index(max(winners, key=winners.count))]
