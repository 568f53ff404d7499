"""How deep a review has to look: reviews with few visits, compared with one of many.

    python3 -m lab.review greylox --games 4 --visits 160 1000

The games are between levels 3 to 6, which make mistakes as people do.  Each is reviewed with
``--visits`` visits a position, and with ``--truth`` of them.  For each number of visits the table
has

error    the mean error of the winning chance, in percentage points
far off  the share of positions whose chance is wrong by more than 15 points
missed   of the five turns of a game that lost most, and at least 10 points, those that the review
         has no loss for
wrong    of the five turns that the review names, those that lost less than 3 points
"""

from random import Random
from statistics import mean
from typing import NamedTuple

from greylox_web.command.nets import load_registry
from greylox_web.engine.engine import Engine
from greylox_web.engine.tuning import REVIEW
from greylox_web.features.review.model import (
    MAX_MISTAKES,
    PositionEvaluation,
    Review,
    mistakes,
    terminal_evaluation,
)
from greylox_web.match.tree import Tree, tree_from_record
from greylox_web.rules import GAMES, Game, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.state import State

from .command_line import command_line

LEVELS = ((3, 5), (5, 3), (4, 5), (5, 4), (4, 6), (6, 4))
FAR, BIG, SMALL = 0.15, 0.10, 0.03  # of the winning chance


class Seen(NamedTuple):
    """What a review says of a game."""

    chances: list[float]  # the first colour's, by position
    losses: dict[int, float]  # by the node before the turn

    def costliest(self) -> list[int]:
        """The turns that lost most."""
        return sorted(self.losses, key=self.losses.__getitem__, reverse=True)[:MAX_MISTAKES]


class Compared(NamedTuple):
    """How a review differs from a deeper one."""

    errors: list[float]  # by position, of the winning chance
    missed: int
    big: int  # the turns that might have been missed
    wrong: int
    named: int  # the turns that might have been wrong


def played(game: Game, levels: tuple[int, int], random: Random) -> Tree:
    """A game between two levels."""
    engine = Engine(random, load_registry().evaluator)
    states, actions = [game.start()], list[int]()
    while game.legal(states[-1]):
        task = engine.start_task(game, states, actions, levels[states[-1].mover])
        task.think()
        actions.append(task.result(chosen=True).action)
        states.append(game.play(states[-1], actions[-1]))
    return tree_from_record(GameRecord(game, tuple(actions)))[0]


def reviewed(tree: Tree, visits: int) -> Seen:
    """The game as a review of this many visits a position sees it."""
    engine, line = Engine(Random(1), load_registry().evaluator), tree.path(tree.line_end(0))
    states = [tree.nodes[node].state for node in line]
    actions = tree.actions(line[-1])
    known = dict[State, PositionEvaluation]()
    for place, state in enumerate(states):
        over = terminal_evaluation(tree.game, state)
        if over is None:
            task = engine.start_task(tree.game, states[: place + 1], actions[:place], 1, "review")
            task.visits, task.seconds_left = visits, float("inf")
            task.think()
            found = task.result()
            over = PositionEvaluation(found.value_first, found.proven, found.pv)
        known[state] = over
    review = Review(line, actions, known)
    losses = {mistake.start: mistake.loss for mistake in mistakes(tree, review)}
    return Seen([known[state].win_probability(0) for state in states], losses)


def compared(seen: Seen, truth: Seen) -> Compared:
    """A review against a deeper one of the same game."""
    errors = [abs(a - b) for a, b in zip(seen.chances, truth.chances, strict=True)]
    big = [node for node in truth.costliest() if truth.losses[node] >= BIG]
    named = seen.costliest()
    return Compared(
        errors,
        sum(node not in seen.losses for node in big),
        len(big),
        sum(truth.losses.get(node, 0.0) < SMALL for node in named),
        len(named),
    )


def row(name: str, visits: int, found: list[Compared]) -> str:
    """A row of the table."""
    errors = [error for one in found for error in one.errors]
    far = mean(error > FAR for error in errors)
    missed, big = sum(one.missed for one in found), sum(one.big for one in found)
    wrong, named = sum(one.wrong for one in found), sum(one.named for one in found)
    told = f"{100 * mean(errors):.1f} | {far:.1%} | {missed} of {big} | {wrong} of {named}"
    return f"| {name} | {visits:,} | {told} |"


def main() -> None:
    """Print the table."""
    command = command_line("lab.review", __doc__)
    command.add_argument("game", nargs="?", choices=[*GAMES, "all"], default="all")
    command.add_argument("--games", type=int, default=4)
    command.add_argument("--visits", type=int, nargs="+", default=[160, REVIEW.visits])
    command.add_argument("--truth", type=int, default=8 * REVIEW.visits)
    options = command.parse_args()
    print("| game | visits | error | far off | missed | wrong |")
    print("|---|---:|---:|---:|---:|---:|")
    for name in GAMES if options.game == "all" else (options.game,):
        found: dict[int, list[Compared]] = {visits: [] for visits in options.visits}
        for number in range(options.games):
            levels = LEVELS[number % len(LEVELS)]
            tree = played(new_game(name), levels, Random(f"{name} {number}"))
            truth = reviewed(tree, options.truth)
            for visits in options.visits:
                found[visits].append(compared(reviewed(tree, visits), truth))
        for visits in options.visits:
            print(row(name, visits, found[visits]), flush=True)


if __name__ == "__main__":
    main()
