"""Many games in one JSON file; a damaged one never takes the rest with it.

::

    {"format": "greylox-web library", "version": 1, "games": [{...}, ...], "progress": [{...}, ...]}

``progress`` holds facts of ``app/progress``; a file without it is one without any.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from ..progress.facts import Fact, Facts, facts_in
from ..shapes import every, expected, read_json
from .json_file import text_of
from .json_head import LIBRARY, VERSION, headed

MOST_LIBRARY = 1 << 26  # characters
MOST_GAMES = 20_000
BEGIN = re.compile(rf'\s*\{{\s*"format"\s*:\s*"{LIBRARY}"')


def is_library(text: str) -> bool:
    """Whether the text begins like a file with many games, however long it is."""
    return BEGIN.match(text) is not None


def write_library(games: Iterable[dict[str, object]], facts: Iterable[Fact] = ()) -> str:
    """Many games, each as ``game_value`` gave it, and what was achieved, as one file."""
    games = list(games)
    head = json.dumps({"format": LIBRARY, "version": VERSION})
    body = ",\n".join(text_of(game) for game in games)
    told = ",\n".join(fact.text for fact in facts)
    return f'{head[:-1]}, "games": [\n{body}\n], "progress": [\n{told}\n]}}\n'


def games_of(text: str) -> list[Any]:
    """The games of a file as JSON values, each for ``read_value``; of a game's file, the one.

    Raise WrongShape when the text is neither.
    """
    value = read_json(text, MOST_LIBRARY)
    if isinstance(value, dict) and value.get("format") == LIBRARY:
        games = headed(value, LIBRARY).get("games")
    else:
        games = value if isinstance(value, list) else [value]
    found: list[Any] = expected(games, every(object, MOST_GAMES), "file-games", most=MOST_GAMES)
    return found


def progress_of(text: str) -> Facts:
    """What was achieved according to a file; nothing when the text is none."""
    value = read_json(text, MOST_LIBRARY)
    if isinstance(value, dict) and value.get("format") == LIBRARY:
        return facts_in(headed(value, LIBRARY))
    return Facts()
