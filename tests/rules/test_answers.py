"""Answers in advance in links: the sections ``y`` and their limits."""

from dataclasses import replace

import pytest
from hypothesis import given

from greylox_web.rules.notation.answers import MAX_ANSWERS, whole_turns
from greylox_web.rules.notation.links import check_digits, read_link, write_link
from greylox_web.rules.play import play
from tests.formats.strategies import games, random_record, randoms

BRINK = "1/brink3-x2/ma1"
MARK = "/c"


def answers(text):
    """The answers in a link, as names of cells, and whether some were left out."""
    reading = read_link(f"{text}{MARK}{check_digits(text)}")
    assert reading.error is None and not reading.partial
    board = reading.record.game.board
    named = [
        (ply, " ".join(board.cell_name(a) if a < board.end_action else "-" for a in actions))
        for ply, actions in reading.record.answers
    ]
    return named, reading.drops_answers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{BRINK}/y1b1c1", [(1, "b1 c1")]),
        (f"{BRINK}/y1b1c1/y1c1b1", [(1, "b1 c1"), (1, "c1 b1")]),
        (f"{BRINK}/y1b1c1d2c3", [(1, "b1 c1 d2 c3")]),  # a chain
        (f"{BRINK}/y1b1c1/y1b1c1d2c3", [(1, "b1 c1 d2 c3")]),  # which contains the shorter one
        (f"{BRINK}/y1b1c1d2c3/y1b1c1", [(1, "b1 c1 d2 c3")]),
        (f"{BRINK}/y1b1c1/y1b1c1", [(1, "b1 c1")]),
        (f"{BRINK}/v0b1/y1b1c1/n0", [(1, "b1 c1")]),
        (f"{BRINK}/y0a1b1c1", [(1, "b1 c1")]),
        (f"{BRINK}/y0b1c1", [(0, "b1 c1")]),  # it did not happen
        ("1/greylox5/me5e6/y1e6b2b3d2", [(1, "e6 b2 b3 d2")]),  # the turn is open
        ("1/greylox5/me5/y1e6b2b3d2/y1e6c3c4g4", [(1, "e6 b2 b3 d2"), (1, "e6 c3 c4 g4")]),
        ("1/byg4/ma4f7e2e5/y4d7.f4.", [(4, "d7 - f4 -")]),  # turns ended by choice
    ],
)
def test_answers_of_link(text, found):
    assert answers(text) == (found, False)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"{BRINK}/y1b1a1", []),  # an occupied cell
        (f"{BRINK}/y1b1c1/y1b1d2", [(1, "b1 c1")]),  # two answers to one turn
        (f"{BRINK}/y1b1c1d2c3/y1b1c1d2b2", [(1, "b1 c1 d2 c3")]),
        (f"{BRINK}/y1b1", []),  # no reply
        (f"{BRINK}/y1b1c1d2", []),  # the last turn is the opponent's
        (f"{BRINK}/y0a1b1", []),  # the first turn is the sender's own
        (f"{BRINK}/y2b1c1", []),  # beyond the line
        (f"{BRINK}/y9999b1c1", []),
        (f"{BRINK}/y12345b1c1", []),
        (f"{BRINK}/yb1c1", []),
        (f"{BRINK}/y1", []),
        (f"{BRINK}/y", []),
        (f"{BRINK}/y1b1-q", []),
        (f"{BRINK}/y1b1c1-q", []),
        (f"{BRINK}/y1b1zz", []),
        (f"{BRINK}-q/y1b1c1", []),  # the game is over
        ("1/greylox5/me5/y1e6b2b3", []),  # half a reply
        ("1/greylox5/me5/y1e6", []),  # half a turn
        ("1/byg4/ma4f7e2e5/y4d7f4", []),  # neither turn is ended
    ],
)
def test_impossible_answers_are_left_out(text, found):
    assert answers(text) == (found, True)


def test_finished_game_has_no_answers():
    over = "1/brink3-x3/mb3b4e5a1c5c3d5b2e4b1c2a2a3e3d2d4c4c1d3"
    assert answers(f"{over}/y19a1b1") == ([], True)


def test_link_has_eight_answers_at_most():
    link = f"{BRINK}" + "".join(f"/y1{cell}a2" for cell in "b1 c1 d2 c3 b2 d3 d4 e3 e4".split())
    found, drops = answers(link)
    assert len(found) == MAX_ANSWERS and drops
    found, drops = answers(link.rpartition("/")[0])
    assert len(found) == MAX_ANSWERS and not drops
    found, drops = answers(BRINK + "/y1b1c1" * 900)
    assert found == [(1, "b1 c1")] and drops


def test_actions_of_answers_count():
    """They are counted before the game is read."""
    assert read_link("1/greylox5/me5/y1" + "a1" * 2000).error == (
        "the link holds more than 2,000 actions"
    )


def test_answers_do_not_hide_faults():
    assert read_link(f"{BRINK}b9/y1b1c1").error
    assert read_link(f"{BRINK}/y1b1c1/v9a1").error
    assert read_link(f"{BRINK}/y1b1c1/ca").lacks_checksum


@given(games, randoms)
def test_answers_are_written_as_they_are_read(game, random):
    record = random_record(game, random)
    record = replace(record, resigned=False, cursor=None)
    states = [record.initial_state]
    for action in record.actions:
        states.append(play(game, states[-1], action))
    ply = random.randrange(len(states))
    if states[ply].is_mid_turn:
        return
    shorter = replace(record, actions=record.actions[:ply], variations=())
    rest = record.actions[ply : ply + random.randint(0, 9)]
    link = write_link(replace(shorter, answers=((ply, rest),)))
    reading = read_link(link)
    turns = whole_turns(game, states[ply], rest)
    is_answer = bool(turns) and len(turns) % 2 == 0
    assert reading.record == replace(shorter, answers=((ply, rest),) if is_answer else ())
    assert reading.drops_answers is not is_answer
    assert write_link(reading.record) == link or not is_answer
