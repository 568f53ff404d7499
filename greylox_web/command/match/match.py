"""The command ``match``: games between two players, with a log and 95% confidence intervals."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from ...rules import DEFAULT_GAME, GAMES, Game, NotationError
from ...rules.notation.links import write_spec
from ..arguments import add_game_options, game_from_args
from ..networks import engine_version, network_checksum
from ..pipes import ignore_broken_pipe, print_error
from .games import play_games
from .log import Log, MatchGame
from .players import Player, player_factory
from .program import Forfeit
from .score import summary, total_points

MAX_TIMEOUT_SECONDS = 1_000_000  # the limit of ``--timeout``


def run(args: argparse.Namespace) -> None:
    """Play the match of the command line and print its result."""
    if not 0 < args.timeout < MAX_TIMEOUT_SECONDS:
        raise NotationError(
            f"--timeout must be more than 0 and less than {MAX_TIMEOUT_SECONDS:,} seconds"
        )
    for option, number, minimum in (("--games", args.games, 1), ("--openings", args.openings, 0)):
        if number < minimum:
            raise NotationError(f"{option} is at least {minimum}, not {number}")
    game = game_from_args(args)
    makers = player_factory(args.a, args.timeout), player_factory(args.b, args.timeout)
    match_id = [
        write_spec(game),
        args.a,
        args.b,
        args.openings,
        args.seed,
        args.timeout,
        engine_version(),
    ]
    if any(name.startswith("level:") for name in (args.a, args.b)):
        match_id.append(network_checksum(game))
    log = Log(args.resume, match_id, range(args.games))
    players = (makers[0](), makers[1]())
    try:
        if log.missing_numbers:
            start_players(players, (args.a, args.b), game)
        games = play_games(game, players, args.openings, args.seed, log.missing_numbers)
        play_missing(log, games, (args.a, args.b))
    finally:
        for player in players:
            player.close()


def start_players(players: tuple[Player, Player], names: tuple[str, str], game: Game) -> None:
    """Start both players; a failed start is a NotationError, not a lost game."""
    for player, name in zip(players, names, strict=True):
        try:
            player.prepare(game)
        except Forfeit as lost:
            raise NotationError(f"{name} {lost}") from lost


def play_missing(log: Log, games: Iterator[MatchGame], names: tuple[str, str]) -> None:
    """Add ``games`` to the log; print the result of all games, even after an interruption."""
    try:
        for match_game in games:
            log.add(match_game)
            print_error(f"\r{len(log.games)}: {total_points(log.games):g} ", end="")
    finally:
        print_error()
        with ignore_broken_pipe():
            print(summary(log.games, names), flush=True)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command ``match``."""
    command.add_argument("a", help="random, level:N, no-network:N, native[:N] or gtp:COMMAND")
    command.add_argument("b", help="the same")
    command.add_argument("--game", choices=GAMES, default=DEFAULT_GAME)
    command.add_argument("--games", type=int, default=200, help="default 200")
    command.add_argument(
        "--openings", type=int, default=2, help="random turns at the start of each game (default 2)"
    )
    command.add_argument("--seed", type=int, default=1, help="of the random choices (default 1)")
    command.add_argument(
        "--timeout",
        type=float,
        default=60.0,
        help="seconds for each answer of a program (default 60)",
    )
    command.add_argument(
        "--resume", type=Path, metavar="FILE", help="log of the games, to append to and resume from"
    )
    add_game_options(command)
    command.set_defaults(run=run)
