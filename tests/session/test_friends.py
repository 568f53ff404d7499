"""A friend far away: the seat that a link offers, the replay of a turn, and the friend's name."""

import json
from dataclasses import replace

import pytest

from greylox_web.features.library.collection import parse_entry, write_file
from greylox_web.features.library.entry import load_match, make_entry, renamed
from greylox_web.match.match import MAX_NAME_LENGTH, PERSON, Match, Seat, friend_name
from greylox_web.match.merge import compare_lines, is_reply, merge, short_common_prefix
from greylox_web.match.tree import tree_from_record
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.session.friends import AnswerSeatOffer, NameFriend, StepReplay
from greylox_web.session.opening import LoadMatch, OpenLink, is_continuation
from greylox_web.session.playing import PlayAction, Resign, StepBy, Undo, can_undo
from greylox_web.session.session import NO_ENDING
from greylox_web.session.study import ToggleEditor
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.sittings import begin, click

AWAY = Seat(remote=True)


def written(text: str) -> str:
    """The link as the program writes it, with check digits."""
    return write_link(read_link(text).record)


def opened(text: str, session=None):
    return update(session or begin("lox"), OpenLink(text))


def shown(session):
    """The session once the friend's turn has been shown, and how many steps that took."""
    steps = 0
    while session.replay_node >= 0:
        session = update(session, StepReplay())
        steps += 1
    return session, steps


@pytest.mark.parametrize(
    ("link", "button"),
    [
        ("1/brink3-x2/ma1", "Play White"),
        ("1/brink3-x2/ma1b1", "Play Black"),
        ("1/brink3-x2/m", "Play Black"),
        ("1/greylox5/me5e6", "Play Black"),
        ("1/brink3-x2/ma1b1/n1", ""),  # somebody shows a position
        ("1/brink3-x2/ma1-q", ""),
    ],
)
def test_a_link_offers_the_seat_of_the_side_to_move(link, button):
    session = opened(written(link))
    assert Screen(session).offer == button
    assert not Screen(opened(link)).offer, "it may have been cut off"


@pytest.mark.parametrize("link", ["1/brink3-x2/ma1", "1/greylox3/mc3", "1/byg3/ma1", "1/lox5/mb2"])
def test_a_seat_is_offered_again_where_what_was_tried_is_taken_back(link):
    session = asked = opened(written(link))
    for _ in range(6):
        session = update(session, PlayAction(next(bits(session.game.legal(session.state)))))
    assert Screen(session).offer == "" and session.offered_seat is None
    while session.cursor != asked.cursor:
        session = update(session, Undo())
    assert Screen(session).offer == Screen(asked).offer != ""
    sat = update(session, AnswerSeatOffer(accepts=True))
    sat = shown(sat)[0] if sat.replay_node >= 0 else sat
    assert any(seat.remote for seat in sat.seats)
    cell = list(bits(sat.game.legal(sat.state)))[-1]
    done = update(sat, PlayAction(cell))
    assert done.tree.actions(done.leaf)[: len(asked.tree.nodes)][-1] == cell, "it is the main line"


def test_the_seat_is_taken_and_what_the_friend_played_is_shown():
    asked = opened(written("1/greylox5/me5e6b2"))
    assert Screen(asked).prompt_line == "From a friend? Play White, and answer with a link."
    sat = update(asked, AnswerSeatOffer(accepts=True))
    assert sat.seats == (PERSON, AWAY) and sat.offered_seat is None
    told = Screen(sat)
    assert (told.status, told.prompt_line, told.node) == ("Your friend played", "e6, b2", 1)
    assert sat.link == asked.link, "the address names the game, not the replay"
    done, steps = shown(sat)
    assert steps == 2 and done.cursor == sat.leaf
    assert done.notice.text == "You are White. Your friend played e6, b2."
    assert Screen(done).status == "Your move"


@pytest.mark.parametrize(("first", "told"), [("b2", "where it lies"), ("b1", "mirror cell a2")])
def test_a_friends_swap_is_told_in_words(first, told):
    seats = (PERSON, AWAY)
    played = click(begin("lox", 5, seats=seats).with_match(friend="Anna"), first)
    came = opened(written(f"1/lox5/m{first}-s"), played)
    assert came.replay_node >= 0 and Screen(came).status == "Anna played"
    done, _ = shown(came)
    for text in (Screen(came).prompt_line, done.notice.text):
        assert "Anna swaps: your stone becomes Blue's" in text and told in text
    assert done.notice.text.startswith("You are Red.")


def test_what_the_friend_has_played_is_not_taken_back():
    sat = update(opened(written("1/brink3-x2/ma1b1c1")), AnswerSeatOffer(accepts=True))
    sat = shown(sat)[0] if sat.replay_node >= 0 else sat
    assert update(sat, Undo()).cursor == sat.cursor and not can_undo(sat)
    played = click(sat, "b2")
    assert update(played, Undo()).cursor == sat.cursor, "what is not answered yet"
    looked = update(sat, StepBy(-2))
    assert looked.cursor != sat.cursor


def test_a_friend_without_a_name_is_a_colour_within_a_sentence():
    """In other languages the words of "your friend" would have to bend there."""
    sat = update(opened(written("1/brink3-x2/ma1")), AnswerSeatOffer(accepts=True))
    lost = update(sat.with_match(cursor=sat.leaf).without("friend-turn"), Resign())
    assert Screen(lost).result == "Your friend wins. You resigned."
    tree, node = sat.tree.add(sat.leaf, sat.game.board.parse_cell("b1"))
    resigned = sat.with_match(tree=tree.resign(node), cursor=node, leaf=node)
    won = resigned.without("friend-turn")
    assert Screen(won).result == "You win. Black resigned."
    assert Screen(won.with_match(friend="Anna")).result == "You win. Anna resigned."


def test_anything_else_ends_the_replay_at_once():
    sat = update(opened(written("1/brink3-x2/ma1")), AnswerSeatOffer(accepts=True))
    assert sat.cursor == 0 and sat.replay_node == 1
    played = click(sat, "b1")
    assert played.tree.actions(played.cursor) == played.tree.actions(played.leaf)
    assert len(played.tree.actions(played.leaf)) == 2 and played.is_remote_to_move
    assert Screen(played).send


def test_a_seat_is_offered_at_the_end_of_the_line_and_not_while_looking_back_or_setting_up():
    asked = opened(written("1/brink3-x2/ma1b1"))
    assert asked.has_seat_offer
    for event in StepBy(-1), ToggleEditor(True):
        away = update(asked, event)
        assert away.offered_seat is not None and not away.has_seat_offer
    assert update(update(asked, StepBy(-1)), StepBy(1)).has_seat_offer


def test_a_longer_link_offers_no_seat_to_who_looks_at_both_sides():
    looking = update(opened(written("1/brink3-x2/ma1")), AnswerSeatOffer(accepts=False))
    longer, _ = shown(opened(written("1/brink3-x2/ma1b1c1"), looking))
    assert len(longer.tree.nodes) == 4 and longer.offered_seat is None
    assert opened(written("1/brink3-x2/ma1b1c1")).offered_seat == 1


def test_who_just_looks_plays_both_sides():
    asked = opened(written("1/brink3-x2/ma1"))
    looking = update(asked, AnswerSeatOffer(accepts=False))
    assert looking.seats == (PERSON, PERSON) and not Screen(looking).offer
    one = click(asked, "b1")
    assert Screen(one).offer == "Play White", "it can still become the answer"
    assert update(one, AnswerSeatOffer(accepts=True)).is_remote_to_move
    two = click(one, "c1")
    assert not Screen(two).offer


def test_the_card_comes_when_a_friends_last_turn_has_been_shown_and_not_before():
    board = new_game("brink", 3).board
    cells = [board.cell_name(cell) for cell in bits(board.cells)]
    links = [written(f"1/brink3-x2/m{''.join(cells[:count])}") for count in range(20)]
    session, _ = shown(update(opened(links[1]), AnswerSeatOffer(accepts=True)))
    for count in range(3, 20, 2):
        session = click(session, cells[count - 2])
        came = opened(links[count], session)
        assert came.replay_node >= 0 and came.outcome is None and not came.ending.is_card_open
        session, _ = shown(came)
        assert session.ending.is_card_open == (session.outcome is not None) == (count == 19)


def test_an_answer_is_shown_and_keeps_seats_and_name():
    session = begin("byg", seats=(PERSON, AWAY))
    session = update(session, NameFriend("  Anna\n\x00 Lee "))
    session = click(session, "a1")
    assert Screen(session).sides[1].name == "Anna Lee"
    answer = written("1/byg5/ma1b2")
    came = opened(answer, session)
    assert came.friend == "Anna Lee" and came.cursor == session.cursor and came.replay_node >= 0
    done, _ = shown(came)
    assert done.notice.text == "You are White. Anna Lee played b2."
    again = opened(answer, done)
    assert again.replay_node < 0, "nothing new"
    refused = click(session, "b2")
    assert refused.notice.text.startswith("Anna Lee is to move")


def test_an_answer_to_a_turn_that_was_undone_goes_on_with_the_same_game():
    session = begin("brink", 3, options={"x": 2}, seats=(PERSON, AWAY))
    session = click(session, "a1")
    session = update(session, Undo())
    session = click(session, "c3")
    found, steps = shown(opened(written("1/brink3-x2/ma1b1"), session))
    assert steps == 1 and found.seats == session.seats and found.offered_seat is None
    assert found.tree.root is session.tree.root and found.live_node == found.cursor == found.leaf
    assert found.link.startswith("1/brink3-x2/ma1b1"), "what was played instead is a variation"
    assert len(found.tree.reachable()) == 4
    assert is_continuation(session, found.tree, found.leaf), "so it is saved as the same game"
    forged = opened(written("1/brink3-x2/mb2b1"), session)
    assert forged.seats != session.seats, "b2 was never played here"
    other, _ = shown(opened(written("1/brink3-x2/mc3d4"), session))
    late = opened(written("1/brink3-x2/ma1b1"), other)
    assert late.tree.root is not other.tree.root, "they have replied to c3 already"


def test_another_answer_to_an_undone_turn_that_was_answered_is_another_game():
    tree, leaf, _ = tree_from_record(read_link("1/brink3-x2/mc3").record)
    both, _ = merge(tree, tree_from_record(read_link("1/brink3-x2/ma1b1").record)[0])
    match = Match(both, leaf, leaf, (PERSON, AWAY))
    for actions, is_more in (("a1d3", False), ("a1b1", False), ("c3d3", True)):
        answer, end, _ = tree_from_record(read_link(f"1/brink3-x2/m{actions}").record)
        assert is_continuation(match, answer, end) == is_more, actions


def test_the_seat_that_a_link_offers_is_offered_with_a_longer_one_where_the_same_side_moves():
    first = opened(written("1/brink3-x2/ma1b1c1"))
    assert first.offered_seat == 1
    for more, offered in (("d3", None), ("d3b2", 1)):
        assert opened(f"1/brink3-x2/ma1b1c1{more}", first).offered_seat == offered


def test_the_first_turn_of_a_friend_who_begins_comes_to_the_board_that_waits_for_it():
    session = begin("byg", seats=(AWAY, PERSON))
    session = update(session, NameFriend("Anna"))
    came = opened(written("1/byg5/ma1"), session)
    assert came.seats == session.seats and came.friend == "Anna" and came.offered_seat is None
    done, _ = shown(came)
    assert done.notice.text == "You are Black. Anna played a1."
    for other in ("1/byg5/ma1b2", "1/byg4/ma1"):  # no answer to it
        assert opened(written(other), session).seats != session.seats, other
    here = begin("byg", seats=(PERSON, AWAY))
    assert opened(written("1/byg5/ma1"), here).seats == (PERSON, PERSON)


def test_the_end_that_a_link_brings_is_told_on_the_card_and_the_own_end_is_to_be_sent():
    session = begin("brink", 3, options={"x": 2}, seats=(PERSON, AWAY))
    names = session.game.board.cell_names(session.game.board.cells)
    for turn, name in enumerate(names):
        link = session.link.partition("/c")[0] + name
        session = click(session, name) if turn % 2 == 0 else opened(link, session)
        session, _ = shown(session)
    assert session.outcome is not None and session.ending.is_card_open and Screen(session).send
    before = session.tree.path(session.leaf)[-2]
    other = session.with_match(seats=(AWAY, PERSON), cursor=before, leaf=before)
    other = replace(other, ending=NO_ENDING)
    assert not Screen(other.with_match(cursor=session.leaf, leaf=session.leaf)).send


def test_a_friends_resignation_comes_by_link_too():
    session = begin("brink", 3, options={"x": 2}, seats=(PERSON, AWAY))
    session = click(session, "a1")
    resigned = opened(written("1/brink3-x2/ma1-q"), session)
    assert resigned.outcome is not None and not Screen(resigned).send


def test_nobody_resigns_for_us_by_a_link():
    session = begin("brink", 3, options={"x": 2}, seats=(PERSON, AWAY))
    session = click(session, "a1")
    session, _ = shown(opened(written("1/brink3-x2/ma1b1"), session))
    later = click(session, "c1")
    for ours in (session, later):
        came = opened(written("1/brink3-x2/ma1b1-q"), ours)
        assert came.in_progress and came.outcome is None and "Black" in came.notice.text
        alone = opened(written("1/brink3-x2/ma1b1-q"))
        assert not is_reply(ours, alone, compare_lines(ours.tree, alone.record))


def test_a_friends_link_that_is_opened_again_takes_nothing_back():
    session = begin("brink", 3, options={"x": 2}, seats=(PERSON, AWAY))
    session = click(session, "a1")
    earlier = written("1/brink3-x2/ma1b1")
    session, _ = shown(opened(earlier, session))
    session = click(session, "c1")
    again = opened(earlier, session)
    assert again.cursor == again.leaf == session.leaf == 3, "what was played since is shown"
    assert "friend to move" in make_entry(again.match, "an-id").status and again.is_remote_to_move
    answered = opened(written("1/brink3-x2/ma1b1c1c2"), again)
    assert len(answered.tree.actions(answered.leaf)) == 4 and answered.replay_node >= 0


def test_the_name_is_kept_with_the_game():
    session = begin("brink", 3, seats=(PERSON, AWAY))
    session = click(update(session, NameFriend("Anna")), "a1")
    entry = make_entry(session.match, "an-id")
    assert entry.players == "Anna" and "Anna to move" in entry.status
    assert load_match(entry).friend == "Anna"
    assert parse_entry(json.loads(write_file([entry]))["games"][0]).opponent == "Anna"
    with_name = renamed(entry, "", "Bob")
    assert load_match(with_name).friend == "Bob"
    assert make_entry(session.with_match(friend="").match, "an-id", with_name).opponent == "Bob"


def test_a_stored_game_knows_an_answer_from_a_forgery():
    session = begin("brink", 3, options={"x": 2}, seats=(PERSON, AWAY))
    session = click(session, "a1")

    def found(text):
        came = opened(written(text))
        return is_reply(session.match, came.match, compare_lines(session.tree, came.record))

    assert found("1/brink3-x2/ma1b1")
    assert found("1/brink3-x2/ma1")
    assert not found("1/brink3-x2/ma1b1c1"), "it also plays for us"
    assert not is_reply(
        begin("brink", 3, options={"x": 2}).match,
        opened(written("1/brink3-x2/ma1b1")).match,
        compare_lines(session.tree, opened(written("1/brink3-x2/ma1b1")).record),
    )


@pytest.mark.parametrize(
    ("link", "alike"),
    [
        ("1/brink3-x2/ma1", True),
        ("1/brink3-x2/ma1c3", True),
        ("1/brink3-x2/ma1b1c3", True),
        ("1/brink3-x2/ma1b1c1", False),
        ("1/brink3-x2/ma1b1c1d4", False),
        ("1/brink3-x2/ma1b1c1a2b2", False),
    ],
)
def test_a_game_that_only_begins_like_a_stored_one_may_be_another(link, alike):
    session = click(begin("brink", 3, options={"x": 2}), "a1", "b1", "c1", "a2")
    assert short_common_prefix(compare_lines(session.tree, opened(written(link)).record)) == alike


def test_a_new_game_of_a_friend_may_begin_like_one_that_is_over():
    text = "1/brink3-x3/mb3b4e5a1c5c3d5b2e4b1c2a2a3e3d2d4c4c1d3"
    over = opened(written(text))
    over = over.with_match(seats=(AWAY, PERSON))
    going = opened(written(text[:-8])).with_match(seats=(AWAY, PERSON))
    came = opened(written("1/brink3-x3/mb3"))
    assert over.outcome is not None
    for stored, is_answer in ((over, False), (going, True)):
        way = compare_lines(stored.tree, came.record)
        assert is_reply(stored, came, way) == is_answer
    came = opened(written(text))
    assert is_reply(over, came, compare_lines(over.tree, came.record)), "the whole of it is known"


def test_a_link_that_follows_a_damaged_one_offers_its_seat():
    damaged = opened("1/brink3-x2/ma1b1/c00")
    assert damaged.faulty_link and damaged.offered_seat is None
    sound = opened(written("1/brink3-x2/ma1b1"), damaged)
    assert (
        Screen(sound).offer == "Play Black" and sound.notice is None and sound.faulty_link is None
    )
    cut = opened("1/brink3-x2/ma1")
    assert cut.notice and cut.offered_seat is None
    whole = opened(written("1/brink3-x2/ma1b1"), cut)
    assert Screen(whole).offer == "Play Black"
    text = LoadMatch(
        Match(cut.tree, cut.leaf, cut.cursor), "This text is wrong from here on.", imported=True
    )
    pasted = update(begin("lox"), text)
    assert Screen(opened(written("1/brink3-x2/ma1b1"), pasted)).offer == "Play Black"
    played = click(cut, "b1")
    assert not Screen(opened(written("1/brink3-x2/ma1b1"), played)).offer, "it is played here"


@pytest.mark.parametrize("text", ["", " ", "\x00\u2028", "x" * 500, "<b>Anna</b>", "\ud800"])
def test_a_name_is_one_short_line(text):
    name = friend_name(text)
    assert len(name) <= MAX_NAME_LENGTH and "\n" not in name and friend_name(name) == name
