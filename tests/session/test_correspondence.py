"""A remote player: the seat that a link offers, the replay of a turn, and the player's name."""

import json
from dataclasses import replace

import pytest

from greylox_web.features.library.collection import parse_entry, write_file
from greylox_web.features.library.entry import load_match, make_entry, renamed
from greylox_web.match.match import MAX_NAME_LENGTH, PERSON, Match, Seat, clean_name
from greylox_web.match.merge import compare_lines, is_reply, merge, short_common_prefix
from greylox_web.match.tree import tree_from_record
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.session.correspondence import AnswerSeatOffer, NameRemotePlayer, StepReplay
from greylox_web.session.load_match import LoadMatch, OpenLink, is_continuation
from greylox_web.session.playing import PlayAction, Resign, StepBy, Undo, can_undo
from greylox_web.session.session import NO_ENDING
from greylox_web.session.study import ToggleEditor
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session

REMOTE = Seat(remote=True)


def with_checksum(text: str) -> str:
    """The link as the program writes it, with check digits."""
    return write_link(read_link(text).record)


def opened(text: str, session=None):
    return update(session or new_session("lox"), OpenLink(text))


def replay_to_end(session):
    """The session after the replay of the friend's turn, and the number of its steps."""
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
        ("1/brink3-x2/ma1b1/n1", ""),  # the link shows an earlier position
        ("1/brink3-x2/ma1-q", ""),
    ],
)
def test_a_link_offers_the_seat_of_the_side_to_move(link, button):
    session = opened(with_checksum(link))
    assert Screen(session).offer == button
    assert not Screen(opened(link)).offer, "it may have been cut off"


@pytest.mark.parametrize("link", ["1/brink3-x2/ma1", "1/greylox3/mc3", "1/byg3/ma1", "1/lox5/mb2"])
def test_seat_is_offered_again_after_takeback(link):
    session = offered = opened(with_checksum(link))
    for _ in range(6):
        session = update(session, PlayAction(next(bits(session.game.legal(session.state)))))
    assert Screen(session).offer == "" and session.offered_seat is None
    while session.cursor != offered.cursor:
        session = update(session, Undo())
    assert Screen(session).offer == Screen(offered).offer != ""
    sat = update(session, AnswerSeatOffer(accepts=True))
    sat = replay_to_end(sat)[0] if sat.replay_node >= 0 else sat
    assert any(seat.remote for seat in sat.seats)
    cell = list(bits(sat.game.legal(sat.state)))[-1]
    done = update(sat, PlayAction(cell))
    assert done.tree.actions(done.leaf)[: len(offered.tree.nodes)][-1] == cell, (
        "it is the main line"
    )


def test_taking_offered_seat_replays_friends_turn():
    offered = opened(with_checksum("1/greylox5/me5e6b2"))
    assert Screen(offered).prompt_line == "From a friend? Play White, and answer with a link."
    sat = update(offered, AnswerSeatOffer(accepts=True))
    assert sat.seats == (PERSON, REMOTE) and sat.offered_seat is None
    screen = Screen(sat)
    assert (screen.status, screen.prompt_line, screen.node) == ("Your friend played", "e6, b2", 1)
    assert sat.link == offered.link, "the address names the game, not the replay"
    done, steps = replay_to_end(sat)
    assert steps == 2 and done.cursor == sat.leaf
    assert done.notice.text == "You are White. Your friend played e6, b2."
    assert Screen(done).status == "Your turn: two stones"


@pytest.mark.parametrize(
    ("first", "screen"), [("b2", "now Blue's."), ("b1", "now Blue's stone on a2")]
)
def test_friends_swap_is_described(first, screen):
    seats = (PERSON, REMOTE)
    played = click_cells(new_session("lox", 5, seats=seats).with_match(remote_name="Anna"), first)
    came = opened(with_checksum(f"1/lox5/m{first}-s"), played)
    assert came.replay_node >= 0 and Screen(came).status == "Anna played"
    done, _ = replay_to_end(came)
    for text in (Screen(came).prompt_line, done.notice.text):
        assert "Anna swapped. Your stone" in text and screen in text
    assert done.notice.text.startswith("You are Red.")


@pytest.mark.parametrize(
    ("name", "size", "options", "link"),
    [
        ("brink", 3, {"x": 2, "swap": True}, "1/brink3-x2-p/mb2-s"),
        ("multiplicity", 3, {"opening": False, "swap": True}, "1/multiplicity3-f-p/mb2-s"),
    ],
)
def test_friends_swap_by_link_continues_game(name, size, options, link):
    session = new_session(name, size, options=options, seats=(PERSON, REMOTE))
    played = click_cells(session, "b2")
    came = opened(with_checksum(link))
    relation = compare_lines(played.tree, came.record)
    assert relation.relation == "ahead" and not short_common_prefix(relation)
    assert is_reply(played.match, came.match, relation)
    done, steps = replay_to_end(opened(with_checksum(link), played))
    assert steps == 1 and done.seats == session.seats and done.offered_seat is None
    assert done.tree.root is played.tree.root and done.live_node == done.cursor == done.leaf
    assert done.match.state.stones == (0, played.match.state.stones[0])
    answered = click_cells(done, "c3")
    assert answered.link.startswith(f"{link}c3/")


def test_own_swap_is_answered_by_friends_link():
    options, seats = {"x": 2, "swap": True}, (REMOTE, PERSON)
    session = new_session("brink", 3, options=options, seats=seats)
    session, _ = replay_to_end(opened(with_checksum("1/brink3-x2-p/mb2"), session))
    session = update(session, PlayAction(session.game.board.swap_action))
    assert session.link.startswith("1/brink3-x2-p/mb2-s/") and Screen(session).send
    done, steps = replay_to_end(opened(with_checksum("1/brink3-x2-p/mb2-sc3"), session))
    assert steps == 1 and done.seats == seats and done.live_node == done.cursor == done.leaf
    forged = opened(with_checksum("1/brink3-x2/mb2c3"), session)
    assert forged.seats != seats, "without the option it is another game"


def test_undo_stops_at_friends_turn():
    sat = update(opened(with_checksum("1/brink3-x2/ma1b1c1")), AnswerSeatOffer(accepts=True))
    sat = replay_to_end(sat)[0] if sat.replay_node >= 0 else sat
    assert update(sat, Undo()).cursor == sat.cursor and not can_undo(sat)
    played = click_cells(sat, "b2")
    assert update(played, Undo()).cursor == sat.cursor, "what is not answered yet"
    browsed = update(sat, StepBy(-2))
    assert browsed.cursor != sat.cursor


def test_a_friend_without_a_name_is_a_colour_within_a_sentence():
    """In other languages "your friend" would have to be inflected within a sentence."""
    sat = update(opened(with_checksum("1/brink3-x2/ma1")), AnswerSeatOffer(accepts=True))
    lost = update(sat.with_match(cursor=sat.leaf).without("friend-turn"), Resign())
    assert Screen(lost).result == "Your friend wins. You resigned."
    tree, node = sat.tree.add(sat.leaf, sat.game.board.parse_cell("b1"))
    resigned = sat.with_match(tree=tree.resign(node), cursor=node, leaf=node)
    won = resigned.without("friend-turn")
    assert Screen(won).result == "You win. Black resigned."
    assert Screen(won.with_match(remote_name="Anna")).result == "You win. Anna resigned."


def test_anything_else_ends_the_replay_at_once():
    sat = update(opened(with_checksum("1/brink3-x2/ma1")), AnswerSeatOffer(accepts=True))
    assert sat.cursor == 0 and sat.replay_node == 1
    played = click_cells(sat, "b1")
    assert played.tree.actions(played.cursor) == played.tree.actions(played.leaf)
    assert len(played.tree.actions(played.leaf)) == 2 and played.is_remote_to_move
    assert Screen(played).send


def test_seat_is_offered_only_at_line_end():
    offered = opened(with_checksum("1/brink3-x2/ma1b1"))
    assert offered.has_seat_offer
    for event in StepBy(-1), ToggleEditor(True):
        answered = update(offered, event)
        assert answered.offered_seat is not None and not answered.has_seat_offer
    assert update(update(offered, StepBy(-1)), StepBy(1)).has_seat_offer


def test_longer_link_offers_no_seat_after_decline():
    looking = update(opened(with_checksum("1/brink3-x2/ma1")), AnswerSeatOffer(accepts=False))
    longer, _ = replay_to_end(opened(with_checksum("1/brink3-x2/ma1b1c1"), looking))
    assert len(longer.tree.nodes) == 4 and longer.offered_seat is None
    assert opened(with_checksum("1/brink3-x2/ma1b1c1")).offered_seat == 1


def test_declined_offer_leaves_both_sides_local():
    offered = opened(with_checksum("1/brink3-x2/ma1"))
    looking = update(offered, AnswerSeatOffer(accepts=False))
    assert looking.seats == (PERSON, PERSON) and not Screen(looking).offer
    one = click_cells(offered, "b1")
    assert Screen(one).offer == "Play White", "it can still become the answer"
    assert update(one, AnswerSeatOffer(accepts=True)).is_remote_to_move
    two = click_cells(one, "c1")
    assert not Screen(two).offer


def test_result_card_opens_after_replay_of_last_turn():
    board = new_game("brink", 3).board
    cells = [board.cell_name(cell) for cell in bits(board.cells)]
    links = [with_checksum(f"1/brink3-x2/m{''.join(cells[:count])}") for count in range(20)]
    session, _ = replay_to_end(update(opened(links[1]), AnswerSeatOffer(accepts=True)))
    for count in range(3, 20, 2):
        session = click_cells(session, cells[count - 2])
        came = opened(links[count], session)
        assert came.replay_node >= 0 and came.outcome is None and not came.ending.is_card_open
        session, _ = replay_to_end(came)
        assert session.ending.is_card_open == (session.outcome is not None) == (count == 19)


def test_an_answer_is_shown_and_keeps_seats_and_name():
    session = new_session("byg", seats=(PERSON, REMOTE))
    session = update(session, NameRemotePlayer("  Anna\n\x00 Lee "))
    session = click_cells(session, "a1")
    assert Screen(session).sides[1].name == "Anna Lee"
    answer = with_checksum("1/byg5/ma1b2")
    came = opened(answer, session)
    assert (
        came.remote_name == "Anna Lee" and came.cursor == session.cursor and came.replay_node >= 0
    )
    done, _ = replay_to_end(came)
    assert done.notice.text == "You are White. Anna Lee played b2."
    reopened = opened(answer, done)
    assert reopened.replay_node < 0, "nothing new"
    refused = click_cells(session, "b2")
    assert refused.notice.text.startswith("Anna Lee is to move")


def test_reply_to_undone_turn_continues_same_game():
    session = new_session("brink", 3, options={"x": 2}, seats=(PERSON, REMOTE))
    session = click_cells(session, "a1")
    session = update(session, Undo())
    session = click_cells(session, "c3")
    replayed, steps = replay_to_end(opened(with_checksum("1/brink3-x2/ma1b1"), session))
    assert steps == 1 and replayed.seats == session.seats and replayed.offered_seat is None
    assert (
        replayed.tree.root is session.tree.root
        and replayed.live_node == replayed.cursor == replayed.leaf
    )
    assert replayed.link.startswith("1/brink3-x2/ma1b1"), "what was played instead is a variation"
    assert len(replayed.tree.reachable()) == 4
    assert is_continuation(session.match, replayed.tree, replayed.leaf), "it is the same game"
    forged = opened(with_checksum("1/brink3-x2/mb2b1"), session)
    assert forged.seats != session.seats, "b2 was never played here"
    other, _ = replay_to_end(opened(with_checksum("1/brink3-x2/mc3d4"), session))
    opened_late = opened(with_checksum("1/brink3-x2/ma1b1"), other)
    assert opened_late.tree.root is not other.tree.root, "they have replied to c3 already"


def test_second_reply_to_undone_turn_is_other_game():
    tree, leaf, _ = tree_from_record(read_link("1/brink3-x2/mc3").record)
    both, _ = merge(tree, tree_from_record(read_link("1/brink3-x2/ma1b1").record)[0])
    match = Match(both, leaf, leaf, (PERSON, REMOTE))
    for actions, is_more in (("a1d3", False), ("a1b1", False), ("c3d3", True)):
        answer, end, _ = tree_from_record(read_link(f"1/brink3-x2/m{actions}").record)
        assert is_continuation(match, answer, end) == is_more, actions


def test_longer_link_offers_seat_only_with_same_mover():
    first = opened(with_checksum("1/brink3-x2/ma1b1c1"))
    assert first.offered_seat == 1
    for more, offered in (("d3", None), ("d3b2", 1)):
        assert opened(f"1/brink3-x2/ma1b1c1{more}", first).offered_seat == offered


def test_first_turn_of_friend_joins_waiting_game():
    session = new_session("byg", seats=(REMOTE, PERSON))
    session = update(session, NameRemotePlayer("Anna"))
    came = opened(with_checksum("1/byg5/ma1"), session)
    assert came.seats == session.seats and came.remote_name == "Anna" and came.offered_seat is None
    done, _ = replay_to_end(came)
    assert done.notice.text == "You are Black. Anna played a1."
    for other in ("1/byg5/ma1b2", "1/byg4/ma1"):  # not an answer to it
        assert opened(with_checksum(other), session).seats != session.seats, other
    waiting_session = new_session("byg", seats=(PERSON, REMOTE))
    assert opened(with_checksum("1/byg5/ma1"), waiting_session).seats == (PERSON, PERSON)


def test_final_link_opens_card_and_own_final_move_needs_link():
    session = new_session("brink", 3, options={"x": 2}, seats=(PERSON, REMOTE))
    names = session.game.board.cell_names(session.game.board.cells)
    for turn, name in enumerate(names):
        link = session.link.partition("/c")[0] + name
        session = click_cells(session, name) if turn % 2 == 0 else opened(link, session)
        session, _ = replay_to_end(session)
    assert session.outcome is not None and session.ending.is_card_open and Screen(session).send
    before = session.tree.path(session.leaf)[-2]
    other = session.with_match(seats=(REMOTE, PERSON), cursor=before, leaf=before)
    other = replace(other, ending=NO_ENDING)
    assert not Screen(other.with_match(cursor=session.leaf, leaf=session.leaf)).send


def test_friends_resignation_by_link_ends_game():
    session = new_session("brink", 3, options={"x": 2}, seats=(PERSON, REMOTE))
    session = click_cells(session, "a1")
    resigned = opened(with_checksum("1/brink3-x2/ma1-q"), session)
    assert resigned.outcome is not None and not Screen(resigned).send


def test_link_resigning_for_local_colour_is_refused():
    session = new_session("brink", 3, options={"x": 2}, seats=(PERSON, REMOTE))
    session = click_cells(session, "a1")
    session, _ = replay_to_end(opened(with_checksum("1/brink3-x2/ma1b1"), session))
    played_on = click_cells(session, "c1")
    for ours in (session, played_on):
        came = opened(with_checksum("1/brink3-x2/ma1b1-q"), ours)
        assert came.in_progress and came.outcome is None and "Black" in came.notice.text
        alone = opened(with_checksum("1/brink3-x2/ma1b1-q"))
        assert not is_reply(ours.match, alone, compare_lines(ours.tree, alone.record))


def test_reopened_friends_link_keeps_later_moves():
    session = new_session("brink", 3, options={"x": 2}, seats=(PERSON, REMOTE))
    session = click_cells(session, "a1")
    earlier = with_checksum("1/brink3-x2/ma1b1")
    session, _ = replay_to_end(opened(earlier, session))
    session = click_cells(session, "c1")
    reopened = opened(earlier, session)
    assert reopened.cursor == reopened.leaf == session.leaf == 3, "what was played since is shown"
    assert (
        "friend to move" in make_entry(reopened.match, "an-id").status
        and reopened.is_remote_to_move
    )
    answered = opened(with_checksum("1/brink3-x2/ma1b1c1c2"), reopened)
    assert len(answered.tree.actions(answered.leaf)) == 4 and answered.replay_node >= 0


def test_friend_name_is_stored_with_match():
    session = new_session("brink", 3, seats=(PERSON, REMOTE))
    session = click_cells(update(session, NameRemotePlayer("Anna")), "a1")
    entry = make_entry(session.match, "an-id")
    assert entry.players == "Anna" and "Anna to move" in entry.status
    assert load_match(entry).remote_name == "Anna"
    assert parse_entry(json.loads(write_file([entry]))["games"][0]).opponent == "Anna"
    with_name = renamed(entry, "", "Bob")
    assert load_match(with_name).remote_name == "Bob"
    assert (
        make_entry(session.with_match(remote_name="").match, "an-id", with_name).opponent == "Bob"
    )


def test_a_stored_game_knows_an_answer_from_a_forgery():
    session = new_session("brink", 3, options={"x": 2}, seats=(PERSON, REMOTE))
    session = click_cells(session, "a1")

    def is_friend_reply(text):
        came = opened(with_checksum(text))
        return is_reply(session.match, came.match, compare_lines(session.tree, came.record))

    assert is_friend_reply("1/brink3-x2/ma1b1")
    assert is_friend_reply("1/brink3-x2/ma1")
    assert not is_friend_reply("1/brink3-x2/ma1b1c1"), "it also plays for us"
    assert not is_reply(
        new_session("brink", 3, options={"x": 2}).match,
        opened(with_checksum("1/brink3-x2/ma1b1")).match,
        compare_lines(session.tree, opened(with_checksum("1/brink3-x2/ma1b1")).record),
    )


@pytest.mark.parametrize(
    ("link", "is_short_prefix"),
    [
        ("1/brink3-x2/ma1", True),
        ("1/brink3-x2/ma1c3", True),
        ("1/brink3-x2/ma1b1c3", True),
        ("1/brink3-x2/ma1b1c1", False),
        ("1/brink3-x2/ma1b1c1d4", False),
        ("1/brink3-x2/ma1b1c1a2b2", False),
    ],
)
def test_short_common_prefix_may_be_other_game(link, is_short_prefix):
    session = click_cells(new_session("brink", 3, options={"x": 2}), "a1", "b1", "c1", "a2")
    assert (
        short_common_prefix(compare_lines(session.tree, opened(with_checksum(link)).record))
        == is_short_prefix
    )


def test_prefix_of_finished_game_is_not_a_reply():
    text = "1/brink3-x3/mb3b4e5a1c5c3d5b2e4b1c2a2a3e3d2d4c4c1d3"
    over = opened(with_checksum(text))
    over = over.with_match(seats=(REMOTE, PERSON))
    unfinished = opened(with_checksum(text[:-8])).with_match(seats=(REMOTE, PERSON))
    came = opened(with_checksum("1/brink3-x3/mb3"))
    assert over.outcome is not None
    for stored, is_answer in ((over, False), (unfinished, True)):
        relation = compare_lines(stored.tree, came.record)
        assert is_reply(stored.match, came, relation) == is_answer
    came = opened(with_checksum(text))
    assert is_reply(over.match, came, compare_lines(over.tree, came.record)), (
        "the whole of it is known"
    )


def test_link_after_damaged_link_offers_seat():
    damaged = opened("1/brink3-x2/ma1b1/c00")
    assert damaged.faulty_link and damaged.offered_seat is None
    sound = opened(with_checksum("1/brink3-x2/ma1b1"), damaged)
    assert (
        Screen(sound).offer == "Play Black" and sound.notice is None and sound.faulty_link is None
    )
    cut = opened("1/brink3-x2/ma1")
    assert cut.notice and cut.offered_seat is None
    whole = opened(with_checksum("1/brink3-x2/ma1b1"), cut)
    assert Screen(whole).offer == "Play Black"
    text = LoadMatch(
        Match(cut.tree, cut.leaf, cut.cursor), "This text is wrong from here on.", imported=True
    )
    pasted = update(new_session("lox"), text)
    assert Screen(opened(with_checksum("1/brink3-x2/ma1b1"), pasted)).offer == "Play Black"
    played = click_cells(cut, "b1")
    assert not Screen(opened(with_checksum("1/brink3-x2/ma1b1"), played)).offer, "it is played here"


@pytest.mark.parametrize("text", ["", " ", "\x00\u2028", "x" * 500, "<b>Anna</b>", "\ud800"])
def test_friend_name_is_one_short_line(text):
    name = clean_name(text)
    assert len(name) <= MAX_NAME_LENGTH and "\n" not in name and clean_name(name) == name
