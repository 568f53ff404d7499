"""Comments and marks in links: round trips, and every limit of the reader."""

import json
import time
import tracemalloc
import zlib

import pytest
from hypothesis import given

from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import Annotation, GameRecord, Mark
from greylox_web.rules.notation.annotations import MAX_BYTES, MAX_DIGITS, fit_annotations
from greylox_web.rules.notation.links import (
    MAX_CHARACTERS,
    check_digits,
    fit_link,
    read_link,
    read_spec,
    write_link,
)
from greylox_web.text import MAX_MARKS, sanitize
from greylox_web.words import error_text
from tests.formats.strategies import games, many, random_record, random_text, randoms

DIGITS = "0123456789abcdefghijklmnopqrstuv"
LINE = "1/greylox5/me5"
CELL = read_spec("greylox5").board.parse_cell
DAMAGED, TOO_LONG = error_text("annotations-damaged"), error_text("annotations-long")


def deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def digits(packed: bytes) -> str:
    """The base-32 digits of some bytes, by way of their bits."""
    stream = "".join(f"{byte:08b}" for byte in packed)
    stream += "0" * (-len(stream) % 5)
    return "".join(DIGITS[int(stream[at : at + 5], 2)] for at in range(0, len(stream), 5))


def section(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    return digits(deflate(text.encode(errors="surrogatepass")))


def read(packed: str, rest: str = ""):
    body = f"{LINE}/w{packed}{rest}"
    return read_link(f"{body}/c{check_digits(body)}")


def random_annotations(record, random):
    """Annotations of some positions, as a tree can hold them."""
    cells = list(bits(record.game.board.cells))
    annotations = []
    for ply in range(len(record.actions) + 1):
        if random.random() < 0.2:
            marks = [Mark(kind, random.choice(cells)) for kind in ("circle", "cross")]
            marks.append(
                Mark("label", random.choice(cells), random.choice("AB1é棋") * random.randint(1, 3))
            )
            start, end = random.sample(cells, 2)
            marks.append(Mark("arrow", start, end=end))
            chosen = tuple(mark for mark in marks if random.random() < 0.5)
            comment = sanitize(random_text(random)) if random.random() < 0.5 or not chosen else ""
            if comment or chosen:
                annotations.append(Annotation(ply, comment, chosen))
    return tuple(annotations)


@given(games, randoms)
@many
def test_annotations_read_back_with_everything_else(game, random):
    plain = random_record(game, random)
    record = GameRecord(**vars(plain) | {"annotations": random_annotations(plain, random)})
    fitted, link = fit_link(record)
    assert link == write_link(record) and len(link) <= MAX_CHARACTERS
    reading = read_link(link)
    assert (reading.error, reading.partial) == (None, False)
    assert reading.record == fitted
    assert read_link(write_link(reading.record)).record == fitted
    without = read_link(write_link(plain)).record
    assert GameRecord(**vars(reading.record) | {"annotations": ()}) == without


def test_the_section_is_readable_by_its_description():
    marks = [["circle", "e5"], ["label", "d4", "A"], ["arrow", "a1", "b2"]]
    reading = read(section([[0, "Where?", []], [1, "é\n棋", marks]]), "/n0")
    assert reading.error is None and reading.record.cursor == 0
    circle, label = Mark("circle", CELL("e5")), Mark("label", CELL("d4"), "A")
    assert reading.record.annotations == (
        Annotation(0, "Where?", ()),
        Annotation(1, "é\n棋", (circle, label, Mark("arrow", CELL("a1"), end=CELL("b2")))),
    )


def test_a_link_keeps_the_shorter_annotations_if_not_all_fit():
    game = read_spec("greylox5")
    noise = [f"{number * 7919 % 104729:x}" for number in range(2_000)]
    comments = ["".join(noise[200 * n : 200 * n + 20 * n + 1]) for n in range(10)]
    annotations = tuple(Annotation(0, comment) for comment in reversed(comments))
    annotations = tuple(one._replace(ply=ply) for ply, one in enumerate(annotations))
    for room in (0, 30, 300, 1_000, MAX_DIGITS):
        fitting = fit_annotations(game.board, annotations, room)
        assert fitting == annotations[len(annotations) - len(fitting) :], "the longest come first"
    assert not fit_annotations(game.board, annotations, 0)
    assert 2 < len(fit_annotations(game.board, annotations, 1_000)) < len(fitting) < 10
    long = (Annotation(0, "a" * MAX_BYTES), Annotation(1, "b" * 100))
    assert fit_annotations(game.board, long) == long[1:]


def test_a_link_prefers_variations_to_comments():
    game = read_spec("greylox6")
    variations = tuple((0, tuple(range(n, n + 3))) for n in range(16))
    record = GameRecord(game, (), None, variations, annotations=(Annotation(0, "Here."),))
    fitted, link = fit_link(record)
    assert (fitted.variations, fitted.annotations) == (variations, record.annotations)
    assert link.count("/v") == 16 and "/w" in link


ORDER = [[1, "b", []], [0, "a", []]]
BAD = {
    "no digits": "",
    "no deflated data": "00000",
    "other letters": "z0",
    "a separator": "0-1",
    "cut": section([[0, "Where?", []]])[:-3],
    "more after the end": section([[0, "Where?", []]]) + "0101",
    "no UTF-8": digits(deflate(b'[[0,"\xff",[]]]')),
    "a surrogate in UTF-8": section('[[0,"\ud800",[]]]'),
    "no JSON": section("[[0,"),
    "no number": section("[[NaN,'',[]]]"),
    "a long number": section(f'[[{"9" * 5000},"",[]]]'),
    "deep nesting": section("[" * 8_000),
    "deep but closed": section("[" * 4_000 + "]" * 4_000),
    "objects": section({"0": "a"}),
    "a list of objects": section([{"0": "a"}]),
    "too few values": section([[0, "a"]]),
    "too many values": section([[0, "a", [], 1]]),
    "a ply as text": section([["0", "a", []]]),
    "a ply as truth": section([[True, "a", []]]),
    "a ply as fraction": section([[1.0, "a", []]]),
    "a negative ply": section([[-1, "a", []]]),
    "a ply beyond the line": section([[2, "a", []]]),
    "a far ply": section([[1 << 60, "a", []]]),
    "a ply twice": section([[1, "a", []], [1, "b", []]]),
    "descending plies": section(ORDER),
    "a comment that is no text": section([[0, 7, []]]),
    "no list of marks": section([[0, "a", "circle"]]),
    "too many marks": section([[0, "a", [["circle", "e5"]] * (MAX_MARKS + 1)]]),
    "a mark that is no list": section([[0, "a", ["circle"]]]),
    "a mark without a cell": section([[0, "a", [["circle"]]]]),
    "a mark with a number": section([[0, "a", [["circle", 5]]]]),
    "a mark that is too long": section([[0, "a", [["label", "e5", "A", "B"]]]]),
    "a mark beside the board": section([[0, "a", [["circle", "z9"]]]]),
    "an arrow without an end": section([[0, "a", [["arrow", "e5"]]]]),
    "an arrow to itself": section([[0, "a", [["arrow", "e5", "e5"]]]]),
    "an arrow off the board": section([[0, "a", [["arrow", "e5", "e55"]]]]),
    "a mark with an odd name": section([[0, "a", [["<script>", "e5"]]]]),
}


@pytest.mark.parametrize("key", BAD)
def test_a_malformed_section_is_refused_and_the_game_is_shown(key):
    reading = read(BAD[key])
    assert reading.error == DAMAGED
    assert len(reading.record.actions) == 1 and not reading.record.annotations
    assert reading.unparsed.startswith("w")


BOMB = {
    "zeros": deflate(b"0" * 1_000_000),
    "a long comment": deflate(b'[[0,"' + b"a" * 900_000 + b'",[]]]'),
    "one character too many": deflate(b'[[0,"' + b"a" * (MAX_BYTES - 9) + b'",[]]]'),
}


@pytest.mark.parametrize("key", BOMB)
def test_a_section_that_unpacks_to_much_is_refused_before_it_is_unpacked(key):
    packed = digits(BOMB[key])
    assert len(packed) <= MAX_DIGITS
    read(packed)  # imports
    tracemalloc.start()
    try:
        reading = read(packed)
        assert tracemalloc.get_traced_memory()[1] < 300_000
    finally:
        tracemalloc.stop()
    assert reading.error == TOO_LONG


def test_as_much_as_allowed_is_read():
    longest = 'b"' + "a" * (MAX_BYTES - 14)
    reading = read(section([[0, longest, []]]))
    assert reading.error == TOO_LONG, "with spaces it is longer"
    text = json.dumps([[0, longest, []]], separators=(",", ":"))
    assert len(text) == MAX_BYTES
    assert read(section(text)).record.annotations == (Annotation(0, longest, ()),)


def test_too_many_digits_are_refused_even_if_they_unpack_to_little():
    blocks = b"\x00\x00\x00\xff\xff" * 260 + deflate(b'[[0,"a",[]]]')  # empty stored blocks
    packed = digits(blocks)
    assert len(packed) > MAX_DIGITS and read(packed).error == TOO_LONG


def test_unknown_kinds_of_marks_are_left_out_and_reported():
    marks = [["star", "e5"], ["circle", "d4"], ["line", "a1", "b2"]]
    reading = read(section([[1, "", marks]]))
    assert reading.error is None and reading.partial
    assert reading.record.annotations == (Annotation(1, "", (Mark("circle", CELL("d4")),)),)


def test_texts_are_sanitized_labels_cut_and_empty_annotations_left_out():
    marks = [["label", "e5", "\u0007 A\n B" + "x" * 99], ["circle", "e5"], ["circle", "e5"]]
    reading = read(section([[0, "\u0000\u009f", []], [1, "a\u0000b\r\nc\ud800\u001b[31m", marks]]))
    (annotation,) = reading.record.annotations
    assert (reading.error, annotation.ply, annotation.comment) == (None, 1, "ab\nc[31m")
    assert annotation.marks[0].text == "A B" and len(annotation.marks) == 2


def test_a_second_section_is_refused():
    packed = section([[0, "a", []]])
    reading = read(packed, f"/w{packed}")
    assert "/" not in reading.unparsed and reading.error == error_text(
        "link-part", part=f"w{packed}"[:8]
    )
    assert reading.record.annotations


def test_no_section_takes_long():
    hostile = [*BAD.values(), *(digits(data) for data in BOMB.values()), "v" * MAX_CHARACTERS]
    marks = json.dumps([[0, "", [["circle", "e5"]] * 500]], separators=(",", ":"))
    began = time.thread_time()
    for packed in (*hostile, section(marks)):
        read(packed)
    assert time.thread_time() - began < 2
