"""The texts of a game in progress, and of the last finished one, at home."""

import pytest

from greylox_web.features.library.game_texts import finished_game, unfinished_game
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import new_tree, tree_from_record
from greylox_web.rules import new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.state import State
from greylox_web.session.playing import FlagFall
from greylox_web.session.session import Session
from greylox_web.session.update import update

FLINT, REMOTE = Seat(6), Seat(remote=True)
SMALL = new_game("greylox", 3)


def session(link: str, first: Seat, second: Seat, friend: str = "") -> Session:
    """The session of a link with these players."""
    record = read_link(link).record
    assert record is not None
    tree, leaf, cursor = tree_from_record(record)
    return Session(Match(tree, leaf, cursor, (first, second), remote_name=friend))


def test_names_game_opponent_and_turn():
    texts = unfinished_game(session("1/brink3-x2/ma1b2", PERSON, FLINT))
    assert texts.title == "Brink · base 3 · X 2"
    assert (texts.players, texts.turn, texts.about) == ("against Flint", "Your move, turn 3", "")


@pytest.mark.parametrize(
    ("seats", "friend", "players", "turn"),
    [
        ((FLINT, PERSON), "", "against Flint", "Flint to move, turn 3"),
        ((PERSON, REMOTE), "Ana", "against Ana", "Your move, turn 3"),
        ((REMOTE, PERSON), "Ana", "against Ana", "Ana to move, turn 3"),
        ((PERSON, REMOTE), "", "against a friend by link", "Your move, turn 3"),
        ((PERSON, PERSON), "", "Black and White at this screen", "Black to move, turn 3"),
    ],
)
def test_names_every_kind_of_player(seats, friend: str, players: str, turn: str):
    texts = unfinished_game(session("1/brink3-x2/ma1b2", *seats, friend=friend))
    assert (texts.players, texts.turn) == (players, turn)


@pytest.mark.parametrize(
    ("seats", "result", "reason"),
    [
        ((PERSON, FLINT), "Flint wins", "Your time is up."),
        ((FLINT, PERSON), "You win", "Flint has no time left."),
    ],
)
def test_finished_game_names_winner_and_reason(seats, result: str, reason: str):
    ended = update(session("1/brink3-x2/ma1b2", *seats), FlagFall(0))
    texts = finished_game(ended.match)
    assert texts is not None
    assert texts[:-1] == ("Brink · base 3 · X 2", "against Flint", result, reason)
    assert texts.session.state == ended.state
    assert finished_game(session("1/brink3-x2/ma1b2", *seats).match) is None


def mask(names: str) -> int:
    """The cells with these names."""
    return sum(1 << SMALL.board.parse_cell(name) for name in names.split())


@pytest.mark.parametrize(
    ("white", "black", "about"),
    [
        ("b2 b4 c2 c5 d5", "b3 c3 d2", ""),
        ("b2 b4 c2 c5 d5 e5", "b3 c3 d2", "One of Black's stones leans: you may flip it."),
        ("a1 a2 b1 b3 c2", "b2", "One of Black's stones leans: you may flip it."),
    ],
)
def test_says_how_many_stones_may_be_flipped(white: str, black: str, about: str):
    tree = new_tree(SMALL, State((mask(white), mask(black)), mover=0))
    assert unfinished_game(Session(Match(tree, seats=(PERSON, FLINT)))).about == about
    other = Session(Match(tree, seats=(FLINT, PERSON)))
    assert unfinished_game(other).about == "", "it is the computer's turn"
