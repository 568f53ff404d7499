"""Checks of a study with the current network, if the study used another one.

At each main point 96 games are played at the stronger play.  The study is confirmed if their share
is within the study's interval at every main point; otherwise it must be repeated.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from greylox_web.command.networks import network_checksum
from greylox_web.command.study.batches import make_batches, study_parameters
from greylox_web.command.study.results import Results, stored_network
from greylox_web.command.study.workers import play_batches
from greylox_web.measure.job import Job
from greylox_web.measure.summary import StrengthSummary
from greylox_web.rules.notation.links import read_spec
from lab.compressed import edit_files, is_stored
from lab.studies.balance import summary_at
from lab.studies.files import load_network, load_results
from lab.studies.questions import Point, Question

GAMES = 96
SEED = 2  # differs from the studies' seed, so the games differ


def check_path(point: Point, folder: Path) -> Path:
    """Return the path of a point's check games, which may be compressed."""
    return folder / "checks" / f"{point.name}.jsonl"


def check_games(question: Question, point: Point, folder: Path) -> Results:
    """Load a point's check games with the current network; delete those of an earlier one."""
    game, path = read_spec(point.spec, allow_small=True), check_path(point, folder)
    requested = study_parameters(game, point.starts, point.random_actions, SEED)
    if path.exists() and stored_network(path, requested) != requested.network:
        path.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    return Results(path, requested, method=question.method)


def outdated_points(results: Mapping[Point, Results]) -> Iterator[Point]:
    """Yield the main points whose games were not played by the current network."""
    for point, games in results.items():
        if point.is_main and games.parameters.network != network_checksum(
            read_spec(point.spec, allow_small=True)
        ):
            yield point


def check(question: Question, results: Mapping[Point, Results], folder: Path, workers: int) -> None:
    """Play the missing check games of all outdated points."""
    owners, batches, points = list[Results](), list[Job](), [*outdated_points(results)]
    with edit_files(*(check_path(point, folder) for point in points)):
        for point in points:
            games = check_games(question, point, folder)
            missing = make_batches(games, [question.visits[1]], GAMES)
            owners += [games] * len(missing)
            batches += missing
        for index, rows in play_batches(batches, workers) if batches else ():
            for row in rows:
                owners[index].add(row)


def unconfirmed(question: Question, results: Mapping[Point, Results], folder: Path) -> list[str]:
    """Return the names of the outdated points that no complete check confirms."""
    return [
        point.name
        for point in outdated_points(results)
        if not confirms(question, results[point], check_path(point, folder))
    ]


def confirms(question: Question, results: Results, path: Path) -> bool:
    """Return whether the check games in a file confirm a point's results."""
    if not is_stored(path):
        return False
    game = read_spec(results.parameters.game, allow_small=True)
    requested = results.parameters._replace(seed=SEED, network=network_checksum(game))
    if load_network(path, requested) != requested.network:
        return False
    games, visits = load_results(path, requested), question.visits[1]
    return not games.missing(visits, GAMES) and is_within_interval(
        summary_at(games, visits), summary_at(results, visits)
    )


def is_within_interval(sample: StrengthSummary, study: StrengthSummary) -> bool:
    """Return whether the first colour's share in a sample is within the study's interval."""
    low, high = study.first.interval
    return low <= sample.first.points / sample.first.games <= high
