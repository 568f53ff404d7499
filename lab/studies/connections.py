"""Connections in games of Lox: how often one breaks, and how often a side passes."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from statistics import fmean

from greylox_web.command.study.results import Results
from greylox_web.measure.rows import Row
from greylox_web.rules.notation.links import read_link
from lab.studies.table import table

COLUMNS = (
    *("Board", "Positions per move", "Games", "Moves", "Flips", "Passes"),
    *("Broken connections", "Games with any"),
)


@cache  # many games of a study are identical
def count_breaks(link: str) -> int:
    """Count how often a side joined its edges and the next action broke the connection."""
    reading = read_link(link, allow_small=True)
    assert reading.record is not None
    game, states = reading.record.game, reading.states
    chains = [
        (before.mover, game.connecting_group(after, before.mover))
        for before, after in pairwise(states)
    ]
    return sum(
        bool(chain) and not game.connecting_group(reply, colour)
        for (colour, chain), reply in zip(chains, states[2:], strict=False)
    )


def connections(results_by_name: Mapping[str, Results], labels: Mapping[str, str]) -> str:
    """Return the HTML table of numbers, with a row for each board and strength."""
    rows = list[tuple[object, ...]]()
    for name, label in labels.items():
        games = list(results_by_name[name].rows.values()) if name in results_by_name else []
        for visits in sorted({row["visits"] for row in games}):
            rows.append((label, *row_cells([row for row in games if row["visits"] == visits])))
    return table("Table of broken connections", COLUMNS, rows)


def row_cells(rows: Sequence[Row]) -> tuple[object, ...]:
    """A row: strength, games, means of actions, flips, passes and breaks, share with a break."""
    measures = [row["measured"] for row in rows]
    breaks = [count_breaks(game["link"]) for game in measures]
    return (
        rows[0]["visits"],
        len(rows),
        f"{fmean(game['actions'] for game in measures):.0f}",
        f"{fmean(game['flips'] for game in measures):.1f}",
        f"{fmean(game['passes'] for game in measures):.2f}",
        f"{fmean(breaks):.2f}",
        f"{fmean(map(bool, breaks)):.0%}",
    )
