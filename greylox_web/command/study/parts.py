"""A study in parts: batches of games that a process or a cluster plays."""

from collections.abc import Sequence

from ...engine.compiled.search import SearchKernel
from ...rules import TITLES, Game, NotationError
from ...rules.notation.actions import GameRecord
from ...rules.notation.links import read_spec, write_link, write_spec
from ...rules.notation.records import read_any
from ..nets import engine_version, network_checksum, trained
from .measure import measured
from .results import About, Results, Row
from .selfplay import Finished, games

METHOD = (
    "The engine plays both sides with the network whose checksum is given here. For each action it "
    'searches as many positions as there are visits. The first actions, as many as "drawn" says, '
    "are chosen at random in proportion to their visits; all others are the engine's best. "
    "Every game is played to its end; none is left out. The first colour's share counts a draw "
    "as half, with Wilson's interval of 95%."
)
"""The description of the method in each file of results."""

PART = 32  # the most games in a part; with few games, parts are smaller
SEVERAL = 4  # parts for each worker, at least
VISITS = 256  # of an action, in all games of a part together: what is interrupted is lost
Part = tuple[About, str, int, list[int]]
"""Games to be played: the study, its engine, the visits, and the numbers of the games."""


def about(game: Game, links: Sequence[str], drawn: int, seed: int) -> About:
    """The study; NotationError if a start is not an unfinished position of the game."""
    starts = [write_link(start_of(game, link)) for link in links]
    return About(write_spec(game), starts, drawn, seed, network_checksum(game))


def start_of(game: Game, link: str) -> GameRecord:
    """The position in a link, or in a record of a game, as the record that leads there."""
    reading = read_any(link, game, allow_small=True)
    record = reading.record
    if record is None or reading.error:
        raise NotationError(f"this position cannot be read: {reading.error}")
    if record.game != game:
        raise NotationError(f"a start is of {write_spec(record.game)}, not {write_spec(game)}")
    place = len(record.actions) if record.cursor is None else record.cursor
    over = record.resigned and place == len(record.actions)
    if over or not game.legal(reading.states[place]):
        raise NotationError("a start is of a game that is over")
    return GameRecord(game, record.actions[:place], record.setup)


def parts(results: Results, strengths: Sequence[int], games: int, workers: int = 1) -> list[Part]:
    """The missing games in parts, ordered so that all strengths progress at the same pace."""
    found = list[tuple[int, Part]]()
    about, engine = results.about, engine_version()
    batches = are_batched(about)
    for visits in strengths:
        missing = results.missing(visits, games)
        most = PART if batches else min(PART, VISITS // visits)
        size = max(1, min(most, len(missing) // (SEVERAL * workers)))
        for place in range(0, len(missing), size):
            found.append((place, (about, engine, visits, missing[place : place + size])))
    return [part for _, part in sorted(found, key=lambda pair: pair[0])]


def are_batched(about: About) -> bool:
    """Whether more games in a part take less time each, because a network evaluates batches."""
    evaluator = trained(read_spec(about.game, allow_small=True)) if about.network else None
    return evaluator is not None and not isinstance(evaluator, SearchKernel)


def played(part: Part) -> list[Row]:
    """Play the games of a part; this runs in a worker.

    Raise NotationError if the worker has another network or another engine than the study.
    """
    about, engine, visits, numbers = part
    game = read_spec(about.game, allow_small=True)
    if (here := network_checksum(game)) != about.network:
        raise NotationError(
            f"the network of {TITLES[game.name]} there is {here or 'missing'}, "
            f"the study's is {about.network or 'none'}"
        )
    if (own := engine_version()) != engine:
        raise NotationError(f"the engine there is {own}, the study's is {engine}")
    starts = [start_of(game, link) for link in about.starts] or [GameRecord(game)]
    evaluator = trained(game) if about.network else None
    found = games(starts, visits, about.drawn, about.seed, numbers, evaluator)
    return [row_of(finished, visits) for finished in found]


def row_of(finished: Finished, visits: int) -> Row:
    """A game as a row of the results."""
    found = measured(finished.record)
    lowest = None
    if found["winner"] is not None:
        sign = 1 - 2 * found["winner"]
        lowest = round(50 * (1 + min(sign * value for value in finished.values)))
        lowest = min(max(lowest, 0), 100)
    return Row(number=finished.number, visits=visits, lowest=lowest, measured=found)
