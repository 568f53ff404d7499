"""Openings for matches: random ones that the network finds even, or those of a book."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from greylox_web.command.match.games import random_opening
from greylox_web.engine.network import NetworkEvaluator
from greylox_web.rules import Game, NotationError
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.play import replay

from .networks import evaluator_of

Openings = Callable[[int], list[int]]
"""The opening of a pair of games, by its number."""
FAIR = 0.3  # the largest absolute value after the opening that counts as even; 1 is a win
TRIES, BATCH = 256, 32


def fair_opening(
    game: Game, turns: int, seed: str, evaluator: NetworkEvaluator, fair: float
) -> list[int]:
    """The first random opening in which neither side is better by more than ``fair``.

    The network evaluates them.  If none of many is even enough, it is the most even one.
    """
    tried: list[tuple[float, list[int]]] = []
    for batch in range(TRIES // BATCH):
        randoms = [Random(f"{seed} {batch} {number}") for number in range(BATCH)]
        found = [random_opening(game, turns, random) for random in randoms]
        ends = [replay(game, actions)[-1] for actions in found]
        outputs = evaluator(ends, [game.legal(end) for end in ends])
        leads = [abs(output.value_first) for output in outputs]
        tried += zip(leads, found, strict=True)
        if min(leads) <= fair:
            break
    return next((actions for lead, actions in tried if lead <= fair), min(tried)[1])


def fair_openings(game: Game, turns: int, seed: str, fair: float = FAIR) -> Openings:
    """Random openings that the network finds even."""
    evaluator = evaluator_of(game)
    return lambda pair: fair_opening(game, turns, f"{seed} {pair}", evaluator, fair)


def book_openings(game: Game, path: Path, pairs: int) -> Openings:
    """The openings of a book, in order.

    NotationError if it has fewer than are wanted, or one of another game.
    """
    lines = [line.split()[0] for line in path.read_text().splitlines()]
    if pairs > len(lines):
        raise NotationError(f"{path} has only {len(lines)} openings")
    found = list[list[int]]()
    for number, line in enumerate(lines[:pairs], 1):
        record = read_link(line, allow_small=True).record
        if record is None or record.game != game:
            raise NotationError(f"{path}, line {number} is no opening of this game")
        found.append(list(record.actions))
    return found.__getitem__
