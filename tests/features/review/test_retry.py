"""The retry of a reviewed turn, and the comments on it."""

import pytest

from greylox_web.engine import messages
from greylox_web.features.board.marks import layers, texts
from greylox_web.features.ending.card import result_card
from greylox_web.features.library.entry import load_match, make_entry
from greylox_web.features.players.sides import sides
from greylox_web.features.prompt.announcements import announcement
from greylox_web.features.review.model import (
    CloseReview,
    GoToReviewedNode,
    RetryTurn,
    ShowBest,
    ShowTurn,
)
from greylox_web.features.review.view import review_view
from greylox_web.match.match import PERSON, Seat
from greylox_web.rules.notation.actions import action_name
from greylox_web.rules.notation.links import read_link
from greylox_web.session.event import SetPageVisible
from greylox_web.session.load_match import ChangeSeats
from greylox_web.session.local_record import read_local_record, write_local_record
from greylox_web.session.naming import avatar_levels
from greylox_web.session.playing import (
    ClickCell,
    GoToNode,
    PlayAction,
    Redo,
    Resign,
    StepBy,
    Undo,
)
from greylox_web.session.prompt import prompt
from greylox_web.session.requests import (
    EngineReady,
    EngineReport,
    ToggleAnalysis,
    make_search_request,
)
from greylox_web.session.study import PlayFromHere, ToggleEditor
from greylox_web.session.update import update
from tests.screen import Screen
from tests.session.reviews import VALUES, complete_review, evaluate_position, play_names, review
from tests.session.session_helpers import ENGINE, click_cells, new_session, purpose_of


def test_closing_during_a_retry_restores_the_game_line():
    session = click_cells(trying(), "a2")
    line = session.review.line
    session = update(session, CloseReview())
    assert session.review is None
    assert session.cursor == session.leaf == line[-1]
    assert session.tree.path(session.leaf) == line


def test_best_turn_is_marked_before_the_retried_turn():
    session = trying()
    board, start = session.game.board, session.cursor
    line = ("line-first", "line-second")[session.state.mover]
    assert not layers(session).get(line) and not texts(session)["rank"]
    session = click_cells(session, "a2")
    session = update(session, ShowBest())
    view = review_view(session)
    assert session.cursor == start and view.best_shown
    assert view.is_retry and view.retry_comment == "", "the task is answered"
    best = board.parse_cell(view.best)
    assert layers(session)[line] == 1 << best and texts(session)["rank"] == {best: "1"}
    session = click_cells(session, "b2")
    assert not layers(session).get(line) and review_view(session).best_shown
    session = update(session, RetryTurn(start))
    assert not review_view(session).best_shown
    elsewhere = update(session, GoToReviewedNode())
    assert not update(elsewhere, ShowBest()).review.best_shown


def test_every_turn_but_the_end_can_be_retried():
    session = complete_review(play_names(), VALUES)
    *starts, end = session.review.line
    for start in starts:
        moved = update(session, RetryTurn(start))
        assert moved.review.retry_node == moved.cursor == start
    assert update(session, RetryTurn(end)).review.retry_node == -1


def trying():
    """A session that retries Black's second turn, which lost 31 per cent."""
    session = complete_review(play_names(), VALUES)
    session = update(session, RetryTurn(session.review.mistakes[0].start))
    return update(session, ChangeSeats((ENGINE, ENGINE)))


def test_plates_keep_names_and_avatars_during_a_retry():
    session = update(complete_review(play_names(), VALUES), ChangeSeats((PERSON, Seat(level=3))))
    names = [side.name for side in sides(session)]
    retrying = update(session, RetryTurn(session.review.mistakes[0].start))
    assert names[0] == "You" and retrying.is_retrying
    assert [side.name for side in sides(retrying)] == names
    assert avatar_levels(retrying) == (0, 3)
    assert Screen(retrying).status == "A try: your turn"
    played = click_cells(retrying, "a2")
    assert Screen(played).status == "A try: White to move", "the same person plays both sides"


def test_a_retry_shows_the_required_action_until_a_turn_is_played():
    session = play_names("greylox", ("a1", "b1", "d1", "c1", "f2"), size=5)
    session = update(session, ChangeSeats((PERSON, ENGINE)))
    start = 3  # White's first turn with two stones
    before = prompt(update(session, GoToNode(start)))
    session = update(review(session), RetryTurn(start))
    now = prompt(session)
    assert now.status == "A try: your turn, two stones"
    assert now.steps == before.steps and len(now.steps) == 2
    assert session.review.retry_note(session) == "", "nothing takes the place of the steps"


def test_retry_is_a_variation_that_the_engine_only_judges():
    session = trying()
    view = review_view(session)
    assert session.cursor == 2 and not session.engine.thinking
    assert view.retry_comment == "Try something other than c1."
    assert Screen(session).status == "A try: Black to move"
    old = session.tree.path(session.leaf)
    session = click_cells(session, "a2")
    assert purpose_of(session) == "review"
    position = make_search_request(session, session.engine.active_search).position
    assert position.startswith("1/brink3-x3/ma1b1a2/")
    assert review_view(session).retry_comment == "a2: the engine is checking it …"
    session = evaluate_position(session, 0.01, "c3")
    assert purpose_of(session) is None, "the engine's colour is not played for it"
    assert review_view(session).retry_comment == "a2 is as good as the engine's best."
    session = update(session, GoToReviewedNode())
    assert session.tree.path(session.leaf) == old and session.cursor == old[3]
    assert session.review.retry_node == -1 and Screen(session).buttons["forward"]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("a2", -0.3, "a2 loses 15%. That is better than c1, which lost 31%."),
        ("a2", -0.8, "a2 loses 40%; c1 lost 31%."),
        ("c3", -0.3, "c3 is as good as the engine's best."),
    ],
)
def test_retry_is_compared_with_best_and_played_turns(name, value, words):
    session = click_cells(trying(), name)
    session = evaluate_position(session, value, "b3")
    assert review_view(session).retry_comment == words


def test_certain_win_in_a_retry_is_reported():
    session = click_cells(trying(), "a2")
    session = evaluate_position(session, -1.0, "b3", proven=True)
    assert review_view(session).retry_comment == "a2 loses 50%; c1 lost 31%."
    session = click_cells(trying(), "a2")
    session = evaluate_position(session, 1.0, "b3", proven=True)
    assert review_view(session).retry_comment == "a2 wins for certain."


def test_saved_game_is_unchanged_during_a_retry():
    session = complete_review(play_names(), VALUES)
    saved = make_entry(session.saved_match, "it")
    session = click_cells(trying(), "a2")
    retried = make_entry(session.saved_match, "it")
    assert (retried.link, retried.result, retried.mover) == (saved.link, saved.result, saved.mover)
    assert load_match(retried).cursor == session.review.line[-1]
    assert len(load_match(retried).tree.nodes) == len(session.tree.nodes), (
        "the try is kept beside it"
    )


def test_retry_comment_is_announced_once():
    def announce(event):
        nonlocal session
        before = session
        session = update(session, event)
        return announcement(before, session)

    session = complete_review(play_names(), VALUES)
    start, cell = session.review.mistakes[0].start, session.game.board.parse_cell
    expected_prompt = "Try something other than c1. One stone: any vacant cell."
    assert announce(RetryTurn(start)) == expected_prompt
    assert announce(ClickCell(cell("a2"))).startswith("Black plays a2. A try: White to move.")
    before = session
    session = evaluate_position(session, -0.3, "b3")
    expected = "a2 loses 15%. That is better than c1, which lost 31%."
    assert announcement(before, session) == expected
    assert announce(SetPageVisible(False)) is None
    assert announce(ShowBest()).startswith("The engine's best: c3. One stone")
    assert announce(ClickCell(cell("c1"))).endswith("c1 is what was played. Try something else.")


def test_retry_with_the_played_turn_is_reported():
    session = click_cells(trying(), "c1")
    assert purpose_of(session) is None
    assert review_view(session).retry_comment == "c1 is what was played. Try something else."


def test_undo_in_a_retry_keeps_the_main_line():
    session = click_cells(trying(), "a2")
    session = evaluate_position(session, 0.0, "c3")
    main = session.tree.nodes[2].children[0]
    session = update(session, Undo())
    assert session.cursor == 2 and session.review.retry_node == 2
    assert not Screen(session).buttons["undo"]
    session = update(session, Undo())
    assert session.cursor == 2 and session.review.retry_node == 2, "no further than the try began"
    session = click_cells(session, "b3")
    assert session.tree.nodes[2].children[0] == main and len(session.tree.nodes[2].children) == 3


@pytest.mark.parametrize("name", ["a2", "c1"])  # another turn, and the turn that was played
def test_undo_stops_where_the_try_begins(name):
    session = complete_review(play_names(), VALUES)
    session = update(session, ChangeSeats((PERSON, ENGINE)))
    session = update(session, RetryTurn(session.review.mistakes[0].start))
    line, start = session.review.line, session.cursor
    session = update(click_cells(session, name), Undo())
    assert session.cursor == start and not Screen(session).buttons["undo"]
    session = click_cells(session, "b3")
    assert session.tree.path(session.tree.end_of_game()) == line, "the game stays the main line"


def test_stepping_back_out_of_a_retry_restores_the_game_line():
    session = click_cells(trying(), "a2")
    line = session.review.line
    for cursor in (2, 1):
        session = update(session, StepBy(-1))
        assert session.cursor == cursor
    assert session.review.retry_node == -1 and session.tree.path(session.leaf) == line
    assert not review_view(session).note


def test_a_try_of_several_stones_is_judged_when_the_turn_is_over():
    session = play_names("greylox", ("e5", "e6", "b2"), size=5)
    session = review(session)
    for value, line in ((0, ("e5",)), (0, ("d5",)), (0, ("h8",)), (0.6, ("i9",))):
        session = evaluate_position(session, value, *line)
    session = update(session, RetryTurn(session.review.mistakes[0].start))
    session = click_cells(session, "d5")
    assert purpose_of(session) is None and review_view(session).retry_comment.startswith(
        "Try something other"
    )
    session = click_cells(session, "h8")
    assert purpose_of(session) == "review"
    session = evaluate_position(session, 0.0, "i9")
    assert review_view(session).retry_comment == "d5+h8 is as good as the engine's best."


def test_back_at_the_end_of_the_game_the_engine_plays_again():
    session = trying()
    assert not Screen(session).buttons["resign"], "nobody gives up in a try"
    session = update(session, GoToNode(session.review.line[-1]))
    assert not session.is_retrying and session.local_colours == (False, False)
    assert purpose_of(session) == "play"


def test_leaving_a_retry_shows_the_end_of_the_turn():
    session = complete_review(play_names(), VALUES)
    [mistake] = session.review.mistakes
    retrying = update(session, RetryTurn(mistake.start))
    returned = update(retrying, GoToReviewedNode())
    assert (returned.cursor, returned.review.retry_node) == (mistake.end, -1)
    other = update(session, RetryTurn(0))
    assert update(other, GoToReviewedNode()).cursor == 1, "also if it was no mistake"
    start = update(session, StepBy(-99))
    assert update(start, GoToReviewedNode()).cursor == session.review.line[-1]
    assert update(session, GoToReviewedNode(3)).cursor == 3


def test_a_friends_turn_can_be_tried_again_without_the_friend():
    session = complete_review(play_names(), VALUES)
    session = update(session, ChangeSeats((Seat(None, remote=True), PERSON)))
    looking = update(session, GoToNode(session.review.line[2]))
    assert not looking.is_remote_to_move, "the game goes on elsewhere"
    retrying = update(session, RetryTurn(session.review.line[2]))
    assert retrying.state.mover == 0 and not retrying.is_remote_to_move
    other = click_cells(retrying, "d4")
    assert other.cursor not in session.review.line and not other.notice
    beyond = click_cells(other, "d5")
    assert not beyond.is_remote_to_move and not click_cells(beyond, "e5").notice


def test_the_very_first_turn_can_be_tried_again():
    session = complete_review(play_names(), VALUES)
    retrying = update(session, RetryTurn(0))
    assert retrying.cursor == 0 and purpose_of(retrying) is None
    other = click_cells(retrying, "d4")
    assert purpose_of(other) == "review"
    position = make_search_request(other, other.engine.active_search).position
    assert position.startswith("1/brink3-x3/md4/")
    assert review_view(other).retry_comment


def test_walking_away_ends_the_try():
    session = update(trying(), StepBy(-1))
    assert session.review.retry_node == -1


@pytest.mark.parametrize("moves", [(), ("c1",), ("a2",), ("c1", "e5")])
@pytest.mark.parametrize(
    "navigation", [StepBy(99), GoToNode(4), StepBy(1), Redo(), GoToNode(3), GoToNode(1)]
)
def test_navigation_after_a_retry_hides_its_comment(moves, navigation):
    session = click_cells(trying(), *moves)
    if session.cursor not in session.review.line:
        session = update(session, GoToNode(session.review.line[3]))
    looking = update(session, navigation)
    assert (
        looking.review.retry_texts(looking) == ("", "") and review_view(looking).retry_comment == ""
    )
    assert not Screen(looking).status.startswith("A try")
    assert looking.tree.path(looking.leaf) == looking.review.line


@pytest.mark.parametrize("moves", [(), ("c1",), ("a2",), ("c1", "e5")])
def test_editor_hides_the_retry_comment(moves):
    session = click_cells(trying(), *moves)
    edited = update(session, ToggleEditor(True))
    assert edited.review.retry_texts(edited) == ("", "")
    assert Screen(edited).status == "Setting up a position"
    started = update(edited, PlayFromHere())
    assert started.review is None


def test_moves_after_the_played_turn_hide_the_comment():
    session = click_cells(trying(), "c1")
    assert session.review.retry_texts(session)[1] == "c1 is what was played. Try something else."
    continued = click_cells(session, "e5")
    assert continued.review.retry_texts(continued) == ("", "")


def test_evaluation_before_a_retry_is_not_shown_for_it():
    session = update(trying(), ToggleAnalysis())
    report = messages.SearchReport(
        session.engine.ticket, False, "e5", 2000, 0.5, False, ["e5"], [], 9, None
    )
    session = update(session, EngineReport(report))
    assert Screen(session).evaluation.exact_percent == 75
    session = click_cells(session, "a2")
    assert Screen(session).evaluation is None


def test_retry_with_several_stones_lasts_until_the_turn_ends():
    """Stones equal to the played ones do not end the retry early: the engine could answer."""
    session = review(play_names("byg", ("c3", "c5", "d2", "e4", "e3", "d4", "d3")))
    line = session.review.line
    retrying = update(session, RetryTurn(line[4]))
    retrying = click_cells(retrying, "e3")
    assert retrying.cursor == line[5] and retrying.state.placed and retrying.is_retrying
    assert Screen(retrying).status.startswith("A try")
    same = click_cells(retrying, "d4")
    assert same.cursor == line[6] and not same.is_retrying, "just what was played"
    other = click_cells(retrying, "a1")
    assert other.is_retrying


def finished_review(seats):
    """A review of a whole game of Brink on the smallest board."""
    session = new_session("brink", 3)
    while session.outcome is None:
        legal = session.game.legal(session.state)
        session = update(session, PlayAction((legal & -legal).bit_length() - 1))
    session = review(update(session, ChangeSeats(seats)))
    while purpose_of(session) == "review":
        state = session.engine.active_search.state
        best = action_name(session.game.board, session.game.legal(state).bit_length() - 1)
        session = evaluate_position(session, -0.5 if state.mover else 0.5, best)
    return session


def other_action(session):
    """Play the last legal action, which the reviewed game did not have."""
    return update(session, PlayAction(session.game.legal(session.state).bit_length() - 1))


@pytest.mark.parametrize("seats", [(PERSON, ENGINE), (ENGINE, PERSON), (PERSON, PERSON)])
@pytest.mark.parametrize("is_retry", [True, False])
def test_finished_game_stays_finished_after_another_turn_and_a_reload(seats, is_retry):
    session = finished_review(seats)
    saved, game = make_entry(session.saved_match, "it"), session.tree.actions(session.leaf)
    colour = 1 if seats[0] == ENGINE else 0
    start = next(
        turn.start for turn in session.review.turns[2:] if turn.colour == colour and turn.loss > 0
    )
    session = update(session, RetryTurn(start) if is_retry else GoToNode(start))
    if not is_retry:
        session = update(session, CloseReview())
    played = other_action(session)
    assert len(played.tree.nodes) == len(session.tree.nodes) + 1
    if is_retry:
        opened = read_link(played.link).record
        assert opened.actions == game and opened.variations, "the address is that of the game"
    again = read_local_record(write_local_record(played)).session
    assert again.tree.actions(again.leaf) == game and again.cursor == again.leaf
    assert len(again.tree.nodes) == len(played.tree.nodes), "the other turn is a variation"
    again = update(again, EngineReady())
    assert again.outcome == finished_review(seats).outcome and purpose_of(again) is None
    for match in (played.saved_match, again.saved_match):
        entry = make_entry(match, "it", saved)
        assert (entry.result, entry.mover, entry.turns) == (saved.result, -1, saved.turns)


def test_resigned_game_stays_resigned_while_later_positions_are_tried():
    session = update(play_names(), Resign())
    line = session.tree.actions(session.leaf)
    tree, node = session.tree.add(session.cursor, session.game.board.parse_cell("b3"))
    session = session.with_match(tree=tree, leaf=node, cursor=node)
    again = read_local_record(write_local_record(session)).session
    assert again.resigned and again.tree.actions(again.cursor) == line
    assert len(again.tree.nodes) == len(tree.nodes)


def test_turn_chosen_in_the_list_is_shown_before_it_was_played():
    session = finished_review((PERSON, PERSON))
    marked = [turn.number for turn in result_card(session).worst_turns]
    assert marked == [turn.number for turn in session.review.mistakes], "as many as it announces"
    turn = next(turn for turn in session.review.turns[2:] if turn.best and turn.loss > 0)
    ended = session.tree.actions(session.leaf)
    session = update(session, ShowTurn(turn.start))
    masks, played = layers(session), ended[len(session.tree.actions(turn.start))]
    assert session.cursor == turn.start and review_view(session).selected == turn.start
    assert masks["chosen"] == 1 << played and texts(session)["rank"] == {turn.best[0]: "A"}
    assert not {"legal", "lit", "shut"} & masks.keys(), "nobody is to move"
    assert prompt(session).prompt_line.startswith("You are looking back.")
    session = update(session, StepBy(1))
    assert not layers(session).get("chosen") and review_view(session).selected == -1
    session = update(session, RetryTurn(turn.start))
    assert layers(session)["legal"] and not layers(session).get("chosen")
    assert review_view(session).selected == turn.start


def test_position_of_a_game_that_goes_on_keeps_its_legal_cells_in_a_review():
    session = complete_review(play_names(), VALUES)
    assert layers(update(session, ShowTurn(session.review.mistakes[0].start)))["legal"]
