"""Matches between players, many games at once, with confidence intervals.

    python3 -m lab.match greylox visits:+1600 playouts:+850 --games 200 --resume lab/matches.jsonl
    python3 -m lab.match lox level:6 level:5 --parallel 32
    python3 -m lab.match all level:1 random

A player is one of

random      plays any legal action
level:N     a level with its network, and no-network:N a level without it
visits:N    a search with the network and this many visits an action
playouts:N  a search without a network and with this many random games an action
millis:N    a search without a network for this many milliseconds an action
native:N    plain search in compiled code with this many random games an action; without a number
            as many as a fast program plays in a second
newcomer:N  a simulated beginner who searches N actions ahead, 1 or 2 (``lab.lookahead``)

With ``+N`` the visits or games are added to those of the reused tree, as with a time limit.
Settings may follow after commas: fields of ``PuctParams``, ``temperature``, ``share`` (chooses
among this share of the actions, as the low levels do), ``exact=1`` (solves late positions, as the
upper levels do), ``far=1`` (solves also those that an analysis and the levels above 10 solve),
``nodes=N`` (the nodes at which the tree of ``native`` stops growing, 5 million without it),
``cores=N`` (N more cores evaluate leaves; they are simulated, so this is no faster, but answers are
as late as real ones), or ``net``, the file of another network.

Games come in pairs that share an opening of random turns, with colours exchanged.  Most random
openings of Brink and Byg decide the game, so all openings are even by the network's evaluation, or
from a book of ``lab.book``.  With ``--resume`` a file stores the games, and the same command
resumes; ``--first`` divides a match among processes.
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
from greylox_web.command.match.native import MAX_NODES, Uct, playouts_per_second
from greylox_web.command.match.score import summary, total_points
from greylox_web.command.networks import network_checksum
from greylox_web.engine import search as puct
from greylox_web.engine.compiled.search import CompiledPuctSearch
from greylox_web.engine.engine import SearchTask
from greylox_web.engine.evaluator_pool import EvaluatorPool
from greylox_web.engine.levels import LEVELS, RANDOM_LEVEL
from greylox_web.engine.search import NetworkOutput, PuctNode
from greylox_web.engine.tree_reuse import PlayerTree
from greylox_web.engine.tuning import LevelSettings, level_settings
from greylox_web.rules import GAMES, Game, NotationError, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link, write_spec
from greylox_web.rules.play import replay
from greylox_web.rules.state import State

from .command_line import make_parser
from .local_evaluator import LocalEvaluator
from .lookahead import DEPTHS, choose
from .networks import load_evaluator, load_kernel
from .openings import MAX_IMBALANCE, Openings, book_openings, random_even_openings

LeafRequests = Generator[list[PuctNode], list[NetworkOutput], int]
"""Yields spots that the network has to evaluate, and returns the action to play."""
LeafRequest = tuple[str, list[PuctNode]]
"""The file of a network, "" for the game's own, and the spots that it has to evaluate."""
PlayGenerator = Generator[LeafRequest, list[NetworkOutput], tuple[int | None, str, list[int]]]
"""Yields questions, and returns the winner's colour or None, how it ended, and the actions."""
PLAYER_KINDS = (
    "random",
    "level",
    "no-network",
    "plain",
    "visits",
    "playouts",
    "millis",
    "native",
    "newcomer",
)
ALLOWED_COUNTS = range(1, 10**9)
ALLOWED_AMOUNTS = {
    "random": (RANDOM_LEVEL,),
    "level": LEVELS,
    "no-network": LEVELS,
    "plain": LEVELS,
    "native": range(10**9),
    "newcomer": DEPTHS,
}
"""The numbers allowed after the colon, for the ways where it is not any of ``ALLOWED_COUNTS``."""
ADJUDICATE_AT = 0.97  # a game ends early if both players' values are beyond this
NO_LIMIT = 10**9  # visits: more than fit into any time limit


class Player:
    """A player of a match, parsed from its name with settings; ValueError if that is invalid."""

    def __init__(self, name: str) -> None:
        kind_and_amount, *settings = name.split(",")
        self.name = name
        self.kind, _, number = kind_and_amount.partition(":")
        amount = parse_integer(number or "0")
        if (
            self.kind not in PLAYER_KINDS
            or amount is None
            or amount not in ALLOWED_AMOUNTS.get(self.kind, ALLOWED_COUNTS)
        ):
            raise ValueError(f"there is no player {kind_and_amount!r}")
        self.amount, self.adds_visits = amount, number.startswith("+")
        if malformed_settings := [setting for setting in settings if "=" not in setting]:
            raise ValueError(f"a setting is written name=value, not {malformed_settings[0]!r}")
        texts = dict(setting.split("=", 1) for setting in settings)
        self.network = texts.pop("net", "")
        values = {key: float(text) for key, text in texts.items()}
        self.temperature = values.pop("temperature", 0.0)
        self.share = values.pop("share", 1.0)
        self.exact = bool(values.pop("exact", 0.0))
        self.solves_early = bool(values.pop("far", 0.0))
        self.cores = int(values.pop("cores", 0.0))
        self.max_nodes = int(values.pop("nodes", MAX_NODES))
        types = get_type_hints(puct.PuctParams)
        if unknown := set(values) - set(types):
            raise ValueError(f"there is no setting {unknown.pop()!r}")
        self.settings: dict[str, Any] = {k: types[k](v) for k, v in values.items()}
        if self.kind == "level" and self.amount == RANDOM_LEVEL:
            self.kind = "random"

    def level(self, game: Game) -> LevelSettings:
        """Return the level settings of the player in a game."""
        if self.kind in ("level", "no-network", "plain", "random"):
            level = level_settings(game, self.amount)
            return level if self.uses_network else level._replace(visits=0)
        visits = self.amount if self.uses_network else 0
        return LevelSettings(
            visits,
            self.temperature,
            self.amount,
            self.exact,
            solves_early=self.solves_early,
            share=self.share,
        )

    @property
    def uses_network(self) -> bool:
        """Whether the player uses the network."""
        return self.kind in ("level", "visits")


class MatchSeat:
    """A player in one game, with its search tree."""

    def __init__(self, player: Player, random: Random) -> None:
        self.player, self.random = player, random
        self.memory: PlayerTree | None = None
        self.value = 0.0  # of the player's last search, for the first colour
        self.uct: Uct | None = None  # the search of ``search_native``
        self.pool = EvaluatorPool([LocalEvaluator() for _ in range(player.cores)])

    def task(self, game: Game, states: list[State], actions: list[int]) -> SearchTask:
        """Return a search task with this player's settings."""
        player = self.player
        if self.memory is None:
            params = puct.default_params(game) if player.uses_network else puct.PLAIN_PARAMS
            network = player.network
            self.memory = PlayerTree(
                self.random,
                lambda game: load_kernel(game, network),
                replace(params, **player.settings),
            )
        level = player.level(game)
        task = SearchTask(self.memory, game, states, actions, level)
        if player.kind == "playouts":
            task.visits = player.amount
        elif player.kind == "millis":
            task.visits = NO_LIMIT
        if player.adds_visits:
            task.visits += task.search.root.visits
        return task

    def think(self, game: Game, states: list[State], actions: list[int]) -> LeafRequests:
        """Search the last of these positions; yield leaves and return the action."""
        if self.player.kind == "native":
            return self.search_native(game, states, actions)
        if self.player.kind == "newcomer":
            return choose(game, states[-1], self.player.amount, self.random)
        task = self.task(game, states, actions)
        if self.player.kind == "millis":
            task.think(self.player.amount / 1000)
        elif isfinite(task.seconds_left):
            task.think()
        elif self.pool:
            think_parallel(task, self.pool)
        else:
            yield from task.leaf_batches()
        result = task.result(chosen=True)
        self.value = result.value_first
        return result.action

    def search_native(self, game: Game, states: list[State], actions: list[int]) -> int:
        """Return the action of plain search in compiled code."""
        if self.uct is None:
            self.uct = Uct(game, self.random, self.player.max_nodes)
        self.uct.set_position(states, actions)
        self.uct.think(self.player.amount or playouts_per_second(game))
        best = self.uct.ranked_actions()[0]
        self.value = best.value_first
        return best.action


def think_parallel(task: SearchTask, pool: EvaluatorPool) -> None:
    """Run a task with an evaluator pool until it is done."""
    assert isinstance(task.search, CompiledPuctSearch)
    while not task.is_done or pool.has_pending:
        if not task.is_done:
            pool.dispatch_leaves(task.search)
            task.step()
        pool.collect_results(task.search)


def think_with_network(
    seat: MatchSeat, game: Game, states: list[State], actions: list[int]
) -> Generator[LeafRequest, list[NetworkOutput], int]:
    """Run a seat's search, with its network in each request; return its action."""
    thinking = seat.think(game, states, actions)
    try:
        nodes = next(thinking)
        while True:
            nodes = thinking.send((yield seat.player.network, nodes))
    except StopIteration as stop:
        return int(stop.value)


def play_game(
    game: Game, seats: tuple[MatchSeat, MatchSeat], opening: list[int], adjudicate_at: float
) -> PlayGenerator:
    """Play a game between two seats, after the actions of an opening.

    It ends early after six actions in a row with the values of both beyond ``adjudicate_at``, for
    the same winner.
    """
    actions = list(opening)
    states = replay(game, actions)
    decisive_streak = 0
    while game.legal(states[-1]):
        mover = states[-1].mover
        actions.append((yield from think_with_network(seats[mover], game, states, actions)))
        states.append(game.play(states[-1], actions[-1]))
        one, other = seats[0].value, seats[1].value
        decisive_streak = (
            decisive_streak + 1
            if min(one, other) > adjudicate_at or max(one, other) < -adjudicate_at
            else 0
        )
        if decisive_streak >= 6:
            return int(one < 0), "both are sure", actions
    outcome = game.outcome(states[-1])
    assert outcome is not None
    return outcome.winner, outcome.reason, actions


def play_parallel(
    game: Game,
    players: tuple[Player, Player],
    numbers: list[int],
    openings: Openings,
    seed: str,
    parallel_games: int = 1,
    adjudicate_at: float = 2.0,
) -> Iterator[MatchGame]:
    """Play the games with these numbers, ``parallel_games`` at once; yield each when it ends.

    Two games with numbers 2n and 2n + 1 share an opening; in the second the players change colours.
    """
    evaluators = {
        player.network: load_evaluator(game, player.network)
        for player in players
        if player.uses_network
    }
    pending = list(reversed(numbers))
    running: list[tuple[int, PlayGenerator]] = []
    requests: dict[int, LeafRequest] = {}

    def advance(
        number: int, generator: PlayGenerator, answer: list[NetworkOutput] | None
    ) -> MatchGame | None:
        try:
            requests[number] = next(generator) if answer is None else generator.send(answer)
            return None
        except StopIteration as stop:
            winner, how, actions = stop.value
            running.remove((number, generator))
            requests.pop(number, None)
            swapped = number % 2
            return MatchGame(
                number=number,
                first="ab"[swapped],
                winner=None if winner is None else "ab"[winner ^ swapped],
                how=how,
                fault=False,
                link=write_link(GameRecord(game, tuple(actions))),
            )

    while pending or running:
        while pending and len(running) < parallel_games:
            number = pending.pop()
            opening = openings(number // 2)
            order = (players[number % 2], players[1 - number % 2])
            one, two = (MatchSeat(p, Random(f"{seed} {number} {s}")) for s, p in enumerate(order))
            generator = play_game(game, (one, two), opening, adjudicate_at)
            running.append((number, generator))
            if (result := advance(number, generator, None)) is not None:
                yield result
        for network, evaluator in evaluators.items():
            requesting = [
                (number, line) for number, line in running if requests[number][0] == network
            ]
            nodes = [node for number, _ in requesting for node in requests[number][1]]
            if not nodes:
                continue
            outputs = evaluator([node.state for node in nodes], [node.legal for node in nodes])
            for number, generator in requesting:
                count = len(requests[number][1])
                answer, outputs = outputs[:count], outputs[count:]
                if (result := advance(number, generator, answer)) is not None:
                    yield result


def play_series(
    game: Game,
    players: tuple[Player, Player],
    wanted_numbers: Sequence[int],
    openings: Openings,
    seed: str,
    parallel_games: int,
    adjudicate_at: float,
    path: Path | None,
    match_id: Sequence[object],
) -> Iterator[MatchGame]:
    """Yield the games with these numbers: first those in the log at ``path``, then new ones.

    A log may contain many matches; ``match_id`` and the networks' checksums identify this one.
    """
    networks = [player.network for player in players if player.network]
    checksums = [
        network_checksum(game),
        *(f"{crc32(Path(network).read_bytes()):08x}" for network in networks),
    ]
    log = Log(path, [*match_id, *checksums], wanted_numbers)
    yield from list(log.games)
    for result in play_parallel(
        game, players, log.missing_numbers, openings, seed, parallel_games, adjudicate_at
    ):
        log.add(result)
        yield result


def parse_player(name: str) -> Player:
    """Parse a player of the command line; raise ArgumentTypeError with the reason if invalid."""
    try:
        return Player(name)
    except ValueError as error:
        error_text = f"{name[:40]!r}: {error}; --help lists the players"
        raise argparse.ArgumentTypeError(error_text) from error


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    top = make_parser("lab.match", __doc__)
    top.add_argument("game", choices=[*GAMES, "all"])
    top.add_argument("players", nargs=2, type=parse_player)
    top.add_argument("--games", type=int, default=200)
    top.add_argument("--first", type=int, default=0, help="the number of the first game")
    top.add_argument("--opening-turns", type=int, default=2, help="of the random opening")
    top.add_argument(
        "--turns", dest="opening_turns", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    top.add_argument(
        "--max-imbalance", type=float, default=MAX_IMBALANCE, help="2: take any opening"
    )
    top.add_argument(
        "--fair",
        dest="max_imbalance",
        type=float,
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )
    top.add_argument("--book", type=Path, help="openings from a file instead")
    top.add_argument("--parallel", type=int, default=16, help="games at once")
    top.add_argument(
        "--tables", dest="parallel", type=int, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    top.add_argument(
        "--adjudicate", type=float, default=ADJUDICATE_AT, help="2: play all games to their end"
    )
    top.add_argument(
        "--sure", dest="adjudicate", type=float, default=argparse.SUPPRESS, help=argparse.SUPPRESS
    )
    top.add_argument("--seed", type=int, default=1)
    top.add_argument(
        "--resume", type=Path, metavar="FILE", help="log of the games, to append to and resume from"
    )
    add_game_options(top)
    return top


def run(game: Game, options: argparse.Namespace) -> None:
    """Play the match of one game and print the result; raise NotationError if the log fails."""
    first, second = options.players
    if options.book:
        pairs = (options.first + options.games + 1) // 2
        openings = book_openings(game, options.book, pairs)
    else:
        openings = random_even_openings(
            game, options.opening_turns, str(options.seed), options.max_imbalance
        )
    match_id = [write_spec(game), first.name, second.name, options.opening_turns]
    match_id += [
        options.book.name if options.book else options.max_imbalance,
        options.adjudicate,
        options.seed,
    ]
    games = list[MatchGame]()
    for result in play_series(
        game,
        (first, second),
        range(options.first, options.first + options.games),
        openings,
        str(options.seed),
        options.parallel,
        options.adjudicate,
        options.resume,
        match_id,
    ):
        games.append(result)
        print(f"\r{len(games)}: {total_points(games):g} ", end="", file=sys.stderr, flush=True)
    print(f"\r{write_spec(game)}: {summary(games, (first.name, second.name))}", flush=True)


def main() -> None:
    """Run the command line."""
    command = build_parser()
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
