"""The batches of a study, for a process or a cluster to play."""

from collections.abc import Sequence

from ...engine.compiled.search import SearchKernel
from ...measure.games import measure_game
from ...measure.rows import Row, StudyParameters
from ...measure.selfplay import Finished, play_games
from ...rules import TITLES, Game, NotationError
from ...rules.notation.actions import GameRecord
from ...rules.notation.links import read_spec, write_link, write_spec
from ...rules.notation.records import read_any
from ..networks import engine_version, network_checksum, network_of
from .results import Results

METHOD = (
    "The engine plays both sides with the network whose checksum is given here. For each action it "
    'searches as many positions as there are visits. The first actions, as many as "drawn" says, '
    "are chosen at random in proportion to their visits; all others are the engine's best. "
    "Every game is played to its end; none is left out. The first colour's share counts a draw "
    "as half, with Wilson's interval of 95%."
)
"""A description of the method for each file of results."""

BATCH_GAMES = 32  # the most games in a batch; with few games, batches are smaller
BATCHES_PER_WORKER = 4  # the least number of batches for each worker
BATCH_VISITS = 256  # per action, in all games of a batch: an interruption loses the batch
Batch = tuple[StudyParameters, str, int, list[int]]
"""Games to play: the study, its engine, the visits, and the numbers of the games."""


def study_parameters(
    game: Game, links: Sequence[str], random_actions: int, seed: int
) -> StudyParameters:
    """Return the study; NotationError if a start is not an unfinished position of the game."""
    starts = [write_link(parse_start(game, link)) for link in links]
    return StudyParameters(write_spec(game), starts, random_actions, seed, network_checksum(game))


def parse_start(game: Game, link: str) -> GameRecord:
    """Return the record that leads to the position in a link or in a record of a game."""
    reading = read_any(link, game, allow_small=True)
    record = reading.record
    if record is None or reading.error:
        raise NotationError(f"this position cannot be read: {reading.error}")
    if record.game != game:
        raise NotationError(f"a start is of {write_spec(record.game)}, not {write_spec(game)}")
    ply = len(record.actions) if record.cursor is None else record.cursor
    over = record.resigned and ply == len(record.actions)
    if over or not game.legal(reading.states[ply]):
        raise NotationError("a start is of a game that is over")
    return GameRecord(game, record.actions[:ply], record.setup)


def make_batches(
    results: Results, strengths: Sequence[int], games: int, workers: int = 1
) -> list[Batch]:
    """Return the missing games in batches, ordered so that all strengths progress equally."""
    ordered_batches = list[tuple[int, Batch]]()
    parameters, engine = results.parameters, engine_version()
    is_batched = evaluates_in_batches(parameters)
    for visits in strengths:
        missing = results.missing(visits, games)
        max_games = BATCH_GAMES if is_batched else min(BATCH_GAMES, BATCH_VISITS // visits)
        size = max(1, min(max_games, len(missing) // (BATCHES_PER_WORKER * workers)))
        for start in range(0, len(missing), size):
            ordered_batches.append(
                (start, (parameters, engine, visits, missing[start : start + size]))
            )
    return [batch for _, batch in sorted(ordered_batches, key=lambda pair: pair[0])]


def evaluates_in_batches(parameters: StudyParameters) -> bool:
    """Return whether large batches save time per game, because a network evaluates in batches."""
    evaluator = (
        network_of(read_spec(parameters.game, allow_small=True)) if parameters.network else None
    )
    return evaluator is not None and not isinstance(evaluator, SearchKernel)


def play_batch(batch: Batch) -> list[Row]:
    """Play the games of a batch, in a worker.

    Raise NotationError if the worker has another network or another engine than the study.
    """
    parameters, engine, visits, numbers = batch
    game = read_spec(parameters.game, allow_small=True)
    if (own_checksum := network_checksum(game)) != parameters.network:
        raise NotationError(
            f"the network of {TITLES[game.name]} there is {own_checksum or 'missing'}, "
            f"the study's is {parameters.network or 'none'}"
        )
    if (own := engine_version()) != engine:
        raise NotationError(f"the engine there is {own}, the study's is {engine}")
    starts = [parse_start(game, link) for link in parameters.starts] or [GameRecord(game)]
    evaluator = network_of(game) if parameters.network else None
    finished_games = play_games(
        starts, visits, parameters.drawn, parameters.seed, numbers, evaluator
    )
    return [make_row(finished, visits) for finished in finished_games]


def make_row(finished: Finished, visits: int) -> Row:
    """Return a game as a row of the results."""
    measures = measure_game(finished.record)
    lowest = None
    if measures["winner"] is not None:
        sign = 1 - 2 * measures["winner"]
        lowest = round(50 * (1 + min(sign * value for value in finished.values)))
        lowest = min(max(lowest, 0), 100)
    return Row(number=finished.number, visits=visits, lowest=lowest, measured=measures)
