"""Games loaded from files, the library and links."""

import json
from dataclasses import fields, replace

import pytest

from greylox_web.engine import messages
from greylox_web.features.analysis.hint import Hint
from greylox_web.features.review.model import Review
from greylox_web.formats import game_json
from greylox_web.match.match import PERSON, UNTIMED, GameTerms, Match, Seat
from greylox_web.match.move_list import move_list
from greylox_web.match.tree import ROOT, merge
from greylox_web.rules.notation.actions import Annotation, Mark
from greylox_web.rules.notation.links import check_digits, read_link, write_link
from greylox_web.session.editor import Editor
from greylox_web.session.load_match import (
    LoadMatch,
    MatchMerged,
    NewGame,
    OpenLink,
    Rematch,
    RemoteReplay,
)
from greylox_web.session.playing import Redo, Resign, StepBy, Undo
from greylox_web.session.session import Ending, Notice
from greylox_web.session.study import Comment, Pen
from greylox_web.session.update import update
from greylox_web.words import WORDS, error_text
from tests.screen import Screen
from tests.session.session_helpers import click_cells, new_session

NAVIGATION_EVENTS = (Redo(), Undo(), StepBy(1), StepBy(-1), StepBy(99), Undo())


def two_line_session():
    """A session with two lines: a1 b1 c1, and c3 instead of b1."""
    session = click_cells(new_session("brink", 3), "a1", "b1", "c1")
    session = update(session, StepBy(-2))
    return click_cells(session, "c3")


def with_view(tree, leaf: int, cursor: int) -> LoadMatch:
    """The event that loads the tree from a file with this leaf and cursor."""
    value = json.loads(game_json.write_game(tree, 1, 1))
    result = game_json.read_value({**value, "leaf": leaf, "cursor": cursor})
    return LoadMatch(Match(result.tree, result.leaf, result.cursor), imported=True)


@pytest.mark.parametrize("leaf", range(5))
@pytest.mark.parametrize("cursor", range(5))
def test_a_file_may_show_a_position_off_its_line(leaf: int, cursor: int):
    """Redo and the arrow keys once failed at such a position."""
    event = with_view(two_line_session().tree, leaf, cursor)
    session = update(new_session(), event)
    assert session.cursor == event.match.cursor
    for navigation in NAVIGATION_EVENTS:
        session = update(session, navigation)
        assert session.cursor in session.tree.path(session.leaf)
        assert Screen(session).node == session.cursor


def link_with_comments(*comments: str) -> str:
    """A link whose author comments on the first positions, and circles the first cell."""
    record = read_link("1/brink3-x2/ma1b1").record
    annotations = [Annotation(ply, text, (Mark("circle", 0),)) for ply, text in enumerate(comments)]
    return write_link(replace(record, annotations=tuple(annotations)))


def test_comments_of_a_link_are_told_and_kept_apart_from_own_ones():
    session = update(new_session(), OpenLink(link_with_comments("Begin.", "", "End?")))
    nodes = session.tree.nodes
    assert [node.link_comment for node in nodes] == ["Begin.", "", "End?"]
    assert not any(node.comment for node in nodes)
    assert all(node.marks == (Mark("circle", 0),) for node in nodes), "marks are shown at once"
    assert session.notice.text == WORDS["link-has-comments"]
    assert "/w" not in session.link, "the address is short"
    assert session.match.is_annotated
    turns = move_list(session.tree)[0].turns
    assert [turn.comments for turn in turns] == [("",), (WORDS["link-comment-here"],)]
    marks_only = update(new_session(), OpenLink(link_with_comments("", "")))
    assert marks_only.notice is None
    own = update(session, Comment("Mine."))
    assert (own.tree.nodes[2].comment, own.tree.nodes[2].link_comment) == ("Mine.", "End?")
    again = update(own, OpenLink(link_with_comments("Begin.", "", "End?")))
    assert again.tree.nodes == own.tree.nodes


def test_own_comments_that_come_back_with_a_link_are_not_repeated():
    session = update(new_session("brink", 3, {"x": 2}), OpenLink("1/brink3-x2/ma1b1"))
    commented = update(session, Comment("Mine.\n\nToo."))
    back = update(commented, OpenLink(link_with_comments("", "", "Mine.\nToo.\nTheirs.")))
    node = back.tree.nodes[2]
    assert (node.comment, node.link_comment) == ("Mine.\n\nToo.", "Theirs.")
    assert merge(back.tree, back.tree)[0] == back.tree


def test_a_link_whose_comments_are_damaged_shows_the_game_and_says_so():
    body = "1/brink3-x2/ma1b1/w" + "0" * 40
    session = update(new_session(), OpenLink(f"{body}/c{check_digits(body)}"))
    assert len(session.tree.nodes) == 3 and session.faulty_link
    assert error_text("annotations-damaged") in session.notice.text.lower()


def test_continuation_may_show_another_line():
    session = two_line_session()
    tip = session.cursor
    event = MatchMerged(Match(session.tree, session.tree.line_end(ROOT), tip))
    opened = update(session, event)
    assert opened.cursor == opened.leaf == tip
    redone = update(opened.with_match(cursor=1), Redo())
    assert redone.cursor == tip


def test_a_shorter_link_shows_its_position_and_the_line_stays():
    session = click_cells(new_session("brink", 3, options={"x": 2}), "a1", "b2", "c3", "d3")
    opened = update(session, OpenLink("1/brink3-x2/ma1b2c3"))
    assert (opened.cursor, opened.leaf) == (session.leaf - 1, session.leaf)


def test_a_link_to_the_empty_board_on_the_table_is_the_same_game():
    session = new_session("brink", 3, options={"x": 2}, seats=(PERSON, Seat(2)))
    opened = update(session, OpenLink("1/brink3-x2/m"))
    assert opened.seats == session.seats and opened.match.id == session.match.id
    other = update(session, OpenLink("1/brink4-x2/m"))
    assert other.match.id != session.match.id


def test_damaged_link_shows_60_unparsed_characters():
    unparsed = "".join(chr(ord("a") + index % 26) for index in range(90))
    opened = update(new_session("lox"), OpenLink(f"1/brink3-x2/ma1a1{unparsed}"))
    [text] = [text for text in (opened.notice.text,) if "already taken" in text]
    assert text.endswith(f" a1{unparsed}"[:61]) and len(f"a1{unparsed}") > 61


def test_merged_match_clears_withheld_offer():
    session = replace(two_line_session(), offer_withheld=True)
    merged = update(session, MatchMerged(session.match))
    assert merged.offer_withheld is False


def test_reopened_match_keeps_evaluations():
    session = two_line_session()
    evaluations = ((session.state, 0.5),)
    event = LoadMatch(Match(session.tree, session.leaf, session.cursor, state_values=evaluations))
    assert update(new_session("lox"), event).state_values == evaluations
    assert not update(new_session("lox"), with_view(session.tree, 1, 1)).state_values


def test_a_copy_of_the_game_on_the_table_makes_no_help_forgotten():
    session = two_line_session()
    session = session.with_match(unrated_reason="hint", state_values=((session.state, 0.5),))
    by_link = update(session, OpenLink(f"#{session.link}"))
    assert by_link.unrated_reason == "hint" and by_link.state_values == session.state_values
    text = game_json.write_game(session.tree, session.leaf, session.cursor)
    result = game_json.read_game(text)
    by_file = update(
        session, LoadMatch(Match(result.tree, result.leaf, result.cursor), imported=True)
    )
    assert by_file.unrated_reason == "hint"


@pytest.mark.parametrize("before", ["", "hint"])
@pytest.mark.parametrize("stored", ["", "hint"])
def test_more_of_the_game_on_the_table_makes_no_help_forgotten(before, stored):
    session = two_line_session().with_match(unrated_reason=before)
    event = LoadMatch(
        Match(session.tree, session.leaf, session.cursor, unrated_reason=stored), imported=True
    )
    assert update(session, event).unrated_reason == (before or stored)


def test_stored_match_with_same_prefix_is_other_game():
    clocked = update(new_session("brink", 3), NewGame("brink", 3, terms=GameTerms(60_000)))
    session = click_cells(clocked, "a1")
    session = session.with_match(unrated_reason="hint", lost_on_time=True)
    other = click_cells(new_session("brink", 3), "a1", "b1", "c1")
    event = LoadMatch(Match(other.tree, other.leaf, other.cursor, other.seats))
    opened = update(session, event)
    assert (opened.unrated_reason, opened.match.lost_on_time, opened.terms) == ("", False, UNTIMED)


OF_THE_PLAYER = {"preferences", "review_cache", "visible", "mark_text"}
OF_THE_ENGINE = {"status", "ticket", "thinking", "purpose", "asked", "report_state"}
OTHERS = (
    NewGame("byg", 3),
    OpenLink("#1/byg3/mc3c4c5"),
    LoadMatch(Match(click_cells(new_session("byg", 3), "c3").tree, 1, 1, (PERSON, Seat(2)))),
)


@pytest.mark.parametrize("event", OTHERS)
def test_next_game_inherits_no_state(event):
    fresh = new_session("brink", 3)
    session = click_cells(fresh, "a1", "b1", "c1")
    tree = session.tree
    report = messages.SearchReport(1, True, "c3", 9, 0.5, False, ["c3"], [], 1, None)
    suspended = replace(
        session.with_match(
            cursor=1,
            seats=(Seat(None, remote=True), Seat(3)),
            terms=GameTerms(60_000, 2000, takebacks=False),
            lost_on_time=True,
            remote_name="Ann",
            unrated_reason="hint",
            offered_seat=1,
            declined_offer=(1, 1),
            takeback_node=1,
            state_values=((session.state, 0.5),),
        ),
        resign_pending=True,
        engine=session.engine._replace(
            paused=True,
            report=report,
            report_state=session.state,
            analysis=True,
            analysed_node=3,
            analysis_cache=((session.state, report),),
            assessed_state=session.state,
            pondered_node=3,
            line_previewed=True,
            previewed_action="c3",
        ),
        notice=Notice("a word"),
        offer_withheld=True,
        faulty_link="#x",
        activities=(
            Editor(session.game, session.state),
            Pen("circle"),
            RemoteReplay(3),
            Hint(session.state),
            Review(tree.path(3), tree.actions(3), {}, retry_node=1, best_shown=True),
        ),
        ending=Ending(ended_in_session=True, is_card_open=True, rank=2),
        restore_stack=(session,),
    )
    opened = update(suspended, event)
    alone = update(fresh, event)
    for field in fields(alone):
        if field.name not in {"engine", "match", *OF_THE_PLAYER}:
            assert getattr(opened, field.name) == getattr(alone, field.name), field.name
    assert opened.tree.nodes == alone.tree.nodes
    assert replace(opened.match, tree=alone.tree, id=alone.match.id) == alone.match
    for name in set(alone.engine._fields) - OF_THE_ENGINE:
        assert getattr(opened.engine, name) == getattr(alone.engine, name), name


def test_match_keeps_its_id_and_new_match_gets_new_id():
    session = click_cells(new_session("brink", 3), "a1", "b1", "c1")
    name = session.match.id
    for event in (OpenLink(f"#{session.link}"), Undo(), Redo(), Resign()):
        session = update(session, event)
        assert session.match.id == name
    ids = {name}
    for event in (Rematch(session.seats), NewGame("brink", 3), *OTHERS):
        ids.add(update(session, event).match.id)
    assert len(ids) == 3 + len(OTHERS)
    suspended = replace(session.match, cursor=0)
    assert update(new_session("lox"), LoadMatch(suspended)).match.id == name
