"""Does a newly trained network win against the one that it would replace?

    python3 -m lab.training.gate byg
    python3 -m lab.training.gate byg --resume

The averaged weights of ``lab/runs/GAME`` as they are now become the candidate; ``--resume``
continues with the one before, from its log.  It may be worse nowhere: it needs 50% of 200 games on
the reference board, and 45% of 40 on each other board that it was trained on and with the other
options.  An equal one misses that on every fifth board by chance alone; then 200 are played, and
their interval has to reach one half.  And it has to be better: 55% on the reference board, or 60%
on the others together.  It ends with status 0 when the candidate has passed, and
``lab.training.export`` then installs it; with 1 as soon as it cannot pass any more.
"""

import sys
from collections.abc import Iterable
from math import ceil
from pathlib import Path
from typing import NamedTuple

import torch

from greylox_web.command.match.log import MatchGame
from greylox_web.command.match.score import total_points, wilson_interval
from greylox_web.engine.network import write_weights
from greylox_web.engine.tuning import reference_game
from greylox_web.rules import GAMES
from greylox_web.rules.notation.links import write_spec
from lab.book import openings_of
from lab.match import SURE, Player, series

from ..command_line import command_line
from .__main__ import RUNS
from .boards import game_of, offered
from .export import compact, model_of
from .model import weights

VISITS = 100  # of each player on the reference board; elsewhere in proportion, for equal game time
FEWEST = 25
TABLES = 32
FEW, MANY = 40, 200  # games on a board
BETTER, ELSEWHERE = 0.55, 0.6  # on the reference board, or on the others together


class Trial(NamedTuple):
    """Games on one board."""

    name: str
    specs: dict[str, range]  # the numbers of the games on the board with these options
    share: float  # of the points that is needed
    whole: bool  # whether all games are played even when it is passed before

    @property
    def games(self) -> int:
        """The number of games, at most."""
        return sum(len(numbers) for numbers in self.specs.values())


class Score(NamedTuple):
    """How a trial went."""

    passed: bool
    points: float
    games: int

    @property
    def told(self) -> str:
        """The points and their share, with its 95% interval, in words."""
        low, high = wilson_interval(self.points, self.games)
        share = f"{self.points / self.games:.1%} ({low:.1%} to {high:.1%})"
        return f"{self.points:g} of {self.games}, {share}"

    def reaches(self, share: float) -> bool:
        """Whether at least ``share`` of the points was won."""
        return decided(self.points, self.games, self.games, share) is True


def decided(points: float, played: int, games: int, share: float) -> bool | None:
    """Whether ``share`` of the points of all ``games`` is reached; None while that is open."""
    needed = ceil(2 * round(share * games, 6)) / 2
    if points >= needed:
        return True
    return False if points + games - played < needed else None


def trials(name: str, seen: Iterable[str], count: int = FEW) -> list[Trial]:
    """The reference board, then every other board and other options that were seen in training."""
    default, known = write_spec(reference_game(name)), set(seen)
    share = 0.45 if count == FEW else not_worse(count)
    found = [Trial(default, {default: range(MANY)}, 0.5, whole=True)]
    for games in offered(name):
        specs = [write_spec(game) for game in games if write_spec(game) in known - {default}]
        if specs:
            board = write_spec(games[0])
            title = f"{board} with other options" if board == default else board
            found.append(
                Trial(title, dealt(specs, write_spec(games[0]), count), share, whole=False)
            )
    return found


def not_worse(games: int) -> float:
    """The smallest share of the points of ``games`` games whose 95% interval reaches one half."""
    halves = next(halves for halves in range(games) if wilson_interval(halves / 2, games)[1] >= 0.5)
    return halves / 2 / games


def dealt(specs: list[str], usual: str, games: int) -> dict[str, range]:
    """Pairs of games for the boards with these options; half of them with the usual ones."""
    others = [spec for spec in specs if spec != usual]
    pairs = dict.fromkeys(specs, 0)
    for place in range(games // 2):
        is_usual = not others or (usual in specs and place % 2 == 0)
        pairs[usual if is_usual else others[place // 2 % len(others)]] += 1
    return {spec: range(2 * count) for spec, count in pairs.items() if count}


def tried(
    trial: Trial, longer: Trial, candidate: Path, facts: str, log: Path, visits: int
) -> Score:
    """The score of the trial, or of the longer one if it was not passed."""
    score = played(trial, candidate, facts, log, visits)
    if score.passed or trial == longer:
        return score
    return played(longer, candidate, facts, log, visits)


def played(trial: Trial, candidate: Path, facts: str, log: Path, visits: int) -> Score:
    """Play a trial until it is decided; print and return its score."""
    scored, count = 0.0, 0
    verdict: bool | None = None
    for spec, numbers in trial.specs.items():
        for result in games_of(spec, numbers, candidate, facts, log, visits):
            scored, count = scored + total_points([result]), count + 1
            verdict = decided(scored, count, trial.games, trial.share)
            if sys.stderr.isatty():
                print(f"\r{count}: {scored:g} ", end="", file=sys.stderr, flush=True)
            if verdict is False or (verdict and not trial.whole):
                break
        else:
            continue
        break
    score = Score(bool(verdict), scored, count)
    end = "passed" if verdict else "not passed"
    needed = f"of {trial.games} games, {trial.share:.0%} needed: {end}"
    print(f"{trial.name}: {score.told} {needed}", flush=True)
    return score


def is_better(default: Score, others: list[Score]) -> bool:
    """Whether it is, on the reference board or on the others together; print the score there."""
    if others:
        elsewhere = Score(True, sum(s.points for s in others), sum(s.games for s in others))
        print(f"elsewhere: {elsewhere.told}", flush=True)
        if elsewhere.reaches(ELSEWHERE):
            return True
    return default.reaches(BETTER)


def games_of(
    spec: str, numbers: range, candidate: Path, facts: str, log: Path, visits: int
) -> Iterable[MatchGame]:
    """The games of the candidate against the network of the page, from the log or new."""
    game = game_of(spec)
    cells, usual = (g.board.cells.bit_count() for g in (game, reference_game(game.name)))
    visits = min(visits, max(FEWEST, round(visits * usual / cells)))
    players = Player(f"visits:{visits},net={candidate}"), Player(f"visits:{visits}")
    about = [spec, facts, visits]
    openings = openings_of(game)
    return series(game, players, numbers, openings, "1", TABLES, SURE, log, about)


def main() -> None:
    """Judge."""
    parser = command_line("lab.training.gate", __doc__)
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
        torch.save(compact(checkpoint), candidate)
    kept = torch.load(candidate, map_location="cpu", weights_only=True)
    net = candidate.with_suffix(".npz")
    net.write_bytes(write_weights(weights(model_of(name, kept))))
    facts = f"{kept['facts']['steps']} steps"
    passed = folder / "passed.pt"
    passed.unlink(missing_ok=True)
    seen, log = kept["facts"].get("boards", {}), folder / "gate.jsonl"
    scores = list[Score]()
    for trial, longer in zip(trials(name, seen), trials(name, seen, MANY), strict=True):
        scores.append(tried(trial, longer, net, facts, log, arguments.visits))
        if not scores[-1].passed:
            sys.exit(1)
    if not is_better(scores[0], scores[1:]):
        print(f"{name} is not worse, and not better", flush=True)
        sys.exit(1)
    torch.save(kept, passed)
    print(f"{name} has passed: lab.training.export takes it", flush=True)


if __name__ == "__main__":
    main()
