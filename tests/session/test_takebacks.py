"""Games without takebacks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from greylox_web.match.match import PERSON, GameTerms
from greylox_web.rules.board import bits
from greylox_web.rules.play import random_game
from greylox_web.session.opening import NewGame, OpenLink
from greylox_web.session.playing import ClickCell, Resign, StepBy, Undo
from greylox_web.session.study import Delete, Promote, Restore
from greylox_web.session.update import update
from tests.session.sittings import begin, click

STRICT = GameTerms(takebacks=False)


def game(name="brink", size=3, seats=(PERSON, PERSON), terms=STRICT):
    session = begin()
    return update(session, NewGame(name, size, (), seats, terms))


def test_without_takebacks_what_was_played_stays():
    session = click(game(), "a1", "b1")
    for event in (Undo(), Delete(2), Promote(1), Restore()):
        same = update(session, event)
        assert same.tree is session.tree and same.cursor == session.cursor
        assert same.notice.text.startswith("Takebacks are off")


def test_without_takebacks_looking_back_is_free_but_playing_there_is_not():
    session = click(game(), "a1", "b1")
    looking = update(session, StepBy(-1))
    assert looking.cursor == 1
    refused = click(looking, "c3")
    assert refused.tree is session.tree and "Takebacks are off" in refused.notice.text
    forward = update(looking, StepBy(1))
    played = click(forward, "c3")
    assert len(played.tree.nodes) == 4


def test_without_takebacks_a_stone_of_an_open_turn_is_not_yet_played():
    session = click(game("greylox", 3), "c3", "c4")
    back = update(session, Undo())
    assert back.cursor == 1
    again = click(back, "b2", "e5")
    assert again.state.mover == 0
    stuck = update(again, Undo())
    assert stuck.cursor == again.cursor and stuck.notice


def test_without_takebacks_the_end_stays_the_end_and_analysis_is_free():
    session = click(game(), "a1", "b1")
    over = update(session, Resign())
    back = update(over, Undo())
    assert back.cursor == 1 and not back.notice and over.tree is back.tree
    tried = click(back, "c3")
    assert tried.cursor == 3 and tried.tree.nodes[1].children == (2, 3), "a variation"
    assert tried.tree.nodes[2].resigned


def test_without_takebacks_what_is_tried_after_the_result_is_a_variation():
    session = game()
    actions = random_game(session.game, Random(1))
    for action in actions:
        session = update(session, ClickCell(action))
    assert session.outcome is not None
    while session.game.legal(session.state).bit_count() < 2:
        session = update(session, Undo())
    legal = bits(session.game.legal(session.state))
    other = next(action for action in legal if action != actions[session.cursor])
    tried = update(session, ClickCell(other))
    assert tried.cursor != session.cursor and not tried.notice
    assert tried.tree.actions(tried.tree.end_of_game()) == tuple(actions), "the game stays"


def test_without_takebacks_a_turn_that_a_set_up_begins_ends_there():
    session = begin()
    session = update(session, OpenLink("1/greylox3/so2.1x2.5.4.3-o-1-lb2-ha1/m"))
    assert session.state.placed, session.notice
    strict = update(replace(session), Undo())
    assert strict.cursor == 0 and not strict.notice
