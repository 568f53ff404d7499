"""The command ``match``: games between two players, with a log and 95% confidence intervals."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from ...rules import DEFAULT_GAME, GAMES, Game, NotationError
from ...rules.notation.links import write_spec
from ..arguments import add_game_options, chosen_game
from ..nets import engine_version, network_checksum
from ..pipes import note, quietly
from .games import match
from .log import Log, Played
from .players import Player, maker
from .program import Forfeit
from .score import points, summary

MOST_SECONDS = 1_000_000  # of the timeout


def run(args: argparse.Namespace) -> None:
    """Play the match of the command line and print its result."""
    if not 0 < args.timeout < MOST_SECONDS:
        raise NotationError(f"--timeout must be more than 0 and less than {MOST_SECONDS:,} seconds")
    for option, number, least in (("--games", args.games, 1), ("--openings", args.openings, 0)):
        if number < least:
            raise NotationError(f"{option} is at least {least}, not {number}")
    game = chosen_game(args)
    makers = maker(args.a, args.timeout), maker(args.b, args.timeout)
    about = [
        write_spec(game),
        args.a,
        args.b,
        args.openings,
        args.seed,
        args.timeout,
        engine_version(),
    ]
    if any(name.startswith("level:") for name in (args.a, args.b)):
        about.append(network_checksum(game))
    log = Log(args.resume, about, range(args.games))
    players = (makers[0](), makers[1]())
    try:
        if log.missing:
            arrive(players, (args.a, args.b), game)
        more = match(game, players, args.openings, args.seed, log.missing)
        play_on(log, more, (args.a, args.b))
    finally:
        for player in players:
            player.close()


def arrive(players: tuple[Player, Player], names: tuple[str, str], game: Game) -> None:
    """Start both players; raise NotationError if one does not start, which is not a lost game."""
    for player, name in zip(players, names, strict=True):
        try:
            player.arrive(game)
        except Forfeit as lost:
            raise NotationError(f"{name} {lost}") from lost


def play_on(log: Log, more: Iterator[Played], names: tuple[str, str]) -> None:
    """Add ``more`` games to the log; print the result of all, even after an interruption."""
    try:
        for played in more:
            log.add(played)
            note(f"\r{len(log.games)}: {points(log.games):g} ", end="")
    finally:
        note()
        with quietly():
            print(summary(log.games, names), flush=True)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Describe the command ``match``."""
    command.add_argument("a", help="random, level:N, plain:N, native[:N] or gtp:COMMAND")
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
