"""Many games in one JSON file; a damaged game does not affect the others.

::

    {"format": "greylox-web library", "version": 1, "games": [{...}, ...], "progress": [{...}, ...]}

``progress`` has facts of ``app/progress``, and may be missing.
"""

import json
import re
from collections.abc import Iterable

from ...schema import every, expected, read_json
from ..progress.facts import Fact, Facts, facts_in
from .json_file import text_of
from .json_head import LIBRARY, VERSION, headed

MOST_LIBRARY = 1 << 26  # characters
MOST_GAMES = 20_000
BEGIN = re.compile(rf'\s*\{{\s*"format"\s*:\s*"{LIBRARY}"')


def is_library(text: str) -> bool:
    """Whether the text begins like such a file."""
    return BEGIN.match(text) is not None


def write_library(games: Iterable[dict[str, object]], facts: Iterable[Fact] = ()) -> str:
    """The text of a file with many games, each a result of ``game_value``, and with facts."""
    games = list(games)
    head = json.dumps({"format": LIBRARY, "version": VERSION})
    body = ",\n".join(text_of(game) for game in games)
    told = ",\n".join(fact.text for fact in facts)
    return f'{head[:-1]}, "games": [\n{body}\n], "progress": [\n{told}\n]}}\n'


def games_of(text: str) -> list[object]:
    """The games of a file as JSON values, each for ``read_value``; a single game is a list of one.

    Raise WrongShape if the text is no JSON, of another kind, too long or has too many games.
    """
    value = read_json(text, MOST_LIBRARY)
    if isinstance(value, dict) and value.get("format") == LIBRARY:
        games = headed(value, LIBRARY).get("games")
    else:
        games = value if isinstance(value, list) else [value]
    found: list[object] = expected(games, every(object, MOST_GAMES), "file-games", most=MOST_GAMES)
    return found


def progress_of(text: str) -> Facts:
    """The facts in a file, without malformed ones; none in a file of another kind.

    Raise WrongShape if the text is no JSON, or the file's version is unknown.
    """
    value = read_json(text, MOST_LIBRARY)
    if isinstance(value, dict) and value.get("format") == LIBRARY:
        return facts_in(headed(value, LIBRARY))
    return Facts()
