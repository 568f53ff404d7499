"""What a page shows about the games of one variant at one strength.

Shares are those of the first colour, where nothing else is said; ``summary`` explains them.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from ..rules.notation.links import read_link
from .rows import Row
from .summary import BEHIND_PERCENT, POINTS, Share, StrengthSummary, summarise

MAX_POINTS = 100  # of the curve
MAX_LEADS = 5  # changes of the lead; games with more are counted with these
EVEN = (0.4, 0.6)  # a variant with a share between them is close to even
MAX_EVEN_WIDTH = 0.2  # of the interval of such a share
ONE_SIDED = 0.75  # a side with at least this share, in all likelihood, wins nearly always
FEW_GAMES = 0.01  # of all games: a first stone with fewer is not named

VerdictKey = Literal["none", "unclear", "even", "first", "second", "first-far", "second-far"]
NotableKind = Literal["closest", "way-back", "shortest", "longest"]


class SettlingPoint(NamedTuple):
    """The share after the first ``games`` games, with its interval."""

    games: int
    share: float
    low: float
    high: float


class Notable(NamedTuple):
    """A game that is worth opening."""

    kind: NotableKind
    value: int  # the lead, the winner's lowest chance in per cent, or the number of actions
    row: Row


class Report(NamedTuple):
    """What a page shows about the games of one variant at one strength."""

    summary: StrengthSummary
    verdict: VerdictKey
    settling: tuple[SettlingPoint, ...]
    lengths: tuple[int, int]  # the actions of the shortest and of the longest game
    leads: tuple[int, ...]  # the games with no change of the lead, with one, and so on
    endings: tuple[tuple[int | None, str, int], ...]  # winner, reason and games; the most first
    first_stones: Mapping[str, Share]  # by cell
    notable: tuple[Notable, ...]


Scores = Mapping[str, tuple[int, int]]
"""The final scores of both colours by the link of a game, as far as they are known."""


def make_report(rows: Iterable[Row], scores: Scores) -> Report:
    """Return the report on games at one strength, at least one, which come in any order."""
    ordered = sorted(rows, key=lambda row: row["number"])
    measures = [row["measured"] for row in ordered]
    lengths = [game["actions"] for game in measures]
    endings = Counter((game["winner"], game["how"]) for game in measures)
    summary = summarise(ordered[0]["visits"], ordered)
    return Report(
        summary,
        verdict(summary.first),
        settling(ordered),
        (min(lengths), max(lengths)),
        lead_counts(game["leads"] for game in measures),
        tuple((winner, how, games) for (winner, how), games in endings.most_common()),
        first_stones(ordered),
        notable(ordered, scores),
    )


def verdict(share: Share) -> VerdictKey:
    """Return which side a share favours, as far as its interval allows a judgement.

    >>> verdict(Share(580, 1000)), verdict(Share(6, 10)), verdict(Share(1, 100))
    ('even', 'unclear', 'second-far')
    """
    if not share.games:
        return "none"
    low, high = share.interval
    if EVEN[0] <= share.points / share.games <= EVEN[1] and high - low <= MAX_EVEN_WIDTH:
        return "even"
    if low > 0.5:
        return "first-far" if low >= ONE_SIDED else "first"
    if high < 0.5:
        return "second-far" if high <= 1 - ONE_SIDED else "second"
    return "unclear"


def settling(rows: Sequence[Row]) -> tuple[SettlingPoint, ...]:
    """Return the share after more and more of the games, at most ``MAX_POINTS`` points."""
    points = [*accumulate(POINTS[row["measured"]["winner"]] for row in rows)]
    first_at = dict[str, int]()
    for index, row in enumerate(rows):
        first_at.setdefault(row["measured"]["link"], index)
    new_at = [*first_at.values()]  # ascending: where a game stands that was not there before
    parts = min(len(rows), MAX_POINTS)
    curve = []
    for part in range(1, parts + 1):
        games = len(rows) * part // parts
        different = bisect_right(new_at, games - 1)
        share = points[games - 1] / games
        low, high = Share(different * share, different).interval
        curve.append(SettlingPoint(games, share, low, high))
    return tuple(curve)


def lead_counts(changes: Iterable[int]) -> tuple[int, ...]:
    """Return how many games have no change of the lead, how many have one, and so on.

    >>> lead_counts([0, 2, 2, 9])
    (1, 0, 2, 0, 0, 1)
    """
    counts = Counter(min(change, MAX_LEADS) for change in changes)
    return tuple(counts[change] for change in range(max(counts, default=0) + 1))


def first_stones(rows: Iterable[Row]) -> dict[str, Share]:
    """Return the first colour's share by its first action, as links write it."""
    groups = dict[str, list[Row]]()
    for row in rows:
        groups.setdefault(row["measured"]["first"], []).append(row)
    return {first: Share(first_points(group), len(group)) for first, group in groups.items()}


def first_points(rows: Iterable[Row]) -> float:
    """Return the first colour's points; a draw is half a point."""
    return sum(POINTS[row["measured"]["winner"]] for row in rows)


def named_stones(stones: Mapping[str, Share]) -> list[str]:
    """Return the first actions from the best to the worst, without those of very few games."""
    least = FEW_GAMES * sum(share.games for share in stones.values())
    often = [first for first, share in stones.items() if share.games >= least]
    return sorted(often, key=lambda first: -stones[first].points / stones[first].games)


def notable(rows: Sequence[Row], scores: Scores) -> tuple[Notable, ...]:
    """Return the games that are worth opening; of equal ones the first."""

    def lead(row: Row) -> int:
        first, second = scores[row["measured"]["link"]]
        return abs(first - second)

    def length(row: Row) -> int:
        return row["measured"]["actions"]

    def lowest(row: Row) -> int:
        return 100 if row["lowest"] is None else row["lowest"]

    games = list[Notable]()
    if scored := [row for row in rows if row["measured"]["link"] in scores]:
        row = min(scored, key=lead)
        games.append(Notable("closest", lead(row), row))
    if lowest(row := min(rows, key=lowest)) <= BEHIND_PERCENT:
        games.append(Notable("way-back", lowest(row), row))
    shortest, longest = min(rows, key=length), max(rows, key=length)
    if length(shortest) < length(longest):
        games.append(Notable("shortest", length(shortest), shortest))
        games.append(Notable("longest", length(longest), longest))
    return tuple(games)


def final_scores(link: str) -> tuple[int, int] | None:
    """Return the final scores in a game that its scores decided; None for another game."""
    reading = read_link(link, allow_small=True)
    if reading.record is None or reading.error:
        return None
    game, state = reading.record.game, reading.states[-1]
    outcome = game.outcome(state)
    if outcome is None or outcome.reason == "connection":
        return None
    return game.score(state, 0), game.score(state, 1)
