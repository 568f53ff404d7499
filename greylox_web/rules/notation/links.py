"""Link fragments, format 1: a whole game in the URL fragment, which browsers never send to servers.

::

    1/<game><size>[-<option>...][/s<setup>]/m<actions>
      [/v<k><actions>...][/y<k><actions>...][/w<digits>][/n<cursor>]/c<kk>

``answers.py`` parses the sections ``y``, and ``annotations.py`` describes ``w``, the comments and
marks.  The parser skips sections with other letters after the actions, because later versions may
add sections.  A fragment uses only ``a-z 0-9 . / -``: chat programs, mail programs and QR codes
leave these unchanged.  ``formats.embed`` describes the addresses of boards in other pages, which
end in such a link.  The two check digits are the lowest ten bits of the CRC-32 of the text before
``/c``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from zlib import crc32

from ...words import error_text
from ..board import NotationError, as_ascii, is_foreign
from ..options import OptionValue
from ..registry import GAMES, TITLES, new_game
from ..state import Game, State
from .actions import (
    MAX_ACTIONS,
    MAX_VARIATIONS,
    RESIGN,
    GameRecord,
    ParsedMoves,
    ParseResult,
    action_name,
    limit_variations,
    parse_moves,
)
from .setup import read_setup, write_setup

VERSION = 1
MAX_CHARACTERS = 8192
DIGITS = "0123456789abcdefghijklmnopqrstuv"
SPEC = re.compile(r"([a-z]+)(\d{1,3})((?:-[a-z]\d*)*)")
ACTION = re.compile(r"[a-z]\d{1,2}x?|\.|-[spq]")
SPECIALS = {"-s": "swap", "-p": "pass", "-q": RESIGN}
SECTION_LEAD = re.compile(r"[mvy]\d*|.*", re.S)  # the beginning of a section, up to its actions
VARIATION_OR_CURSOR = re.compile(r"v(\d{1,4})(.*)|n(\d{1,4})")
UNKNOWN = re.compile(r"[abd-lo-rtux-z].*")  # a section of a later version
FRAGMENT_START = re.compile(r"#(?=\d{1,6}/(?!\d))")
CHECKSUM_THEN_TEXT = re.compile(r"(/c[0-9a-v]{2})[^0-9a-z/].*", re.I | re.S)
CHECKED = re.compile(r".*/c[0-9a-v]{2}", re.S)
TRUNCATED_CHECKSUM = re.compile(r"/c[0-9a-v]?$")  # the rest of truncated check digits
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
QUOTED = re.compile(r"^[ \t]*(?:[>|][ \t]*)+", re.M)  # the quote prefix of mail programs
STRIP_CHARS = " \t\r\n\"'`<>()[]{}«»„“”‘’「」『』【】《》。、,;:!?.*_~/"
TRAILING_TEXT = re.compile(r"[\]\[()<>{}|\"'`&\\»«„“”‘’「」『』【】《》。、].*", re.S)
"""The text after a link in Markdown, BBCode, HTML, Org, JSON or the query of another URL."""
MAX_DECODINGS = 2  # the maximum number of nested percent-encodings
ENTITY = re.compile(r"&#(?:x([0-9a-f]{1,4})|(\d{1,5}));", re.I)
ESCAPED = re.compile(r"\\([/#.-])")  # in JSON, TeX and Markdown
URLDEFENSE_V2 = re.compile(r"/v2/url\?u=([^\s&]+)")
URLDEFENSE_V3 = re.compile(r"/v3/__((?:(?!/v3/__)\S)+?)__;([\w-]*)=*!", re.A)
REPLACED_CHARACTERS = re.compile(r"\*(?:\*([\w-]))?", re.A)
RUN_LENGTH_DIGITS = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"  # of 2, 3, ... characters
)


def write_spec(game: Game) -> str:
    """Format the game, its size and its options: ``brink5-x3``."""
    flags = (option.to_flag(game.options[option.key]) for option in game.option_schema)
    return "-".join([f"{game.name}{game.size}", *filter(None, flags)])


def read_spec(text: str, *, allow_small: bool = False) -> Game:
    """Parse the output of ``write_spec``; raise NotationError for other text."""
    match = SPEC.fullmatch(text)
    if not match or match[1] not in GAMES:
        raise NotationError(error_text("link-spec", text=text[:24]))
    name, size, flags = match.groups()
    chosen = [_option(name, flag) for flag in flags.split("-")[1:]]
    return new_game(name, int(size), dict(chosen), allow_small=allow_small)


def _option(name: str, flag: str) -> tuple[str, OptionValue]:
    """Return the key and the value of the option that a flag sets in the game ``name``.

    If the flag sets an option of other games only, the error message names that option, or the
    flag if this game has the option under another flag.
    """
    own_options = GAMES[name].option_schema
    for option in own_options:
        value = option.from_flag(flag)
        if value is not None:
            return option.key, value
    for option in (option for kind in GAMES.values() for option in kind.option_schema):
        if option.from_flag(flag) is not None:
            is_shared = option.key in {own.key for own in own_options}
            named = f"-{flag}" if is_shared else option.key
            raise NotationError(error_text("no-option", Game=TITLES[name], option=named))
    raise NotationError(error_text("link-option", flag=flag[:8]))


def write_actions(game: Game, actions: Sequence[int]) -> str:
    """Format actions for a link, without separators: ``e5e6b2``."""
    words = (action_name(game.board, action) for action in actions)
    end = "-p" if game.end_label == "pass" else "."
    return "".join({"swap": "-s", "end": end}.get(word, word) for word in words)


def check_digits(text: str) -> str:
    """The two check digits of a link with ``text`` before ``/c``."""
    low = crc32(text.encode()) & 1023
    return DIGITS[low >> 5] + DIGITS[low & 31]


def write_link(record: GameRecord) -> str:
    """Format the record as a fragment without its ``#``, without what does not fit."""
    return fit_link(record)[1]


def fit_link(record: GameRecord) -> tuple[GameRecord, str]:
    """Return what a link of at most ``MAX_CHARACTERS`` holds of the record, and the link.

    Variations that branch off earliest are omitted first, then the last answers, and the longest
    comments.
    """
    annotations = record.annotations
    record = replace(limit_variations(record), annotations=())
    while len(text := _format_link(record)) > MAX_CHARACTERS and record.variations:
        record = replace(record, variations=record.variations[1:])
    while len(text) > MAX_CHARACTERS and record.answers:
        record = replace(record, answers=record.answers[:-1])
        text = _format_link(record)
    if annotations:
        from .annotations import MAX_DIGITS, fit_annotations  # few links have any

        room = min(MAX_DIGITS, MAX_CHARACTERS - len(text) - len("/w"))
        fitting = fit_annotations(record.game.board, annotations, room)
        record = replace(record, annotations=fitting)
        text = _format_link(record)
    return record, text


def _format_link(record: GameRecord) -> str:
    game = record.game
    text = f"{VERSION}/{write_spec(game)}"
    if record.setup is not None:
        text += f"/s{write_setup(game, record.setup)}"
    text += f"/m{write_actions(game, record.actions)}" + ("-q" if record.resigned else "")
    for ply, actions in record.variations:
        text += f"/v{ply}{write_actions(game, actions)}"
    for ply, actions in record.answers:
        text += f"/y{ply}{write_actions(game, actions)}"
    if record.annotations:
        from .annotations import write_annotations

        text += f"/w{write_annotations(game.board, record.annotations)}"
    if record.cursor is not None and record.cursor != len(record.actions):
        text += f"/n{record.cursor}"
    return f"{text}/c{check_digits(text)}"


def extract_fragment(text: str) -> str:
    """Extract the fragment from a pasted text, without URL, quotation marks and line breaks."""
    return _trim_fragment(undo_escapes("".join(QUOTED.sub("", INVISIBLE.sub("", text)).split())))


def candidate_fragments(text: str) -> Iterator[str]:
    """Yield the possible fragments in a text.

    The first candidate is the whole text after the beginning of the fragment: it repairs links that
    a mail program broke into lines.  The second candidate is only the first word: it excludes any
    text after the link.
    """
    yield extract_fragment(text)
    words = undo_escapes(QUOTED.sub("", INVISIBLE.sub("", text)))
    begin = FRAGMENT_START.search(words)
    first = words[begin.start() if begin else max(words.find("#"), 0) :].split(maxsplit=1)
    if len(first) > 1:
        yield _trim_fragment(first[0])


def _trim_fragment(text: str) -> str:
    """Extract the fragment from a text without escapes; cut text that cannot belong to it."""
    if "#" in text:
        begin = FRAGMENT_START.search(text)
        text = text[begin.end() if begin else text.index("#") + 1 :]
    text = CHECKSUM_THEN_TEXT.sub(r"\1", "".join(text.split()).strip(STRIP_CHARS))
    return TRAILING_TEXT.sub("", text).strip(STRIP_CHARS).lower()


def undo_escapes(text: str) -> str:
    """Restore the original links in a text: undo entities, escapes, encodings and rewriting."""
    text = as_ascii(INVISIBLE.sub("", text))
    text = ENTITY.sub(lambda m: chr(int(m[1] or "0", 16) or int(m[2] or "0")), text)
    text = ESCAPED.sub(r"\1", text)
    for _ in range(MAX_DECODINGS):
        text = _restore_rewritten(text)
        if "%" in text:
            from urllib.parse import unquote  # slow to import, and few links need it

            text = as_ascii(INVISIBLE.sub("", unquote(text, errors="replace")))
    return _restore_rewritten(text)


def _restore_rewritten(text: str) -> str:
    """Restore URLs that Proofpoint rewrote in mails, in its formats 2 and 3."""
    if "urldefense" not in text:
        return text
    from urllib.parse import unquote

    def decode_v2(match: re.Match[str]) -> str:
        return unquote(match[1].replace("-", "%").replace("_", "/"), errors="replace")

    def decode_v3(match: re.Match[str]) -> str:
        from base64 import urlsafe_b64decode

        encoded = match[2][: len(match[2]) - (len(match[2]) % 4 == 1)]
        signs = iter(urlsafe_b64decode(encoded + "===").decode("utf-8", "replace"))

        def expand(replaced: re.Match[str]) -> str:
            count = RUN_LENGTH_DIGITS.find(replaced[1]) + 2 if replaced[1] else 1
            return "".join(next(signs, "") for _ in range(count))

        return f"{REPLACED_CHARACTERS.sub(expand, match[1])}|"

    return URLDEFENSE_V3.sub(decode_v3, URLDEFENSE_V2.sub(decode_v2, text))


def has_checksum(text: str) -> bool:
    """Whether a link ends in check digits, as do all links that ``write_link`` formats."""
    return any(CHECKED.fullmatch(candidate) for candidate in candidate_fragments(text))


def read_link(text: str, *, allow_small: bool = False) -> ParseResult:
    """Parse the game in a link, as far as it is legal.  No text raises an exception.

    Links that a mail program broke into lines are repaired, and words after a link are ignored.  A
    link without check digits counts as written by hand: the result has ``lacks_checksum``.  A link
    with sections of later versions sets ``partial``.
    """
    if len(text) > MAX_CHARACTERS:
        begin = FRAGMENT_START.search(text)
        text = text[begin.start() : begin.start() + MAX_CHARACTERS + 1] if begin else ""
        if not text or len(text.split(maxsplit=1)[0]) > MAX_CHARACTERS:
            return ParseResult(None, error=error_text("link-long", most=MAX_CHARACTERS))
    best = ParseResult(None)
    for candidate in candidate_fragments(text):
        reading = _read_fragment(candidate, allow_small=allow_small)
        if not reading.error:
            return reading
        if not best.error or len(reading.states) > len(best.states):
            best = reading
    return best


def _read_fragment(text: str, *, allow_small: bool) -> ParseResult:
    body, _, check = text.rpartition("/c")
    checked = bool(body) and len(check) == 2
    whole = body if checked else TRUNCATED_CHECKSUM.sub("", text)
    if not re.fullmatch(r"[a-z0-9./-]*", whole):
        odd = re.sub(r"[a-z0-9./-]", "", whole)[0]
        fault = error_text("link-character", character=odd)
        if is_foreign(odd):
            fault = error_text("no-letter", letter=odd)
        return ParseResult(None, error=fault, unparsed=text)
    version, *parts = whole.split("/")
    if not version.isdigit():
        return ParseResult(None, error=error_text("link-none"), unparsed=text)
    if version != str(VERSION):
        newer = len(version) > 3 or int(version) > VERSION
        return ParseResult(
            None, error=error_text("link-newer" if newer else "link-format"), unparsed=text
        )
    if (
        sum(len(ACTION.findall(SECTION_LEAD.sub("", part, count=1))) for part in parts[1:])
        > MAX_ACTIONS
    ):
        return ParseResult(None, error=error_text("link-actions", most=MAX_ACTIONS), unparsed=text)
    try:
        game = read_spec(parts[0] if parts else "", allow_small=allow_small)
    except NotationError as error:
        return ParseResult(None, error=str(error), unparsed=text)
    reading = _read_parts(game, parts[1:])
    if checked and reading.error is None and check != check_digits(body):
        return replace(reading, error=error_text("link-digits"))
    record = reading.record
    shows = record is not None and (record.setup or record.actions or record.variations)
    return replace(reading, lacks_checksum=bool(shows) and not checked)


def _read_parts(game: Game, parts: list[str]) -> ParseResult:
    """Parse the sections after the game: set-up, main line, variations, annotations, cursor."""
    record = GameRecord(game)
    try:
        if parts and parts[0][:1] == "s":
            record = replace(record, setup=read_setup(game, parts.pop(0)[1:]))
    except NotationError as fault:
        return ParseResult(record, (game.start(),), str(fault), "/".join(parts))
    if not parts:
        return ParseResult(record, (record.initial_state,))
    if parts[0][:1] != "m":
        return ParseResult(
            record, (record.initial_state,), error_text("link-part", part=parts[0][:8]), parts[0]
        )
    line, unparsed = _read_line(game, record.initial_state, parts.pop(0)[1:])
    record = replace(record, actions=line.actions, resigned=line.resigned)
    if line.error:
        return ParseResult(record, line.states, line.error, "/".join([unparsed, *parts]))
    drops_answers = False
    if answer_parts := [part for part in parts if part[:1] == "y"]:
        from .answers import read_answers  # few links have any

        read = read_answers(game, line, answer_parts, _read_line)
        record, drops_answers = replace(record, answers=read.answers), read.has_invalid
        parts = [part for part in parts if part[:1] != "y"]
    known_parts = [part for part in parts if not UNKNOWN.fullmatch(part)]
    partial = len(known_parts) < len(parts)
    for number, part in enumerate(known_parts):
        match = VARIATION_OR_CURSOR.fullmatch(part)
        error: str | None = None
        if match and match[3] is not None and number == len(known_parts) - 1:
            cursor, last = int(match[3]), len(record.actions)
            error = error_text("link-cursor", place=cursor) if cursor > last else None
            record = replace(record, cursor=cursor) if cursor < last else record
        elif match and match[1] is not None and len(record.variations) < MAX_VARIATIONS:
            record, error = _with_variation(record, line.states, int(match[1]), match[2])
        elif part[:1] == "w" and not record.annotations:
            from .annotations import read_annotations

            notes = read_annotations(game.board, len(record.actions), part[1:])
            record, error = replace(record, annotations=notes.annotations), notes.error
            partial |= notes.partial
        elif match and match[1] is not None:
            error = error_text("link-variations", most=MAX_VARIATIONS)
        else:
            error = error_text("link-part", part=part[:8])
        if error:
            return ParseResult(
                record, line.states, error, "/".join(known_parts[number:]), partial=partial
            )
    return ParseResult(record, line.states, partial=partial, drops_answers=drops_answers)


def _read_line(game: Game, first: State, text: str) -> tuple[ParsedMoves, str]:
    """Parse the actions in ``text``; return them and the text from the first error on."""
    tokens, at = [], 0
    while match := ACTION.match(text, at):
        tokens.append(match[0])
        at = match.end()
    line = parse_moves(game, first, [SPECIALS.get(token, token) for token in tokens])
    if line.error:
        return line, "".join(tokens[line.words_read :]) + text[at:]
    if at < len(text):
        return line._replace(error=error_text("link-action", text=text[at : at + 8])), text[at:]
    return line, ""


def _with_variation(
    record: GameRecord, states: Sequence[State], ply: int, text: str
) -> tuple[GameRecord, str | None]:
    if ply > len(record.actions):
        return record, error_text("variation-place", place=ply)
    line, _ = _read_line(record.game, states[ply], text)
    error = line.error or (None if line.actions else error_text("variation-empty"))
    if line.resigned:
        error = error_text("variation-resigned")
    if error:
        return record, error
    return replace(record, variations=(*record.variations, (ply, line.actions))), None
