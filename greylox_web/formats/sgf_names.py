"""Letters of the colours, names, date and result in SGF.

The letters follow the names of the colours: Black is ``B`` and White is ``W``.  In Lox, Red is
``B`` and Blue is ``W``, as in Hex.  In Multiplicity, White is ``W`` and Red is ``B``.  Versions
before 0.2 wrote ``B`` for the colour that moves first.
"""

import re

from ..rules import Game
from ..rules.state import Outcome
from ..text import sanitize
from .import_result import Meta
from .sgf_grammar import Properties, Value

DEFAULT_LETTERS = "BW"  # letters of the first and the second colour if Black begins
OWN_APPLICATION = re.compile(r"\s*Greylox Web\s*:\s*(\d{1,4})\.(\d{1,4})", re.I | re.A)
RESULT = re.compile(r"\s*(b|w|black|white)\s*\+\s*(.*)", re.I | re.S)
RESIGNATION = re.compile(r"r(?:esign(?:ed|s|ation)?)?\s*", re.I)


def get_letters(game: Game) -> str:
    """Return the letters of the first and the second colour."""
    first, second = game.colours
    return DEFAULT_LETTERS[::-1] if first == "white" or second == "black" else DEFAULT_LETTERS


def letters_by_version(game: Game, root: Properties) -> str:
    """Return the letters of the version that wrote the file; "" if the file has no version."""
    match = OWN_APPLICATION.match(root.get("AP", [""])[0])
    if not match:
        return ""
    return DEFAULT_LETTERS if (int(match[1]), int(match[2])) < (0, 2) else get_letters(game)


def format_result(outcome: Outcome, letters: str) -> str:
    """Format a result as in SGF and GTP: ``B+``, ``W+R`` after a resignation, ``0`` for a draw."""
    if outcome.winner is None:
        return "0"
    return f"{letters[outcome.winner]}+" + "R" * (outcome.reason == "resigned")


def parse_names(root: Properties, game: Game, letters: str, last: str) -> dict[str, object]:
    """Return the names, the date and the result of a game.

    The keys ``first`` and ``second`` have the players of the first and the second colour.
    ``letters`` are the file's letters at the start, ``last`` its letters at the end.  The value of
    ``result`` has the letters of ``get_letters``.
    """
    keys = [*_keys(letters), ("result", "RE")]
    names: dict[str, object] = {key: sanitize(root[name][0]) for key, name in keys if name in root}
    if match := RESULT.fullmatch(str(names.get("result", ""))):
        winner = get_letters(game)[last.index(match[1][0].upper())]
        names["result"] = f"{winner}+{match[2].strip()}"
    return names


def resigned_colour(names: Meta, game: Game) -> int | None:
    """Return the colour that resigned according to the result, or None."""
    match = RESULT.fullmatch(str(names.get("result", "")))
    if not match or not RESIGNATION.fullmatch(match[2]):
        return None
    return 1 - get_letters(game).index(match[1].upper())


def format_properties(
    meta: Meta, game: Game, outcome: Outcome | None
) -> list[tuple[str, list[Value]]]:
    """Return the properties of names, date and result; ``outcome`` is None in unfinished games."""
    letters = get_letters(game)
    texts = {name: meta.get(key) for key, name in _keys(letters)}
    texts["RE"] = format_result(outcome, letters) if outcome else meta.get("result")
    return [
        (name, [sanitize(text)]) for name, text in texts.items() if text and isinstance(text, str)
    ]


def _keys(letters: str) -> list[tuple[str, str]]:
    """Return the keys of texts and their properties, in writing order."""
    black, white = ("first", "second") if letters == DEFAULT_LETTERS else ("second", "first")
    players = [(black, "PB"), (white, "PW")]
    return [("name", "GN"), *players, ("date", "DT"), ("event", "EV"), ("place", "PC")]
