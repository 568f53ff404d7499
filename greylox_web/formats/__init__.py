"""Games as text: one reader for pasted text of any format, and a writer for each format."""

import re
from itertools import islice

from ..rules import Game
from ..rules.notation.records import is_link, read_any
from ..schema import list_of, validate
from ..text import MAX_GAME_TEXT
from ..words import error_text
from . import game_json, hexworld, sgf, sgf_grammar
from .import_result import Format, ImportResult, from_parse_result, import_error

SGF = re.compile(r"[^{]{0,2000}?\(\s{0,100};", re.S)
NUMBER = r'-?\d+(?:\.\d+)?(?=\s*,\s*[-\d\[{"]|\s*\]\s*$)'
JSON = re.compile(rf'\s*(?:\{{|\[\s*(?:[\[{{"\]]|$|{NUMBER}))')
JSON_TEXT = re.compile(r'[\s\[{]*["}\]]')
OWN_FORMAT_MARK = '"greylox-web '  # in a JSON file of this program


def read(text: str, game: Game | None = None) -> ImportResult:
    """The game in a link or an address, a record, our JSON, SGF, or a HexWorld link.

    ``game`` is assumed for a record that does not name its game.  No exception is raised: a fault
    is a sentence in ``error``, and ``tree`` has the legal part before it.  A file with many games,
    in our JSON or SGF, is refused with the kind "library", however long it is; its games are
    listed by ``library.collection.parse_game_values``.
    """
    text = text.removeprefix("\ufeff")
    parsed = sgf_grammar.parse(text) if SGF.match(text) else None
    if parsed and not any(node.properties for node in parsed.nodes) and holds_link(text):
        parsed = None  # its brackets are other ones
    if game_json.is_library(text) or (parsed and parsed.has_next_game):
        return import_error("library", error_text("file-library"))
    if "\0" in text[:MAX_GAME_TEXT]:
        return import_error("unknown", error_text("text-binary"))
    if len(text) > MAX_GAME_TEXT:
        return import_error("unknown", error_text("text-long", most=MAX_GAME_TEXT))
    if not text.strip():
        return import_error("unknown", error_text("text-empty"))
    if is_json(text):
        return game_json.read_game(text)
    if parsed:
        return _read_sgf(parsed)
    result = hexworld.read_hexworld_text(text) or _read_own_text(text, game)
    if result.tree is None and JSON_TEXT.match(text) and JSON.match(text):
        return game_json.read_game(text)
    return result


def holds_link(text: str) -> bool:
    """Whether a text holds a link to a game, here or at HexWorld."""
    return is_link(text) or hexworld.holds_hexworld(text)


def is_json(text: str) -> bool:
    """Whether a text is JSON, malformed or not: it begins so, and is ours or holds no link.

    Many wrappings of links begin with the same brackets: ``[title](LINK)``, ``[18:40] Ann: LINK``.
    """
    return JSON.match(text) is not None and (OWN_FORMAT_MARK in text or not holds_link(text))


def sgf_games(text: str) -> list[str]:
    """The text of each game in an SGF collection; empty for any other text.

    Raise SchemaError if there are more than ``game_json.MAX_GAMES``.
    """
    if not SGF.match(text):
        return []
    max_games = game_json.MAX_GAMES
    game_texts = list(islice(sgf_grammar.games(text), max_games + 1))
    games: list[str] = validate(game_texts, list_of(str, max_games), "file-games", most=max_games)
    return games


def _read_own_text(text: str, game: Game | None) -> ImportResult:
    kind: Format = "link" if is_link(text) else "record"
    return from_parse_result(read_any(text, game), kind)


def _read_sgf(parsed: sgf_grammar.SgfParse) -> ImportResult:
    if not parsed.nodes:
        return import_error("sgf", parsed.error or "", parsed.unparsed)
    root = parsed.nodes[0].properties
    if "GG" in root:
        return sgf.read_own_sgf(parsed)
    if "GM" not in root:
        golem = hexworld.is_golem(parsed)
        return import_error("sgf", error_text("sgf-golem" if golem else "sgf-no-game"), parsed.text)
    number = root["GM"][0].strip()
    if number == "11":
        return hexworld.read_hex_sgf(parsed)
    return import_error("sgf", error_text("sgf-other", number=number[:8]), parsed.text)
