"""The articles of the site: prose from ``NAME.md``, with plots, tables and games from the results.

A line ``{{plot GAME}}`` or ``{{table GAME}}`` names a board; its points are the files of results
whose names begin so.  A page stands alone: no script, its style written into it, and nothing is
asked of any place.
"""

import base64
import hashlib
import html
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from markdown_it import MarkdownIt

from greylox_web.command.study.results import Results, Row
from greylox_web.command.study.summary import Line, Share, lines

WIDTH, HEIGHT, LEFT, TOP, FOOT = 640, 300, 56, 16, 46
PLACE = re.compile(r"^\{\{(plot|table|games) (\S+)\}\}$", re.M)
STYLE = (Path(__file__).parent / "article.css").read_text("utf-8")
Known = Mapping[str, Results]
"""The results of each point, by its name."""


def article(prose: str, csv: str, known: Known) -> str:
    """The page of a study."""

    def filled(match: re.Match[str]) -> str:
        points = {name: r for name, r in known.items() if name.startswith(match[2] + "-x")}
        return {"plot": plot, "table": tabled, "games": samples}[match[1]](match[2], points)

    title = prose.partition("\n")[0].removeprefix("# ")
    parts = PLACE.split(prose)
    markdown = MarkdownIt("commonmark", {"html": False})
    body = list[str]()
    for place in range(0, len(parts), 3):
        body.append(markdown.render(parts[place]))
        if place + 2 < len(parts):
            match = PLACE.match(f"{{{{{parts[place + 1]} {parts[place + 2]}}}}}")
            assert match is not None
            body.append(filled(match))
    data = base64.b64encode(csv.encode()).decode()
    digest = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()
    return PAGE.format(
        title=html.escape(title), style=STYLE, digest=digest, body="".join(body), csv=data
    )


PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} – Greylox Web</title>
<style>{style}</style>
</head>
<body>
<header><a href="../">Greylox Web</a></header>
<main>
{body}<p>
<a download="study.csv" href="data:text/csv;base64,{csv}">All numbers as a table (CSV)</a>
</p>
</main>
</body>
</html>
"""


def by_margin(points: Known) -> list[tuple[int, str, list[Line]]]:
    """X, name and lines of each point that has games."""
    found = []
    for name, results in points.items():
        told = lines(list(results.rows.values()))
        if told:
            found.append((int(name.rpartition("-x")[2]), name, told))
    return sorted(found)


def percent(share: Share) -> str:
    """A share with its interval, in whole per cents.

    >>> percent(Share(8, 10))
    '80% (49–94)'
    """
    low, high = share.ends
    return f"{share.points / share.games:.0%} ({100 * low:.0f}–{100 * high:.0f})"


def plot(board: str, points: Known) -> str:
    """The first player's share by X: a mark for each strength, with its interval."""
    found = by_margin(points)
    wide = (WIDTH - LEFT - 8) / 8
    high = HEIGHT - TOP - FOOT

    def level(share: float) -> float:
        return round(TOP + high * (1 - share), 1)

    strengths = sorted({line.visits for _, _, told in found for line in told})
    drawn = list[str]()
    for quarter in range(5):
        y = level(quarter / 4)
        look = "half" if quarter == 2 else "grid"
        drawn.append(f'<path class="{look}" d="M{LEFT} {y}H{WIDTH - 8}"/>')
        drawn.append(f'<text x="{LEFT - 8}" y="{y + 5}" text-anchor="end">{25 * quarter}%</text>')
    for x, _, told in found:
        middle = LEFT + (x - 0.5) * wide
        drawn.append(
            f'<text x="{middle:.1f}" y="{HEIGHT - 26}" text-anchor="middle">X = {x}</text>'
        )
        for line in told:
            place = strengths.index(line.visits)
            at = round(middle + (10 if place else -10), 1)
            low, up = line.first.ends
            y = level(line.first.points / line.first.games)
            drawn.append(f'<path class="reach" d="M{at} {level(low)}V{level(up)}"/>')
            look = "strong" if place else "weak"
            drawn.append(f'<circle class="{look}" cx="{at}" cy="{y}" r="6"/>')
    key = " ".join(
        f'<circle class="{look}" cx="{LEFT + 8 + 190 * n}" cy="{HEIGHT - 8}" r="5"/>'
        f'<text x="{LEFT + 20 + 190 * n}" y="{HEIGHT - 3}">{visits} positions an action</text>'
        for n, (visits, look) in enumerate(zip(strengths, ("weak", "strong"), strict=False))
    )
    told_of = "; ".join(
        f"X = {x}: {', '.join(percent(line.first) for line in told)}" for x, _, told in found
    )
    about = html.escape(f"First player's share of the points, with intervals of 95%. {told_of}.")
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{board}, drawn">'
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{about}">{"".join(drawn)}{key}</svg></div>\n'
    )


def tabled(board: str, points: Known) -> str:
    """The numbers of a board, a row for each X and strength."""
    heads = ["X", "Positions", "Games", "Different", "First player", "Decided by the gap"]
    heads += ["Winner had been behind", "Changes of the lead"]
    rows = list[Sequence[object]]()
    for x, _, told in by_margin(points):
        for line in told:
            counts = (x, line.visits, line.games, line.different)
            shares = (percent(line.first), percent(line.gap), percent(line.behind))
            rows.append((*counts, *shares, f"{line.leads:.1f}"))
    head = "".join(f'<th scope="col">{head}</th>' for head in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{board}, in numbers"><table>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )


def samples(board: str, points: Known) -> str:
    """A game of each X at the greatest strength, as a link to the board."""
    items = list[str]()
    for x, name, told in by_margin(points):
        row = sample(points[name], told[-1].visits)
        side = {0: "Black wins", 1: "White wins", None: "a draw"}[row["measured"]["winner"]]
        link = html.escape(row["measured"]["link"])
        text = f"X = {x}: {side}, game {row['number']} of {name}"
        items.append(f'<li><a href="../#{link}">{text}</a></li>\n')
    return f"<ul>\n{''.join(items)}</ul>\n"


def sample(results: Results, visits: int) -> Row:
    """The first of the games that went as games mostly did."""
    rows = sorted(
        (row for row in results.rows.values() if row["visits"] == visits),
        key=lambda row: row["number"],
    )
    winners = [row["measured"]["winner"] for row in rows]
    return rows[winners.index(max(winners, key=winners.count))]
