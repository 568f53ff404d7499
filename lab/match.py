"""Matches between players, with intervals.

    python3 -m lab.match greylox level:1 random --games 100
    python3 -m lab.match lox --size 7 playouts:300 playouts:300,exploration=0.6 --keep run.jsonl

A player is ``random``, ``level:N``, ``playouts:N`` or ``millis:N``; after a comma, fields of
``search.mcts.Style``.  Games come in pairs that share an opening of random turns, each player
with either colour.  With ``--keep`` the games are kept in a file, and the same command goes
on where it was stopped.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from math import sqrt
from pathlib import Path
from random import Random
from time import perf_counter

from greylox_web.rules import GAMES, Game, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.play import replay
from greylox_web.rules.state import State
from greylox_web.search.levels import RANDOM, Mind, is_ready, work
from greylox_web.search.mcts import Search, Style


@dataclass
class Player:
    """A way to choose actions, with the time it took."""

    name: str
    actions: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        way, *settings = self.name.split(",")
        kinds = {field.name: field.type for field in fields(Style)}
        style = dict(setting.split("=") for setting in settings)
        self.style = Style(**{key: kinds[key](value) for key, value in style.items()})
        self.way, _, number = way.partition(":")
        self.amount = int(number or 0)
        if self.way not in ("random", "level", "playouts", "millis"):
            raise ValueError(f"there is no player {way!r}")

    def sit_down(self, random: Random) -> None:
        """Forget the games before."""
        self.mind = Mind(random, self.style)

    def answer(self, game: Game, states: list[State], actions: list[int]) -> int:
        """The action to play."""
        if self.way == "random" or (self.way, self.amount) == ("level", RANDOM):
            return self.mind.any_action(game, states[-1])
        start = perf_counter()
        search = self.mind.search(game, states, actions)
        done = self._end(game, search, start)
        while not done():
            search.step()
        self.actions += 1
        self.seconds += perf_counter() - start
        return search.thought().action

    def _end(self, game: Game, search: Search, start: float) -> Callable[[], bool]:
        if self.way == "millis":
            end = start + self.amount / 1000
            return lambda: search.is_decided or perf_counter() >= end
        playouts = work(game, self.amount) if self.way == "level" else self.amount
        return lambda: is_ready(search, playouts)


def play(game: Game, players: tuple[Player, Player], seed: str, opening: list[int]) -> int | None:
    """The colour that wins a game that begins with ``opening``; None for a draw."""
    for seat, player in enumerate(players):
        player.sit_down(Random(f"{seed} {seat}"))
    actions = list(opening)
    states = replay(game, actions)
    while game.legal(states[-1]):
        actions.append(players[states[-1].mover].answer(game, states, actions))
        states.append(game.play(states[-1], actions[-1]))
    outcome = game.outcome(states[-1])
    assert outcome is not None
    return outcome.winner


def random_opening(game: Game, turns: int, random: Random) -> list[int]:
    """The actions of so many random turns."""
    state, actions = game.start(), []
    while turns and (legal := game.legal(state)):
        actions.append(random.choice(list(bits(legal))))
        mover, state = state.mover, game.play(state, actions[-1])
        turns -= state.mover != mover
    return actions


def match(
    game: Game, players: tuple[Player, Player], games: int, turns: int, seed: int, first: int = 0
) -> Iterator[float]:
    """The first player's points, 0 to 1, in the games from number ``first`` on."""
    for number in range(first, games):
        opening = random_opening(game, turns, Random(f"{seed} {number // 2}"))
        swapped = number % 2
        seats = (players[swapped], players[1 - swapped])
        winner = play(game, seats, f"{seed} {number}", opening)
        yield 0.5 if winner is None else float(winner == swapped)


def interval(points: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95% interval of Wilson for a share of points."""
    share, spread = points / games, z * z / games
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / games + spread / (4 * games))
    return middle - half, middle + half


def summary(points: list[float], players: tuple[Player, Player]) -> str:
    """The score in one line."""
    low, high = interval(sum(points), len(points))
    times = [f"{1000 * p.seconds / p.actions:.0f} ms" if p.actions else "-" for p in players]
    return (
        f"{players[0].name} {sum(points):g} of {len(points)} against {players[1].name}: "
        f"{sum(points) / len(points):.1%} ({low:.1%} to {high:.1%}); "
        f"an action took {times[0]} and {times[1]}"
    )


def main() -> None:
    """Play the match of the command line."""
    parser = argparse.ArgumentParser(prog="python3 -m lab.match", description=__doc__)
    parser.add_argument("game", choices=[*GAMES, "all"])
    parser.add_argument("players", nargs=2, type=Player)
    parser.add_argument("--size", type=int)
    parser.add_argument("--option", nargs="*", default=[], metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--turns", type=int, default=2, help="of the random opening")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a file for the games, one line each")
    options = parser.parse_args()
    values = {"true": True, "false": False}
    settings = dict(option.split("=", 1) for option in options.option)
    chosen = {k: values.get(v, int(v) if v.isdigit() else v) for k, v in settings.items()}
    for name in GAMES if options.game == "all" else (options.game,):
        game = new_game(name, options.size, chosen, small=True)
        first, second = (Player(player.name) for player in options.players)
        about = [
            name,
            game.size,
            game.options,
            first.name,
            second.name,
            options.turns,
            options.seed,
        ]
        points = kept(options.keep, about)[: options.games]
        for point in match(
            game, (first, second), options.games, options.turns, options.seed, len(points)
        ):
            points.append(point)
            if options.keep:
                with options.keep.open("a") as file:
                    file.write(json.dumps([about, point]) + "\n")
            print(f"\r{len(points)}: {sum(points):g} ", end="", file=sys.stderr, flush=True)
        print(f"\r{name} {game.size}: {summary(points, (first, second))}", flush=True)


def kept(path: Path | None, about: list[object]) -> list[float]:
    """The points of the games of this match that the file holds already."""
    if path is None or not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    return [point for match, point in rows if match == json.loads(json.dumps(about))]


if __name__ == "__main__":
    main()
