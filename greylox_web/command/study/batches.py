"""The batches of a study, for a process or a cluster to play; each is a ``Job``."""

from collections.abc import Sequence
from operator import itemgetter

from ...engine.compiled.search import SearchKernel
from ...measure.job import Job
from ...measure.plan import make_study, parse_start, start_records
from ...measure.rows import LadderRow, Pair, Row, StudyParameters
from ...measure.selfplay import make_row, play_games
from ...rules import TITLES, Game, NotationError
from ...rules.notation.links import read_spec, write_link
from ...rules.notation.records import read_any
from ..networks import engine_version, network_checksum, network_of
from .results import Results

BATCH_GAMES = 32  # the most games in a batch; with few games, batches are smaller
BATCHES_PER_WORKER = 4  # the least number of batches for each worker
BATCH_VISITS = 256  # per action, in all games of a batch: an interruption loses the batch


def study_parameters(
    game: Game, links: Sequence[str], random_actions: int, seed: int
) -> StudyParameters:
    """Return the study; NotationError if a start is not an unfinished position of the game."""
    readings = [read_any(link, game, allow_small=True) for link in links]
    starts = [write_link(parse_start(game, reading)) for reading in readings]
    return make_study(game, starts, random_actions, seed, network_checksum(game))


def make_batches(
    results: Results, strengths: Sequence[int | Pair], games: int, workers: int = 1
) -> list[Job]:
    """Return the missing games in batches, ordered so that all strengths progress equally.

    A strength may be a step of the ladder.
    """
    ordered_batches = list[tuple[int, Job]]()
    parameters, engine = results.parameters, engine_version()
    is_batched = evaluates_in_batches(parameters)
    for visits in strengths:
        missing = results.missing(visits, games)
        most = visits if isinstance(visits, int) else max(visits)
        max_games = BATCH_GAMES if is_batched else min(BATCH_GAMES, BATCH_VISITS // most)
        size = max(1, min(max_games, len(missing) // (BATCHES_PER_WORKER * workers)))
        for start in range(0, len(missing), size):
            ordered_batches.append(
                (start, Job(parameters, engine, visits, missing[start : start + size]))
            )
    return [batch for _, batch in sorted(ordered_batches, key=itemgetter(0))]


def evaluates_in_batches(parameters: StudyParameters) -> bool:
    """Return whether large batches save time per game, because a network evaluates in batches."""
    evaluator = (
        network_of(read_spec(parameters.game, allow_small=True)) if parameters.network else None
    )
    return evaluator is not None and not isinstance(evaluator, SearchKernel)


def play_batch(batch: Job) -> list[Row | LadderRow]:
    """Play the games of a batch, in a worker.

    Raise NotationError if the worker has another network or another engine than the study.
    """
    parameters = batch.study
    game = read_spec(parameters.game, allow_small=True)
    if (own_checksum := network_checksum(game)) != parameters.network:
        raise NotationError(
            f"the network of {TITLES[game.name]} there is {own_checksum or 'missing'}, "
            f"the study's is {parameters.network or 'none'}"
        )
    if (own := engine_version()) != batch.engine:
        raise NotationError(f"the engine there is {own}, the study's is {batch.engine}")
    evaluator = network_of(game) if parameters.network else None
    finished_games = play_games(batch, start_records(parameters), evaluator)
    return [make_row(finished, batch.visits) for finished in finished_games]
