"""The visits that a review needs: reviews with few visits, compared with one of many.

    python3 -m lab.review_depth greylox --games 4 --visits 160 1000

The games are between levels 3 to 6, which make mistakes as people do.  Each is reviewed with
``--visits`` and with ``--reference-visits`` visits a position.  For each number of visits the table
has

error    the mean error of the winning chance, in percentage points
far off  the share of positions whose chance is wrong by more than 15 points
missed   of the five turns of a game that lost most, and at least 10 points, those without a loss
         in the review
wrong    of the five turns that the review names, those that lost less than 3 points
"""

import argparse
from random import Random
from statistics import mean
from typing import NamedTuple

from greylox_web.command.networks import load_registry
from greylox_web.engine.engine import Engine
from greylox_web.engine.tuning import REVIEW
from greylox_web.features.review.model import MAX_MISTAKES, Review
from greylox_web.features.review.turns import (
    Evaluation,
    is_mistake,
    reviewed_turns,
    terminal_evaluation,
)
from greylox_web.match.tree import Tree, tree_from_record
from greylox_web.rules import GAMES, Game, new_game
from greylox_web.rules.notation.actions import GameRecord

from .command_line import make_parser

LEVELS = ((3, 5), (5, 3), (4, 5), (5, 4), (4, 6), (6, 4))
LARGE_ERROR, COSTLY_LOSS, SMALL_LOSS = 0.15, 0.10, 0.03  # of the winning chance


class ReviewResult(NamedTuple):
    """The chances and losses in a review of a game."""

    win_probabilities: list[float]  # the first colour's, by position
    losses: dict[int, float]  # by the node before the turn

    def costliest_nodes(self) -> list[int]:
        """Return the nodes before the turns that lost most."""
        return sorted(self.losses, key=self.losses.__getitem__, reverse=True)[:MAX_MISTAKES]


class ReviewError(NamedTuple):
    """The errors of a review against a deeper one."""

    errors: list[float]  # by position, of the winning chance
    missed_count: int
    costly_count: int  # turns that count as missed if the review shows no loss
    wrong_count: int
    named_count: int  # turns that the review names


def play_game(game: Game, levels: tuple[int, int], random: Random) -> Tree:
    """Play a game between two levels."""
    engine = Engine(random, load_registry().evaluator)
    states, actions = [game.start()], list[int]()
    while game.legal(states[-1]):
        task = engine.start_task(game, states, actions, levels[states[-1].mover])
        task.think()
        actions.append(task.result(chosen=True).action)
        states.append(game.play(states[-1], actions[-1]))
    return tree_from_record(GameRecord(game, tuple(actions)))[0]


def evaluate_game(tree: Tree, visits: int) -> list[Evaluation]:
    """Evaluate every position of a game's line with this many visits, as a review does."""
    engine, line = Engine(Random(1), load_registry().evaluator), tree.path(tree.line_end(0))
    states = [tree.nodes[node].state for node in line]
    actions = tree.actions(line[-1])
    evaluations = list[Evaluation]()
    for ply, state in enumerate(states):
        evaluation = terminal_evaluation(tree.game, state)
        if evaluation is None:
            task = engine.start_task(tree.game, states[: ply + 1], actions[:ply], 1, "review")
            task.visits, task.seconds_left = visits, float("inf")
            task.think()
            result = task.result()
            evaluation = Evaluation(result.value_first, result.proven, result.pv)
        evaluations.append(evaluation)
    return evaluations


def make_review(tree: Tree, evaluations: list[Evaluation]) -> Review:
    """Return the complete review of a game's line."""
    line = tree.path(tree.line_end(0))
    states = (tree.nodes[node].state for node in line)
    actions = tree.actions(line[-1])
    return Review(line, actions, dict(zip(states, evaluations, strict=True)), running=False)


def review_game(tree: Tree, visits: int) -> ReviewResult:
    """Review a game with this many visits a position."""
    evaluations = evaluate_game(tree, visits)
    turns = reviewed_turns(tree, make_review(tree, evaluations))
    losses = {turn.start: turn.loss for turn in filter(is_mistake, turns)}
    return ReviewResult([evaluation.win_probability(0) for evaluation in evaluations], losses)


def compare_reviews(review: ReviewResult, reference: ReviewResult) -> ReviewError:
    """Compare a review with a deeper one of the same game."""
    errors = [
        abs(a - b)
        for a, b in zip(review.win_probabilities, reference.win_probabilities, strict=True)
    ]
    costly_nodes = [
        node for node in reference.costliest_nodes() if reference.losses[node] >= COSTLY_LOSS
    ]
    named_nodes = review.costliest_nodes()
    return ReviewError(
        errors,
        sum(node not in review.losses for node in costly_nodes),
        len(costly_nodes),
        sum(reference.losses.get(node, 0.0) < SMALL_LOSS for node in named_nodes),
        len(named_nodes),
    )


def format_row(name: str, visits: int, comparisons: list[ReviewError]) -> str:
    """Return a row of the table."""
    errors = [error for comparison in comparisons for error in comparison.errors]
    large_error_share = mean(error > LARGE_ERROR for error in errors)
    missed_count, costly_count = (
        sum(comparison.missed_count for comparison in comparisons),
        sum(comparison.costly_count for comparison in comparisons),
    )
    wrong_count, named_count = (
        sum(comparison.wrong_count for comparison in comparisons),
        sum(comparison.named_count for comparison in comparisons),
    )
    figures = (
        f"{100 * mean(errors):.1f} | {large_error_share:.1%} | {missed_count} of {costly_count}"
        f" | {wrong_count} of {named_count}"
    )
    return f"| {name} | {visits:,} | {figures} |"


def main() -> None:
    """Print the table."""
    command = make_parser("lab.review_depth", __doc__)
    command.add_argument("game", nargs="?", choices=[*GAMES, "all"], default="all")
    command.add_argument("--games", type=int, default=4)
    command.add_argument("--visits", type=int, nargs="+", default=[160, REVIEW.visits])
    command.add_argument("--reference-visits", type=int, default=8 * REVIEW.visits)
    command.add_argument(
        "--truth",
        dest="reference_visits",
        type=int,
        default=argparse.SUPPRESS,
        help=argparse.SUPPRESS,
    )
    options = command.parse_args()
    print("| game | visits | error | far off | missed | wrong |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in GAMES if options.game == "all" else (options.game,):
        comparisons: dict[int, list[ReviewError]] = {visits: [] for visits in options.visits}
        for number in range(options.games):
            levels = LEVELS[number % len(LEVELS)]
            tree = play_game(new_game(name), levels, Random(f"{name} {number}"))
            reference = review_game(tree, options.reference_visits)
            for visits in options.visits:
                comparisons[visits].append(compare_reviews(review_game(tree, visits), reference))
        for visits in options.visits:
            print(format_row(name, visits, comparisons[visits]), flush=True)


if __name__ == "__main__":
    main()
