"""Link fragments, format 1: a whole game in the part of an address that no server sees.

::

    1/<game><size>[-<option>...][/s<setup>]/m<actions>[/v<k><actions>...][/n<cursor>]/c<kk>

Sections with other letters after the actions are passed over: later versions may write some.
Only ``a-z 0-9 . / -`` occur, which chat programs, mailers and QR codes leave unchanged.  The two
check digits are the lowest ten bits of the CRC-32 of everything before ``/c``.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from zlib import crc32

from ...words import wrong
from ..board import NotationError, as_ascii, is_foreign
from ..options import Value
from ..registry import GAMES, new_game
from ..state import Game, State
from .actions import MOST_ACTIONS, RESIGN, Line, Reading, Record, action_name, follow, within
from .setup import read_setup, write_setup

VERSION = 1
MOST_CHARACTERS = 8192
MOST_VARIATIONS = 16
DIGITS = "0123456789abcdefghijklmnopqrstuv"
SPEC = re.compile(r"([a-z]+)(\d{1,3})((?:-[a-z]\d*)*)")
ACTION = re.compile(r"[a-z]\d{1,2}x?|\.|-[spq]")
SPECIALS = {"-s": "swap", "-p": "pass", "-q": RESIGN}
LEAD = re.compile(r"[mv]\d*|.*", re.S)  # of a part, what comes before its actions
PART = re.compile(r"v(\d{1,4})(.*)|n(\d{1,4})")
UNKNOWN = re.compile(r"[abd-lo-rtuw-z].*")  # a part that only later versions know
BEGIN = re.compile(r"#(?=\d{1,6}/(?!\d))")
CLOSED = re.compile(r"(/c[0-9a-v]{2})[^0-9a-z/].*", re.I | re.S)
CHECKED = re.compile(r".*/c[0-9a-v]{2}", re.S)
CUT_CHECK = re.compile(r"/c[0-9a-v]?$")  # what is left of check digits that were cut off
UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
QUOTED = re.compile(r"^[ \t]*(?:[>|][ \t]*)+", re.M)  # a mailer's marks before the lines it quotes
EDGES = " \t\r\n\"'`<>()[]{}«»„“”‘’「」『』【】《》。、,;:!?.*_~/"
AFTER = re.compile(r"[\]\[()<>{}|\"'`&\\»«„“”‘’「」『』【】《》。、].*", re.S)
"""What follows a link in Markdown, BBCode, HTML, Org, JSON or the query of another address."""
ESCAPES = 2  # how often a link may have been percent-encoded
ENTITY = re.compile(r"&#(?:x([0-9a-f]{1,4})|(\d{1,5}));", re.I)
ESCAPED = re.compile(r"\\([/#.-])")  # in JSON, TeX and Markdown
REWRITTEN_2 = re.compile(r"/v2/url\?u=([^\s&]+)")
REWRITTEN_3 = re.compile(r"/v3/__((?:(?!/v3/__)\S)+?)__;([\w-]*)=*!", re.A)
STAR = re.compile(r"\*(?:\*([\w-]))?", re.A)
RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"  # of 2, 3, ... signs


def write_spec(game: Game) -> str:
    """The game, its size and options: ``brink5-x3``."""
    flags = (option.written(game.options[option.key]) for option in game.schema)
    return "-".join([f"{game.name}{game.size}", *filter(None, flags)])


def read_spec(text: str, *, small: bool = False) -> Game:
    """The game that ``write_spec`` wrote; raise NotationError with a sentence otherwise."""
    match = SPEC.fullmatch(text)
    if not match or match[1] not in GAMES:
        raise NotationError(wrong("link-spec", text=text[:24]))
    name, size, flags = match.groups()
    chosen = [_option(name, flag) for flag in flags.split("-")[1:]]
    return new_game(name, int(size), dict(chosen), small=small)


def _option(name: str, flag: str) -> tuple[str, Value]:
    """The key and the value of the option that a flag sets, of this game or else of another."""
    for kind in (GAMES[name], *GAMES.values()):
        for option in kind.schema:
            value = option.read(flag)
            if value is not None:
                return option.key, value
    raise NotationError(wrong("link-option", flag=flag[:8]))


def write_actions(game: Game, actions: Sequence[int]) -> str:
    """Actions in the form of links, without separators: ``e5e6b2``."""
    words = (action_name(game.board, action) for action in actions)
    end = "-p" if game.end_word == "pass" else "."
    return "".join({"swap": "-s", "end": end}.get(word, word) for word in words)


def check_digits(text: str) -> str:
    """The two check digits of a link whose text before ``/c`` this is."""
    low = crc32(text.encode()) & 1023
    return DIGITS[low >> 5] + DIGITS[low & 31]


def write_link(record: Record) -> str:
    """The record as a fragment without its ``#``.

    If all variations would make the link too long to be read, those that leave the main line
    latest are kept.
    """
    record = within(record, MOST_VARIATIONS)
    while len(text := _written(record)) > MOST_CHARACTERS and record.variations:
        record = replace(record, variations=record.variations[1:])
    return text


def _written(record: Record) -> str:
    game = record.game
    text = f"{VERSION}/{write_spec(game)}"
    if record.setup is not None:
        text += f"/s{write_setup(game, record.setup)}"
    text += f"/m{write_actions(game, record.actions)}" + ("-q" if record.resigned else "")
    for place, actions in record.variations:
        text += f"/v{place}{write_actions(game, actions)}"
    if record.cursor is not None and record.cursor != len(record.actions):
        text += f"/n{record.cursor}"
    return f"{text}/c{check_digits(text)}"


def fragment(text: str) -> str:
    """The fragment inside a pasted text: without the address, quotes, line breaks and the like."""
    return _cut(bare("".join(QUOTED.sub("", UNSEEN.sub("", text)).split())))


def fragments(text: str) -> Iterator[str]:
    """What the fragment in a text may be: all that follows, or the first word alone.

    The first repairs a link that a mailer broke into lines, the second knows nothing of the words
    after a link.
    """
    yield fragment(text)
    words = bare(QUOTED.sub("", UNSEEN.sub("", text)))
    begin = BEGIN.search(words)
    first = words[begin.start() if begin else max(words.find("#"), 0) :].split(maxsplit=1)
    if len(first) > 1:
        yield _cut(first[0])


def _cut(text: str) -> str:
    """The fragment in a text without escapes, up to what cannot belong to it."""
    if "#" in text:
        begin = BEGIN.search(text)
        text = text[begin.end() if begin else text.index("#") + 1 :]
    text = CLOSED.sub(r"\1", "".join(text.split()).strip(EDGES))
    return AFTER.sub("", text).strip(EDGES).lower()


def bare(text: str) -> str:
    """A text in which links stand as they were written: every way to escape them is undone."""
    text = as_ascii(UNSEEN.sub("", text))
    text = ENTITY.sub(lambda m: chr(int(m[1] or "0", 16) or int(m[2] or "0")), text)
    text = ESCAPED.sub(r"\1", text)
    for _ in range(ESCAPES):
        text = _as_sent(text)
        if "%" in text:
            from urllib.parse import unquote  # slow to load, and few links need it

            text = as_ascii(UNSEEN.sub("", unquote(text, errors="replace")))
    return _as_sent(text)


def _as_sent(text: str) -> str:
    """A text with the addresses restored that Proofpoint rewrites in mails, in versions 2 and 3."""
    if "urldefense" not in text:
        return text
    from urllib.parse import unquote

    def second(match: re.Match[str]) -> str:
        return unquote(match[1].replace("-", "%").replace("_", "/"), errors="replace")

    def third(match: re.Match[str]) -> str:
        from base64 import urlsafe_b64decode

        code = match[2][: len(match[2]) - (len(match[2]) % 4 == 1)]
        signs = iter(urlsafe_b64decode(code + "===").decode("utf-8", "replace"))

        def put(star: re.Match[str]) -> str:
            count = RUNS.find(star[1]) + 2 if star[1] else 1
            return "".join(next(signs, "") for _ in range(count))

        return f"{STAR.sub(put, match[1])}|"

    return REWRITTEN_3.sub(third, REWRITTEN_2.sub(second, text))


def is_checked(text: str) -> bool:
    """Whether a link ends in check digits, as all links do that a program has written."""
    return any(CHECKED.fullmatch(found) for found in fragments(text))


def read_link(text: str, *, small: bool = False) -> Reading:
    """The game in a link, as far as it is legal; no text raises an exception.

    A link that a mailer broke into lines is repaired, and words after a link are ignored.  One
    without check digits is assumed to be written by hand and is marked as ``unchecked``, one with
    sections that only later versions know as ``partial``.
    """
    if len(text) > MOST_CHARACTERS:
        begin = BEGIN.search(text)
        text = text[begin.start() : begin.start() + MOST_CHARACTERS + 1] if begin else ""
        if not text or len(text.split(maxsplit=1)[0]) > MOST_CHARACTERS:
            return Reading(None, error=wrong("link-long", most=MOST_CHARACTERS))
    best = Reading(None)
    for found in fragments(text):
        reading = _read_fragment(found, small=small)
        if not reading.error:
            return reading
        if not best.error or len(reading.states) > len(best.states):
            best = reading
    return best


def _read_fragment(text: str, *, small: bool) -> Reading:
    body, _, check = text.rpartition("/c")
    checked = bool(body) and len(check) == 2
    whole = body if checked else CUT_CHECK.sub("", text)
    if not re.fullmatch(r"[a-z0-9./-]*", whole):
        odd = re.sub(r"[a-z0-9./-]", "", whole)[0]
        fault = wrong("link-character", character=odd)
        if is_foreign(odd):
            fault = wrong("no-letter", letter=odd)
        return Reading(None, error=fault, rest=text)
    version, *parts = whole.split("/")
    if not version.isdigit():
        return Reading(None, error=wrong("link-none"), rest=text)
    if version != str(VERSION):
        newer = len(version) > 3 or int(version) > VERSION
        return Reading(None, error=wrong("link-newer" if newer else "link-format"), rest=text)
    if sum(len(ACTION.findall(LEAD.sub("", part, count=1))) for part in parts[1:]) > MOST_ACTIONS:
        return Reading(None, error=wrong("link-actions", most=MOST_ACTIONS), rest=text)
    try:
        game = read_spec(parts[0] if parts else "", small=small)
    except NotationError as error:
        return Reading(None, error=str(error), rest=text)
    reading = _read_parts(game, parts[1:])
    if checked and reading.error is None and check != check_digits(body):
        return replace(reading, error=wrong("link-digits"))
    record = reading.record
    shows = record is not None and (record.setup or record.actions or record.variations)
    return replace(reading, unchecked=bool(shows) and not checked)


def _read_parts(game: Game, parts: list[str]) -> Reading:
    """The parts after the game: setup, main line, variations, cursor."""
    record = Record(game)
    try:
        if parts and parts[0][:1] == "s":
            record = replace(record, setup=read_setup(game, parts.pop(0)[1:]))
    except NotationError as fault:
        return Reading(record, (game.start(),), str(fault), "/".join(parts))
    if not parts:
        return Reading(record, (record.first,))
    if parts[0][:1] != "m":
        return Reading(record, (record.first,), wrong("link-part", part=parts[0][:8]), parts[0])
    line, rest = _read_line(game, record.first, parts.pop(0)[1:])
    record = replace(record, actions=line.actions, resigned=line.resigned)
    if line.error:
        return Reading(record, line.states, line.error, "/".join([rest, *parts]))
    known = [part for part in parts if not UNKNOWN.fullmatch(part)]
    partial = len(known) < len(parts)
    for number, part in enumerate(known):
        match = PART.fullmatch(part)
        error: str | None = None
        if match and match[3] is not None and number == len(known) - 1:
            shown, last = int(match[3]), len(record.actions)
            error = wrong("link-cursor", place=shown) if shown > last else None
            record = replace(record, cursor=shown) if shown < last else record
        elif match and match[1] is not None and len(record.variations) < MOST_VARIATIONS:
            record, error = _with_variation(record, line.states, int(match[1]), match[2])
        elif match and match[1] is not None:
            error = wrong("link-variations", most=MOST_VARIATIONS)
        else:
            error = wrong("link-part", part=part[:8])
        if error:
            return Reading(record, line.states, error, "/".join(known[number:]), partial=partial)
    return Reading(record, line.states, partial=partial)


def _read_line(game: Game, first: State, text: str) -> tuple[Line, str]:
    """The actions in ``text``, and the rest of the text from the first fault on."""
    tokens, at = [], 0
    while match := ACTION.match(text, at):
        tokens.append(match[0])
        at = match.end()
    line = follow(game, first, [SPECIALS.get(token, token) for token in tokens])
    if line.error:
        return line, "".join(tokens[line.used :]) + text[at:]
    if at < len(text):
        return line._replace(error=wrong("link-action", text=text[at : at + 8])), text[at:]
    return line, ""


def _with_variation(
    record: Record, states: Sequence[State], place: int, text: str
) -> tuple[Record, str | None]:
    if place > len(record.actions):
        return record, wrong("variation-place", place=place)
    line, _ = _read_line(record.game, states[place], text)
    error = line.error or (None if line.actions else wrong("variation-empty"))
    if line.resigned:
        error = wrong("variation-resigned")
    if error:
        return record, error
    return replace(record, variations=(*record.variations, (place, line.actions))), None
