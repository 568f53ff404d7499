"""The effect of the opening: the side that a search shows ahead at its end, and the winner.

For each game of a study at its stronger play, a file of results has the first colour's chance
after the opening, by the game's number.  Only missing chances are computed.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from greylox_web.command.networks import network_checksum
from greylox_web.command.study.results import Results
from greylox_web.measure.rows import Row
from greylox_web.measure.summary import Share, compute_share
from greylox_web.rules import NotationError
from greylox_web.rules.notation.links import read_link, read_spec
from greylox_web.rules.state import MAIN
from lab.studies.opening_maps import search_state
from lab.studies.table import percent, table

FOLDER = Path(__file__).parent / "results" / "openings"
VISITS = 200  # of each search
BINS = ((50, 60), (60, 80), (80, 100))
"""Ranges of the chance of the side that is ahead, in per cent; the upper end is included."""


class Openings(NamedTuple):
    """The chances after the openings of a board's games."""

    network: str  # checksum of the network's file
    visits: int
    chances: dict[int, float]  # number of a game -> the first colour's chance, in per cent


def games_at(results: Results, visits: int) -> list[Row]:
    """The games at a strength, in the order of their numbers."""
    games = [row for row in results.rows.values() if row["visits"] == visits]
    return sorted(games, key=lambda row: row["number"])


def chance_after(link: str) -> float:
    """Return the first colour's chance, in per cent, at the end of the opening of a linked game."""
    reading = read_link(link, allow_small=True)
    assert reading.record is not None
    game, states = reading.record.game, reading.states
    end = next(ply for ply, state in enumerate(states) if state.phase == MAIN)
    if not game.legal(states[end]):
        outcome = game.outcome(states[end])
        return 50.0 if outcome is None or outcome.winner is None else 100.0 * (not outcome.winner)
    return search_state(game, states[: end + 1], reading.record.actions[:end], VISITS).chance


def read_openings(path: Path) -> Openings:
    """Read the chances in a file; raise NotationError if it is malformed."""
    try:
        data = json.loads(path.read_text("utf-8"))
        chances = {int(number): float(chance) for number, chance in data["chances"].items()}
        return Openings(str(data["network"]), int(data["visits"]), chances)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotationError(f"{path} holds no chances after openings: {error}") from error


def search_missing(
    results_by_name: Mapping[str, Results], visits: int, end: float, folder: Path = FOLDER
) -> None:
    """Compute missing chances until the time ``end`` of ``monotonic``; save each at once.

    The first chance by the current network replaces all chances of an earlier one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, results in results_by_name.items():
        path = folder / f"{name}.json"
        empty = Openings(
            network_checksum(read_spec(results.parameters.game, allow_small=True)), VISITS, {}
        )
        opening_chances = read_openings(path) if path.exists() else empty
        if opening_chances[:2] != empty[:2]:
            opening_chances = empty
        for row in games_at(results, visits):
            if row["number"] in opening_chances.chances:
                continue
            if monotonic() >= end:
                return
            opening_chances.chances[row["number"]] = chance_after(row["measured"]["link"])
            path.write_text(
                json.dumps(opening_chances._asdict(), separators=(",", ":")) + "\n", "utf-8"
            )


def win_shares(rows: Sequence[Row], opening_chances: Openings) -> Iterator[Share]:
    """Yield how often the side ahead after the opening won: overall, then for each of ``BINS``."""

    def is_won(row: Row) -> bool:
        return (row["measured"]["winner"] == 0) == (opening_chances.chances[row["number"]] > 50)

    leads = {
        row["number"]: abs(opening_chances.chances.get(row["number"], 50.0) - 50) + 50
        for row in rows
    }
    for low, high in ((50, 100), *BINS):
        part = [row for row in rows if low < leads[row["number"]] <= high]
        yield compute_share(part, is_won)


def print_shares(
    results_by_name: Mapping[str, Results], visits: int, folder: Path = FOLDER
) -> None:
    """Print, for each searched board, how often the side ahead after the opening won."""
    for name, results in results_by_name.items():
        if (path := folder / f"{name}.json").exists():
            overall, *by_bin = map(
                share_text, win_shares(games_at(results, visits), read_openings(path))
            )
            bins = ", ".join(
                f"{one} with {low}% to {high}%"
                for one, (low, high) in zip(by_bin, BINS, strict=True)
            )
            print(f"{name}: who was ahead after the opening won {overall}; {bins}")


def openings(results_by_name: Mapping[str, Results], labels: Mapping[str, str], visits: int) -> str:
    """Return the HTML table of numbers, with a row for each board."""
    heads = ["Board", "Leader won", *(f"Leader at {low}% to {high}%" for low, high in BINS)]
    rows = list[list[str]]()
    for name, label in labels.items():
        if name in results_by_name and (path := FOLDER / f"{name}.json").exists():
            bin_shares = win_shares(games_at(results_by_name[name], visits), read_openings(path))
            rows.append([label, *(share_text(share) for share in bin_shares)])
    return table("Table of leaders after the opening", heads, rows)


def share_text(share: Share) -> str:
    """Format a share with its interval and the number of games; "–" without games.

    >>> share_text(Share(8, 10)), share_text(Share(0, 0))
    ('80% (49–94) of 10', '–')
    """
    if not share.games:
        return "–"
    return f"{percent(share)} of {share.games}"
