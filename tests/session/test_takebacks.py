"""Games without takebacks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from greylox_web.match.match import PERSON, GameTerms
from greylox_web.rules.board import bits
from greylox_web.rules.play import random_game
from greylox_web.session.load_match import NewGame, OpenLink
from greylox_web.session.playing import ClickCell, Resign, StepBy, Undo
from greylox_web.session.study import Delete, Promote, Restore
from greylox_web.session.update import update
from tests.session.session_helpers import click_cells, new_session

STRICT = GameTerms(takebacks=False)


def game(name="brink", size=3, seats=(PERSON, PERSON), terms=STRICT):
    session = new_session()
    return update(session, NewGame(name, size, (), seats, terms))


def test_no_takebacks_refuses_undo_of_finished_turns():
    session = click_cells(game(), "a1", "b1")
    for event in (Undo(), Delete(2), Promote(1), Restore()):
        same = update(session, event)
        assert same.tree is session.tree and same.cursor == session.cursor
        assert same.notice.text.startswith("Takebacks are off")


def test_no_takebacks_allows_browsing_but_not_playing_back():
    session = click_cells(game(), "a1", "b1")
    looking = update(session, StepBy(-1))
    assert looking.cursor == 1
    refused = click_cells(looking, "c3")
    assert refused.tree is session.tree and "Takebacks are off" in refused.notice.text
    forward = update(looking, StepBy(1))
    played = click_cells(forward, "c3")
    assert len(played.tree.nodes) == 4


def test_no_takebacks_allows_undo_in_unfinished_turn():
    session = click_cells(game("greylox", 3), "c3", "c4")
    undone = update(session, Undo())
    assert undone.cursor == 1
    replayed = click_cells(undone, "b2", "e5")
    assert replayed.state.mover == 0
    stuck = update(replayed, Undo())
    assert stuck.cursor == replayed.cursor and stuck.notice


def test_no_takebacks_keeps_result_and_allows_analysis():
    session = click_cells(game(), "a1", "b1")
    over = update(session, Resign())
    undone = update(over, Undo())
    assert undone.cursor == 1 and not undone.notice and over.tree is undone.tree
    played = click_cells(undone, "c3")
    assert played.cursor == 3 and played.tree.nodes[1].children == (2, 3), "a variation"
    assert played.tree.nodes[2].resigned


def test_no_takebacks_move_after_result_is_a_variation():
    session = game()
    actions = random_game(session.game, Random(1))
    for action in actions:
        session = update(session, ClickCell(action))
    assert session.outcome is not None
    while session.game.legal(session.state).bit_count() < 2:
        session = update(session, Undo())
    legal = bits(session.game.legal(session.state))
    other = next(action for action in legal if action != actions[session.cursor])
    played = update(session, ClickCell(other))
    assert played.cursor != session.cursor and not played.notice
    assert played.tree.actions(played.tree.end_of_game()) == tuple(actions), "the game stays"


def test_no_takebacks_setup_turn_stops_undo_at_setup():
    session = new_session()
    session = update(session, OpenLink("1/greylox3/so2.1x2.5.4.3-o-1-lb2-ha1/m"))
    assert session.state.placed, session.notice
    strict = update(replace(session), Undo())
    assert strict.cursor == 0 and not strict.notice
