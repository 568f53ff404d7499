"""The review of a game, by an engine that answers what the test says."""

import re
from dataclasses import replace

import pytest

from greylox_web.app.drawing.graph import (
    HEIGHT,
    WIDTH,
    Curve,
    graph_markup,
    place_at,
    runs,
    x_of,
    y_of,
)
from greylox_web.app.library.entry import entry_of, session_of
from greylox_web.app.session import events as table
from greylox_web.app.session.update import update
from greylox_web.app.thinking import wire
from greylox_web.app.view.board.layers import layers
from greylox_web.app.view.panel.ending import card
from greylox_web.app.view.panel.frame import frame
from greylox_web.app.view.panel.review_view import Point, review_view
from greylox_web.rules import new_game
from tests.app.sittings import ENGINE, answer, begin, click

LINE = ("a1", "b1", "c1", "d3", "e3")


def judged(session, value, *line, proven=False):
    """The engine's judgement of the position it was asked about."""
    report = wire.Report(
        session.engine.ticket, True, line[0], 700, value, proven, list(line), [], 5, None, 700
    )
    return update(session, wire.EngineAnswer(report))


def played(game="brink", names=LINE, **options):
    return click(begin(game, options.pop("size", 3), **options)[0], *names)[0]


def review(session):
    return update(session, table.ReviewGame())


def complete(session, values, best="c3"):
    """Review with these values, one per position; the engine would always play ``best``."""
    session, commands = review(session)
    for value in values:
        assert commands and commands[-1].purpose == "review"
        session, commands = judged(session, value, best)
    return session


def sentences(session):
    return [sentence for _, sentence, _ in review_view(session).mistakes]


VALUES = (0.0, 0.02, 0.0, -0.62, -0.6, -0.6)  # 3. c1 loses 31 per cent of Black


def test_every_position_of_the_line_is_asked_about_once_and_progress_is_told():
    session, commands = review(played())
    asked = []
    for done in range(6):
        view = review_view(session)
        assert (view.done, view.total, view.running) == (done, 6, True)
        assert view.status == f"{done} of 6 positions"
        [think] = commands
        assert think.purpose == "review"
        asked.append(think.position)
        session, commands = judged(session, 0.0, "c3")
    assert not commands and not session.engine.thinking
    assert len(set(asked)) == 6
    assert session.notice.text == "Reviewed. Turns marked: 0."
    assert not review_view(session).running


def test_the_turn_that_lost_most_is_named_and_what_was_better_is_not():
    session = complete(played(), VALUES)
    assert sentences(session) == ["3. c1 (Black) lost 31%"]
    [mistake] = session.review.mistakes
    assert (mistake.colour, mistake.number) == (0, 3)
    view = review_view(session)
    assert view.places == (3,)
    assert [point.percent for point in view.curve.points] == pytest.approx([50, 51, 50, 19, 20, 20])


def test_a_resignation_is_named_with_the_chance_that_was_left():
    session, _ = update(played(), table.Resign())
    session = complete(session, VALUES)  # White to move, whose chance is 80 per cent
    told = "Reviewed. Turns marked: 1. White resigned; the chance was 80%."
    assert review_view(session).status == told
    assert review_view(replace(session, flagged=True)).status == "Reviewed. Turns marked: 1."


def test_the_second_colours_loss_is_counted_from_its_side():
    session = complete(played(), (-0.5, -0.5, 0.3, 0.3, 0.3, 0.3))
    assert sentences(session) == ["2. b1 (White) lost 40%"]


def test_against_the_engine_only_ones_own_turns_are_offered_to_be_tried_again():
    over, _ = update(played(), table.Resign())
    session = complete(over, (0.9, 0.9, 0.9, 0.3, 0.8, 0.8))
    offered = {}
    for seats in ((table.PERSON, ENGINE), (ENGINE, table.PERSON), (table.PERSON,) * 2):
        there = replace(session, seats=seats, card=True)
        listed = review_view(there).mistakes
        assert [mistake.colour for mistake, *_ in listed] == [0, 1], "both are told"
        offered[seats] = [to_try for *_, to_try in listed]
        assert [turn.again for turn in card(there).marked] == offered[seats]
    assert list(offered.values()) == [[True, False], [False, True], [True, True]]


def test_at_most_five_turns_are_marked_those_that_lost_most_in_the_order_of_the_game():
    names = ("a1", "b1", "c1", "d3", "e3", "a2", "b2", "c2")
    values = (0.9, 0.7, 0.9, 0.6, 0.9, 0.3, 0.9, 0.2, 0.95)
    session = complete(played(names=names), values)
    assert [mistake.number for mistake in session.review.mistakes] == [4, 5, 6, 7, 8]


def test_a_turn_that_the_engine_would_have_played_too_is_no_mistake():
    session, _ = review(played())
    for value, best in zip(VALUES, ("c3", "c3", "c1", "c3", "c3", "c3"), strict=True):
        session, _ = judged(session, value, best)
    assert sentences(session) == []


def test_a_turn_of_several_stones_is_judged_as_one():
    session = played("greylox", ("e5", "e6", "b2"), size=5)
    session, _ = review(session)
    for value, line in (
        (0.0, ("e5",)),
        (0.0, ("e6", "h8", "a1")),  # the first stone is the engine's own
        (-0.1, ("h8", "a1")),
        (0.4, ("i9",)),
    ):
        session, _ = judged(session, value, *line)
    assert sentences(session) == ["2. e6+b2 (Black) lost 25%"]
    [mistake] = session.review.mistakes
    path = session.tree.path(session.leaf)
    assert (mistake.start, mistake.end) == (path[1], path[3])


def test_it_is_stopped_and_gone_on_with_and_nothing_is_asked_twice():
    session, _ = review(played())
    session, _ = judged(session, 0.0, "c3")
    session, _ = judged(session, 0.0, "c3")
    late = session.engine.ticket
    session, commands = update(session, table.StopReview())
    assert [type(command) for command in commands] == [table.StopThinking]
    view = review_view(session)
    assert (view.done, view.running) == (2, False)
    report = wire.Report(late, True, "c3", 9, 0.5, False, ["c3"], [], 1, None)
    session, _ = update(session, wire.EngineAnswer(report))
    assert review_view(session).done == 2, "what comes too late is dropped"
    session, commands = review(session)
    assert commands[-1].position.startswith("1/brink3-x3/ma1b1/") and review_view(session).done == 2


def test_moving_around_leaves_it_alone_and_does_not_ask_again():
    session, _ = review(played())
    session, _ = judged(session, 0.0, "c3")
    before = session.engine.ticket
    for event in (table.Step(-2), table.Step(1), table.Go(1), table.ShowReviewed(2)):
        session, commands = update(session, event)
        assert not commands and session.engine.ticket == before and session.engine.thinking
    assert session.cursor == 2 and review_view(session).here == 2


def test_a_finished_game_is_not_asked_about_its_end():
    board = new_game("brink", 3).board
    session = played(names=board.names(board.cells))
    assert session.outcome is not None
    session, commands = review(session)
    while commands:
        session, commands = judged(session, 0.0, "c3")
    last = review_view(session).curve.points[-1]
    assert last.proven and last.percent in (0, 50, 100)
    assert "for certain" in review_view(session).chance


def test_proven_results_are_told_as_proven():
    session, _ = review(played())
    session, _ = judged(session, 1.0, "c3", proven=True)
    session, _ = update(session, table.ShowReviewed(0))
    view = review_view(session)
    assert view.chance == "Black wins for certain" and view.curve.points[0].proven
    assert 'class="certain"' in graph_markup(view.curve)


def test_it_waits_for_the_engines_own_move_and_goes_on_after_it():
    session = played("brink", ("a1",), seats=(table.PERSON, ENGINE))
    assert session.engine.purpose == "play" and session.engine.thinking
    session, commands = review(session)
    assert not commands and session.engine.purpose == "play"
    report = wire.Report(session.engine.ticket, True, "b1", 9, 0.0, False, ["b1"], [], 1, None)
    session, commands = update(session, wire.EngineAnswer(report))
    assert commands[-1].purpose == "review"
    assert review_view(session).note, "the game went on: the review is of a shorter line"
    session, _ = judged(session, 0.0, "c3")
    session, _ = review(session)
    assert review_view(session).total == 3 and review_view(session).done == 1


def test_another_line_is_told_apart_and_both_share_what_they_have_in_common():
    session = complete(played(), VALUES)
    session, _ = update(session, table.Step(-2))
    session, _ = click(session, "a2")
    assert review_view(session).note
    session, commands = review(session)
    view = review_view(session)
    assert not view.note and (view.done, view.total) == (4, 5)
    assert len(commands) == 1


def test_a_line_that_is_deleted_takes_the_review_with_it():
    session = complete(played(), VALUES)
    session, _ = update(session, table.Delete(4))
    assert session.review is None


@pytest.mark.parametrize("event", [table.NewGame("brink", 3), table.CloseReview()])
def test_another_game_or_closing_puts_it_away(event):
    session, _ = review(played())
    session, commands = update(session, event)
    assert session.review is None and type(commands[0]) is table.StopThinking


def test_closing_it_during_a_try_leads_back_to_the_game_as_it_was_played():
    session, _ = click(trying(), "a2")
    line = session.review.line
    session, _ = update(session, table.CloseReview())
    assert session.review is None
    assert session.cursor == session.leaf == line[-1]
    assert session.tree.path(session.leaf) == line


def test_the_better_turn_is_marked_on_the_board_before_the_turn_that_is_tried():
    session = trying()
    board, start = session.game.board, session.cursor
    assert "hint" not in layers(session) or not layers(session)["hint"]
    session, _ = click(session, "a2")
    session, _ = update(session, table.ShowBest())
    view = review_view(session)
    assert session.cursor == start and view.best_shown
    assert layers(session)["hint"] == 1 << board.cell(view.best)
    session, _ = click(session, "b2")
    assert not layers(session)["hint"] and review_view(session).best_shown
    session, _ = update(session, table.TryAgain(start))
    assert not review_view(session).best_shown
    elsewhere, _ = update(session, table.ShowReviewed())
    assert not update(elsewhere, table.ShowBest())[0].review.best_shown


def test_a_fault_of_the_engine_stops_it_with_a_sentence_and_keeps_the_rest():
    session, _ = review(played())
    session, _ = judged(session, 0.0, "c3")
    session, _ = update(session, wire.EngineFailed(session.engine.ticket, "Given up."))
    assert session.notice.text == "Given up." and not session.review.running
    assert review_view(session).done == 1


def test_an_answer_that_is_a_fault_stops_it_with_its_sentence():
    session, _ = review(played())
    session, _ = answer(session, None, error="A network is damaged.")
    assert session.notice.text == "A network is damaged." and not session.review.running


def test_a_worker_that_died_is_asked_again():
    session, _ = review(played())
    session, _ = update(session, wire.EngineFailed(None, "The engine stopped."))
    session, [think] = update(session, wire.EngineReady())
    assert think.purpose == "review"


# ------------------------------------------------------------------ try again


def trying():
    """Before Black's second turn, which lost 31 per cent."""
    session = complete(played(), VALUES)
    session, _ = update(session, table.TryAgain(session.review.mistakes[0].start))
    return update(session, table.TakeSeats((ENGINE, ENGINE)))[0]


def test_a_try_is_a_variation_that_the_engine_judges_and_does_not_answer():
    session = trying()
    view = review_view(session)
    assert session.cursor == 2 and not session.engine.thinking
    assert view.trying == "Try something other than c1: Black to move."
    old = session.tree.path(session.leaf)
    session, [think] = click(session, "a2")
    assert think.purpose == "review" and think.position.startswith("1/brink3-x3/ma1b1a2/")
    assert review_view(session).trying == "a2: the engine is checking it …"
    session, commands = judged(session, 0.01, "c3")
    assert not commands, "the engine's colour is not played for it"
    assert review_view(session).trying == "a2 is as good as the engine's best."
    session, _ = update(session, table.ShowReviewed())
    assert session.tree.path(session.leaf) == old and session.cursor == old[3]
    assert session.review.trying == -1 and frame(session).buttons["forward"]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("a2", -0.3, "a2 loses 15%. That is better than c1, which lost 31%."),
        ("a2", -0.8, "a2 loses 40%; c1 lost 31%."),
        ("c3", -0.3, "c3 is as good as the engine's best."),
    ],
)
def test_a_try_is_compared_with_the_best_and_with_what_was_played(name, value, words):
    session, _ = click(trying(), name)
    session, _ = judged(session, value, "b3")
    assert review_view(session).trying == words


def test_a_try_that_wins_for_certain():
    session, _ = click(trying(), "a2")
    session, _ = judged(session, -1.0, "b3", proven=True)
    assert review_view(session).trying == "a2 loses 50%; c1 lost 31%."
    session, _ = click(trying(), "a2")
    session, _ = judged(session, 1.0, "b3", proven=True)
    assert review_view(session).trying == "a2 wins for certain."


def test_a_game_is_kept_as_it_was_while_a_turn_is_tried_again():
    session = complete(played(), VALUES)
    kept = entry_of(session, "it")
    session, _ = click(trying(), "a2")
    tried = entry_of(session, "it")
    assert (tried.link, tried.result, tried.mover) == (kept.link, kept.result, kept.mover)
    assert session_of(tried).cursor == session.review.line[-1]
    assert len(session_of(tried).tree.nodes) == len(session.tree.nodes), "the try is kept beside it"


def test_playing_the_same_again_says_so():
    session, commands = click(trying(), "c1")
    assert not commands
    assert review_view(session).trying == "c1 is what was played. Try something else."


def test_undo_inside_a_try_takes_the_try_back_and_the_main_line_stays():
    session, _ = click(trying(), "a2")
    session, _ = judged(session, 0.0, "c3")
    main = session.tree.nodes[2].children[0]
    session, _ = update(session, table.Undo())
    assert session.cursor == 2 and session.review.trying == 2
    session, _ = click(session, "b3")
    assert session.tree.nodes[2].children[0] == main and len(session.tree.nodes[2].children) == 3


def test_a_try_of_several_stones_is_judged_when_the_turn_is_over():
    session = played("greylox", ("e5", "e6", "b2"), size=5)
    session, _ = review(session)
    for value, line in ((0, ("e5",)), (0, ("d5",)), (0, ("h8",)), (0.6, ("i9",))):
        session, _ = judged(session, value, *line)
    session, _ = update(session, table.TryAgain(session.review.mistakes[0].start))
    session, commands = click(session, "d5")
    assert not commands and review_view(session).trying.startswith("Try something other")
    session, [think] = click(session, "h8")
    assert think.purpose == "review"
    session, _ = judged(session, 0.0, "i9")
    assert review_view(session).trying == "d5+h8 is as good as the engine's best."


def test_back_at_the_end_of_the_game_the_engine_plays_again():
    session = trying()
    assert not frame(session).buttons["resign"], "nobody gives up in a try"
    session, commands = update(session, table.Go(session.review.line[-1]))
    assert not session.is_trying and session.people == (False, False)
    assert session.engine.thinking and any(getattr(c, "purpose", "") == "play" for c in commands)


def test_back_to_what_was_played_shows_its_end_or_where_it_was_left():
    session = complete(played(), VALUES)
    [mistake] = session.review.mistakes
    tried, _ = update(session, table.TryAgain(mistake.start))
    back, _ = update(tried, table.ShowReviewed())
    assert (back.cursor, back.review.trying) == (mistake.end, -1)
    other, _ = update(session, table.TryAgain(0))
    assert update(other, table.ShowReviewed())[0].cursor == 0, "that turn was no mistake"
    start, _ = update(session, table.Step(-99))
    assert update(start, table.ShowReviewed())[0].cursor == session.review.line[-1]
    assert update(session, table.ShowReviewed(3))[0].cursor == 3


def test_a_friends_turn_can_be_tried_again_without_the_friend():
    session = complete(played(), VALUES)
    session, _ = update(session, table.TakeSeats((table.Seat(None, away=True), table.PERSON)))
    looking, _ = update(session, table.Go(session.review.line[2]))
    assert not looking.is_friend_due, "the game goes on elsewhere"
    tried, _ = update(session, table.TryAgain(session.review.line[2]))
    assert tried.state.mover == 0 and not tried.is_friend_due
    other, _ = click(tried, "d4")
    assert other.cursor not in session.review.line and not other.notice
    beyond, _ = click(other, "d5")
    assert not beyond.is_friend_due and not click(beyond, "e5")[0].notice


def test_the_very_first_turn_can_be_tried_again():
    session = complete(played(), VALUES)
    tried, commands = update(session, table.TryAgain(0))
    assert tried.cursor == 0 and not commands
    other, [think] = click(tried, "d4")
    assert think.purpose == "review" and think.position.startswith("1/brink3-x3/md4/")
    assert review_view(other).trying


def test_a_review_goes_when_an_older_and_shorter_game_comes_back():
    session, _ = click(begin("brink", 3)[0], "a1")
    for event in (table.Edit(True), table.PlayFromHere()):
        session, _ = update(session, event)
    reviewed, _ = review(click(session, "b1", "c1", "a2")[0])
    back, _ = update(reviewed, table.Restore())
    assert len(back.tree.nodes) == 2 and back.review is None
    frame(back)


def test_walking_away_ends_the_try():
    session, _ = update(trying(), table.Step(-1))
    assert session.review.trying == -1


# ------------------------------------------------------------------ the graph


def test_the_first_colours_side_is_up():
    assert y_of(100) < y_of(50) < y_of(0)


def test_no_chance_is_the_edge_and_signs_stay_inside():
    assert (y_of(100), y_of(0)) == (0, HEIGHT)
    points = (Point(0, 100.0, True), Point(1, 0.0, True))
    drawn = graph_markup(Curve(points, 2, ("black", "white"), marks=((1, "9"),)))
    squares = [float(y) for y in re.findall(r'class="certain" d="M\S+ ([\d.]+)h', drawn)]
    assert len(squares) == 2 and min(squares) > 0 and max(squares) + 5 < HEIGHT
    [disc] = re.findall(r'class="mistake" cx="\S+" cy="(\S+)" r="8.5"', drawn)
    assert 8.5 < float(disc) < HEIGHT - 8.5


def test_a_click_finds_the_place_that_is_drawn_there():
    for total in (2, 7, 60):
        for place in range(total):
            assert place_at(x_of(place, total) / WIDTH, total) == place
    assert (place_at(-1, 9), place_at(2, 9)) == (0, 8)


def test_a_gap_in_the_review_is_a_gap_in_the_curve():
    points = [Point(place, 50.0, False) for place in (0, 1, 4, 5, 7)]
    assert [[p.place for p in run] for run in runs(tuple(points))] == [[0, 1], [4, 5], [7]]
    session, _ = review(played())
    session, _ = judged(session, 0.0, "c3")
    assert graph_markup(review_view(session).curve).count("<polyline") == 1


def test_the_value_before_a_try_is_not_shown_as_that_of_the_try():
    session, _ = update(trying(), table.Analyse())
    report = wire.Report(session.engine.ticket, False, "e5", 100, 0.5, False, ["e5"], [], 9, None)
    session, _ = update(session, wire.EngineProgress(report))
    assert frame(session).evaluation.first == 75
    session, _ = click(session, "a2")
    assert frame(session).evaluation is None
