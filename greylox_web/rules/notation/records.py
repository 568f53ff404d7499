"""Records as human-readable text, a parser for links and records, and positions as JSON values.

::

    greylox5
    1. e5  2. e6+b2  3. c3+h7
    after 3: c4+h7 d5
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from ...words import error_text
from ..board import NotationError, as_ascii
from ..groups import sizes
from ..play import replay
from ..registry import GAMES
from ..state import PHASES, Game, State
from .actions import (
    END_TOKEN,
    MAX_ACTIONS,
    MAX_VARIATIONS,
    RESIGN,
    GameRecord,
    ParseResult,
    format_turns,
    legal_names,
    limit_variations,
    outcome_of,
    parse_moves,
)
from .links import (
    FRAGMENT_START,
    MAX_CHARACTERS,
    read_link,
    read_spec,
    undo_escapes,
    write_spec,
)
from .setup import read_setup, write_setup

HEADER = re.compile(r"\s*([a-z]+)[\s_]*(\d{1,3})((?:-[a-z]\d*)*)(?![\w])[:,]?", re.I)
SETUP = re.compile(r"\s*setup\s+([0-9a-z.-]+)", re.I)
VARIATION = re.compile(r"\bafter\s+(\d{1,4})\s*:", re.I)
WORD = re.compile(r"\d+\.+|\+?[^\s+,;]+")
LINK = re.compile(r"#\s*\d{1,6}/(?!\d)")
BARE_LINK = re.compile(r"[\W_]{0,20}\d{1,6}/(?!\d)")


def write_record(record: GameRecord) -> str:
    """Format the record as human-readable text, including set-up and variations."""
    game = record.game
    head = write_spec(game)
    if record.setup is not None:
        head += f" setup {write_setup(game, record.setup)}"
    states = replay(game, record.actions, record.initial_state)
    texts = format_turns(game, states, record.actions)
    if record.resigned and states[-1].is_mid_turn and texts:
        texts[-1] += f" {RESIGN}"  # a separate turn number would end the open turn
    elif record.resigned:
        texts.append(RESIGN)
    lines = [head, "  ".join(f"{number}. {text}" for number, text in enumerate(texts, 1))]
    for ply, actions in _whole_turns(record, states):
        turn_texts = format_turns(game, replay(game, actions, states[ply]), actions)
        lines.append(f"after {ply}: {' '.join(turn_texts)}")
    return "\n".join(lines) + "\n"


def _whole_turns(
    record: GameRecord, states: Sequence[State]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return the variations that a parser accepts, each extended back to the start of its turn."""
    variations = []
    for ply, actions in record.variations:
        start = ply
        while start and states[start].is_mid_turn:
            start -= 1
        variations.append((start, record.actions[start:ply] + actions))
    return limit_variations(replace(record, variations=tuple(variations))).variations


def read_record(text: str, game: Game | None = None, *, allow_small: bool = False) -> ParseResult:
    """Parse a record.  ``game`` is the default for a text that names no game."""
    if len(text) > 4 * MAX_CHARACTERS:
        return ParseResult(None, error=error_text("record-long", most=4 * MAX_CHARACTERS))
    text = as_ascii(text)
    record, setup = None, None
    try:
        header = HEADER.match(text)
        if header and header[1].lower() in GAMES:
            game = read_spec("".join(header.groups()).lower(), allow_small=allow_small)
            text = text[header.end() :]
        if game is None:
            raise NotationError(error_text("record-no-game"))
        record = GameRecord(game)
        setup = SETUP.match(text)
        if setup:
            text = text[setup.end() :]
            record = replace(record, setup=read_setup(game, setup[1].lower()))
    except NotationError as error:
        states = (record.initial_state,) if record else ()
        return ParseResult(record, states, str(error), text.strip())
    main, *others = VARIATION.split(text)
    reading = _parse_main_line(record, main)
    for ply, words in zip(others[::2], others[1::2], strict=True):
        if reading.error:
            break
        reading = _read_variation(reading, int(ply), words)
    return reading


def _words(text: str) -> list[str]:
    """Split a line of moves into words.  A turn number ends the preceding turn."""
    words: list[str] = []
    for word in WORD.findall(re.sub(r"\+\s*", " +", text)):
        if not word.rstrip(".").isdigit():
            words.append(word.lower() if word.lower() != "resigns" else RESIGN)
        elif words and words[-1] != END_TOKEN:
            words.append(END_TOKEN)
    return words


def _max_action_count(words: list[str]) -> int:
    """An upper bound for the number of actions in the words."""
    return len(words) - words.count(END_TOKEN)


def _parse_main_line(record: GameRecord, text: str) -> ParseResult:
    words = _words(text)
    if _max_action_count(words) > MAX_ACTIONS:
        return ParseResult(
            record,
            (record.initial_state,),
            error_text("record-actions", most=MAX_ACTIONS),
            text.strip(),
        )
    line = parse_moves(record.game, record.initial_state, words)
    record = replace(record, actions=line.actions, resigned=line.resigned)
    unparsed = " ".join(words[line.words_read :]) if line.error else ""
    return ParseResult(record, line.states, line.error, unparsed)


def _read_variation(reading: ParseResult, ply: int, text: str) -> ParseResult:
    record = reading.record
    assert record is not None
    if ply > len(record.actions):
        return replace(reading, error=error_text("variation-place", place=ply))
    if len(record.variations) == MAX_VARIATIONS:
        return replace(reading, error=error_text("record-variations", most=MAX_VARIATIONS))
    words = _words(text)
    action_count = len(record.actions) + sum(len(actions) for _, actions in record.variations)
    if action_count + _max_action_count(words) > MAX_ACTIONS:
        return replace(
            reading, error=error_text("record-actions", most=MAX_ACTIONS), unparsed=text.strip()
        )
    line = parse_moves(record.game, reading.states[ply], words)
    if line.error or line.resigned or not line.actions:
        error = line.error or error_text("variation-bad")
        return replace(reading, error=error, unparsed=text.strip())
    actions = line.actions
    while actions[1:] and record.actions[ply : ply + 1] == actions[:1]:
        if not reading.states[ply + 1].is_mid_turn:
            break
        ply, actions = ply + 1, actions[1:]  # a shared action of the main line
    return replace(reading, record=replace(record, variations=(*record.variations, (ply, actions))))


def is_link(text: str) -> bool:
    """Whether ``text`` looks like a link: an address, or a fragment with or without ``#``."""
    start = text[:MAX_CHARACTERS]
    if "urldefense" in start:  # a rewritten URL may contain line breaks
        start = "".join(start.split())
    start = undo_escapes(start).lstrip()
    return bool(BARE_LINK.match(start) or LINK.search(start) or FRAGMENT_START.search(text))


def read_any(text: str, game: Game | None = None, *, allow_small: bool = False) -> ParseResult:
    """Parse ``text`` as a link or as a record."""
    if is_link(text):
        return read_link(text, allow_small=allow_small)
    return read_record(text, game, allow_small=allow_small)


def position_summary(reading: ParseResult) -> dict[str, object]:
    """The position at the cursor of a parsed text, with the fields of ``show --json``."""
    record = reading.record
    if record is None:
        return dict.fromkeys(FIELDS) | {"legal": [], "over": False, "error": reading.error}
    ply = record.shown_ply
    state = reading.states[ply]
    at_end = ply == len(record.actions)
    return _position(record, state, at_end) | {"error": reading.error}


FIELDS = (
    "game",
    "size",
    "options",
    "phase",
    "mover",
    "legal",
    "stones",
    "groups",
    "score",
    "over",
    "winner",
    "error",
)


def _position(record: GameRecord, state: State, at_end: bool) -> dict[str, object]:
    game = record.game
    board, colours = game.board, game.colours
    outcome = outcome_of(record, state) if at_end else game.outcome(state)
    controlled = game.controlled(state)
    fields: dict[str, object] = {
        "game": game.name,
        "size": game.size,
        "options": game.options,
        "phase": PHASES[state.phase],
        "mover": colours[state.mover],
        "legal": [] if outcome else legal_names(game, game.legal(state)),
        "stones": {c: board.cell_names(s) for c, s in zip(colours, state.stones, strict=True)},
        "groups": {
            c: sizes(board, s) for c, s in zip(colours, game.scored_cells(state), strict=True)
        },
        "score": {colour: game.score(state, n) for n, colour in enumerate(colours)},
        "over": outcome is not None,
        "winner": None if outcome is None or outcome.winner is None else colours[outcome.winner],
    }
    if controlled is not None:
        fields["control"] = {
            c: board.cell_names(m) for c, m in zip(colours, controlled, strict=True)
        }
    return fields
