"""The summary of a study by strength: means, and shares with Wilson intervals of 95%."""

from collections.abc import Callable, Iterable, Sequence
from math import fsum
from typing import NamedTuple

from ..confidence import wilson_interval
from .rows import LadderRow, Row, further_points, pair_of

POINTS = {None: 0.5, 0: 1.0, 1: 0.0}  # of the first colour, by the winner
BEHIND_PERCENT = 40  # per cent: a side was behind if its evaluation was this low


def fmean(values: Iterable[float]) -> float:
    """Return the mean.  The page does not have the module ``statistics``."""
    numbers = [*values]
    return fsum(numbers) / len(numbers)


class Share(NamedTuple):
    """Points and games: a share with its confidence interval."""

    points: float
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval; (0, 1) without games."""
        return wilson_interval(self.points, self.games) if self.games else (0.0, 1.0)

    def __str__(self) -> str:
        if not self.games:
            return "no games"
        low, high = self.interval
        return f"{self.points / self.games:.1%} ({low:.1%} to {high:.1%})"


class StrengthSummary(NamedTuple):
    """The summary of the games at one strength.

    Shares and means cover all games.  In the intervals, identical games count once.
    """

    visits: int
    games: int
    different: int  # distinct games; few distinct games: more games add little
    first: Share  # won by the first colour; a draw is half a game
    draws: int
    gap: Share  # decided by the gap between the largest groups
    behind: Share  # won by the side that was once behind
    actions: float  # per game on average, like all fields below
    opening: float
    leads: float
    flips: float
    passes: float
    choices: float


def summarise(visits: int, rows: Sequence[Row]) -> StrengthSummary:
    """Summarise one or more games at one strength."""
    measures = [row["measured"] for row in rows]
    decided = [row for row in rows if row["lowest"] is not None]
    return StrengthSummary(
        visits=visits,
        games=len(rows),
        different=count_distinct(rows),
        first=first_share(rows),
        draws=sum(game["winner"] is None for game in measures),
        gap=compute_share(rows, lambda row: row["measured"]["how"] == "gap"),
        behind=compute_share(decided, lambda row: (row["lowest"] or 0) <= BEHIND_PERCENT),
        actions=fmean(game["actions"] for game in measures),
        opening=fmean(game["opening"] for game in measures),
        leads=fmean(game["leads"] for game in measures),
        flips=fmean(game["flips"] for game in measures),
        passes=fmean(game["passes"] for game in measures),
        choices=fmean(game["choices"] for game in measures),
    )


def count_distinct(rows: Sequence[Row]) -> int:
    """Return the number of distinct games."""
    return len({row["measured"]["link"] for row in rows})


def compute_share(rows: Sequence[Row], points: Callable[[Row], float]) -> Share:
    """Return the share of the points in all games; the sample size is the number of distinct games.

    Identical games are not independent samples, so they must not narrow the interval.
    """
    count = count_distinct(rows)
    return Share(count * fmean(map(points, rows)), count) if rows else Share(0, 0)


def first_share(rows: Sequence[Row]) -> Share:
    """Return the first colour's share of the points; a draw is half a point."""
    return compute_share(rows, lambda row: POINTS[row["measured"]["winner"]])


def summarise_all(rows: Sequence[Row]) -> list[StrengthSummary]:
    """Return a summary for each strength, weakest first."""
    strengths = sorted({row["visits"] for row in rows})
    return [
        summarise(visits, [row for row in rows if row["visits"] == visits]) for visits in strengths
    ]


def rows_by_start(rows: Sequence[Row], starts: Sequence[str]) -> list[tuple[str, list[Row]]]:
    """Return the games from each of several starts; empty for a single start."""
    count = len(starts)
    return [
        (start, [row for row in rows if row["number"] % count == index])
        for index, start in enumerate(starts if count > 1 else ())
    ]


def rows_with_starts(
    game: str, summaries: Sequence[StrengthSummary], rows: Sequence[Row], starts: Sequence[str]
) -> list[tuple[str, StrengthSummary]]:
    """Return the summaries of a game for ``to_csv``, each followed by those of several starts."""
    labelled_summaries = list[tuple[str, StrengthSummary]]()
    for summary in summaries:
        own = [row for row in rows if row["visits"] == summary.visits]
        each = rows_by_start(own, starts)
        labelled_summaries += [
            (game, summary),
            *((start, summarise(summary.visits, its)) for start, its in each if its),
        ]
    return labelled_summaries


def format_summary(
    summaries: Sequence[StrengthSummary], rows: Sequence[Row] = (), starts: Sequence[str] = ()
) -> str:
    """Format the summaries; with ``rows``, add shortest game, longest game and each start."""
    if not summaries:
        return "no games"
    texts = list[str]()
    for summary in summaries:
        visits = f"{summary.visits} visit{'s' * (summary.visits != 1)}"
        games = f"{summary.games} game{'s' * (summary.games != 1)}"
        texts.append(f"{visits}, {games}, {summary.different} different")
        texts.append(
            f"  the first colour has {summary.first} of the points, draws: {summary.draws}"
        )
        own = [row for row in rows if row["visits"] == summary.visits]
        for start, start_rows in rows_by_start(own, starts):
            texts.append(f"    from {start}: {first_share(start_rows)}, games: {len(start_rows)}")
        texts.append(
            f"  won after having been behind ({BEHIND_PERCENT}% or less): {summary.behind}"
        )
        if summary.gap.points:
            texts.append(f"  decided by the gap: {summary.gap}")
        means = {
            "actions": summary.actions,
            "of them in the opening": summary.opening,
            "choices": summary.choices,
            "changes of the lead": summary.leads,
            "flips": summary.flips,
            "passes": summary.passes,
        }
        mean_texts = (f"{name} {mean:.1f}" for name, mean in means.items() if mean)
        texts.append(f"  on average: {', '.join(mean_texts)}")
        lengths = {row["measured"]["actions"] for row in own}
        if len(lengths) > 1:
            texts.append(
                f"  the shortest game has {min(lengths)} actions, the longest {max(lengths)}"
            )
    return "\n".join(texts)


def further_share(rows: Sequence[LadderRow]) -> Share:
    """Return the share of the points of the side that looks further."""
    count = len({row["measured"]["link"] for row in rows})
    return Share(count * fmean(map(further_points, rows)), count) if rows else Share(0, 0)


def format_ladder(rows: Sequence[LadderRow]) -> str:
    """Format the skill ladder: how often the side that looks further wins, step by step."""
    lines = list[str]()
    for step in sorted({pair_of(row) for row in rows}):
        own = [row for row in rows if pair_of(row) == step]
        games = f"{len(own)} game{'s' * (len(own) != 1)}"
        lines.append(f"{step[0]} visits against {step[1]}, {games}")
        lines.append(f"  the side that looks further has {further_share(own)} of the points")
    return "\n".join(lines)


def to_csv(summaries: Sequence[tuple[str, StrengthSummary]]) -> str:
    """Format (game or start, summary) pairs as CSV; a share has three columns."""
    lines = [list[object](column_names())]
    for about, summary in summaries:
        lines.append([about, *(cell for value in summary for cell in format_cells(value))])
    return "".join(",".join(map(str, line)) + "\n" for line in lines)  # no cell needs quotes


def column_names() -> list[str]:
    """Return the names of the columns."""
    names = ["game"]
    for name, kind in StrengthSummary.__annotations__.items():
        names += [name, f"{name}_low", f"{name}_high"] if kind is Share else [name]
    return names


def format_cells(value: Share | float) -> list[object]:
    """Return the cells of a value."""
    if not isinstance(value, Share):
        return [round(value, 2)]
    if not value.games:
        return ["", "", ""]
    return [round(number, 4) for number in (value.points / value.games, *value.interval)]
