"""The stop after a costly turn, with engine answers that the tests supply."""

import pytest

from greylox_web.engine import messages
from greylox_web.engine.levels import REVIEW_VISITS
from greylox_web.engine.tuning import FIXED_EFFORT
from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.ending.card import result_card
from greylox_web.features.library.entry import load_match, make_entry
from greylox_web.features.line_player.model import ShowLine
from greylox_web.features.review.model import StartReview
from greylox_web.features.teach.model import (
    MAX_WAIT_MILLIS,
    PlayOn,
    ShowBetter,
    StartTeaching,
    TakeTurnBack,
    ToggleTeaching,
    get_teaching,
    stop_box,
    stop_text,
)
from greylox_web.match.match import PERSON, GameTerms, Seat
from greylox_web.rules.board import bits
from greylox_web.session.event import SetPreference
from greylox_web.session.load_match import ChangeSeats, LoadMatch, NewGame, OpenLink, Rematch
from greylox_web.session.local_record import read_local_record, write_local_record
from greylox_web.session.playing import PlayAction, Redo, Resign, StepBy, Undo
from greylox_web.session.rating import why_unrated
from greylox_web.session.requests import (
    EngineFailed,
    EngineReady,
    EngineReport,
    PauseEngine,
    ResumeEngine,
    ToggleAnalysis,
)
from greylox_web.session.session import TAUGHT_REASON, TEACH_REASON
from greylox_web.session.study import PlayFromHere, ToggleEditor
from greylox_web.session.update import update
from greylox_web.words import WORDS
from tests.screen import Screen
from tests.session.session_helpers import ENGINE, click_cells, new_session, purpose_of

GOOD, BAD = 0.6, -0.4  # values for the first colour: a chance of 80%, and of 30%


def begin(name="brink", size=3, options=(), seats=(PERSON, ENGINE), terms=None):
    """A new game that is taught."""
    event = NewGame(name, size, options, seats, terms or GameTerms(), TEACH_REASON)
    return update(update(new_session(name), event), StartTeaching())


def report(session, value, *line, **fields):
    """The session after the engine's report on the open search."""
    answer = messages.SearchReport(
        session.engine.ticket,
        True,
        (line or ("a1",))[0],
        1000,
        value,
        False,
        list(line),
        [],
        300,
        None,
    )
    return update(session, EngineReport(answer._replace(**fields)))


def taught_link(name, size, link):
    """A linked game that goes on against the engine and is taught."""
    session = update(new_session(name, size), OpenLink(link))
    seats = (ENGINE, PERSON) if session.state.mover else (PERSON, ENGINE)
    return update(update(session, ChangeSeats(seats)), ToggleTeaching())


def moves(session):
    board = session.game.board
    return " ".join(board.cell_name(action) for action in session.tree.actions(session.cursor))


def stopped(value=BAD, seats=(PERSON, ENGINE)):
    """A game that is stopped after the player's first turn, a1; c3 was better."""
    session = report(begin(seats=seats), GOOD, "c3", "a1", "e5")
    session = click_cells(session, "a1")
    return report(session, value, "b2", "c3")


def test_position_before_turn_is_searched_while_the_player_thinks():
    session = begin()
    assert purpose_of(session) == "teach" and session.engine.latest_search.node == 0
    searched = report(session, GOOD, "c3", "a1")
    assert purpose_of(searched) is None
    untaught = new_session("brink", 3, seats=(PERSON, ENGINE))
    assert Screen(searched).everything() == Screen(untaught).everything(), "nothing is revealed"
    assert purpose_of(click_cells(searched, "a1")) == "teach", "one search is left"


def test_engine_waits_for_the_judgement_and_replies_to_a_good_turn():
    session = click_cells(report(begin(), GOOD, "c3", "a1"), "a1")
    assert session.engine.latest_search.node == session.cursor
    assert Screen(session).status == "Pip is thinking"
    refused = click_cells(session, "b2")
    assert refused.tree is session.tree and purpose_of(refused) == "teach"
    session = report(session, GOOD - 0.29, "b2", "c3")  # 14.5 points
    assert purpose_of(session) == "play" and stop_box(session) is None
    session = report(session, 0.0, "b2")
    assert moves(session) == "a1 b2" and purpose_of(session) == "teach", "the next turn"


def test_a_costly_turn_stops_the_game_and_says_why():
    session = stopped(GOOD - 0.3)
    assert purpose_of(session) is None and session.outcome is None
    box = stop_box(session)
    assert box.title == "A costly turn: 80% → 65%"
    assert box.answer == "Pip's best answer: b2." and box.better == ""
    assert Screen(session).status == "Take it back, or play on?"
    assert stop_text(box).startswith("A costly turn: your chance falls from 80% to 65%. ")
    cell = session.game.board.parse_cell
    assert Screen(session).layers["line-second"] == 1 << cell("b2")
    assert Screen(session).texts["rank"] == {cell("b2"): "1"}


def test_the_engines_own_choice_is_never_stopped():
    session = report(begin(), GOOD, "c3", "a1")
    assert purpose_of(click_cells(session, "c3")) == "play"


def test_the_better_turn_is_shown_only_on_request():
    session = stopped()
    cell = session.game.board.parse_cell
    assert "c3" not in stop_text(stop_box(session)), "its line names it"
    assert cell("c3") not in Screen(session).texts["rank"]
    session = update(session, ShowBetter())
    assert stop_box(session).better == "Better: c3."
    assert Screen(session).texts["rank"] == {cell("c3"): "A"}
    assert Screen(session).layers["line-first"] == 1 << cell("c3")
    assert stop_box(update(session, TakeTurnBack())) is None


def test_facts_that_name_the_better_turn_wait_for_the_request(monkeypatch):
    from greylox_web.explanations.model import Explanation, Fact
    from greylox_web.features.teach import model

    session = stopped()
    cell = session.game.board.parse_cell
    facts = (
        Fact("better-wins", {"Colour": "White"}, 1 << cell("c3")),
        Fact("breaks", {"turn": "c3", "doing": "c3", "Other": "Black"}, 1 << cell("e4")),
        Fact("played-loses", {"Other": "Black"}, 1 << cell("e5")),
    )
    monkeypatch.setattr(model, "explain", lambda _: Explanation(facts))
    stated = "The line that was played ends the game: Black wins."
    assert stop_box(session).reason == stated
    assert stop_text(stop_box(session)).endswith(f"{stated} Pip's best answer: b2.")
    assert Screen(session).layers["explained"] == 1 << cell("e5")
    shown = stop_box(update(session, ShowBetter())).reason
    assert shown.startswith("The best line ends the game: White wins. c3 breaks")


def line_names(line):
    return [line.game.board.cell_name(action) for action in line.actions]


def test_lines_play_out_and_the_game_stays_stopped():
    session = stopped()
    [played] = stop_box(session).lines
    assert (played.kind, played.chance, played.ply) == ("played", "30%", 1)
    assert played.heading == "Played, and White's best answer"
    assert line_names(played.line) == ["a1", "b2"], "c3 would be the better turn"
    opened = update(session, ShowLine(played.line, 2))
    assert stop_box(opened) == stop_box(session) and opened.link == session.link
    assert purpose_of(opened) is None, "the engine waits"
    better = update(opened, ShowBetter())
    assert better.line is None, "the board shows the better turn"
    best, played = stop_box(better).lines
    assert (best.kind, best.chance, best.ply) == ("best", "80%", 0)
    assert line_names(best.line) == ["c3", "a1", "e5"]
    assert line_names(played.line) == ["a1", "b2", "c3"]
    opened = update(better, ShowLine(best.line, 3))
    for event in (TakeTurnBack(), PlayOn()):
        assert update(opened, event).line is None


def test_a_rematch_of_a_taught_game_is_taught():
    session = update(click_cells(begin(), "a1"), Resign())
    again = update(session, Rematch(session.seats[::-1]))
    assert again.is_taught and again.cursor == 0 and again.seats == (ENGINE, PERSON)
    off = update(begin(), ToggleTeaching())
    again = update(off, Rematch(off.seats))
    assert not again.is_taught and again.unrated_reason == "", "it was switched off"


def test_a_turn_taken_back_is_played_again_and_judged_again():
    session = update(stopped(), TakeTurnBack())
    assert session.cursor == 0 and session.is_at_takeback and purpose_of(session) is None
    again = click_cells(session, "a1")
    assert stop_box(again) is not None, "the same turn costs the same"
    session = click_cells(session, "b2")
    assert purpose_of(session) == "teach" and session.engine.latest_search.node == session.cursor
    session = report(session, GOOD, "c3")
    assert purpose_of(session) == "play" and session.leaf == session.cursor
    assert moves(report(session, 0.0, "c3")) == "b2 c3"
    assert why_unrated(session) == TEACH_REASON


def test_play_on_lets_the_engine_reply_to_this_turn_only():
    session = update(stopped(), PlayOn())
    assert purpose_of(session) == "play" and stop_box(session) is None
    session = report(report(session, 0.0, "b2"), GOOD, "c3")
    session = report(click_cells(session, "e5"), BAD, "c3")
    assert stop_box(session) is not None


def legal_name(session, index=0):
    """The name of the first legal cell, or of another one."""
    board = session.game.board
    cells = list(bits(session.game.legal(session.state) & board.cells))
    return board.cell_name(cells[index])


def other_turn(session):
    """The names of two other stones, the last legal ones."""
    first = legal_name(session, -1)
    return first, legal_name(click_cells(session, first), -1)


def two_stone_turn():
    """A game whose player is to place two stones, before which the position was searched."""
    session = begin("greylox", 3)
    while session.state.mover or not session.state.is_bound_due:
        name = legal_name(session)
        session = report(session, GOOD, name) if purpose_of(session) else click_cells(session, name)
    return report(session, GOOD, *other_turn(session))


def play_two_stones(session):
    """Two stones, the first legal ones."""
    session = click_cells(session, legal_name(session))
    assert purpose_of(session) is None and stop_box(session) is None, "nothing in mid-turn"
    return click_cells(session, legal_name(session))


def test_a_turn_of_two_stones_is_judged_when_it_is_complete():
    session = two_stone_turn()
    start, best = session.cursor, other_turn(session)
    session = play_two_stones(session)
    reply = legal_name(session)
    session = report(session, BAD, reply)
    box = stop_box(session)
    assert box.answer == f"Pip's best answer: {reply}."
    cell, shown = session.game.board.parse_cell, update(session, ShowBetter())
    assert Screen(shown).texts["rank"] == {cell(best[0]): "A", cell(best[1]): "A2"}
    assert stop_box(shown).better == f"Better: {'+'.join(best)}."
    assert update(session, TakeTurnBack()).cursor == start
    undone = update(session, Undo())
    assert stop_box(undone) is None and undone.state.is_mid_turn
    assert stop_box(update(undone, Redo())) == box


def test_a_forced_turn_and_a_lost_position_are_not_stopped():
    session = taught_link("lox", 5, "1/lox5/mc1d5b3a4a1e3d3b5c4e5a4d4c3c5b2e2b4e4e1")
    session = update(session, PlayAction(session.game.board.end_action))
    assert purpose_of(session) == "play", "a pass was the only action"
    lost = report(begin(), -1.0, "c3", proven=True)
    assert purpose_of(click_cells(lost, "a1")) == "play"
    nearly = report(begin(), -0.75, "c3")  # 12.5%
    assert purpose_of(click_cells(nearly, "a1")) == "play", "no more than that can be lost"


def test_second_colour_is_judged_from_its_side():
    session = begin(seats=(ENGINE, PERSON))
    assert purpose_of(session) == "play"
    session = report(session, 0.0, "c3")
    assert purpose_of(session) == "teach"
    session = report(click_cells(report(session, -0.6, "b2"), "a1"), 0.4, "b2")
    assert stop_box(session).title == "A costly turn: 80% → 30%"


# ------------------------------------------------------------------ a slow device, and failures


def progress(session, millis):
    return report(session, 0.0, "b2", final=False, visits=100, millis=millis)


def test_a_slow_device_says_so_once_and_plays_on():
    assert FIXED_EFFORT["teach"].visits == REVIEW_VISITS
    assert FIXED_EFFORT["teach"].seconds == float("inf"), "the same work on every device"
    session = begin()
    assert purpose_of(progress(session, 10 * MAX_WAIT_MILLIS)) == "teach", "nobody waits yet"
    session = click_cells(report(session, GOOD, "c3"), "a1")
    assert purpose_of(progress(session, MAX_WAIT_MILLIS)) == "teach"
    session = progress(session, MAX_WAIT_MILLIS + 1)
    assert purpose_of(session) == "play"
    assert Screen(session).notice.startswith("This device takes too long to judge a turn")
    session = report(session, 0.0, "b2")
    assert purpose_of(session) == "assess", "no more searches for turns"
    session = click_cells(session, "c3")
    assert purpose_of(session) == "play" and session.notice is None
    again = update(update(session, ToggleTeaching()), ToggleTeaching())
    assert purpose_of(again) == "teach", "switched on again, it tries again"


def test_a_failed_or_weak_search_lets_the_game_go_on():
    waiting = click_cells(report(begin(), GOOD, "c3"), "a1")
    for failed in (
        report(waiting, 0.0, error="No."),
        report(waiting, 0.0, "b2", warning="Without its network."),
        update(waiting, EngineFailed(waiting.engine.ticket, "No.")),
    ):
        assert purpose_of(failed) == "play" and failed.notice is not None


def test_a_lost_worker_is_restarted_and_judges_the_turn():
    waiting = click_cells(report(begin(), GOOD, "c3"), "a1")
    lost = update(waiting, EngineFailed(None, "Lost."))
    assert (
        Screen(lost).prompt_line == WORDS["engine-failed"] and Screen(lost).buttons["resume-engine"]
    )
    ready = update(update(lost, ResumeEngine()), EngineReady())
    assert purpose_of(ready) == "teach" and stop_box(report(ready, BAD, "b2")) is not None


# ------------------------------------------------------------------ when the game is taught


def test_toggle_switches_the_stops_on_and_off_in_a_game():
    session = click_cells(new_session("brink", 3, seats=(PERSON, ENGINE)), "a1")
    assert Screen(session).buttons["teach"]
    session = update(report(session, 0.0, "b2"), ToggleTeaching())
    assert session.is_taught and purpose_of(session) == "teach"
    assert "does not count" in Screen(session).notice
    off = update(session, ToggleTeaching())
    assert not off.is_taught and off.unrated_reason == TAUGHT_REASON
    assert why_unrated(off) == TEACH_REASON, "it stays unrated"
    assert update(off, ToggleTeaching()).is_taught
    stop = update(stopped(), ToggleTeaching())
    assert purpose_of(stop) == "play", "the engine replies"


@pytest.mark.parametrize(
    ("seats", "terms"),
    [
        ((PERSON, PERSON), GameTerms()),
        ((PERSON, Seat(remote=True)), GameTerms()),
        ((ENGINE, ENGINE), GameTerms()),
        ((PERSON, ENGINE), GameTerms(300_000)),
        ((PERSON, ENGINE), GameTerms(takebacks=False)),
    ],
)
def test_only_a_game_against_the_engine_without_clock_is_taught(seats, terms):
    session = begin(seats=seats, terms=terms)
    assert not session.can_teach and not session.is_taught
    assert purpose_of(session) in (None, "play")
    assert update(session, ToggleTeaching()) == session


def test_help_in_a_taught_game_keeps_it_taught():
    session = begin()
    hinted = report(update(session, PressHint()), GOOD, "c3")
    assert hinted.is_taught and hinted.hint.action >= 0
    assert purpose_of(hinted) == "teach", "a hint comes first, then the position before the turn"
    analysed = update(report(session, GOOD, "c3"), ToggleAnalysis())
    assert analysed.is_taught and purpose_of(analysed) == "analyse"
    played = report(click_cells(analysed, "a1"), BAD, "b2")
    assert stop_box(played) is not None
    hint_first = update(new_session("brink", 3, seats=(PERSON, ENGINE)), PressHint())
    assert update(hint_first, ToggleTeaching()).is_taught


def test_a_taught_game_survives_reload_and_my_games():
    session = stopped()
    restored = read_local_record(write_local_record(session)).session
    assert restored.is_taught and get_teaching(restored) is None
    reloaded = update(update(restored, StartTeaching()), EngineReady())
    assert purpose_of(reloaded) == "teach", "the engine still waits"
    reloaded = report(report(reloaded, GOOD, "c3", "a1"), BAD, "b2", "c3")
    assert stop_box(reloaded) == stop_box(session), "the stop appears again"
    stored = load_match(make_entry(session.saved_match, session.match.id))
    assert update(new_session(), LoadMatch(stored)).is_taught


def test_position_set_up_in_a_taught_game_is_taught():
    session = update(update(begin(), ToggleEditor(True)), PlayFromHere())
    assert session.unrated_reason == TEACH_REASON


# ------------------------------------------------------------------ other controls


def test_looking_back_hides_the_stop_and_returning_shows_it():
    session = stopped()
    back = update(session, StepBy(-1))
    assert stop_box(back) is None and purpose_of(back) is None
    assert stop_box(update(back, StepBy(1))) == stop_box(session)


def test_resigning_at_the_stop_ends_the_game_after_the_reply():
    session = stopped()
    assert Screen(session).buttons["resign"]
    session = update(session, Resign())
    assert purpose_of(session) == "play" and session.resign_pending
    session = report(session, 0.0, "b2")
    assert session.resigned and session.outcome.winner == 1 and result_card(session) is not None


def test_a_turn_that_ends_the_game_is_not_stopped():
    link = "1/brink3-x3/md4c2d3b3c3c5a2b2d2a3a1e4d5b1c1b4e3e5"
    session = taught_link("brink", 3, link)
    session = click_cells(report(session, GOOD, "c4"), "c4")
    assert session.outcome is not None and session.ending.is_card_open
    assert stop_box(session) is None and purpose_of(session) is None


def test_pause_and_chances_are_as_in_other_games():
    session = update(update(stopped(), PlayOn()), PauseEngine())
    assert session.engine.paused and stop_box(session) is None and purpose_of(session) is None
    chances = update(begin(), SetPreference("chances", True))
    chances = report(click_cells(report(chances, GOOD, "c3"), "a1"), GOOD, "b2")
    chances = report(report(chances, 0.0, "b2"), 0.5, "c3")
    assert Screen(chances).evaluation.percent == 75, "the search before the turn gives the chances"
    assert purpose_of(chances) is None, "no second search of the same position"


def test_a_later_review_finds_the_judged_positions():
    session = update(stopped(), PlayOn())
    session = update(report(session, 0.0, "b2"), StartReview())
    nodes = session.tree.path(session.leaf)
    known = [session.tree.nodes[node].state in session.review.evaluations for node in nodes]
    assert known == [True, True, False]


def test_events_without_a_stop_change_nothing():
    for session in (begin(), new_session("brink", 3)):
        for event in (TakeTurnBack(), PlayOn(), ShowBetter()):
            assert update(session, event) == session


def test_a_taught_game_waits_for_the_feature_that_judges_its_turns():
    """Regression: after a reload the engine replied before the feature was loaded."""
    session = click_cells(begin().without("teach"), "b1")
    assert session.is_reply_held and purpose_of(session) != "play"
    session = update(session, StartTeaching())
    assert purpose_of(session) == "teach"
