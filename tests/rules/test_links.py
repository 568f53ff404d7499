"""Links: round trips, mangled and mutated links, time limits, and a frozen corpus."""

import hashlib
import json
import re
import time
import tracemalloc
from functools import cache
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest
from hypothesis import given

from greylox_web.rules import NotationError
from greylox_web.rules.notation.actions import MAX_ACTIONS, GameRecord
from greylox_web.rules.notation.links import (
    check_digits,
    read_link,
    read_spec,
    write_link,
    write_spec,
)
from greylox_web.rules.notation.records import is_link, position_summary, read_any
from greylox_web.rules.notation.setup import make_position
from greylox_web.rules.play import random_game, replay
from tests.formats.strategies import SPECS, games, many, random_record, randoms
from tests.thoroughness import PROFILE

MUTATIONS = {"quick": 1_000, "usual": 5_000, "long": 100_000}[PROFILE]
MAX_BYTES = 20_000_000


def _slowness():
    """Return how much slower this machine is than the one where the limit of 50 ms was set."""
    times = []
    for _ in range(5):
        began, mask = time.thread_time(), 1
        for step in range(40_000):
            mask = (mask << 1 | mask >> 3 | step) & ((1 << 240) - 1)
        times.append(time.thread_time() - began)
    return max(1.0, min(times) / 0.006)


MAX_SECONDS = 0.050 * _slowness()
SITE = "https://example.org/greylox/"
LINK = "1/greylox6/mf6f7b2/c" + check_digits("1/greylox6/mf6f7b2")
FULL_WIDTH = "".join(chr(ord(sign) + 0xFEE0) for sign in f"#{LINK}")
HEXED = quote(f"{SITE}#{LINK}").translate({ord("-"): "%2D", ord("/"): "_", ord("%"): "-"})
ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


def shown_state(reading):
    """Return the position that a parse result shows."""
    cursor = reading.record.cursor
    return reading.states[-1 if cursor is None else cursor]


# ------------------------------------------------------------ round trips


@many
@given(games, randoms)
def test_a_link_reads_back_to_the_same_record(game, random):
    record = random_record(game, random)
    link = write_link(record)
    assert re.fullmatch(r"1/[a-z0-9./-]*/c[0-9a-v]{2}", link)
    reading = read_link(link)
    assert reading.error is None
    assert reading.record == record
    assert list(reading.states) == replay(game, record.actions, record.setup)
    assert read_link(SITE + "#" + link.upper()).record == record


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_is_written_as_it_is_read(spec):
    assert write_spec(read_spec(spec)) == spec


def test_a_long_game_fits_a_qr_code():
    game = read_spec("greylox6")
    lengths = [
        len(write_link(GameRecord(game, tuple(random_game(game, Random(n)))))) for n in range(20)
    ]
    assert max(lengths) < 400


def test_link_over_limit_keeps_latest_variations():
    game = read_spec("brink15-d-x1")
    cells = tuple(cell for cell in range(game.board.end_action) if game.board.cells >> cell & 1)
    variations = tuple((ply // 2, cells[:39:-1]) for ply in range(16))
    record = GameRecord(game, cells[:9], variations=variations)
    reading = read_link(write_link(record))
    assert reading.error is None
    kept_variations = reading.record.variations
    assert kept_variations == variations[-len(kept_variations) :]
    assert len(kept_variations) == (MAX_ACTIONS - 9) // 185


# ------------------------------------------------------------ changes by chat and mail


def test_a_last_dot_is_a_full_stop_and_no_end_of_a_turn():
    """Our links end in a letter or digit; in links by hand ``/n`` after the dot preserves it."""
    opened = read_link("1/byg3/mc3a1e5c5b3.")
    assert opened.error is None and opened.states[-1].placed
    ended = read_link("1/byg3/mc3a1e5c5b3./n6")
    assert ended.error is None and not ended.states[-1].placed
    assert write_link(ended.record).startswith("1/byg3/mc3a1e5c5b3./c")
    assert read_link(write_link(ended.record)).record == ended.record


@pytest.mark.parametrize(
    "text",
    [
        LINK,
        f"#{LINK}",
        f"{SITE}#{LINK}",
        f"{SITE}#{LINK}".upper(),
        f"  {SITE}#{LINK}\n",
        f"<{SITE}#{LINK}>",
        f'"{SITE}#{LINK}",',
        f"„{SITE}#{LINK}“",
        f"«{LINK}»!",
        f"({SITE}#{LINK}).",
        f"{SITE}#{LINK}?!…".replace("…", "..."),
        f"*{SITE}#{LINK}*",
        f"`{LINK}`",
        f"[my move]({SITE}#{LINK})",
        f"[{SITE}#{LINK}]({SITE}#{LINK})",
        f"<{SITE}#{LINK}|my move>",
        f'<a href="{SITE}#{LINK}">my move</a>',
        f"{SITE}%23{LINK}",
        f"{SITE}#{LINK}".replace("/", "%2F"),
        f"{SITE}#{LINK}".replace("f6", "%666"),
        f"{SITE}#{LINK[:15]}\r\n{LINK[15:]}",
        f"> {SITE}#{LINK[:15]}\n {LINK[15:]}\n",
        f"> {SITE}#{LINK[:15]}\n> {LINK[15:]}\n",
        f"On Monday you wrote:\n> > | {SITE}#{LINK[:15]}\n> > | {LINK[15:]}\n",
        f"{SITE}#{LINK}/",
        f"{SITE}#{LINK[:15]}\u00ad{LINK[15:]}\u200b",
        f"\ufeff{SITE}#{LINK[:12]}\u2060\u200d{LINK[12:]}",
        f"{SITE}%2523{LINK}".replace("/", "%252F"),
        f"{SITE}#{LINK} what now?",
        f"Game #3, your move: {SITE}#{LINK}\nGreetings, B.",
        f"your move: {SITE}#{LINK}, I think",
        f"https://urldefense.proofpoint.com/v2/url?u={HEXED}&d=DwMFaQ&c=euG&r=x&e=",
        f"https://urldefense.com/v3/__{SITE}*{LINK}__;Iw!!ABC-_!xyz$",
        f"https://urldefense.com/v3/__https://a.org/**A{LINK}__;w6kj!!AB!xy$ bye",
        FULL_WIDTH,
        f"{SITE}{FULL_WIDTH}",
        f"{SITE}#{LINK.translate(ARABIC_DIGITS)}",
    ],
)
def test_link_rewritten_by_chat_or_mail_is_restored(text):
    reading = read_link(text)
    assert reading.error is None
    assert write_link(reading.record) == LINK
    assert text.startswith(">") or is_link(text)
    assert read_any(text).record == reading.record


@pytest.mark.parametrize("text", [f"see # {LINK}", f"{'well, ' * 2000}#{LINK}"])
def test_link_after_other_text_is_detected(text):
    assert is_link(text)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("byg5-p", "Byg has no option “swap”"),
        ("lox5-p", "Lox has no option “-p”"),
        ("brink5-x3-n", "Brink has no option “-n”"),
        ("multiplicity5-f-n", "Multiplicity has no option “-n”"),
        ("brink5-x3-p5", "-p5 is not an option"),
    ],
)
def test_swap_flag_of_another_game_is_named_in_error(spec, message):
    with pytest.raises(NotationError, match=message):
        read_spec(spec)


def test_long_unknown_option_is_truncated_in_error():
    with pytest.raises(NotationError, match="-q1234567 is not an option"):
        read_spec("lox5-q123456789")


@pytest.mark.parametrize("letter", "сеха")
def test_link_with_lookalike_letter_reports_it(letter):
    error = read_link(f"1/lox5/m{letter}3").error
    assert error and error.startswith(f"“{letter}” is a letter of another alphabet")


def test_full_width_is_read_where_the_address_bar_has_escaped_it():
    assert write_link(read_link(f"#{quote(FULL_WIDTH[1:])}").record) == LINK


def test_escapes_are_decoded_twice_at_most():
    assert read_link(f"#{LINK}".replace("/", "%25252F")).error


@given(games, randoms)
def test_truncated_link_is_faulty_unchecked_or_empty(game, random):
    """A truncated link is faulty, or lacks its checksum, or shows nothing."""
    text = write_link(random_record(game, random))
    whole = read_link(text)
    assert not whole.lacks_checksum
    for end in range(len(text)):
        reading = read_link(text[:end])
        record = reading.record
        empty = record is None or not (record.actions or record.setup or record.variations)
        assert reading.error or reading.lacks_checksum or empty, text[:end]


@pytest.mark.parametrize(
    "parts",
    ["/u1e6", "/u" + "0a1b2" * 400, "/z", "/x-./z9a", "/v0a1/u1b2/n0", "/n0/u1b2", "/q-s/k"],
)
@pytest.mark.parametrize("checked", [True, False])
def test_link_with_unknown_sections_is_partial(parts: str, checked: bool):
    body = f"1/greylox5/me5{parts}"
    reading = read_link(f"{body}/c{check_digits(body)}" if checked else body)
    assert reading.error is None and reading.partial
    known_sections = "".join(re.findall(r"/[vn][^/]*", parts))
    plain = read_link(f"1/greylox5/me5{known_sections}")
    assert reading.record == plain.record and not plain.partial
    assert reading.lacks_checksum is not checked


@pytest.mark.parametrize(
    "parts", ["/n0/v0a1", "/v9a1", "/n9", "//z", "/1", "/z/me6", "/z/s5", "/n"]
)
def test_link_with_faulty_known_section_is_refused(parts: str):
    assert read_link(f"1/greylox5/me5{parts}").error


# ------------------------------------------------------------ mutations

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789./-#%+ \n:;,()[]{}'\"_"
STRANGE = "\0\u212a\u017f²٣é棋\ud800\u202e\U0001f728"


def mutated(text, random, others):
    """Return ``text`` with one change, as by a typing error, a program or an attacker."""
    at, to = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
    end = min(at + random.randint(1, 4), len(text))
    match random.randrange(12):
        case 0:
            return text[:at] + text[end:]
        case 1:
            return text[:at] + random.choice(LETTERS) + text[end:]
        case 2:
            return text[:at] + random.choice(LETTERS) + text[at:]
        case 3:
            return text[:at] + text[at:to] * random.randint(2, 30) + text[to:]
        case 4:
            return text[:at] + text[to:] + text[at:to]
        case 5:
            return text[:at] + random.choice(others)[-random.randint(1, 60) :]
        case 6:
            return text[:at] + random.choice(STRANGE) + text[at:]
        case 7:
            return text[:at] + text[at:to].upper() + text[to:]
        case 8:
            return (
                re.sub(r"\d+", lambda n: str(int(n[0]) + random.randint(-2, 2)), text[:at])
                + text[at:]
            )
        case 9:
            return text[:at] + f"/v{random.randint(0, 40)}" + text[at:]
        case 10:
            return text[:at] + random.choice((".", "-s", "-p", "-q", "x", "/", "/n3")) + text[at:]
        case _:
            return text[:at] + f"{random.randint(0, 10 ** random.randint(1, 30))}" + text[end:]


def mutations(count, seed):
    """Yield ``count`` mutated links; half of those with check digits get matching ones."""
    random = Random(seed)
    links = [write_link(random_record(read_spec(s), random)) for s in SPECS for _ in range(12)]
    for _ in range(count):
        text = random.choice(links)
        for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
            text = mutated(text, random, links)
        body, _, check = text.rpartition("/c")
        if body and len(check) == 2 and random.random() < 0.5:
            text = f"{body}/c{check_digits(body.encode(errors='replace').decode())}"
        yield text


def fastest(text, best):
    """Return the CPU seconds to read ``text``, at most ``best``; slow readings are repeated."""
    for _ in range(6):
        began = time.thread_time()
        read_link(text)
        best = min(best, time.thread_time() - began)
        if best < MAX_SECONDS:
            break
    return best


def test_mutated_link_is_refused_or_read_unchanged():
    read, refused, cut = 0, 0, 0
    for text in mutations(MUTATIONS, seed=MUTATIONS):
        began = time.thread_time()
        reading = read_link(text)
        seconds = time.thread_time() - began
        assert seconds < MAX_SECONDS or fastest(text, seconds) < MAX_SECONDS, text
        if reading.error is not None:
            assert 5 < len(reading.error) < 200
            assert reading.error.isprintable() or not reading.error.isascii(), text
            cut += reading.record is not None
            refused += reading.record is None
        else:
            read += 1
        if reading.record is not None:
            link = write_link(reading.record)
            reloaded = read_link(link)
            assert reloaded.error is None, text
            assert reloaded.record == reading.record, text
            assert shown_state(reloaded) == shown_state(reading), text
            assert write_link(reloaded.record) == link, text
        else:
            assert reading.error, text
    assert min(read, refused, cut) > MUTATIONS / 50  # every result occurs often enough


# ------------------------------------------------------------ the cost of the worst input


MANY_ACTIONS = 16


@cache
def make_longest_links() -> list[str]:
    """Return legal links with the most actions, on the boards that are slowest to read."""
    links = []
    for spec in ("byg15-d", "byg8", "lox15", "greylox8", "multiplicity8"):
        game, random = read_spec(spec), Random(7)
        actions = tuple(random_game(game, random))
        for ply in (0, len(actions) // 4, len(actions) // 2):
            start = replay(game, actions[:ply])[-1]
            variations = tuple((ply, tuple(random_game(game, random, start))) for _ in range(16))
            links.append(write_link(GameRecord(game, actions, variations=variations)))
    game = read_spec("byg15-d")
    scattered = sum(
        1 << c
        for c in range(game.board.end_action)
        if game.board.cells >> c & 1 and c % 16 % 2 == 0
    )
    scattered &= sum(0xFFFF << 32 * n for n in range(8))
    setup = make_position(game, (scattered & game.board.cells, 0), 0)
    variations = tuple((0, tuple(random_game(game, Random(n), setup))) for n in range(16))
    return [*links, write_link(GameRecord(game, (), setup, variations))]


HOSTILE = {
    "spaces": " " * 8192,
    "digits": "1" * 8192,
    "slashes": "1/" * 4096,
    "hashes": "#1/" * 2700,
    "escapes": "%25" * 2730,
    "open brackets": "(" * 8192,
    "rewritten": "//urldefense.com/v3/__" * 370,
    "rewritten in one": "//urldefense.com/v3/__" + "a_" * 4080,
    "rewritten stars": "//urldefense.com/v3/__" + "**_" * 2700 + "__;IwIw!",
    "rewritten words": "urldefense /v2/url?u=" + "-" * 8000,
    "entities": "&#35;" * 1638,
    "wide": "\uff03" * 8192,
    "checks": "#1/greylox5/m" + "/c00 " * 1600,
    "dots": "1/byg15-d/m" + "." * 8000,
    "passes": "1/lox15/m" + "-p" * 4000,
    "many parts": "1/brink15-d-x1/m" + "/v0a1" * 1600,
    "options": "1/brink15" + "-d" * 4000 + "/m",
    "big numbers": "1/lox15/m/n" + "9" * 8000,
    "big size": "1/lox" + "9" * 8000,
    "setup": "1/lox15/s" + "x9" * 4000 + "/m",
    "rows": "1/lox15/s" + "." * 8000 + "/m",
    "placed": "1/byg15-d/s" + "15." * 14 + "15-h" + "a1" * 4000 + "/m",
    "too long after words": "words " * 90_000 + "#1/lox5/m" + "a1" * 5000,
    "nothing in long words": "words " * 90_000,
    "nothing in long spaces": " " * 90_000,
    "too long": "1/lox15/m" + "a1" * 1_000_000,
}


@pytest.mark.parametrize("key", [*HOSTILE, *range(MANY_ACTIONS)])
def test_no_input_takes_long_or_much_memory(key: str | int):
    text = HOSTILE[key] if isinstance(key, str) else make_longest_links()[key]
    assert fastest(text, 9) < MAX_SECONDS
    tracemalloc.start()
    try:
        read_any(text)
        assert tracemalloc.get_traced_memory()[1] < MAX_BYTES
    finally:
        tracemalloc.stop()


def test_the_long_links_are_legal_and_as_long_as_can_be():
    readings = [read_link(link) for link in make_longest_links()]
    assert len(readings) == MANY_ACTIONS
    assert all(reading.error is None for reading in readings)
    total = [
        len(r.record.actions) + sum(len(actions) for _, actions in r.record.variations)
        for r in readings
    ]
    assert max(total) > MAX_ACTIONS * 0.9


# ------------------------------------------------------------ the frozen corpus

CORPUS = Path(__file__).parent / "corpus/links.txt"
FIELDS = (
    *("game", "size", "options", "phase", "mover", "legal", "stones", "groups", "score", "over"),
    *("winner", "control"),
)
REASONS = {
    "damaged": "check digits do not fit",
    "newer": "made by a newer version",
    "unknown-format": "in an unknown format",
    "no-link": "not a link to a game",
    "character": "never holds the character",
    "too-long": "longer than",
    "too-many": "holds more than",
    "spec": "is not a game and a size",
    "size": "is played on",
    "option": "is not an option|has no option",
    "x": "the X of Brink",
    "part": "has no part",
    "action": "is not an action",
    "cell": "is not a cell",
    "no-such-action": "there is no action",
    "variations": "at most 16 variations",
    "variation-empty": "a variation holds at least one",
    "variation-resigned": "a variation cannot hold a resignation",
    "after-resigned": "follow a resignation",
    "resign-over": "nobody can resign",
    "no-turn": "no turn to end yet",
    "rows": "rows, not",
    "row": r"row \d+ (has|holds)",
    "setup-end": "the position ends in",
    "anchor": "opponent's last stone|not a stone of the opponent",
    "placed": "placed in this turn|turn is over already|none is placed already",
    "phase": "has no opening phase",
    "occupied": "is already taken",
    "own": "already holds a stone of yours",
    "bound": "first stone of this turn must",
    "free": "the second stone needs",
    "controlled": "is controlled by",
    "uncontrolled": "you do not control",
    "grown": "already grew this turn",
    "swap": "a swap is only allowed",
    "no-swap": "played without a swap",
    "pass": "you may only pass",
    "end": "ends by itself",
    "end-free": "its second stone is still due",
    "end-empty": "before you end the turn",
    "over": "the game is over",
    "annotations": "the comments and marks in the link",
}


def reason(error):
    """Return the key of an error's message, ``ok`` without an error."""
    if error is None:
        return "ok"
    reasons = [key for key, pattern in REASONS.items() if re.search(pattern, error)]
    return reasons[0] if reasons else error


def meaning(reading):
    """Return a short hash of a parse result: its position, main line, variations and answers."""
    record = reading.record
    if record is None:
        return "-"
    fields = {key: value for key, value in position_summary(reading).items() if key in FIELDS}
    if record.game.name != "lox" and not fields["options"].get("swap", True):
        fields["options"] = {k: v for k, v in fields["options"].items() if k != "swap"}  # newer
    line = [record.actions, record.cursor, record.resigned, record.variations]
    line += [record.answers] if record.answers else []
    line += [record.annotations] if record.annotations else []
    text = json.dumps([fields, line], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def corpus():
    """Return the rows of the corpus: reason, meaning, link."""
    lines = CORPUS.read_text("utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines if line and line[0] != "#"]


@pytest.mark.parametrize(("key", "hashed", "link"), corpus(), ids=lambda text: text[:48])
def test_corpus_link_reads_as_recorded(key, hashed, link):
    reading = read_link(link)
    assert (reason(reading.error), meaning(reading)) == (key, hashed)
    if key == "ok":
        reloaded = read_link(write_link(reading.record))
        assert (reason(reloaded.error), meaning(reloaded)) == (key, hashed)


def test_the_corpus_has_every_game_option_and_part():
    text = CORPUS.read_text("utf-8")
    links = [link for _, _, link in corpus()]
    assert len(links) == len(set(links)) >= 60
    for token in ("greylox5", "lox11", "brink5", "multiplicity5", "byg5", "-d", "-f", "-n", "-x2"):
        assert token in text
    assert "brink5-x3-p/" in text and "multiplicity5-f-p/" in text
    for part in ("-s", "-p", "-q", "/v0", "/y1", "/n0", "-1", "-2", "-l", "-h", "-o", "."):
        assert part in text
    assert {key for key, _, _ in corpus()} >= {"ok", *REASONS} - {"too-long", "too-many"}
