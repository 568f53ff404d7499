"""The summary of a study by strength: means, and shares with Wilson intervals of 95%."""

import csv
import io
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import NamedTuple

from ..match.score import interval
from .results import Row

POINTS = {None: 0.5, 0: 1.0, 1: 0.0}  # of the first colour, by the winner
BEHIND = 40  # per cent: a side whose chance fell this low, as the engine saw it, was behind


class Share(NamedTuple):
    """Points out of games: a share with its confidence interval."""

    points: float
    games: int

    @property
    def ends(self) -> tuple[float, float]:
        """The 95% interval; 0 to 1 without games."""
        return interval(self.points, self.games) if self.games else (0.0, 1.0)

    def __str__(self) -> str:
        if not self.games:
            return "no games"
        low, high = self.ends
        return f"{self.points / self.games:.1%} ({low:.1%} to {high:.1%})"


class Line(NamedTuple):
    """The summary of the games at one strength.

    Shares and means are those of all games.  In the intervals identical games count once.
    """

    visits: int
    games: int
    different: int  # distinct games; if most are identical, more games add little
    first: Share  # won by the first colour; a draw is half a game
    draws: int
    gap: Share  # decided by the gap between the largest groups
    behind: Share  # won by the side that had once been behind
    actions: float  # of a game, on average, as all below
    opening: float
    leads: float
    flips: float
    passes: float
    choices: float


def line(visits: int, rows: Sequence[Row]) -> Line:
    """The summary of games at one strength, of which there is at least one."""
    found = [row["measured"] for row in rows]
    sure = [row for row in rows if row["lowest"] is not None]
    return Line(
        visits=visits,
        games=len(rows),
        different=different(rows),
        first=first_share(rows),
        draws=sum(game["winner"] is None for game in found),
        gap=share_of(rows, lambda row: row["measured"]["how"] == "gap"),
        behind=share_of(sure, lambda row: (row["lowest"] or 0) <= BEHIND),
        actions=fmean(game["actions"] for game in found),
        opening=fmean(game["opening"] for game in found),
        leads=fmean(game["leads"] for game in found),
        flips=fmean(game["flips"] for game in found),
        passes=fmean(game["passes"] for game in found),
        choices=fmean(game["choices"] for game in found),
    )


def different(rows: Sequence[Row]) -> int:
    """The number of distinct games."""
    return len({row["measured"]["link"] for row in rows})


def share_of(rows: Sequence[Row], points: Callable[[Row], float]) -> Share:
    """The share of all points in these games.  As a sample it is as large as the distinct games.

    Games that were played twice tell nothing more about what else could have been played.
    """
    count = different(rows)
    return Share(count * fmean(map(points, rows)), count) if rows else Share(0, 0)


def first_share(rows: Sequence[Row]) -> Share:
    """The first colour's share of the points; a draw is half a point."""
    return share_of(rows, lambda row: POINTS[row["measured"]["winner"]])


def lines(rows: Sequence[Row]) -> list[Line]:
    """A line for each strength, the weakest first."""
    strengths = sorted({row["visits"] for row in rows})
    return [line(visits, [row for row in rows if row["visits"] == visits]) for visits in strengths]


def from_starts(rows: Sequence[Row], starts: Sequence[str]) -> list[tuple[str, list[Row]]]:
    """The games from each of several starts; nothing where there is only one."""
    count = len(starts)
    return [
        (start, [row for row in rows if row["number"] % count == place])
        for place, start in enumerate(starts if count > 1 else ())
    ]


def with_starts(
    game: str, found: Sequence[Line], rows: Sequence[Row], starts: Sequence[str]
) -> list[tuple[str, Line]]:
    """The lines of a game for ``table``; where there are several starts, theirs follow each."""
    told = list[tuple[str, Line]]()
    for whole in found:
        own = [row for row in rows if row["visits"] == whole.visits]
        each = from_starts(own, starts)
        told += [(game, whole), *((start, line(whole.visits, its)) for start, its in each if its)]
    return told


def told(found: Sequence[Line], rows: Sequence[Row] = (), starts: Sequence[str] = ()) -> str:
    """The lines as text; with ``rows`` also the shortest and the longest game, and each start."""
    if not found:
        return "no games"
    texts = list[str]()
    for line in found:
        visits = f"{line.visits} visit{'s' * (line.visits != 1)}"
        games = f"{line.games} game{'s' * (line.games != 1)}"
        texts.append(f"{visits}, {games}, {line.different} different")
        texts.append(f"  the first colour has {line.first} of the points, draws: {line.draws}")
        own = [row for row in rows if row["visits"] == line.visits]
        for start, there in from_starts(own, starts):
            texts.append(f"    from {start}: {first_share(there)}, games: {len(there)}")
        texts.append(f"  won after having been behind ({BEHIND}% or less): {line.behind}")
        if line.gap.points:
            texts.append(f"  decided by the gap: {line.gap}")
        means = {
            "actions": line.actions,
            "of them in the opening": line.opening,
            "choices": line.choices,
            "changes of the lead": line.leads,
            "flips": line.flips,
            "passes": line.passes,
        }
        shown = (f"{name} {mean:.1f}" for name, mean in means.items() if mean)
        texts.append(f"  on average: {', '.join(shown)}")
        lengths = {row["measured"]["actions"] for row in own}
        if len(lengths) > 1:
            texts.append(
                f"  the shortest game has {min(lengths)} actions, the longest {max(lengths)}"
            )
    return "\n".join(texts)


def table(found: Sequence[tuple[str, Line]]) -> str:
    """The lines as CSV, each with the game or start it is about; a share has three columns."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heads())
    for about, line in found:
        writer.writerow([about, *(cell for value in line for cell in cells(value))])
    return out.getvalue()


def heads() -> list[str]:
    """The names of the columns."""
    names = ["game"]
    for name, kind in Line.__annotations__.items():
        names += [name, f"{name}_low", f"{name}_high"] if kind is Share else [name]
    return names


def cells(value: Share | float) -> list[object]:
    """The cells of a value."""
    if not isinstance(value, Share):
        return [round(value, 2)]
    if not value.games:
        return ["", "", ""]
    return [round(number, 4) for number in (value.points / value.games, *value.ends)]
