"""Matches between players, many games at once, with confidence intervals.

    python3 -m lab.match greylox visits:+1600 playouts:+850 --games 200 --resume lab/matches.jsonl
    python3 -m lab.match lox level:6 level:5 --tables 32
    python3 -m lab.match all level:1 random

A player is one of

random      plays any legal action
level:N     a level with its network, and plain:N a level without it
visits:N    a search with the network and this many visits an action
playouts:N  a search without a network and with this many random games an action
millis:N    a search without a network for this many milliseconds an action
native:N    plain search in compiled code with this many random games an action; without a number
            as many as a fast program plays in a second
newcomer:N  somebody who has just learned the rules and looks N actions ahead, 1 or 2
            (``lab.lookahead``)

With ``+N`` the visits or games are new ones, besides those kept from the turn before, as with a
time limit.  Settings may follow after commas: fields of the search's ``Style``, ``temperature``,
``share`` (chooses among this share of the actions, as the low levels do), ``exact=1`` (solves late
positions, as the upper levels do), ``far=1`` (solves also those that an analysis and the levels
above 10 solve), ``cores=N`` (N more cores evaluate leaves; they are simulated, so this is no
faster, but answers come as late as real ones), or ``net``, the file of another network.

Games come in pairs that share an opening of random turns, with colours exchanged.  As most random
openings of Brink and Byg decide the game, only those are used that the network finds even, or those
in a book of ``lab.book``.  With ``--resume`` the games are saved in a file, and the same command
continues there; ``--first`` divides a match among processes.
"""

import argparse
import sys
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any, get_type_hints
from zlib import crc32

from greylox_web.command.arguments import add_game_options, parse_integer, parse_options
from greylox_web.command.match.log import Log, MatchGame
from greylox_web.command.match.score import summary, total_points
from greylox_web.command.nets import network_checksum
from greylox_web.engine import mcts
from greylox_web.engine import search as puct
from greylox_web.engine.compiled.rules import CompiledPlayouts
from greylox_web.engine.compiled.search import CompiledPuctSearch
from greylox_web.engine.compiled.uct import Uct, playouts_per_second
from greylox_web.engine.cores import EvaluatorPool
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.levels import LEVELS, RANDOM_LEVEL
from greylox_web.engine.memory import TreeReuse
from greylox_web.engine.search import NetworkOutput, PuctNode
from greylox_web.engine.tuning import LevelSettings, level_settings
from greylox_web.rules import GAMES, Game, NotationError, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link, write_spec
from greylox_web.rules.play import replay
from greylox_web.rules.state import State

from .command_line import command_line
from .cores import LocalCore
from .lookahead import DEPTHS, choose
from .networks import evaluator_of, guide_of
from .openings import FAIR, Openings, book_openings, fair_openings

Asking = Generator[list[PuctNode], list[NetworkOutput], int]
"""Yields spots that the network has to evaluate, and returns the action to play."""
Question = tuple[str, list[PuctNode]]
"""The file of a network, "" for the game's own, and the spots that it has to evaluate."""
Playing = Generator[Question, list[NetworkOutput], tuple[int | None, str, list[int]]]
"""Yields questions, and returns the winner's colour or None, how it ended, and the actions."""
WAYS = ("random", "level", "plain", "visits", "playouts", "millis", "native", "newcomer")
COUNTS = range(1, 10**9)
AMOUNTS = {
    "random": (RANDOM_LEVEL,),
    "level": LEVELS,
    "plain": LEVELS,
    "native": range(10**9),
    "newcomer": DEPTHS,
}
"""The numbers allowed after the colon, for the ways where it is not any of ``COUNTS``."""
SURE = 0.97  # the value from which on both players count as sure, which ends a game early
MANY = 10**9  # visits: more than fit into any time limit


class Player:
    """A player of a match, by its name with settings; ValueError if there is no such player."""

    def __init__(self, name: str) -> None:
        way, *settings = name.split(",")
        self.name = name
        self.way, _, number = way.partition(":")
        amount = parse_integer(number or "0")
        if self.way not in WAYS or amount is None or amount not in AMOUNTS.get(self.way, COUNTS):
            raise ValueError(f"there is no player {way!r}")
        self.amount, self.new = amount, number.startswith("+")
        if unwritten := [setting for setting in settings if "=" not in setting]:
            raise ValueError(f"a setting is written name=value, not {unwritten[0]!r}")
        texts = dict(setting.split("=", 1) for setting in settings)
        self.net = texts.pop("net", "")
        values = {key: float(text) for key, text in texts.items()}
        self.temperature = values.pop("temperature", 0.0)
        self.share = values.pop("share", 1.0)
        self.exact = bool(values.pop("exact", 0.0))
        self.far = bool(values.pop("far", 0.0))
        self.cores = int(values.pop("cores", 0.0))
        kind = puct.PuctParams if self.guided else mcts.MctsParams
        types = get_type_hints(kind)
        if unknown := set(values) - set(types):
            raise ValueError(f"there is no setting {unknown.pop()!r}")
        self.settings: dict[str, Any] = {k: types[k](v) for k, v in values.items()}
        if self.way == "level" and self.amount == RANDOM_LEVEL:
            self.way = "random"

    def level(self, game: Game) -> LevelSettings:
        """The level at which the player works in a game."""
        if self.way in ("level", "plain", "random"):
            level = level_settings(game, self.amount)
            return level if self.guided else level._replace(visits=0)
        visits = self.amount if self.guided else 0
        return LevelSettings(
            visits,
            self.temperature,
            self.amount,
            self.exact,
            solves_early=self.far,
            share=self.share,
        )

    @property
    def guided(self) -> bool:
        """Whether it uses the network."""
        return self.way in ("level", "visits")


class Seat:
    """A player in one game, with its search tree."""

    def __init__(self, player: Player, random: Random) -> None:
        self.player, self.random = player, random
        self.memory: TreeReuse | None = None
        self.value = 0.0  # its latest value of the game, for the first colour
        self.plain: Uct | None = None  # the search of ``native``
        self.crew = EvaluatorPool([LocalCore() for _ in range(player.cores)])

    def task(self, game: Game, states: list[State], actions: list[int]) -> SearchTask:
        """The engine's task at this player's level."""
        player, plain, guided = self.player, mcts.DEFAULT_PARAMS, puct.default_params(game)
        if self.memory is None:
            if player.guided:
                guided = replace(guided, **player.settings)
            else:
                plain = replace(plain, **player.settings)
            net = player.net
            self.memory = TreeReuse(
                self.random, lambda game: guide_of(game, net), plain, guided, CompiledPlayouts
            )
        level = player.level(game)
        task = SearchTask(self.memory, game, states, actions, level)
        if player.way == "playouts":
            task.visits = player.amount
        elif player.way == "millis":
            task.visits = MANY
        if player.new:
            task.visits += task.search.root.visits
        return task

    def think(self, game: Game, states: list[State], actions: list[int]) -> Asking:
        """Think about the last of these positions; yield leaves and return the action."""
        if self.player.way == "native":
            return self.native(game, states, actions)
        if self.player.way == "newcomer":
            return choose(game, states[-1], self.player.amount, self.random)
        task = self.task(game, states, actions)
        if self.player.way == "millis":
            task.think(self.player.amount / 1000)
        elif isfinite(task.seconds_left):
            task.think()
        elif self.crew:
            shared(task, self.crew)
        else:
            yield from task.leaf_batches()
        found = task.result(chosen=True)
        self.value = found.value_first
        return found.action

    def native(self, game: Game, states: list[State], actions: list[int]) -> int:
        """The action that plain search in compiled code plays."""
        if self.plain is None:
            self.plain = Uct(game, self.random)
        self.plain.set_position(states, actions)
        self.plain.think(self.player.amount or playouts_per_second(game))
        best = self.plain.ranked_actions()[0]
        self.value = best.value_first
        return best.action


def shared(task: SearchTask, crew: EvaluatorPool) -> None:
    """Let a task think with the cores of a crew until it is done."""
    assert isinstance(task.search, CompiledPuctSearch)
    while not task.is_done or crew.has_pending:
        if not task.is_done:
            crew.dispatch_leaves(task.search)
            task.step()
        crew.collect_results(task.search)


def asking(
    seat: Seat, game: Game, states: list[State], actions: list[int]
) -> Generator[Question, list[NetworkOutput], int]:
    """Let a seat think, with its network in each question; return its action."""
    thinking = seat.think(game, states, actions)
    try:
        spots = next(thinking)
        while True:
            spots = thinking.send((yield seat.player.net, spots))
    except StopIteration as stop:
        return int(stop.value)


def played(game: Game, seats: tuple[Seat, Seat], opening: list[int], sure: float) -> Playing:
    """Play a game between two seats, after the actions of an opening.

    It ends early once the values of both have been beyond ``sure``, for the same winner, for six
    actions in a row.
    """
    actions = list(opening)
    states = replay(game, actions)
    certain = 0
    while game.legal(states[-1]):
        mover = states[-1].mover
        actions.append((yield from asking(seats[mover], game, states, actions)))
        states.append(game.play(states[-1], actions[-1]))
        one, other = seats[0].value, seats[1].value
        certain = certain + 1 if min(one, other) > sure or max(one, other) < -sure else 0
        if certain >= 6:
            return int(one < 0), "both are sure", actions
    outcome = game.outcome(states[-1])
    assert outcome is not None
    return outcome.winner, outcome.how, actions


def match(
    game: Game,
    players: tuple[Player, Player],
    numbers: list[int],
    openings: Openings,
    seed: str,
    tables: int = 1,
    sure: float = 2.0,
) -> Iterator[MatchGame]:
    """Play the games with these numbers, ``tables`` at a time, and yield each when it ends.

    Two games with numbers 2n and 2n + 1 share an opening; in the second the players change colours.
    """
    evaluators = {player.net: evaluator_of(game, player.net) for player in players if player.guided}
    waiting = list(reversed(numbers))
    running: list[tuple[int, Playing]] = []
    asked: dict[int, Question] = {}

    def advance(number: int, line: Playing, answer: list[NetworkOutput] | None) -> MatchGame | None:
        try:
            asked[number] = next(line) if answer is None else line.send(answer)
            return None
        except StopIteration as stop:
            winner, how, actions = stop.value
            running.remove((number, line))
            asked.pop(number, None)
            swapped = number % 2
            return MatchGame(
                number=number,
                first="ab"[swapped],
                winner=None if winner is None else "ab"[winner ^ swapped],
                how=how,
                fault=False,
                link=write_link(GameRecord(game, tuple(actions))),
            )

    while waiting or running:
        while waiting and len(running) < tables:
            number = waiting.pop()
            opening = openings(number // 2)
            order = (players[number % 2], players[1 - number % 2])
            one, two = (Seat(p, Random(f"{seed} {number} {s}")) for s, p in enumerate(order))
            line = played(game, (one, two), opening, sure)
            running.append((number, line))
            if (result := advance(number, line, None)) is not None:
                yield result
        for net, evaluator in evaluators.items():
            asking_it = [(number, line) for number, line in running if asked[number][0] == net]
            spots = [spot for number, _ in asking_it for spot in asked[number][1]]
            if not spots:
                continue
            outputs = evaluator([spot.state for spot in spots], [spot.legal for spot in spots])
            for number, line in asking_it:
                count = len(asked[number][1])
                answer, outputs = outputs[:count], outputs[count:]
                if (result := advance(number, line, answer)) is not None:
                    yield result


def series(
    game: Game,
    players: tuple[Player, Player],
    wanted: Sequence[int],
    openings: Openings,
    seed: str,
    tables: int,
    sure: float,
    path: Path | None,
    about: Sequence[object],
) -> Iterator[MatchGame]:
    """The games with these numbers: first those in the log at ``path``, then new ones.

    A log may have many matches; ``about`` and the networks' checksums identify this one.
    """
    nets = [player.net for player in players if player.net]
    sums = [network_checksum(game), *(f"{crc32(Path(net).read_bytes()):08x}" for net in nets)]
    log = Log(path, [*about, *sums], wanted)
    yield from list(log.games)
    for result in match(game, players, log.missing_numbers, openings, seed, tables, sure):
        log.add(result)
        yield result


def player_called(name: str) -> Player:
    """The player named on the command line; ArgumentTypeError says what is wrong with the name."""
    try:
        return Player(name)
    except ValueError as error:
        told = f"{name[:40]!r}: {error}; --help lists the players"
        raise argparse.ArgumentTypeError(told) from error


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = command_line("lab.match", __doc__)
    top.add_argument("game", choices=[*GAMES, "all"])
    top.add_argument("players", nargs=2, type=player_called)
    top.add_argument("--games", type=int, default=200)
    top.add_argument("--first", type=int, default=0, help="the number of the first game")
    top.add_argument("--turns", type=int, default=2, help="of the random opening")
    top.add_argument("--fair", type=float, default=FAIR, help="2: take any opening")
    top.add_argument("--book", type=Path, help="openings from a file instead")
    top.add_argument("--tables", type=int, default=16, help="games at once")
    top.add_argument("--sure", type=float, default=SURE, help="2: play all games to their end")
    top.add_argument("--seed", type=int, default=1)
    top.add_argument(
        "--resume", type=Path, metavar="FILE", help="log of the games, to append to and resume from"
    )
    add_game_options(top)
    return top


def run(game: Game, options: argparse.Namespace) -> None:
    """Play the match of one game and print the result; NotationError if the log cannot be kept."""
    first, second = options.players
    if options.book:
        pairs = (options.first + options.games + 1) // 2
        openings = book_openings(game, options.book, pairs)
    else:
        openings = fair_openings(game, options.turns, str(options.seed), options.fair)
    about = [write_spec(game), first.name, second.name, options.turns]
    about += [options.book.name if options.book else options.fair, options.sure, options.seed]
    games = list[MatchGame]()
    for result in series(
        game,
        (first, second),
        range(options.first, options.first + options.games),
        openings,
        str(options.seed),
        options.tables,
        options.sure,
        options.resume,
        about,
    ):
        games.append(result)
        print(f"\r{len(games)}: {total_points(games):g} ", end="", file=sys.stderr, flush=True)
    print(f"\r{write_spec(game)}: {summary(games, (first.name, second.name))}", flush=True)


def main() -> None:
    """Run the command line."""
    command = parser()
    options = command.parse_args()
    if options.book and not options.book.is_file():
        command.error(f"there is no book {options.book}")
    try:
        for name in GAMES if options.game == "all" else (options.game,):
            run(
                new_game(name, options.size, parse_options(options.option), allow_small=True),
                options,
            )
    except NotationError as error:
        command.error(str(error))


if __name__ == "__main__":
    main()
