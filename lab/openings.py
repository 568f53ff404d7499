"""Openings for matches: random ones that the network evaluates as even, or those of a book."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from greylox_web.command.match.games import random_opening
from greylox_web.engine.network import NetworkEvaluator
from greylox_web.rules import Game, NotationError
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.play import replay

from .networks import load_evaluator

Openings = Callable[[int], list[int]]
"""The opening of a pair of games, by its number."""
MAX_IMBALANCE = 0.3  # the largest absolute value after the opening that counts as even; 1 is a win
MAX_TRIES, BATCH_SIZE = 256, 32


def even_opening(
    game: Game, turns: int, seed: str, evaluator: NetworkEvaluator, max_imbalance: float
) -> list[int]:
    """Return the first random opening with an absolute value of at most ``max_imbalance``.

    The network evaluates them.  If none of ``MAX_TRIES`` is even enough, return the most even one.
    """
    candidates: list[tuple[float, list[int]]] = []
    for batch in range(MAX_TRIES // BATCH_SIZE):
        randoms = [Random(f"{seed} {batch} {number}") for number in range(BATCH_SIZE)]
        openings = [random_opening(game, turns, random) for random in randoms]
        ends = [replay(game, actions)[-1] for actions in openings]
        outputs = evaluator(ends, [game.legal(end) for end in ends])
        leads = [abs(output.value_first) for output in outputs]
        candidates += zip(leads, openings, strict=True)
        if min(leads) <= max_imbalance:
            break
    return next(
        (actions for lead, actions in candidates if lead <= max_imbalance), min(candidates)[1]
    )


def random_even_openings(
    game: Game, turns: int, seed: str, max_imbalance: float = MAX_IMBALANCE
) -> Openings:
    """Return random openings that the network evaluates as even."""
    evaluator = load_evaluator(game)
    return lambda pair: even_opening(game, turns, f"{seed} {pair}", evaluator, max_imbalance)


def book_openings(game: Game, path: Path, pairs: int) -> Openings:
    """Return the openings of a book, in order.

    Raise NotationError if it has fewer than ``pairs``, or one of another game.
    """
    lines = [line.split()[0] for line in path.read_text().splitlines()]
    if pairs > len(lines):
        raise NotationError(f"{path} has only {len(lines)} openings")
    openings = list[list[int]]()
    for number, line in enumerate(lines[:pairs], 1):
        record = read_link(line, allow_small=True).record
        if record is None or record.game != game:
            raise NotationError(f"{path}, line {number} is no opening of this game")
        openings.append(list(record.actions))
    return openings.__getitem__
