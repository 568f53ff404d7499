"""Records as people write them: round trips, corrected slips, and error messages."""

import re
import time
from dataclasses import replace

import pytest
from hypothesis import assume, given

from greylox_web.match.tree import record_from_tree, tree_from_record
from greylox_web.rules import NotationError
from greylox_web.rules.notation.actions import (
    MAX_ACTIONS,
    GameRecord,
    format_turns,
    parse_action,
    parse_moves,
    split_turn,
)
from greylox_web.rules.notation.links import MAX_CHARACTERS, read_link, read_spec, write_link
from greylox_web.rules.notation.records import is_link, read_any, read_record, write_record
from greylox_web.rules.play import replay
from tests.formats.strategies import games, many, random_record, randoms


@many
@given(games, randoms)
def test_a_record_reads_back_to_the_same_game(game, random):
    tree, leaf, cursor = tree_from_record(replace(random_record(game, random), cursor=None))
    record = record_from_tree(tree, leaf, cursor)
    reading = read_record(write_record(record))
    assert (reading.error, reading.record) == (None, record)


@many
@given(games, randoms)
def test_record_variations_show_whole_turns(game, random):
    record = random_record(game, random)
    assume(record.setup is None or not record.setup.placed)
    _, _, *others = write_record(record).splitlines()
    assert len(others) == len(record.variations)
    states = replay(game, record.actions, record.initial_state)
    for variation_line, (ply, actions) in zip(others, record.variations, strict=True):
        line = (*record.actions[:ply], *actions)
        whole = format_turns(game, replay(game, line, record.initial_state), line)
        start, words = re.fullmatch(r"after (\d+): (.*)", variation_line).groups()
        assert words.split(" ") == whole[-len(words.split(" ")) :]
        assert not states[int(start)].placed and int(start) <= ply


def read(text, spec=None):
    """Return the link of the record in ``text``, without its check digits."""
    reading = read_record(text, read_spec(spec) if spec else None)
    assert reading.error is None, reading.error
    return write_link(reading.record).rpartition("/c")[0]


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("greylox5\n1. e5  2. e6+b2  3. c3+h7", "1/greylox5/me5e6b2c3h7"),
        ("Greylox 5: e5 e6+b2", "1/greylox5/me5e6b2"),
        ("GREYLOX_5, E5, E6 + B2;", "1/greylox5/me5e6b2"),
        ("  greylox5 1.e5 2.e6 +b2", "1/greylox5/me5e6b2"),
        ("lox11 1. a3 2. swap 3. f6", "1/lox11/ma3-sf6"),
        ("byg5 1. e5 2. a1 3. i9 4. i5 5. c3 6. g7", "1/byg5/me5a1i9i5c3.g7"),
        ("byg5 1. e5 2. a1 3. i9 4. i5 5. c3+end g7", "1/byg5/me5a1i9i5c3.g7"),
        ("byg5 1. e5 2. a1 3. i9 4. i5 5. c3 resign", "1/byg5/me5a1i9i5c3-q"),
        ("brink3-x2 a1 resigns", "1/brink3-x2/ma1-q"),
        ("brink3-x2 a1 b1\nafter 1: c1 d3\nAfter 0 : c3", "1/brink3-x2/ma1b1/v1c1d3/v0c3"),
        ("lox5 setup x4.5.5.5.5-o 1. b1", "1/lox5/sx4.5.5.5.5-o-2/mb1"),
        ("byg5", "1/byg5/m"),
        ("ｇｒｅｙｌｏｘ５\u3000１．ｅ５　２．ｅ６＋ｂ２", "1/greylox5/me5e6b2"),
        ("greylox٥ ١. e٥ ٢. e٦+b٢", "1/greylox5/me5e6b2"),
        ("brink3-x２ ａ１ b１\nafter １： c１ d３", "1/brink3-x2/ma1b1/v1c1d3"),
    ],
)
def test_handwritten_records_are_read(text, link):
    assert read(text) == link


def test_resignation_within_turn_leaves_turn_unfinished():
    for link in ("1/greylox5/me5e6-q", "1/byg5/me5a1i9i5c3-q"):
        record = read_any(link).record
        assert read(write_record(record)) == link


@pytest.mark.parametrize(
    ("text", "sentence", "unparsed"),
    [
        ("e5 e6", "does not begin with a game", "e5 e6"),
        ("chess8 e5", "does not begin with a game", "chess8 e5"),
        ("greylox99 e5", "is played on", "greylox99 e5"),
        ("greylox5 setup 5.5 e5", "rows, not", ""),
        ("greylox5 e5 e6+d5 c3", "the second stone needs", "+d5 c3"),
        ("greylox5 e5 zz e6", "is not the name", "zz e6"),
        ("brink3-x2 a1+b1", "cannot join the turn", "+b1"),
        ("brink3-x2 a1 after 3: b1", "there is no action 3", ""),
        ("brink3-x2 a1 after 0:", "at least one action", ""),
        ("brink3-x2 a1 after 0: b1 resign", "no resignation", "b1 resign"),
        ("brink3-x2 a1" + " after 0: b1" * 17, "at most 16 variations", ""),
        ("lox15" + " a1" * 2001, "more than 2,000 actions", ""),
        ("lox15 a1" + (" after 0:" + " b2" * 300) * 8, "b2", ""),
        ("greylox5" + " " * 40_000, "longer than", ""),
    ],
)
def test_faulty_record_reports_error_sentence(text, sentence, unparsed):
    reading = read_record(text)
    assert sentence in reading.error
    assert reading.unparsed.startswith(unparsed)


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("greylox5 setup 5.5 e5", "1/greylox5/m"),
        ("greylox5 e5 e6+d5 c3", "1/greylox5/me5e6"),
        ("brink3-x2 a1 after 3: b1", "1/brink3-x2/ma1"),
        ("brink3-x2 a1 after 0: b1 after 0: zz", "1/brink3-x2/ma1/v0b1"),
    ],
)
def test_faulty_record_keeps_legal_prefix(text, legal):
    reading = read_record(text)
    assert reading.error and reading.record is not None
    assert write_link(reading.record).rpartition("/c")[0] == legal
    assert reading.states[0] == reading.record.initial_state
    assert len(reading.states) == len(reading.record.actions) + 1


@pytest.mark.parametrize("more", [0, 1])
def test_record_action_limit_includes_variations(more):
    game = read_spec("brink15-d-x1")
    *cells, last = game.board.cell_names(game.board.cells)[: MAX_ACTIONS // 10 + 1]
    lines = ["brink15-d-x1 " + " ".join(cells), *(["0: " + " ".join(cells)] * 9)]
    reading = read_record(" after ".join(lines + [f"{len(cells)}: {last}"] * more))
    assert (reading.error is None) == (more == 0)
    if more:
        assert "more than 2,000 actions" in reading.error
    link = write_link(replace(reading.record, variations=()))
    link = link.rpartition("/c")[0] + ("/v0" + "".join(cells)) * 9 + f"/v{len(cells)}{last}" * more
    assert len(link) < MAX_CHARACTERS
    assert (read_link(link).error is None) == (more == 0)
    if more:
        assert "more than 2,000 actions" in read_link(link).error


def test_without_a_name_the_game_at_the_table_is_meant():
    assert read("e5 e6+b2", "greylox5") == "1/greylox5/me5e6b2"


def test_variations_count_towards_the_limit_of_actions():
    game = read_spec("brink15-d-x1")
    line = tuple(c for c in range(game.board.end_action) if game.board.cells >> c & 1)
    record = GameRecord(game, line, variations=tuple((n, line[:14:-1]) for n in range(12)))
    reading = read_record(write_record(record))
    assert reading.error is None
    assert 0 < len(reading.record.variations) < 12
    text = write_record(GameRecord(game, line)) + "after 0: " + "a1 " * 1990
    assert "more than 2,000" in read_record(text).error


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("1/greylox5/m", True),
        ("#1/greylox5/m", True),
        ("look: https://example.org/#1/greylox5/m", True),
        ("https://example.org/%231%2fgreylox5", True),
        ("greylox5 1. e5", False),
        ("1. e5 2. e6", False),
        ("1/", True),
        ("", False),
    ],
)
def test_is_link_distinguishes_links_from_records(text, link):
    assert is_link(text) is link


@pytest.mark.parametrize(
    "text",
    [
        *(" " * 8192, "1" * 8192, "(" * 8192, "#" * 8192, "greylox5 " + " " * 32_000),
        *("greylox5 " + " +" * 16_000, "greylox5 " + "after 1: " * 3_000, "after " * 5_000),
        *(
            "greylox5 " + "1." * 16_000,
            "greylox5 " + "a " * 16_000,
            "greylox5 after" + " " * 32_000,
        ),
        "greylox5 setup " + "5." * 16_000,
    ],
    ids=lambda text: text[:14],
)
def test_no_text_takes_long(text):
    times = []
    for _ in range(3):
        began = time.thread_time()
        read_any(text)
        times.append(time.thread_time() - began)
    assert min(times) < 0.05


def test_a_line_tells_how_many_words_it_used():
    game = read_spec("byg5")
    line = parse_moves(game, game.start(), ["e5", ".", "a1", "."])
    assert (line.words_read, len(line.actions), line.error) == (4, 2, None)
    line = parse_moves(game, game.start(), ["e5", ".", "a1", "a1"])
    assert line.words_read == 3
    assert line.error


def test_flips_are_shown_with_an_x_and_read_without():
    game = read_spec("lox5")
    state = parse_moves(game, game.start(), ["a1", "b1"]).states[-1]
    assert format_turns(game, [state], [parse_action(game.board, "B1X")]) == ["b1x"]


def test_a_turn_has_words_and_none_is_empty():
    assert split_turn("e6") == ["e6"] and split_turn("E6+b2+end") == ["e6", "+b2", "+end"]
    for turn in "", "e6+", "+b2", "e6++b2":
        with pytest.raises(NotationError, match="is not a turn"):
            split_turn(turn)
