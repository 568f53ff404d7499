"""The session: sequences of events as players cause them."""

import pytest

from greylox_web.features.analysis.hint import PressHint
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.rules.notation.links import read_link, read_spec
from greylox_web.session.event import SetPreference, ShowNotice
from greylox_web.session.load_match import LoadMatch, MatchMerged, NewGame, OpenLink
from greylox_web.session.naming import game_title
from greylox_web.session.playing import GoToNode, PlayAction, Redo, Resign, StepBy, Undo, can_undo
from greylox_web.session.prompt import is_first_game
from greylox_web.session.requests import (
    EngineFailed,
    EngineReady,
    MoveNow,
    PauseEngine,
    ResumeEngine,
)
from greylox_web.session.study import Delete, ToggleEditor
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.session_helpers import (
    ENGINE,
    click_cells,
    engine_answers,
    new_session,
    purpose_of,
)


def moves(session):
    """The move list as text: main line, then each variation in brackets."""
    texts = []
    for line in Screen(session).lines:
        text = " ".join("+".join(stone for stone, _ in move.actions) for move in line.turns)
        texts.append(f"({text})" if line.depth else text)
    return " ".join(texts)


def test_two_people_play_and_the_link_follows():
    session = new_session()
    session = click_cells(session, "e5", "e6", "b2")
    assert moves(session) == "e5 e6+b2"
    assert session.link.startswith("1/greylox5/me5e6b2/c")


def test_illegal_click_only_shows_notice():
    session = new_session()
    session = click_cells(session, "e5")
    refused = click_cells(session, "a1")
    assert refused.notice.text == "The first stone of this turn must touch e5, and a1 does not."
    assert refused.notice.cause == 1 << session.game.board.parse_cell("e5")
    assert refused.tree is session.tree and purpose_of(refused) is None
    assert Screen(refused).layers["refused"] == 1 << session.game.board.parse_cell("a1")
    played = click_cells(refused, "e6")
    assert played.notice is None


def test_game_with_engine_moves_only_has_not_started():
    session = new_session(seats=(ENGINE, PERSON))
    answered = engine_answers(session, "e5")
    assert (
        len(answered.tree.nodes) == 2
        and not answered.match.has_started
        and not answered.in_progress
    )
    played = click_cells(answered, "e6")
    assert played.match.has_started and played.in_progress
    among_engines = engine_answers(new_session(seats=(ENGINE, ENGINE)), "e5")
    assert among_engines.in_progress


def test_undo_and_redo_step_single_stones():
    session = new_session()
    full = click_cells(session, "e5", "e6", "b2")
    once = update(full, Undo())
    assert once.state.placed and [step.state for step in Screen(once).steps] == ["done", "now"]
    undone_twice = update(once, Undo())
    assert Screen(undone_twice).aria_text == "Bound: touching White's last stone, e5"
    redone = update(update(undone_twice, Redo()), Redo())
    assert redone.state == full.state
    assert (undone_twice.match.takeback_node, redone.match.takeback_node) == (
        undone_twice.cursor,
        -1,
    )
    assert moves(once) == moves(full)


def test_undo_against_the_engine_takes_both_moves_back():
    session = new_session("brink", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    assert purpose_of(session)
    session = engine_answers(session, "d4")
    assert moves(session) == "e5 d4" and session.engine.purpose == "assess"
    session = update(session, Undo())
    assert session.cursor == 0 and purpose_of(session) is None
    session = update(session, Redo())
    assert moves(session) == "e5 d4" and session.state.mover == 0
    assert purpose_of(session) == "assess"


def test_undo_while_the_engine_thinks_stops_it():
    session = new_session("brink", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    old = session
    session = update(session, Undo())
    assert purpose_of(session) is None and session.cursor == 0
    played = engine_answers(old, "d4")
    assert played.cursor != old.cursor
    late_answer = engine_answers(session, "d4", ticket=old.engine.ticket)
    assert late_answer == session and purpose_of(late_answer) is None


def test_early_click_notice_stays_until_own_turn():
    session = new_session("greylox", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    early_click = click_cells(session, "a1")
    assert "computer's turn" in early_click.notice.text
    half = engine_answers(early_click, "e6")
    assert half.notice == early_click.notice, "its second stone is still to come"
    whole = engine_answers(half, "b2")
    assert whole.notice is None and Screen(whole).prompt_line
    with_notice = update(session, ShowNotice("Copied."))
    answered = engine_answers(engine_answers(with_notice, "e6"), "b2")
    assert answered.notice.text == "Copied.", "what else was told stays"


def test_stepping_back_keeps_the_game_and_the_engine_quiet():
    session = new_session("brink", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    session = engine_answers(session, "d4")
    session = update(session, StepBy(-1))
    assert session.state.mover == 1 and not session.engine.thinking
    assert purpose_of(session) is None, "the chances are of the game as it stands"
    assert moves(session) == "e5 d4"
    refused = click_cells(session, "a1")
    assert refused.notice is None or "computer" in refused.notice.text


def test_playing_at_earlier_node_adds_variation():
    session = new_session("brink", 3)
    session = click_cells(session, "a1", "b1", "c1")
    session = update(session, StepBy(-2))
    session = click_cells(session, "c3")
    assert moves(session) == "a1 b1 (c3) c1"
    assert "/v1b1c1" in session.link
    reading = read_link(session.link)
    assert reading.error is None and len(reading.record.variations) == 1


def test_the_engine_moves_first_when_it_has_the_first_colour():
    session = new_session("brink", seats=(ENGINE, PERSON))
    assert purpose_of(session)
    assert purpose_of(session) == "play"


def test_engine_turn_of_several_stones_requests_each():
    session = new_session("greylox", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    session = engine_answers(session, "e6")
    assert purpose_of(session) and session.engine.thinking
    session = engine_answers(session, "b2")
    assert session.engine.purpose == "assess" and session.state.mover == 0


@pytest.mark.parametrize("action", ["zz", "a1", "swap", None])
def test_a_bad_answer_is_refused_and_the_engine_waits(action):
    session = new_session("greylox", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    session = engine_answers(session, action)
    assert session.notice and session.engine.paused and purpose_of(session) is None
    session = update(session, ResumeEngine())
    assert purpose_of(session)


def test_pause_and_ask():
    session = new_session("brink", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    session = update(session, PauseEngine())
    assert purpose_of(session) is None and Screen(session).buttons["resume-engine"]
    session = update(session, ResumeEngine())
    assert purpose_of(session)


def test_lost_worker_shows_notice_and_request_is_repeated():
    session = new_session("brink", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    first = session.engine.active_search
    session = update(session, EngineFailed(None, "The engine stopped."))
    assert session.notice.text == "The engine stopped." and not session.engine.thinking
    assert Screen(session).buttons["resume-engine"] and purpose_of(session) is None
    asking = update(session, EngineReady())
    assert asking.engine.active_search == first._replace(ticket=first.ticket + 1)
    asking = update(session, ResumeEngine())
    assert asking.engine.restarts == session.engine.restarts + 1


def test_request_failed_twice_waits_for_player():
    session = new_session("brink", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    session = update(session, EngineFailed(session.engine.ticket, "It gives up."))
    assert (
        session.engine.paused
        and purpose_of(session) is None
        and session.notice.text == "It gives up."
    )
    session = update(session, ResumeEngine())
    assert purpose_of(session)


def test_move_now_only_while_thinking():
    session = new_session("brink", seats=(PERSON, ENGINE))
    assert update(session, MoveNow()).engine.active_search is None
    session = click_cells(session, "e5")
    assert update(session, MoveNow()).engine.active_search.hurry


def test_new_game_drops_request_and_invalid_one_keeps_it():
    session = new_session("brink", seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    bad = update(session, NewGame("brink", 99))
    assert bad.notice and bad.tree is session.tree and purpose_of(bad) == "play"
    new = update(session, NewGame("byg", 4))
    assert purpose_of(new) is None and new.game.name == "byg"


def test_undone_move_is_replaced_after_browsing():
    session = click_cells(new_session("brink", 3), "a1", "b1", "c1", "a2")
    session = update(session, Undo())
    undone = session.cursor
    for event in (StepBy(-2), StepBy(1), GoToNode(undone)):
        session = update(session, event)
        assert session.live_node == undone
    assert Screen(session).buttons["resign"]
    session = click_cells(session, "a3")
    assert session.live_node == session.cursor == session.tree.end_of_game()


def test_a_variation_leaves_the_game_where_it_was_taken_back_to():
    session = click_cells(new_session("brink", 3), "a1", "b1", "c1", "a2")
    session = update(session, Undo())
    undone = session.cursor
    session = update(session, StepBy(-1))
    session = click_cells(session, "a3")
    assert session.live_node == undone
    deleted = update(session, Delete(undone))
    assert deleted.live_node == deleted.tree.end_of_game()


def test_a_hint_goes_with_the_game():
    session = click_cells(new_session("brink", 3), "a1")
    looking = update(session, PressHint())
    assert looking.hint is not None
    over = update(looking, Resign())
    assert over.hint is None


def test_damaged_link_shows_legal_part_and_keeps_address():
    session = new_session()
    opened = update(session, OpenLink("#1/greylox5/me5e6a1a9"))
    assert moves(opened) == "e5 e6+a1" and opened.faulty_link == "#1/greylox5/me5e6a1a9"
    assert "a9 is not a cell" in opened.notice.text.lower()
    played = click_cells(opened, "b1")
    assert played.faulty_link is None


@pytest.mark.parametrize(
    "text", ["#", "#9/greylox5/m", "#1/chess8/m", "#1/greylox99/m", "#<b>", "#%"]
)
def test_an_unreadable_link_leaves_the_game_alone(text):
    session = new_session()
    session = click_cells(session, "e5")
    opened = update(session, OpenLink(text))
    assert opened.tree is session.tree and opened.notice


@pytest.mark.parametrize("text", ["#foo", "#puzzle-of-the-day", "#play/chess", "#Lox11"])
def test_unknown_page_name_shows_notice(text):
    session = click_cells(new_session(), "e5")
    opened = update(session, OpenLink(text))
    assert f"no page named “{text[1:].lower()}”" in opened.notice.text
    assert opened.tree is session.tree and opened.faulty_link == text
    played = click_cells(opened, "e6")
    assert played.faulty_link is None


def test_continuation_link_keeps_seats():
    session = new_session("brink", 5, seats=(PERSON, ENGINE))
    session = click_cells(session, "e5")
    other = update(session, OpenLink("1/brink5-x3/me5d4"))
    assert other.seats == session.seats
    other = update(session, OpenLink("1/brink5-x3/ma1"))
    assert other.seats == (PERSON, PERSON)
    empty = update(session, OpenLink("1/brink5-x3/m"))
    assert empty.seats == (PERSON, PERSON) and len(empty.tree.nodes) == 1


def test_byg_buttons_and_due():
    session = new_session("byg", 3)
    session = click_cells(session, "a1", "e5", "c1", "e3")
    assert Screen(session).prompt_line == "Up to 2 stones, in different groups."
    assert not Screen(session).buttons["end"]
    session = click_cells(session, "a3")
    screen = Screen(session)
    assert (
        screen.prompt_line == "1 of up to 2 stones placed: go on, or end the turn."
        and screen.buttons["end"]
    )
    session = update(session, PlayAction(session.game.board.end_action))
    assert session.state.mover == 0


@pytest.mark.parametrize(
    ("spec", "title"),
    [
        ("lox5", "Lox · 5 × 5"),
        ("lox5-n", "Lox · 5 × 5 · no swap"),
        ("brink7-d-x8", "Brink · 7 × 7 · X 8"),
        ("brink7-d-x8-p", "Brink · 7 × 7 · X 8 · swap"),
        ("multiplicity5", "Multiplicity · base 5"),
        ("multiplicity5-f", "Multiplicity · base 5 · no opening"),
        ("multiplicity5-f-p", "Multiplicity · base 5 · no opening · swap"),
    ],
)
def test_title_names_each_switch_that_is_not_as_usual(spec: str, title: str):
    assert game_title(read_spec(spec)) == title


@pytest.mark.parametrize(
    ("spec", "cell"), [("lox5", "b1"), ("brink5-x3-p", "a2"), ("multiplicity5-f-p", "a2")]
)
def test_swap_is_played_by_its_button_and_taken_back(spec: str, cell: str):
    game = read_spec(spec)
    before = click_cells(new_session(game.name, game.size, game.options), "a2")
    assert Screen(before).buttons["swap"]
    session = update(before, PlayAction(game.board.swap_action))
    assert moves(session) == "a2 swap"
    assert session.state.stones == (0, 1 << game.board.parse_cell(cell))
    assert session.state.mover == 0
    assert not Screen(session).buttons["swap"]
    undone = update(session, Undo())
    assert undone.state == before.state
    assert moves(click_cells(undone, "b2")) == "a2 b2 (swap)"


@pytest.mark.parametrize("spec", ["lox5-n", "brink5-x3", "multiplicity5-f", "multiplicity5"])
def test_swap_without_the_option_is_refused(spec: str):
    game = read_spec(spec)
    session = click_cells(new_session(game.name, game.size, game.options), "a2")
    assert not Screen(session).buttons["swap"]
    refused = update(session, PlayAction(game.board.swap_action))
    assert refused.notice.text == "This game is played without a swap."
    assert refused.state == session.state


def test_a_friends_link_may_answer_but_not_play_for_us():
    friend = Seat(None, remote=True)
    session = new_session("brink", 3, seats=(PERSON, friend))
    session = click_cells(session, "a1")
    answered = update(session, OpenLink("1/brink3-x3/ma1b1"))
    assert moves(answered) == "a1 b1" and answered.seats == session.seats
    forged = update(session, OpenLink("1/brink3-x3/ma1b1c1"))
    assert moves(forged) == "a1"
    assert forged.notice.text.startswith("This link also plays for Black")


def test_a_friends_resignation_is_not_taken_back():
    session = new_session("brink", 3, seats=(PERSON, Seat(None, remote=True)))
    session = click_cells(session, "a1")
    resigned = update(session, OpenLink("1/brink3-x3/ma1-q"))
    assert resigned.resigned and resigned.outcome.winner == 0
    assert not can_undo(resigned)
    assert update(resigned, Undo()).resigned
    own = update(new_session("brink", 3), Resign())
    assert not update(own, Undo()).resigned


def test_friends_resignation_opens_result_card():
    friend = Seat(None, remote=True)
    session = new_session("brink", 3, seats=(PERSON, friend))
    session = click_cells(session, "a1")
    link = OpenLink("1/brink3-x3/ma1-q")
    assert update(session, link).ending.is_card_open
    stranger = update(new_session("lox", 5), link)
    assert stranger.resigned and not stranger.ending.is_card_open, "whose game it is is not known"
    line = stranger.tree, stranger.leaf, stranger.cursor
    seats = PERSON, friend
    assert update(stranger, MatchMerged(Match(*line, seats), replay=True)).ending.is_card_open
    assert not update(stranger, LoadMatch(Match(*line, seats))).ending.is_card_open, (
        "an old game is no news"
    )
    own = MatchMerged(Match(*line, seats[::-1]), replay=True)
    assert not update(stranger, own).ending.is_card_open, "nor is one's own resignation"


@pytest.mark.parametrize("link", ["1/brink3-x3/ma1", "1/greylox3/sx2.o3.5.4.3-o-1-la1-ha2/m"])
def test_first_game_lasts_until_its_first_stone(link):
    session = new_session()
    assert is_first_game(session)
    assert not is_first_game(click_cells(session, "e5"))
    assert not is_first_game(update(session, OpenLink(link))), "it is half played"
    assert not is_first_game(update(session, ToggleEditor(True)))
    assert not is_first_game(update(session, SetPreference("greeted", True)))


def test_turn_numbers_start_at_1_with_setup_inside_turn():
    session = update(new_session(), OpenLink("1/greylox3/sx2.o3.5.4.3-o-1-la1-ha2/me5d5c1"))
    numbers = [move.number for line in Screen(session).lines for move in line.turns]
    assert numbers == [1, 2, 3][: len(numbers)] and numbers


def test_a_second_game_is_played_as_the_first():
    """The engine is requested after as many stones as in the game before."""
    seats = (PERSON, ENGINE)
    session = click_cells(new_session("brink", 3, seats=seats), "a1")
    session = engine_answers(session, "b1")
    session = update(session, NewGame("brink", 3, (), seats))
    session = click_cells(session, "a1")
    assert purpose_of(session) and moves(session) == "a1"
