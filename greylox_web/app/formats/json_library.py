"""Many games in one JSON file; a damaged one never takes the rest with it.

::

    {"format": "greylox-web library", "version": 1, "games": [{...}, ...]}
"""

import json
from collections.abc import Iterable
from typing import NamedTuple

from ...words import wrong
from .imported import Imported
from .json_file import read_value, text_of
from .json_shapes import GAME, LIBRARY, VERSION, WrongShape, headed, parsed

MOST_LIBRARY = 1 << 26  # characters
MOST_GAMES = 20_000


def write_library(games: Iterable[dict[str, object]]) -> str:
    """Many games, each as ``game_value`` gave it, as one file."""
    games = list(games)
    head = json.dumps({"format": LIBRARY, "version": VERSION})
    body = ",\n".join(text_of(game) for game in games)
    return f'{head[:-1]}, "games": [\n{body}\n]}}\n'


class Library(NamedTuple):
    """What was read of a file with many games."""

    games: tuple[Imported, ...]  # each as ``read_value`` gave it, in the file's order
    damaged: tuple[tuple[int, str, str], ...]  # place in the file, what is wrong, its JSON text
    error: str | None  # why nothing could be read


def read_library(text: str) -> Library:
    """The games of a library's file, or the single game of a game's file.

    A game without anything to show, or with a fault, is also among the ``damaged`` ones.
    """
    try:
        value = parsed(text, MOST_LIBRARY)
        if isinstance(value, dict) and value.get("format") == GAME:
            value = {"format": LIBRARY, "version": VERSION, "games": [value]}
        games = headed(value, LIBRARY).get("games")
        if not isinstance(games, list) or len(games) > MOST_GAMES:
            raise WrongShape(wrong("file-games", most=MOST_GAMES))
    except WrongShape as fault:
        return Library((), (), str(fault))
    read = [read_value(game) for game in games]
    damaged = tuple(
        (place, found.error, json.dumps(games[place]))
        for place, found in enumerate(read)
        if found.error is not None
    )
    return Library(tuple(found for found in read if found.tree is not None), damaged, None)
