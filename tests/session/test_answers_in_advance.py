"""Answers in advance in a game by link: played when their turn comes, and known to the sender."""

import json
from dataclasses import replace

import pytest

from greylox_web.features.library.entry import load_match, make_entry, read_entry, write_entry
from greylox_web.match.answers import own_answers
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.merge import compare_lines, fast_forward, is_reply, merge_matches
from greylox_web.match.tree import tree_from_record
from greylox_web.rules.notation.actions import parse_action
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.session.answers import AddAnswer, RemoveAnswer, own_answer_texts
from greylox_web.session.correspondence import AnswerSeatOffer, NameRemotePlayer
from greylox_web.session.load_match import MatchMerged
from greylox_web.session.local_record import read_local_record, write_local_record
from greylox_web.session.playing import StepBy, Undo
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session
from tests.session.test_correspondence import opened, replay_to_end, with_checksum

REMOTE = Seat(remote=True)


def answer(session, text):
    """The session with an answer, as names of cells."""
    board = session.game.board
    actions = tuple(parse_action(board, word) for word in text.split())
    return update(session, AddAnswer(actions))


def waiting(first="a1", name="brink", size=3, options=(("x", 2),), friend="Anna"):
    """A session that waits for a friend who plays second."""
    seats = (PERSON, REMOTE)
    session = new_session(name, size, options=dict(options), seats=seats)
    return update(click_cells(session, *first.split()), NameRemotePlayer(friend))


def received(link, *cells):
    """The session of a friend who opened a link, took the seat and played."""
    session = update(opened(link), AnswerSeatOffer(accepts=True))
    session, _ = replay_to_end(session)
    return click_cells(update(session, NameRemotePlayer("Bob")), *cells)


def line(session):
    """The names of the actions of the line shown."""
    board = session.game.board
    actions = session.tree.actions(session.leaf)
    return " ".join(board.cell_name(a) if a < board.end_action else "-" for a in actions)


def test_answer_is_played_at_once_and_sender_sees_it():
    sender = answer(waiting(), "b1 c1")
    assert own_answer_texts(sender) == [("if b1, then c1",)]
    assert "/y1b1c1/" in sender.link
    friend = received(sender.link, "b1")
    assert line(friend) == "a1 b1 c1" and friend.cursor != friend.leaf
    assert Screen(friend).status == "Bob answered in advance"
    assert friend.link == with_checksum("1/brink3-x2/ma1b1c1"), "the link holds both"
    friend, steps = replay_to_end(friend)
    assert steps == 1 and friend.match.state.mover == 1
    assert friend.notice.text == (
        "You are White. Bob played c1. Bob gave this answer in advance, so it came at once."
    )
    assert update(friend, Undo()).cursor == friend.cursor, "it was the friend's turn"
    friend = click_cells(friend, "d3")
    back = opened(friend.link, sender)
    assert line(back) == "a1 b1 c1 d3" and back.faulty_link is None
    assert Screen(back).status == "Your answer in advance"
    back, steps = replay_to_end(back)
    assert steps == 3 and back.seats == sender.seats
    assert back.notice.text == (
        "You are Black. Anna played d3. Your answer in advance was played: if b1, then c1."
    )
    assert "/y" not in back.link


def test_another_turn_drops_the_answers():
    sender = answer(answer(waiting(), "b1 c1"), "c1 b1")
    friend = received(sender.link)
    assert friend.link == sender.link
    friend = click_cells(friend, "d3")
    assert line(friend) == "a1 d3" and friend.notice is None and friend.replay_node < 0
    assert friend.link == with_checksum("1/brink3-x2/ma1d3")
    assert not Screen(friend).prompt_line.startswith("if")
    back, steps = replay_to_end(opened(friend.link, sender))
    assert steps == 1 and back.notice.text == "You are Black. Anna played d3."
    assert not own_answer_texts(back)


def test_turn_fits_in_any_order_of_its_stones():
    sender = answer(waiting("e5", "greylox", 5, ()), "e6 b2 b3 d2")
    friend = received(sender.link, "e6")
    assert "/y1e6b2b3d2/" in friend.link, "the turn is open"
    assert line(click_cells(friend, "b2")) == "e5 e6 b2 b3 d2"
    byg = opened("1/byg4/ma4f7e2e5").with_match(seats=(PERSON, REMOTE))
    byg = answer(byg, "d7 b5 f4 end")
    assert own_answer_texts(byg) == [("if d7+b5, then f4",)]
    friend = received(byg.link, "b5", "d7")
    assert line(friend) == "a4 f7 e2 e5 b5 d7 f4 -"
    back, _ = replay_to_end(opened(friend.link, byg))
    assert back.faulty_link is None and back.notice.text.endswith("if b5+d7, then f4.")


def test_chain_is_played_turn_by_turn():
    sender = answer(waiting(), "b1 c1 d2 c3")
    assert own_answer_texts(sender) == [("if b1, then c1", "and if d2, then c3")]
    friend, _ = replay_to_end(received(sender.link, "b1"))
    assert "/y3d2c3/" in friend.link
    friend, _ = replay_to_end(click_cells(friend, "d2"))
    assert line(friend) == "a1 b1 c1 d2 c3" and "/y" not in friend.link
    back, steps = replay_to_end(opened(click_cells(friend, "e3").link, sender))
    assert steps == 5 and back.notice.text.endswith("if b1, then c1; and if d2, then c3.")
    half, _ = replay_to_end(received(sender.link, "b1"))
    half = click_cells(half, "e3")
    assert line(half) == "a1 b1 c1 e3" and "/y" not in half.link


def test_answer_that_the_link_lacks_is_played_here():
    """An earlier version of the page, or a link from before the answer, does not play it."""
    sender = answer(waiting(), "b1 c1")
    back, _ = replay_to_end(opened(with_checksum("1/brink3-x2/ma1b1"), sender))
    assert line(back) == "a1 b1 c1" and Screen(back).send
    assert back.notice.text == ("You are Black. Your answer in advance was played: if b1, then c1.")
    undone = update(back, Undo())
    assert undone.tree.actions(undone.cursor) == back.tree.actions(back.leaf)[:2]
    assert line(click_cells(undone, "d2")) == "a1 b1 d2", "it can be taken back until it is sent"


def test_reply_that_was_not_given_is_forged():
    sender = answer(waiting(), "b1 c1")
    for moves in ("ma1b1d2", "ma1d2c1", "ma1b1c1d2c3"):
        back = opened(with_checksum(f"1/brink3-x2/{moves}"), sender)
        assert back.faulty_link and line(back) == "a1", moves
    removed = update(sender, RemoveAnswer(0))
    assert opened(with_checksum("1/brink3-x2/ma1b1c1d2"), removed).faulty_link


def test_link_gives_no_answer_for_the_player_who_opens_it():
    sender = waiting()
    back = opened(with_checksum("1/brink3-x2/ma1/y1b1c1"), sender)
    assert not own_answer_texts(back) and "/y" not in back.link
    assert opened(with_checksum("1/brink3-x2/ma1b1c1d2"), back).faulty_link


def test_a_later_link_replaces_answers():
    sender = answer(waiting(), "b1 c1")
    friend = received(sender.link)
    other = answer(update(sender, RemoveAnswer(0)), "d2 c3")
    again = opened(other.link, friend)
    assert line(click_cells(again, "b1")) == "a1 b1"
    assert line(click_cells(again, "d2")) == "a1 d2 c3"
    assert line(click_cells(opened(sender.link, click_cells(again, "e3")), "b1")) != "a1 b1 c1"


def test_seat_taken_after_the_turn():
    sender = answer(waiting(), "b1 c1")
    friend = click_cells(opened(sender.link), "b1")
    assert line(friend) == "a1 b1", "who plays is not known yet"
    friend, _ = replay_to_end(update(friend, AnswerSeatOffer(accepts=True)))
    assert line(friend) == "a1 b1 c1"
    looking = update(opened(sender.link), AnswerSeatOffer(accepts=False))
    assert line(click_cells(looking, "b1")) == "a1 b1"


def test_answer_that_ends_the_game_is_sent_back():
    text = "1/brink3-x3/mb3b4e5a1c5c3d5b2e4b1c2a2a3e3d2d4c4c1d3"
    before = read_link(text[:-4]).record
    assert len(before.actions) == 17
    link = write_link(replace(before, answers=((17, read_link(text).record.actions[17:]),)))
    friend = received(link, "c1")
    assert friend.outcome is None and not friend.ending.is_card_open
    friend, _ = replay_to_end(friend)
    assert friend.outcome is not None and friend.ending.is_card_open
    assert Screen(friend).send, "the friend does not know it yet"


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("b1", "That is no answer"),
        ("b1 a1", "That is no answer"),
        ("b1 c1 d2", "That is no answer"),
        ("b1 d2", "You already answer this turn"),
    ],
)
def test_answer_is_checked(text, notice):
    session = answer(waiting(), "b1 c1")
    refused = answer(session, text)
    assert refused.notice.text.startswith(notice) and refused.link == session.link


def test_eight_answers_at_most_and_removal():
    session = waiting()
    for cell in "b1 c1 d2 c3 b2 d3 d4 e3".split():
        session = answer(session, f"{cell} a2")
        assert session.notice is None
    assert session.link.count("/y") == 8 and read_link(session.link).record == session.record
    assert answer(session, "e4 a2").notice.text.startswith("A link holds at most eight")
    removed = update(session, RemoveAnswer(3))
    assert len(own_answer_texts(removed)) == 7 and "if c3, then a2" not in str(removed)
    assert answer(removed, "e4 a2").notice is None
    assert update(removed, RemoveAnswer(30)).link == removed.link


def test_answers_survive_a_reload():
    session = answer(answer(waiting(), "b1 c1"), "c1 b1 d2 c3")
    looking = click_cells(update(session, StepBy(-1)), "c3")
    assert line(looking) == "c3" and not own_answer_texts(looking)
    for shown in (session, update(session, StepBy(-1)), looking):
        local = read_local_record(write_local_record(shown)).session
        entry = read_entry(write_entry(make_entry(shown.match, "an-id")))
        stored = new_session().with_match(**vars(load_match(entry)))
        reply = tree_from_record(read_link("1/brink3-x2/ma1b1c1d2").record)[:2]
        for loaded in (local, stored):
            assert loaded.match.new_movers(*reply) == [1, 1]
            assert set(loaded.match.answers) == set(session.match.answers)
        assert stored.match.record.answers == shown.match.record.answers
        assert shown is looking or own_answers(local.match) == own_answers(session.match)
    friend = received(session.link)
    loaded = read_local_record(write_local_record(friend)).session
    assert line(click_cells(loaded, "b1")) == "a1 b1 c1"


def test_stored_rows_have_no_new_key():
    plain, session = waiting(), answer(waiting(), "b1 c1")
    assert json.loads(write_local_record(plain)).keys() == (
        json.loads(write_local_record(session)).keys()
    )
    rows = [json.loads(write_entry(make_entry(one.match, "an-id"))) for one in (plain, session)]
    assert rows[0].keys() == rows[1].keys() and rows[0]["schema"] == rows[1]["schema"]


def test_a_stored_game_recognises_its_answers():
    session = answer(waiting(), "b1 c1")
    stored = load_match(make_entry(session.match, "an-id"))
    for moves, is_known in (("ma1b1c1d2", True), ("ma1b1d2c1", False)):
        came = opened(with_checksum(f"1/brink3-x2/{moves}"))
        relation = compare_lines(stored.tree, came.record)
        assert is_reply(stored, came.match, relation) is is_known
    came = opened(with_checksum("1/brink3-x2/ma1b1c1d2"))
    merged = merge_matches(stored, came.match)
    end = merged.tree.line_end(0)
    shown = replace(merged, leaf=end, cursor=end)
    done, steps = replay_to_end(update(came, MatchMerged(shown, "", replay=True)))
    assert steps == 3 and "Your answer in advance was played" in done.notice.text


def test_another_tab_changes_the_answers():
    session = answer(waiting(), "b1 c1")
    stored = load_match(make_entry(session.match, "an-id"))
    removed = update(session, RemoveAnswer(0)).match
    assert fast_forward(removed, stored).record.answers == session.record.answers
    assert fast_forward(session.match, removed).record.answers == ()


def test_damaged_answers_of_a_link_are_told():
    came = opened(with_checksum("1/brink3-x2/ma1").replace("/c", "/y1b1a1/c"))
    assert came.faulty_link, "its check digits do not fit"
    text = "1/brink3-x2/ma1/y1b1a1"
    came = opened(text)
    assert "Answers in advance in the link that cannot be played are left out." in came.notice.text
    assert came.match.answers == () and isinstance(came.match, Match)
