"""A match between two players, kept game by game in a log, with intervals of 95%."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from ...rules import GAMES, NotationError
from ...rules.notation.links import write_spec
from ..arguments import add_game_options, chosen_game
from ..pipes import quietly
from .games import Played, match
from .log import keep, kept, prepare
from .players import Player, maker
from .program import Lost
from .score import told

POINTS = {"a": 1.0, "b": 0.0, None: 0.5}  # of the first player, by winner
MOST_FAULTS = 10  # told in the summary
MOST_SECONDS = 1_000_000  # that a program may think


def summary(games: list[Played], names: tuple[str, str]) -> str:
    """The result of the games in lines for people."""
    points = sum(POINTS[game["winner"]] for game in games)
    lines = [f"{names[0]} against {names[1]}: {told(points, len(games))}"]
    for seat, word in (("a", "first"), ("b", "second")):
        there = [POINTS[game["winner"]] for game in games if game["first"] == seat]
        lines.append(f"  moving {word}: {sum(there):g} of {len(there)}")
    faults = [game for game in games if game["fault"]]
    lines += [f"  game {game['number']}: {game['how']}" for game in faults[:MOST_FAULTS]]
    if len(faults) > MOST_FAULTS:
        lines.append(f"  and {len(faults) - MOST_FAULTS} more games lost by a fault")
    return "\n".join(lines)


def run(args: argparse.Namespace) -> None:
    """Play the match of the command line and print its result."""
    if not 0 < args.timeout < MOST_SECONDS:
        raise NotationError(f"the timeout is more than 0 and less than {MOST_SECONDS:,} seconds")
    if args.games < 1 or args.openings < 0:
        raise NotationError("a match has at least one game, and no fewer than 0 random turns")
    game = chosen_game(args)
    makers = maker(args.a, args.timeout), maker(args.b, args.timeout)
    about: list[object] = [write_spec(game), args.a, args.b, args.openings, args.seed]
    games = kept(args.resume, about) if args.resume else []
    games = [old for old in games if old["number"] < args.games]
    done = {old["number"] for old in games}
    numbers = [number for number in range(args.games) if number not in done]
    if args.resume:
        prepare(args.resume)
    players = (makers[0](), makers[1]())
    try:
        if numbers:
            arrive(players, (args.a, args.b))
        play_on(args, about, games, match(game, players, args.openings, args.seed, numbers))
    finally:
        for player in players:
            player.close()


def arrive(players: tuple[Player, Player], names: tuple[str, str]) -> None:
    """Let both players come; raise NotationError when one does not, which is no lost game."""
    for player, name in zip(players, names, strict=True):
        try:
            player.arrive()
        except Lost as lost:
            raise NotationError(f"{name} {lost}") from lost


def play_on(
    args: argparse.Namespace, about: list[object], games: list[Played], more: Iterator[Played]
) -> None:
    """Add ``more`` games to ``games`` and to the log; print the result, however it ends."""
    try:
        for played in more:
            games.append(played)
            if args.resume:
                keep(args.resume, about, played)
            points = sum(POINTS[played["winner"]] for played in games)
            print(f"\r{len(games)}: {points:g} ", end="", file=sys.stderr, flush=True)
    finally:
        print(file=sys.stderr)
        with quietly():
            print(summary(games, (args.a, args.b)), flush=True)


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Describe the command ``match``."""
    command.add_argument("a", help="random, level:N, plain:N or gtp:COMMAND")
    command.add_argument("b", help="the same")
    command.add_argument("--game", choices=GAMES, default="greylox")
    command.add_argument("--games", type=int, default=200)
    command.add_argument("--openings", type=int, default=2, help="turns at random (default 2)")
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--timeout", type=float, default=60.0, help="seconds a program may think")
    command.add_argument(
        "--resume", type=Path, metavar="FILE", help="a log to keep, and to go on from"
    )
    add_game_options(command)
    command.set_defaults(run=run)
