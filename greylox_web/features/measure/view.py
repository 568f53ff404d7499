"""What the games of a study say, as texts, tables and shares for the charts."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, floor
from typing import NamedTuple

from ...measure.plan import Plan
from ...measure.report import (
    MAX_LEADS,
    Notable,
    Report,
    Scores,
    make_report,
    named_stones,
)
from ...measure.rows import LadderRow, Pair, Row
from ...measure.summary import Share, first_share, further_share
from ...rules import Game
from ...rules.board import bits
from ...rules.notation.links import read_spec
from ...rules.options import IntOption
from ...session.naming import game_title
from ...words import WORDS as COMMON
from ...words import labelled, locale_format
from ...words.measure_page import MEASURE_PAGE_WORDS as WORDS
from ..statistics.tables import StatsTable, percent_text
from ..statistics.view import Figure
from .form import strength_text, variant_labels

SETTLING_ROWS = 10  # of its table
NAMED_STONES = 12  # of the table of first stones
MAX_LEAD_WORDS = 3  # with more bars their labels are numbers
MIN_STONE_GAMES = 8  # a cell with fewer has no number
SECONDS_PER_MINUTE, MINUTES_PER_HOUR = 60, 60
MAX_MINUTES = 90  # longer times are given in hours

Rows = Mapping[tuple[int, int], Sequence[Row]]
"""The games by the index of the variant in the plan and the visits."""
LadderRows = Mapping[Pair, Sequence[LadderRow]]


class Bar(NamedTuple):
    """A share with its interval, and what it is the share of."""

    label: str
    text: str
    share: float
    low: float
    high: float
    is_chosen: bool = False


class Gauge(NamedTuple):
    """The share of the first colour, on a scale between both colours."""

    share: float
    low: float
    high: float
    first: str  # the labels of the ends
    second: str


class CurveView(NamedTuple):
    """How the share settled, on a scale from ``ticks[-1]`` to ``ticks[0]`` per cent."""

    ticks: tuple[int, ...]
    points: tuple[tuple[float, float], ...]  # shares of the plot's width and height
    band: tuple[tuple[float, float, float], ...]
    end: str
    text: str
    table: StatsTable


class StoneMap(NamedTuple):
    """The first colour's share after each first stone, in per cent."""

    chances: Mapping[int, int]  # by cell
    texts: tuple[str, ...]
    table: StatsTable


class GameLink(NamedTuple):
    """A game that can be opened."""

    title: str
    text: str
    link: str


class StudyView(NamedTuple):
    """What a page shows of a study with at least one game of the variant that was asked about."""

    title: str
    game: Game
    share: str
    share_label: str
    verdict: str
    sentence: str
    comparison: str  # "" without one
    gauge: Gauge
    compared_title: str
    compared: tuple[Bar, ...]  # empty without a comparison
    compared_aside: str
    compared_table: StatsTable
    first_aside: str
    stones: StoneMap | None
    curve: CurveView
    figures: tuple[Figure, ...]
    leads: tuple[Bar, ...]
    leads_table: StatsTable
    endings: tuple[str, ...]  # empty if all games end for the same reason
    ladder: tuple[Bar, ...]
    ladder_text: str
    ladder_table: StatsTable
    games: tuple[GameLink, ...]


def asked_rows(plan: Plan, rows: Rows) -> Sequence[Row]:
    """Return the games of the variant that was asked about, at the highest strength."""
    return rows.get((0, plan.strengths[-1]), ())


def study_view(plan: Plan, rows: Rows, ladder_rows: LadderRows, scores: Scores) -> StudyView | None:
    """Return what is shown of a study; None before its first game."""
    played = asked_rows(plan, rows)
    if not played:
        return None
    report = make_report(played, scores)
    game = read_spec(plan.studies[0].game, allow_small=True)
    names = colour_names(game)
    compared = compared_bars(plan, rows)
    low, high = report.summary.first.interval
    share = share_of(report.summary.first)
    has_start = bool(plan.studies[0].starts)
    return StudyView(
        title=game_title(game),
        game=game,
        share=percent(share),
        share_label=WORDS["for-first-start" if has_start else "for-first"].format(**names),
        verdict=WORDS[f"verdict-{report.verdict}"].format(**names),
        sentence=sentence(report, names),
        comparison=comparison_text(compared),
        gauge=Gauge(
            share,
            low,
            high,
            WORDS["wins"].format(Colour=names["First"]),
            WORDS["wins"].format(Colour=names["Second"]),
        ),
        compared_title=WORDS[compared_key(plan)],
        compared=compared,
        compared_aside=WORDS["bars-of"].format(**names),
        compared_table=bars_table(
            WORDS["fair"], (WORDS["variant"], WORDS["share-of"].format(**names)), compared
        ),
        first_aside=WORDS["first-stone-of"].format(**names),
        stones=None if has_start else stone_map(game, report, names),
        curve=curve_view(report, names),
        figures=figures(report),
        leads=lead_bars(report),
        leads_table=leads_table(report),
        endings=endings(report),
        ladder=(ladder := ladder_bars(ladder_rows)),
        ladder_text=ladder_text(ladder_rows),
        ladder_table=bars_table(
            WORDS["skill-decides"], (WORDS["strength"], WORDS["skill-of"]), ladder
        ),
        games=tuple(game_link(notable, names, scores) for notable in report.notable),
    )


def colour_names(game: Game) -> dict[str, str]:
    """Return the names of both colours, to fill in sentences."""
    first, second = game.colours
    return {"First": COMMON[first], "Second": COMMON[second]}


def share_of(share: Share) -> float:
    """Return the share as a number; 0.5 without games."""
    return share.points / share.games if share.games else 0.5


def percent(share: float) -> str:
    """Return a share as text: ``58%``."""
    return percent_text(100 * share, 0)


def hundred(share: float) -> int:
    """Return a share of 100 games."""
    return round(100 * share)


def sentence(report: Report, names: Mapping[str, str]) -> str:
    """Return the share and its interval in a sentence."""
    low, high = report.summary.first.interval
    key = "scored-of-100" if report.summary.draws else "won-of-100"
    share = share_of(report.summary.first)
    return WORDS[key].format(**names, share=hundred(share), low=hundred(low), high=hundred(high))


# ------------------------------------------------------------ comparison


def compares_x(plan: Plan) -> bool:
    """Return whether the variants differ in nothing but a number."""
    games = [read_spec(study.game, allow_small=True) for study in plan.studies]
    numbers = [
        {option.key for option in game.option_schema if isinstance(option, IntOption)}
        for game in games
    ]
    return len(games) > 1 and all(
        game.size == games[0].size
        and {**game.options, **dict.fromkeys(keys)} == {**games[0].options, **dict.fromkeys(keys)}
        for game, keys in zip(games, numbers, strict=True)
    )


def compared_key(plan: Plan) -> str:
    """Return the key of the question that the comparison asks."""
    if len(plan.studies) == 1:
        return "fair-strength"
    return "fair-x" if compares_x(plan) else "fair"


def compared_bars(plan: Plan, rows: Rows) -> tuple[Bar, ...]:
    """Return a bar for each variant, or for each strength of a single one; empty for only one."""
    games = [read_spec(study.game, allow_small=True) for study in plan.studies]
    if len(games) == 1:
        series = [((0, visits), strength_text(visits)) for visits in plan.strengths]
    else:
        order = [*range(len(games))]
        if compares_x(plan):
            order = sorted(order, key=lambda index: numbers_of(games[index]))
        labels = variant_labels(games)
        series = [((index, plan.strengths[-1]), labels[index]) for index in order]
    if len(series) < 2:
        return ()
    chosen = 0, plan.strengths[-1]
    return tuple(
        share_bar(label, first_share(rows.get(key, ())), is_chosen=key == chosen)
        for key, label in series
    )


def numbers_of(game: Game) -> list[int]:
    """Return the values of the game's numbers."""
    return [
        int(game.options[option.key])
        for option in game.option_schema
        if isinstance(option, IntOption)
    ]


def share_bar(label: str, share: Share, *, is_chosen: bool = False) -> Bar:
    """Return the bar of a share."""
    text = percent(share_of(share)) if share.games else "–"
    low, high = share.interval
    return Bar(label, text, share_of(share) if share.games else 0.0, low, high, is_chosen)


def comparison_text(bars: Sequence[Bar]) -> str:
    """Return the shares beside the chosen one in a sentence; "" without any."""
    chosen = next((index for index, bar in enumerate(bars) if bar.is_chosen), 0)
    near = [bar for index, bar in enumerate(bars) if abs(index - chosen) == 1]
    others = [labelled(bar.label, bar.text) for bar in near if bar.text != "–"]
    if not others:
        return ""
    return WORDS["compared-with"].format(others=locale_format.formats.join_and(others))


def bars_table(caption: str, head: tuple[str, str], bars: Iterable[Bar]) -> StatsTable:
    """Return bars as a table."""
    rows = tuple((bar.label, bar.text, interval_text(bar.low, bar.high)) for bar in bars)
    return StatsTable(caption, (*head, WORDS["interval"]), rows)


def interval_text(low: float, high: float) -> str:
    """Return an interval as text."""
    return WORDS["from-to"].format(low=percent(low), high=percent(high))


# ------------------------------------------------------------ the variant that was asked about


def stone_map(game: Game, report: Report, names: Mapping[str, str]) -> StoneMap | None:
    """Return the map of the first stones; None if no cell has enough games."""
    board = game.board
    cells = {board.cell_name(cell): cell for cell in bits(board.cells)}
    named = [
        first
        for first in named_stones(report.first_stones)
        if first in cells and report.first_stones[first].games >= MIN_STONE_GAMES
    ]
    if not named:
        return None
    shares = {first: share_of(report.first_stones[first]) for first in named}
    texts = [
        WORDS[key].format(**names, cell=first, percent=percent(shares[first]))
        for key, first in (("best-first", named[0]), ("worst-first", named[-1]))
    ]
    table = StatsTable(
        WORDS["first-stone"],
        (WORDS["first-move"], WORDS["share-of"].format(**names), WORDS["count"]),
        tuple(
            (first, percent(shares[first]), str(report.first_stones[first].games))
            for first in named[:NAMED_STONES]
        ),
    )
    chances = {cells[first]: hundred(share) for first, share in shares.items()}
    return StoneMap(chances, (*texts[: len(named)], WORDS["first-stone-note"]), table)


def curve_view(report: Report, names: Mapping[str, str]) -> CurveView:
    """Return how the share settled."""
    settled = report.settling
    # the first few intervals, which reach from edge to edge, do not set the scale
    later = settled[len(settled) // 8 :]
    low = 10 * floor(10 * min(point.low for point in later))
    high = 10 * ceil(10 * max(point.high for point in later))
    low, high = min(low, 50), max(high, 50)
    step = 10 if high - low <= 50 else 20
    low, high = step * floor(low / step), step * ceil(high / step)
    count = settled[-1].games

    def x(games: int) -> float:
        return games / count

    def y(share: float) -> float:
        return min(max((100 * share - low) / (high - low), 0.0), 1.0)

    first, last = settled[0], settled[-1]
    sampled = settled[:: max(1, len(settled) // SETTLING_ROWS)]
    return CurveView(
        tuple(range(high, low - 1, -step)),
        tuple((x(point.games), y(point.share)) for point in settled),
        tuple((x(point.games), y(point.low), y(point.high)) for point in settled),
        games_text(count),
        WORDS["settled-text"].format(**names, first=percent(first.share), last=percent(last.share)),
        StatsTable(
            WORDS["settled"],
            (WORDS["after-games"], WORDS["share-of"].format(**names), WORDS["interval"]),
            tuple(
                (str(point.games), percent(point.share), interval_text(point.low, point.high))
                for point in dict.fromkeys((*sampled, last))
            ),
        ),
    )


def games_text(count: int) -> str:
    """Return a number of games."""
    return WORDS["games"].format(count=count)


def figures(report: Report) -> tuple[Figure, ...]:
    """Return how a game goes, in figures."""
    summary, (shortest, longest) = report.summary, report.lengths
    number = locale_format.formats.number
    if shortest == longest:
        length = Figure(str(shortest), WORDS["moves-always"].format(count=shortest))
    else:
        text = WORDS["moves-mean"].format(low=shortest, high=longest)
        length = Figure(number(summary.actions, 0), text)
    shown = [length]
    if summary.behind.games:
        shown.append(Figure(percent(share_of(summary.behind)), WORDS["behind"]))
    shown.append(Figure(number(summary.choices, 0), WORDS["choices"]))
    if summary.flips:
        shown.append(Figure(number(summary.flips, 1), WORDS["flips"]))
    if summary.draws:
        shown.append(Figure(percent(summary.draws / summary.games), WORDS["draws"]))
    different = WORDS["different"].format(count=summary.different)
    shown.append(Figure(number(summary.different), different))
    return tuple(shown)


def lead_label(changes: int, *, is_short: bool = False) -> str:
    """Return how often the lead changes hands, as a number if ``is_short``."""
    if is_short:
        return f"{changes}+" if changes == MAX_LEADS else str(changes)
    if changes < 3:
        return WORDS[("lead-never", "lead-once", "lead-twice")[changes]]
    return WORDS["lead-more" if changes == MAX_LEADS else "lead-times"].format(count=changes)


def lead_bars(report: Report) -> tuple[Bar, ...]:
    """Return how many of the games have each number of changes of the lead; empty without any.

    The highest bar fills the chart.
    """
    if len(report.leads) < 2:
        return ()
    most, is_short = max(report.leads), len(report.leads) > MAX_LEAD_WORDS
    return tuple(
        Bar(
            lead_label(changes, is_short=is_short),
            percent(games / report.summary.games),
            games / most,
            games / most,
            games / most,
            games == most,
        )
        for changes, games in enumerate(report.leads)
    )


def leads_table(report: Report) -> StatsTable:
    """Return the changes of the lead as a table."""
    if len(report.leads) < 2:
        return StatsTable("", (), ())
    rows = tuple(
        (lead_label(changes), percent(games / report.summary.games))
        for changes, games in enumerate(report.leads)
    )
    return StatsTable(WORDS["lead-changes"], (WORDS["times"], WORDS["of-games"]), rows)


def endings(report: Report) -> tuple[str, ...]:
    """Return what decided the games, with shares; empty if it is always the same reason."""
    reasons = Counter[str]()
    for _, how, games in report.endings:
        reasons[how] += games
    if len(reasons) < 2:
        return ()
    return tuple(
        labelled(WORDS[f"how-{how}"], percent(games / report.summary.games))
        for how, games in reasons.most_common()
    )


# ------------------------------------------------------------ the skill ladder


def ladder_shares(rows: LadderRows) -> dict[Pair, Share]:
    """Return the share of the side that looks further, by step; steps without games are missing."""
    return {pair: further_share(rows[pair]) for pair in sorted(rows) if rows[pair]}


def ladder_bars(rows: LadderRows) -> tuple[Bar, ...]:
    """Return a bar for each step of the ladder that has games."""
    return tuple(
        share_bar(WORDS["skill-step"].format(further=further, nearer=nearer), share, is_chosen=True)
        for (further, nearer), share in ladder_shares(rows).items()
    )


def ladder_text(rows: LadderRows) -> str:
    """Return what the highest step says; "" without games."""
    shares = ladder_shares(rows)
    if not shares:
        return ""
    further, nearer = max(shares)
    low, high = shares[further, nearer].interval
    key = "skill-yes" if low > 0.5 else "skill-unclear" if high > 0.55 else "skill-no"
    times = locale_format.formats.number(round(further / nearer))
    return WORDS[key].format(times=times, share=hundred(share_of(shares[further, nearer])))


# ------------------------------------------------------------ games, progress


def game_link(notable: Notable, names: Mapping[str, str], scores: Scores) -> GameLink:
    """Return a game that is worth opening, with what distinguishes it."""
    measured = notable.row["measured"]
    link = measured["link"]
    if notable.kind == "closest":
        first, second = scores[link]
        text = WORDS["about-closest"].format(**names, first=first, second=second)
    elif notable.kind == "way-back":
        colour = (names["First"], names["Second"])[measured["winner"] or 0]
        text = WORDS["about-way-back"].format(Colour=colour, percent=percent(notable.value / 100))
    else:
        text = WORDS["about-length"].format(count=notable.value)
    return GameLink(WORDS[f"game-{notable.kind}"], text, link)


def numbered_game(plan: Plan, rows: Rows, number: int) -> GameLink | None:
    """Return the game of this number, from 1 on; None if it has not been played."""
    played = asked_rows(plan, rows)
    row = next((row for row in played if row["number"] == number - 1), None)
    if row is None:
        return None
    measured = row["measured"]
    moves = WORDS["about-length"].format(count=measured["actions"])
    names = colour_names(read_spec(plan.studies[0].game, allow_small=True))
    text = WORDS["about-drawn"].format(moves=moves)
    if (winner := measured["winner"]) is not None:
        colour = (names["First"], names["Second"])[winner]
        text = WORDS["about-won"].format(Colour=colour, moves=moves)
    title = WORDS["game-number"].format(number=locale_format.formats.number(number))
    return GameLink(title, text, measured["link"])


def progress_text(done: int, count: int) -> str:
    """Return how many games have been played."""
    number = locale_format.formats.number
    return WORDS["progress"].format(done=number(done), all=number(count))


def time_text(seconds: float, key: str) -> str:
    """Return a duration in words; ``key`` is "left" or "in" for both kinds of sentences."""
    minutes = round(seconds / SECONDS_PER_MINUTE)
    names = (
        ("seconds-left", "minutes-left", "hours-left")
        if key == "left"
        else ("in-seconds", "in-minutes", "in-hours")
    )
    if minutes < 1:
        return WORDS[names[0]]
    if minutes <= MAX_MINUTES:
        return WORDS[names[1]].format(count=minutes)
    return WORDS[names[2]].format(count=round(minutes / MINUTES_PER_HOUR))
