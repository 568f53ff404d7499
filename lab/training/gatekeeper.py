"""Test whether a newly trained network wins against the one that it would replace.

    python3 -m lab.training.gatekeeper byg
    python3 -m lab.training.gatekeeper byg --resume

The candidate has the current averaged weights of ``lab/runs/GAME``; ``--resume`` continues with the
last candidate, from its log.  The candidate must not be worse on any board: it needs 50% of 200
games on the reference board, and 45% of 40 on each other board that it was trained on and with the
other options.  An equal network misses that on every fifth board by chance; then 200 games are
played, and their interval must reach one half.  The candidate must also be better: 55% on the
reference board, or 60% on the others together.  The exit status is 0 if the candidate passes, and
``lab.training.export`` can install it; it is 1 as soon as the candidate cannot pass.
"""

import sys
from collections.abc import Iterable
from math import ceil
from pathlib import Path
from typing import NamedTuple

import torch

from greylox_web.command.match.log import MatchGame
from greylox_web.command.match.score import total_points
from greylox_web.confidence import wilson_interval
from greylox_web.engine.network import write_weights
from greylox_web.engine.tuning import reference_game
from greylox_web.rules import GAMES
from greylox_web.rules.notation.links import write_spec
from lab.book import book_and_random_openings
from lab.match import ADJUDICATE_AT, Player, play_series

from ..command_line import make_parser
from .__main__ import RUNS
from .boards import offered_games, parse_game
from .export import compact_checkpoint, load_model
from .model import weights

VISITS = 100  # of each player; on larger boards fewer, for equal game time
MIN_VISITS = 25
PARALLEL_GAMES = 32
SHORT_MATCH, LONG_MATCH = 40, 200  # games on a board
DEFAULT_BOARD_SHARE, OTHER_BOARDS_SHARE = (
    0.55,
    0.6,
)  # on the reference board, or on the others together


class Trial(NamedTuple):
    """The games that decide on one board."""

    name: str
    specs: dict[str, range]  # board with options -> numbers of its games
    share: float  # the required share of the points
    all_games: bool  # whether all games are played even after the trial is passed

    @property
    def games(self) -> int:
        """The maximum number of games."""
        return sum(len(numbers) for numbers in self.specs.values())


class Score(NamedTuple):
    """The result of a trial."""

    passed: bool
    points: float
    games: int

    @property
    def text(self) -> str:
        """The points and their share with its 95% interval, as text."""
        low, high = wilson_interval(self.points, self.games)
        share = f"{self.points / self.games:.1%} ({low:.1%} to {high:.1%})"
        return f"{self.points:g} of {self.games}, {share}"

    def reaches(self, share: float) -> bool:
        """Return whether the points are at least ``share`` of the games."""
        return early_decision(self.points, self.games, self.games, share) is True


def early_decision(points: float, played_count: int, games: int, share: float) -> bool | None:
    """Return whether ``share`` of all ``games`` is reached, or None while that is undecided."""
    needed = ceil(2 * round(share * games, 6)) / 2
    if points >= needed:
        return True
    return False if points + games - played_count < needed else None


def trials(name: str, trained_specs: Iterable[str], count: int = SHORT_MATCH) -> list[Trial]:
    """Return the trials: the reference board, then all other boards and options of the training."""
    default, seen_specs = write_spec(reference_game(name)), set(trained_specs)
    share = 0.45 if count == SHORT_MATCH else min_share(count)
    board_trials = [Trial(default, {default: range(LONG_MATCH)}, 0.5, all_games=True)]
    for games in offered_games(name):
        specs = [write_spec(game) for game in games if write_spec(game) in seen_specs - {default}]
        if specs:
            board = write_spec(games[0])
            title = f"{board} with other options" if board == default else board
            board_trials.append(
                Trial(title, pair_games(specs, write_spec(games[0]), count), share, all_games=False)
            )
    return board_trials


def min_share(games: int) -> float:
    """Return the smallest share of ``games`` points whose 95% interval reaches one half."""
    halves = next(halves for halves in range(games) if wilson_interval(halves / 2, games)[1] >= 0.5)
    return halves / 2 / games


def pair_games(specs: list[str], default_spec: str, games: int) -> dict[str, range]:
    """Return the games of each of these options, in pairs; half have the default options."""
    others = [spec for spec in specs if spec != default_spec]
    pairs = dict.fromkeys(specs, 0)
    for pair_index in range(games // 2):
        is_default = not others or (default_spec in specs and pair_index % 2 == 0)
        pairs[default_spec if is_default else others[pair_index // 2 % len(others)]] += 1
    return {spec: range(2 * count) for spec, count in pairs.items() if count}


def score_trial(
    trial: Trial, longer: Trial, candidate: Path, candidate_label: str, log: Path, visits: int
) -> Score:
    """Play a trial, and the longer one if it is not passed; return the score."""
    score = play_trial(trial, candidate, candidate_label, log, visits)
    if score.passed or trial == longer:
        return score
    return play_trial(longer, candidate, candidate_label, log, visits)


def play_trial(
    trial: Trial, candidate: Path, candidate_label: str, log: Path, visits: int
) -> Score:
    """Play a trial until it is decided; print and return its score."""
    scored, count = 0.0, 0
    verdict: bool | None = None
    for spec, numbers in trial.specs.items():
        for result in play_games(spec, numbers, candidate, candidate_label, log, visits):
            scored, count = scored + total_points([result]), count + 1
            verdict = early_decision(scored, count, trial.games, trial.share)
            if sys.stderr.isatty():
                print(f"\r{count}: {scored:g} ", end="", file=sys.stderr, flush=True)
            if verdict is False or (verdict and not trial.all_games):
                break
        else:
            continue
        break
    score = Score(bool(verdict), scored, count)
    end = "passed" if verdict else "not passed"
    needed = f"of {trial.games} games, {trial.share:.0%} needed: {end}"
    print(f"{trial.name}: {score.text} {needed}", flush=True)
    return score


def is_better(default: Score, others: list[Score]) -> bool:
    """Return whether the candidate is better on the reference board, or on the others (printed)."""
    if others:
        elsewhere = Score(True, sum(s.points for s in others), sum(s.games for s in others))
        print(f"elsewhere: {elsewhere.text}", flush=True)
        if elsewhere.reaches(OTHER_BOARDS_SHARE):
            return True
    return default.reaches(DEFAULT_BOARD_SHARE)


def play_games(
    spec: str, numbers: range, candidate: Path, candidate_label: str, log: Path, visits: int
) -> Iterable[MatchGame]:
    """Yield the games of the candidate against the page's network, from the log or new."""
    game = parse_game(spec)
    cells, reference_cells = (g.board.cells.bit_count() for g in (game, reference_game(game.name)))
    visits = min(visits, max(MIN_VISITS, round(visits * reference_cells / cells)))
    players = Player(f"visits:{visits},net={candidate}"), Player(f"visits:{visits}")
    match_id = [spec, candidate_label, visits]
    openings = book_and_random_openings(game)
    return play_series(
        game, players, numbers, openings, "1", PARALLEL_GAMES, ADJUDICATE_AT, log, match_id
    )


def main() -> None:
    """Test the candidate; exit with status 1 if it fails."""
    parser = make_parser("lab.training.gatekeeper", __doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--folder", type=Path, default=RUNS)
    parser.add_argument("--visits", type=int, default=VISITS)
    parser.add_argument("--resume", action="store_true", help="resume with the last candidate")
    arguments = parser.parse_args()
    name, folder = arguments.game, arguments.folder / arguments.game
    checkpoint, candidate = folder / "checkpoint.pt", folder / "candidate.pt"
    if not (candidate if arguments.resume else checkpoint).exists():
        parser.error(f"there is nothing of {name} in {folder}")
    if not arguments.resume:
        torch.save(compact_checkpoint(checkpoint), candidate)
    candidate_state = torch.load(candidate, map_location="cpu", weights_only=True)
    network_path = candidate.with_suffix(".npz")
    network_path.write_bytes(write_weights(weights(load_model(name, candidate_state))))
    candidate_label = f"{candidate_state['facts']['steps']} steps"
    passed_path = folder / "passed.pt"
    passed_path.unlink(missing_ok=True)
    trained_specs, log = candidate_state["facts"].get("boards", {}), folder / "gate.jsonl"
    scores = list[Score]()
    for trial, longer in zip(
        trials(name, trained_specs), trials(name, trained_specs, LONG_MATCH), strict=True
    ):
        scores.append(
            score_trial(trial, longer, network_path, candidate_label, log, arguments.visits)
        )
        if not scores[-1].passed:
            sys.exit(1)
    if not is_better(scores[0], scores[1:]):
        print(f"{name} is not worse, and not better", flush=True)
        sys.exit(1)
    torch.save(candidate_state, passed_path)
    print(f"{name} has passed: lab.training.export takes it", flush=True)


if __name__ == "__main__":
    main()
