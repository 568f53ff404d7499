"""Study open questions of the games' authors by self-play of the engine, on all cores.

    python3 -m lab.study brink --minutes 60
    python3 -m lab.study brink --summary
    python3 -m lab.study brink --article
    python3 -m lab.study brink --check
    python3 -m lab.study maps --minutes 30
    python3 -m lab.study openings --minutes 10
    python3 -m lab.study shares

Missing games are played in rounds: all boards and variants get some games before any gets more;
boards of Brink are played one after the other.  Stop the command at any time; the same command
resumes.  The games and a table, ``NAME.csv``, are in ``lab/studies/results``; a new file is plain
until it is compressed (``lab/compressed.py``).  ``--summary`` plays nothing and prints the stored
results; ``--article`` also writes the page of the site, from ``lab/studies/NAME.md``.  ``--check``
plays 96 games on each main board whose network was replaced since, and prints the points that
contradict the study (``lab/studies/checks.py``); to repeat a study, remove its files.  ``maps``
searches the values of first stones (``lab/studies/opening_maps.py``), and ``openings`` the side
ahead at the end of the opening in games of Greylox (``lab/studies/openings.py``).  ``shares``
writes the shares of wins for *New game* from the tables (``lab/studies/shares.py``).
"""

import argparse
import math
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from time import monotonic

from greylox_web.command.networks import engine_version, network_checksum
from greylox_web.command.pipes import ignore_broken_pipe
from greylox_web.command.study.batches import BATCH_GAMES, make_batches, study_parameters
from greylox_web.command.study.results import Results
from greylox_web.command.study.workers import play_batches
from greylox_web.engine.compiled.rules import FILE as RULES_WASM
from greylox_web.engine.compiled.wasm import load_instance
from greylox_web.measure.job import Job
from greylox_web.measure.summary import StrengthSummary, format_summary, summarise_all, to_csv
from greylox_web.rules import GAMES, NotationError, new_game
from greylox_web.rules.notation.links import read_spec
from lab.command_line import make_parser
from lab.compressed import edit_files, is_stored
from lab.studies import checks, opening_maps, openings, shares
from lab.studies.article import article, index
from lab.studies.balance import next_points, strengths
from lab.studies.files import load_network, load_results
from lab.studies.questions import QUESTIONS, RANDOM_ACTIONS, Point, Question

STUDIES = Path(__file__).parent / "studies"
FOLDER = STUDIES / "results"
PAGE_DIR = Path(__file__).parents[1] / "assets" / "studies"
SEED = 1


def path_of(point: Point, folder: Path) -> Path:
    """Return the path of a point's games, which may be compressed."""
    return folder / f"{point.name}.jsonl"


def load_point_results(question: Question, point: Point, folder: Path) -> Results:
    """Load the results of a point, with the network of its games if it has any."""
    game, path = read_spec(point.spec, allow_small=True), path_of(point, folder)
    requested = study_parameters(game, point.starts, point.random_actions, SEED)
    requested = requested._replace(network=load_network(path, requested))
    metadata = {"engine": engine_version(), "commit": commit(), "method": question.method}
    return load_results(path, requested, **metadata)


@cache
def commit() -> str:
    """Return the commit of the code, or "" outside a git repository."""
    git = ["git", "-C", str(FOLDER), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(git, capture_output=True, encoding="utf-8", check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def study(
    question: Question, folder: Path, end: float, workers: int, address: str = ""
) -> dict[Point, Results]:
    """Play missing games until the time ``end`` of ``monotonic``; return the results by point.

    Points of an earlier network stay unchanged: networks are never mixed.  ``address`` is the
    address of a Ray cluster, if any.
    """
    results_by_point = load_question_results(question, folder)
    while monotonic() < end:
        current_points = dict[Point, Results]()
        for point in next_points(question, results_by_point):
            if point not in results_by_point:
                results_by_point[point] = load_point_results(question, point, folder)
            results = results_by_point[point]
            if results.parameters.network == network_checksum(
                read_spec(point.spec, allow_small=True)
            ):
                current_points[point] = results
            else:
                report_other_network(point.name)
        if not play(question, current_points, end, workers, address):
            break
    return {point: results for point, results in results_by_point.items() if results.rows}


@cache
def report_other_network(name: str) -> None:
    """Print, once, that a point of another network stays unchanged."""
    print(f"{name}: begun with another network, stays as it is", file=sys.stderr)


def play(
    question: Question,
    points: Mapping[Point, Results],
    end: float,
    workers: int,
    address: str,
) -> bool:
    """Play the first round with missing games, until the time ``end`` of ``monotonic``.

    Return whether any game was missing.
    """
    max_games = max((point.games for point in points), default=0)
    for target in range(BATCH_GAMES, max_games + BATCH_GAMES, BATCH_GAMES):
        owners, batches = list[Results](), list[Job]()
        for point, results in points.items():
            for visits, games in strengths(question, point, results).items():
                missing = make_batches(results, [visits], min(target, games))
                owners += [results] * len(missing)
                batches += missing
        if batches:
            for batch_index, rows in play_batches(batches, workers, address):
                for row in rows:
                    owners[batch_index].add(row)
                if monotonic() >= end:
                    break
            return True
    return False


def load_question_results(question: Question, folder: Path) -> dict[Point, Results]:
    """Load the results of all points that have games."""
    results_by_point = {
        point: load_point_results(question, point, folder)
        for point in question.points
        if is_stored(path_of(point, folder))
    }
    return {point: results for point, results in results_by_point.items() if results.rows}


def summary_rows(results: Mapping[Point, Results]) -> list[tuple[str, StrengthSummary]]:
    """Return the summary of each point and strength, with the point's name."""
    return [
        (point.name, line)
        for point, one in results.items()
        for line in summarise_all(list(one.rows.values()))
    ]


def article_sources() -> dict[str, str]:
    """The Markdown of each article, by the name of its game."""
    return {name: (STUDIES / f"{name}.md").read_text("utf-8") for name in GAMES}


def build_page(name: str, results: Mapping[Point, Results]) -> str:
    """Return the HTML page of a study, from its results."""
    network = network_checksum(new_game(name))
    return article(
        name,
        article_sources()[name],
        to_csv(summary_rows(results)),
        results,
        QUESTIONS[name],
        network,
    )


def main() -> None:
    """Run the command line."""
    top = make_parser("lab.study", __doc__)
    top.add_argument("name", choices=(*QUESTIONS, "maps", "openings", "shares"))
    top.add_argument("--minutes", type=float, default=60.0)
    top.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    top.add_argument("--address", default="", help="play on a Ray cluster instead")
    top.add_argument("--summary", action="store_true", help="play nothing, print what is known")
    top.add_argument(
        "--tell",
        dest="summary",
        action="store_true",
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )
    top.add_argument("--article", action="store_true", help="print it, and write the site's page")
    top.add_argument("--check", action="store_true", help="try whether the study still holds")
    top.add_argument(
        "--visits", type=int, default=opening_maps.VISITS, help="of each search for a map"
    )
    args = top.parse_args()
    for option_name, is_valid in (
        ("minutes", math.isfinite(args.minutes)),
        ("workers", 0 < args.workers <= 256),
        ("visits", 0 < args.visits <= 100_000),
    ):
        if not is_valid:
            top.error(f"--{option_name} cannot be {getattr(args, option_name)}")
    try:
        if not (args.summary or args.article) and load_instance(RULES_WASM) is None:
            raise NotationError("a study needs the compiled engine: python3 build.py, and wasmtime")
        run(args)
    except NotationError as error:
        top.error(str(error))
    except BrokenPipeError:
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)


def run(args: argparse.Namespace) -> None:
    """Run the requested study."""
    end = monotonic() + (0 if args.summary else 60 * args.minutes)
    if args.name == "maps":
        opening_maps.study(args.visits, end)
        return
    if args.name == "shares":
        shares.write_module()
        return
    if args.name == "openings":
        question = QUESTIONS["greylox"]
        results_by_name = {
            point.label_key: results
            for point, results in load_question_results(question, FOLDER / "greylox").items()
            if point.random_actions == RANDOM_ACTIONS
        }
        openings.search_missing(results_by_name, question.visits[1], end)
        openings.print_shares(results_by_name, question.visits[1])
        return
    question, folder = QUESTIONS[args.name], FOLDER / args.name
    folder.mkdir(parents=True, exist_ok=True)
    if args.check:
        results = load_question_results(question, folder)
        checks.check(question, results, folder, args.workers)
        for name in checks.unconfirmed(question, results, folder):
            print(f"{name}: the check run contradicts the study")
        return
    if args.summary or args.article:
        results = load_question_results(question, folder)
    else:
        with edit_files(*(path_of(point, folder) for point in question.points)):
            results = study(question, folder, end, args.workers, args.address)
    summaries = summary_rows(results)
    (FOLDER / f"{args.name}.csv").write_text(to_csv(summaries), "utf-8")
    if args.article:
        (PAGE_DIR / f"{args.name}.html").write_text(build_page(args.name, results), "utf-8")
        all_results = {
            name: load_question_results(question, FOLDER / name)
            for name, question in QUESTIONS.items()
        }
        (PAGE_DIR / "index.html").write_text(index(article_sources(), all_results), "utf-8")
    with ignore_broken_pipe():
        for name, line in summaries:
            print(f"{name}\n{format_summary([line])}", flush=True)


if __name__ == "__main__":
    main()
