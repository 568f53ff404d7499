"""The tables of ``lab/strength*.md`` match the games in ``lab/*.jsonl.xz``."""

import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from greylox_web.command.match.log import MatchGame
from greylox_web.command.match.score import (
    elo_difference,
    pair_scores,
    total_points,
)
from greylox_web.confidence import wilson_interval
from greylox_web.rules import GAMES, default_game, new_game
from greylox_web.rules.notation.links import write_spec
from lab.calibrate import ladder_words, parse_candidate
from lab.compressed import load_text
from lab.lookahead import DEPTHS
from lab.newcomers import distinct_games

LAB = Path(__file__).parents[2] / "lab"
DOCUMENT = "".join(path.read_text("utf-8") for path in sorted(LAB.glob("strength*.md")))
BOARD = re.compile(r"(\w+)(?:, (rhombus))? (\d+)(?:, (?:no (swap|opening)|X = (\d+)))?")
SECONDS = "Against a second of fast plain search"
OTHER_BOARDS = "All other boards"
TIMES = "What ten times the time is worth"
NEWCOMERS = "Against newcomers"


def rows(after: str, table: int, columns: int) -> list[list[str]]:
    """Return a table's rows of ``columns`` cells; wide tables have two side by side."""
    text = DOCUMENT.partition(f"\n## {after}\n")[2]
    blocks = [block for block in text.split("\n\n") if block.startswith("|")]
    lines = [line.strip("| ").split(" | ") for line in blocks[table].splitlines()[2:]]
    parts = [line[at : at + columns] for line in lines for at in range(0, len(line), columns)]
    return [part for part in parts if len(part) == columns]


def parse_board(board: str) -> str:
    """Return a board of the tables in the notation of links."""
    match = BOARD.fullmatch(board)
    assert match, board
    name, shape, size, without, margin = match.groups()
    options: dict[str, object] = {"board": shape} if shape else {}
    options |= {without: False} if without else {}
    options |= {"x": int(margin)} if margin else {}
    return write_spec(new_game(name.lower(), int(size), options))


@cache
def read_matches(log: str) -> dict[str, list[tuple[str, list[MatchGame]]]]:
    """Return the matches of a log by board: the players, and the games in order."""
    matches = defaultdict[str, dict[int, MatchGame]](dict)
    for line in load_text(LAB / log).splitlines():
        row = json.loads(line)
        matches[json.dumps(row["match"])][row["game"]["number"]] = row["game"]
    matches_by_board = defaultdict[str, list[tuple[str, list[MatchGame]]]](list)
    for match, games in matches.items():
        spec, engine, other, *_ = json.loads(match)
        matches_by_board[spec].append(
            (f"{engine} {other}", [games[number] for number in sorted(games)])
        )
    return matches_by_board


def score(games: list[MatchGame]) -> str:
    """Return the points in the format of the tables."""
    return f"{total_points(games):g} of {len(games)}"


def openings(games: list[MatchGame]) -> str:
    """Return the numbers of won, shared and lost openings, in the format of the tables."""
    pairs = pair_scores(games)
    won, lost = pairs.count(2.0), pairs.count(0.0)
    return f"{won} / {len(pairs) - won - lost} / {lost}"


@pytest.mark.parametrize("row", rows(SECONDS, 0, 8), ids=lambda row: row[0])
def test_one_second_table_matches_log(row: list[str]) -> None:
    board, _, visits, playouts, scored, share, first, pairs = row
    count = int(scored.split(" of ")[1])
    low, high = wilson_interval(float(scored.split(" of ")[0]), count)
    assert f"({low:.1%} to {high:.1%})" in share
    players = f"visits:{visits.replace(',', '')},exact=1", f"native:{playouts.replace(',', '')}"
    results = [
        (
            score(games[:count]),
            f"{sum(g['first'] == g['winner'] for g in games[:count])} of {count}",
            openings(games[:count]),
        )
        for names, games in read_matches("seconds.jsonl")[parse_board(board)]
        if names.startswith(players[0]) and names.endswith(players[1])
    ]
    assert (scored, first, pairs) in results


@pytest.mark.parametrize("row", rows(OTHER_BOARDS, 0, 3), ids=lambda row: row[0])
def test_other_boards_table_matches_log(row: list[str]) -> None:
    board, scored, pairs = row
    assert (scored, pairs) in [
        (score(g), openings(g)) for _, g in read_matches("seconds.jsonl")[parse_board(board)]
    ]


def test_the_other_boards_together() -> None:
    sums = [row[1].split(" of ") for row in rows(OTHER_BOARDS, 0, 3)]
    summary_text = (
        f"{sum(float(won) for won, _ in sums):g} of {sum(int(count) for _, count in sums)} points:"
    )
    assert summary_text in DOCUMENT


@pytest.mark.parametrize("row", rows(TIMES, 0, 7), ids=lambda row: row[0])
def test_ten_times_table_matches_log(row: list[str]) -> None:
    board, visits, against, scored, share, gain, pairs = row
    won, count = (float(part) for part in scored.split(" of "))
    low, high = wilson_interval(won, int(count))
    assert f"({low:.1%} to {high:.1%})" in share
    low_elo, high_elo = (
        f"{elo_difference(end):+,.0f}" if end < 1 else "any" for end in (low, high)
    )
    assert gain.endswith(f"({low_elo} to {high_elo})")
    players = tuple(f"visits:{number.replace(',', '')},exact=1" for number in (visits, against))
    results = [
        (score(games), openings(games))
        for names, games in read_matches("times.jsonl")[parse_board(board)]
        if names.startswith(players[0]) and names.split()[1].startswith(players[1])
    ]
    assert results == [(scored, pairs)]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", GAMES)
def test_newcomers_table_matches_log(name: str, depth: int) -> None:
    game, column = default_game(name), [*GAMES].index(name) + 1
    games_by_players = dict(read_matches("newcomers.jsonl")[write_spec(game)])
    for level, row in enumerate(rows(NEWCOMERS, depth - 1, len(GAMES) + 1), 1):
        player = parse_candidate(ladder_words(game)[level - 1]).with_level(level).player_name(game)
        games = games_by_players[f"{player} newcomer:{depth}"]
        assert len(games) == len(distinct_games(games)) == 100
        low, high = wilson_interval(total_points(games), 100)
        assert row[column] == f"{total_points(games):g} ({100 * low:.0f} to {100 * high:.0f})"
