"""The plots of the articles, drawn by matplotlib as SVG with colours from ``article.css``."""

import html
import io
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from greylox_web.measure.summary import StrengthSummary


class PlotPoint(NamedTuple):
    """A point of a plot or a table."""

    label: str
    label_key: str  # ``Point.label_key``
    random_actions: int  # random moves at the beginning of its games
    lines: list[StrengthSummary]  # one for each strength


INCHES = 6.6, 3.1  # width and height of a plot
PLACEHOLDER_COLOURS = {"weak": "#000001", "strong": "#000002", "grid": "#000003"}
"""Placeholders that ``article.css`` replaces with the colours of the light and dark themes."""
SHIFTS, MARKS = (-0.15, 0.05, 0.25), "oD^"  # by strength, the weakest first
DROPPED_METADATA = "Date", "Creator", "Format", "Type"
"""Metadata that matplotlib leaves out, so that the same plot is always the same text."""
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",  # text is not converted to paths
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
STYLE_ATTRIBUTE = re.compile(r' style="([^"]*)"')
NAMED = re.compile(r' id="[a-zA-Z0-9.]+_[0-9]+"')  # ids of groups; nothing refers to them
OWN_STYLE = re.compile(r"<style.*?</style>", re.S)
BLANKS = re.compile(r"\s+")
SIZE_ATTRIBUTES = re.compile(r' width="[^"]*pt" height="[^"]*pt"| height="[^"]*pt"(?= viewBox)')


def plot(label: str, first: str, points: Sequence[PlotPoint]) -> str:
    """Plot the first player's share at each point, with a mark and a 95% interval by strength.

    ``label`` is unique on the page; ``first`` is the first player's colour.
    """
    strengths = sorted({line.visits for one in points for line in one.lines})
    with mpl.rc_context({**SETTINGS, "svg.hashsalt": label}):  # ids unique to this plot
        figure = Figure(figsize=INCHES, layout="constrained")
        axes = figure.subplots()
        for number, visits in enumerate(strengths):
            strength_points = [
                (index, line)
                for index, one in enumerate(points)
                for line in one.lines
                if line.visits == visits
            ]
            xs = [index + SHIFTS[number] for index, _ in strength_points]
            shares = [line.first.points / line.first.games for _, line in strength_points]
            ends = [line.first.interval for _, line in strength_points]
            below = [share - low for share, (low, _) in zip(shares, ends, strict=True)]
            above = [high - share for share, (_, high) in zip(shares, ends, strict=True)]
            axes.errorbar(
                xs,
                shares,
                yerr=[[max(0.0, gap) for gap in below], [max(0.0, gap) for gap in above]],
                fmt=MARKS[number],
                color=PLACEHOLDER_COLOURS["strong" if number else "weak"],
                label=f"{visits:,} positions per move",
            )
        axes.axhline(0.5, color=PLACEHOLDER_COLOURS["grid"], linestyle="--", linewidth=1)
        axes.set_ylabel(f"{first}'s share")
        axes.set_ylim(-0.03, 1.03)
        axes.set_xlim(-0.6, len(points) - 0.4)
        axes.set_xticks(range(len(points)), [one.label.replace(", ", "\n") for one in points])
        axes.yaxis.set_major_formatter(PercentFormatter(1))
        figure.legend(loc="outside upper left", ncols=2, frameon=False)
        svg_file = io.StringIO()
        figure.savefig(
            svg_file, format="svg", transparent=True, metadata=dict.fromkeys(DROPPED_METADATA)
        )
    summaries = "; ".join(
        f"{one.label}: {', '.join(str(line.first) for line in one.lines)}" for one in points
    )
    about = html.escape(f"{first}'s share, with 95% confidence intervals. {summaries}.")
    svg = svg_file.getvalue()
    svg = NAMED.sub("", STYLE_ATTRIBUTE.sub(style_to_attributes, svg[svg.index("<svg") :])).strip()
    svg = SIZE_ATTRIBUTES.sub("", OWN_STYLE.sub("", svg), count=1)
    svg = BLANKS.sub(" ", svg).replace("> <", "><")
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{about}" ', 1)
    return f'<div class="wide" tabindex="0" role="group" aria-label="Plot: {label}">{svg}</div>\n'


def style_to_attributes(match: re.Match[str]) -> str:
    """Convert a ``style`` attribute, which the page's policy forbids, to presentation attributes.

    >>> style_to_attributes(STYLE_ATTRIBUTE.search(' style="fill: none; stroke: #000001"'))
    ' fill="none" stroke="#000001"'
    """
    pairs = [part.split(":", 1) for part in match[1].split(";") if ":" in part]
    style_pairs = {name.strip(): html.escape(value.strip()) for name, value in pairs}
    return "".join(f' {name}="{value}"' for name, value in style_pairs.items() if name != "font")
