"""The networks for the commands, which are told on standard error when one cannot be used."""

import sys
from functools import cache

from ..rules import Game
from ..search.levels import Judges
from ..search.nets import Nets, found
from ..search.network import NetworkError
from ..search.puct import Judge


@cache
def all_nets() -> Nets:
    """The networks in the repository's folder."""
    nets, faults = found()
    for fault in faults:
        print(f"plain search instead of a network: {fault}", file=sys.stderr)
    return nets


def trained(game: Game) -> Judge | None:
    """The network of a game, or None where there is none that fits."""
    try:
        return all_nets().judge(game)
    except NetworkError as error:
        print(f"plain search instead of a network: {error}", file=sys.stderr)
        return None


def untrained(game: Game) -> None:
    """No network."""


def judges(plain: bool) -> Judges:
    """The way to networks, or around them."""
    return untrained if plain else trained
