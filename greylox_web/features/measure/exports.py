"""What a study can be saved as: a table, the command that plays it, and a page that stands alone.

The page has neither script nor links to files; its texts are escaped.
"""

from collections.abc import Iterable

from ...measure.plan import Plan
from ...measure.rows import StudyParameters
from ...measure.summary import rows_with_starts, summarise_all, to_csv
from ...rules.notation.links import read_spec
from ...text import escape_xml
from ...words.measure_page import MEASURE_PAGE_WORDS as WORDS
from ..statistics.plot import curve_svg
from ..statistics.tables import StatsTable
from .view import CurveView, Rows, StudyView

STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
.share { font-size: 1.25rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
caption { font-weight: bold; text-align: start; }
th, td { padding: .2rem 1rem .2rem 0; border-bottom: 1px solid #8888; text-align: start; }
svg { display: block; width: 100%; height: 10rem; }
.grid { stroke: #8886; } .band { fill: #1d5546; opacity: .2; }
.line { fill: none; stroke: #2c7a66; stroke-width: 2.5; }
"""


def table_csv(plan: Plan, rows: Rows) -> str:
    """Return the summaries of all variants as CSV."""
    summaries = []
    for index, study in enumerate(plan.studies):
        own = [row for (of, _), series in rows.items() if of == index for row in series]
        summaries += rows_with_starts(study.game, summarise_all(own), own, study.starts)
    return to_csv(summaries)


def file_name(study: StudyParameters) -> str:
    """Return a name for the file of a study, without a suffix."""
    return f"{study.game}-drawn{study.drawn}"


def command_line(plan: Plan, index: int = 0) -> str:
    """Return the command that plays the games of a variant, and goes on with its file."""
    study = plan.studies[index]
    game = read_spec(study.game, allow_small=True)
    words = ["greylox", "study", game.name, "--size", str(game.size)]
    for key, value in game.options.items():
        words += ["--option", f"{key}={str(value).lower()}"]
    for start in study.starts:
        words += ["--start", start]
    for visits in plan.strengths:
        words += ["--visits", str(visits)]
    words += ["--games", str(plan.games), "--random-actions", str(study.drawn)]
    words += ["--seed", str(study.seed)]
    for further, nearer in plan.ladder if index == 0 else ():
        words += ["--ladder", f"{further}:{nearer}"]
    words += ["--results", f"{file_name(study)}.jsonl"]
    return " ".join(words)


def page_html(plan: Plan, view: StudyView, engine: str, site: str, language: str) -> str:
    """Return a page with what a study says; ``site`` is the address of the page that opens games.

    ``language`` is the code of the language of its texts.
    """
    heading = escape_xml(view.title)
    about = WORDS["page-games"].format(visits=", ".join(map(str, plan.strengths)), engine=engine)
    parts = [
        f"<h1>{heading}</h1>",
        f"<p>{escape_xml(WORDS['page-about'])} {escape_xml(about)}</p>",
        f'<p class="share"><strong>{escape_xml(view.share)}</strong> '
        f"{escape_xml(view.share_label)}. <strong>{escape_xml(view.verdict)}</strong> "
        f"{escape_xml(view.sentence)} {escape_xml(view.comparison)}</p>",
        table_html(view.compared_table),
        f"<h2>{escape_xml(WORDS['settled'])}</h2>",
        curve_html(view.curve),
        table_html(view.curve.table),
        f"<h2>{escape_xml(WORDS['goes'])}</h2>",
        list_html(f"{figure.number} {figure.label}" for figure in view.figures),
        f"<h3>{escape_xml(WORDS['decided-by'])}</h3>" if view.endings else "",
        list_html(view.endings),
        table_html(view.leads_table),
        table_html(view.stones.table) if view.stones else "",
        table_html(view.ladder_table),
        f"<p>{escape_xml(view.ladder_text)}</p>" if view.ladder_text else "",
        f"<h2>{escape_xml(WORDS['open-games'])}</h2>",
        "<ul>"
        + "".join(
            f'<li><a href="{escape_xml(f"{site}#{game.link}")}">{escape_xml(game.title)}</a>: '
            f"{escape_xml(game.text)}</li>"
            for game in view.games
        )
        + "</ul>",
        f"<h2>{escape_xml(WORDS['command'])}</h2>",
        *(
            f"<p><code>{escape_xml(command_line(plan, index))}</code></p>"
            for index in range(len(plan.studies))
        ),
    ]
    return (
        f'<!doctype html>\n<html lang="{escape_xml(language)}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{heading}</title>\n<style>{STYLE}</style>\n<body>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body>\n</html>\n"
    )


def curve_html(curve: CurveView) -> str:
    """Return the curve of the share, between its highest and its lowest line."""
    svg = curve_svg(curve.points, curve.band, rows=len(curve.ticks) - 1)
    scale = f"{curve.ticks[-1]}% – {curve.ticks[0]}%"
    return f"{svg}<p>{escape_xml(curve.text)} ({escape_xml(scale)})</p>"


def list_html(texts: Iterable[str]) -> str:
    """Return texts as a list; "" for none."""
    items = "".join(f"<li>{escape_xml(text)}</li>" for text in texts)
    return f"<ul>{items}</ul>" if items else ""


def table_html(table: StatsTable) -> str:
    """Return a table; "" without rows."""
    if not table.rows:
        return ""
    head = "".join(f'<th scope="col">{escape_xml(text)}</th>' for text in table.head)
    rows = "".join(
        f'<tr><th scope="row">{escape_xml(name)}</th>'
        + "".join(f"<td>{escape_xml(cell)}</td>" for cell in cells)
        + "</tr>"
        for name, *cells in table.rows
    )
    return (
        f"<table><caption>{escape_xml(table.caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
