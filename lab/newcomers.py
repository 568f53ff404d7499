"""The results of the low levels against simulated beginners, and the levels' errors.

    python3 -m lab.newcomers lox --resume lab/newcomers.jsonl

Each of the levels 1 to 5 plays a hundred games against each of the two newcomers
(``lab.lookahead``), on the default board of New game: fifty openings, as in ``lab.calibrate``, with
both colours.  The log stores the games, so the same command resumes.  Identical games count once.

The output also counts a level's actions in these games among the worst tenth.  An action is among
them if at most a tenth of the legal actions, itself included, are equal or worse by the first
newcomer's score.  So none is among them if more than a tenth are equally bad, or fewer than ten are
legal.  "At random" is the share that random actions would have had in the same positions.
"""

import argparse
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from greylox_web.command.match.log import MatchGame
from greylox_web.command.match.score import total_points
from greylox_web.confidence import wilson_interval
from greylox_web.engine.heuristic import Score, scores
from greylox_web.engine.tuning import LAST_FILTERED_LEVEL
from greylox_web.rules import GAMES, Game, default_game
from greylox_web.rules.notation.links import read_link, write_spec
from greylox_web.rules.play import replay

from .book import book_and_random_openings, book_path
from .calibrate import ladder_words, parse_candidate
from .command_line import make_parser
from .compressed import edit_files
from .lookahead import DEPTHS
from .match import Player, play_series

NEVER_ADJUDICATE = 2.0  # no value is beyond this


def worst_tenth(scores: Mapping[int, Score]) -> set[int]:
    """Return the actions to which at most a tenth of all actions are equal or worse."""
    ranked = sorted(scores.values())
    return {
        action
        for action, score in scores.items()
        if 10 * bisect_right(ranked, score) <= len(ranked)
    }


class Errors(NamedTuple):
    """The counts of a player's actions, and of those among the worst tenth."""

    actions: int
    worst: int
    at_random: float  # the mean of ``worst`` for random actions


def count_errors(
    games: Iterable[MatchGame], player: str, opening_lengths: Mapping[int, int]
) -> Errors:
    """Count errors of player "a" or "b" after the opening, whose length is given for each pair."""
    actions, worst, at_random = 0, 0, 0.0
    for game in games:
        record = read_link(game["link"], allow_small=True).record
        assert record is not None
        states = replay(record.game, record.actions)
        colour = int(game["first"] != player)
        for ply in range(opening_lengths[game["number"] // 2], len(record.actions)):
            if states[ply].mover == colour:
                action_scores = scores(record.game, states[ply])
                worst_actions = worst_tenth(action_scores)
                actions += 1
                worst += record.actions[ply] in worst_actions
                at_random += len(worst_actions) / len(action_scores)
    return Errors(actions, worst, at_random)


def distinct_games(games: Sequence[MatchGame]) -> list[MatchGame]:
    """Return the games without repetitions of a game with the same colours."""
    return list({(game["first"], game["link"]): game for game in reversed(games)}.values())


def main() -> None:
    """Play the missing games, and print the results."""
    parser = make_parser("lab.newcomers", __doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--size", type=int, help="of the board; the usual one if not given")
    parser.add_argument("--games", type=int, default=100, help="of a level against a newcomer")
    parser.add_argument("--parallel", type=int, default=32)
    parser.add_argument(
        "--tables", dest="parallel", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    parser.add_argument("--resume", type=Path, default=Path("lab/newcomers.jsonl"))
    options = parser.parse_args()
    game = default_game(options.game, options.size)
    with edit_files(options.resume):
        for row in measure_levels(game, options.games, options.parallel, options.resume):
            print(row, flush=True)


def measure_levels(game: Game, count: int, tables: int, path: Path | None) -> Iterable[str]:
    """Play the missing games, and yield a line of text with the results of each level."""
    openings = book_and_random_openings(game)
    opening_lengths = {pair: len(openings(pair)) for pair in range((count + 1) // 2)}
    for level in range(1, LAST_FILTERED_LEVEL + 1):
        name = parse_candidate(ladder_words(game)[level - 1]).with_level(level).player_name(game)
        parts = [f"{write_spec(game)} level {level} ({name})"]
        all_games = list[MatchGame]()
        for depth in DEPTHS:
            names = name, f"newcomer:{depth}"
            match_id = [write_spec(game), *names, book_path(game).name]
            pair = Player(names[0]), Player(names[1])
            games = distinct_games(
                list(
                    play_series(
                        game,
                        pair,
                        range(count),
                        openings,
                        "1",
                        tables,
                        NEVER_ADJUDICATE,
                        path,
                        match_id,
                    )
                )
            )
            scored, all_games = total_points(games), all_games + games
            low, high = wilson_interval(scored, len(games))
            parts.append(f"newcomer {depth}: {scored:g} of {len(games)} ({low:.0%} to {high:.0%})")
        level_errors = count_errors(all_games, "a", opening_lengths)
        parts.append(
            f"worst tenth: {level_errors.worst} of {level_errors.actions} actions"
            f" ({level_errors.at_random / level_errors.actions:.1%} at random)"
        )
        yield "; ".join(parts)


if __name__ == "__main__":
    main()
