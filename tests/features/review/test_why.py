"""The card that says why a reviewed turn was costly."""

from random import Random

from greylox_web.explanations.model import Comparison, Explanation, Fact
from greylox_web.features.board.marks import layers
from greylox_web.features.line_player.model import ShowLine
from greylox_web.features.review.model import RetryTurn, ShowTurn, chosen_comparison
from greylox_web.features.review.why import why_card
from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import action_name
from greylox_web.session.playing import GoToNode
from greylox_web.session.requests import EngineReady
from greylox_web.session.session import Session
from greylox_web.session.update import update
from tests.session.reviews import VALUES, complete_review, evaluate_position, play_names, review
from tests.session.session_helpers import click_cells, forecast_report, purpose_of


def chosen(session):
    """The session with its costliest turn chosen."""
    turn = max(session.review.turns, key=lambda one: one.loss)
    return update(session, ShowTurn(turn.start))


def names(line):
    return [action_name(line.game.board, action) for action in line.actions]


def test_the_card_has_the_turn_its_loss_and_both_lines():
    session = chosen(complete_review(play_names(), VALUES))
    card = why_card(session)
    assert (card.title, card.turn) == ("Turn 3 · c1 lost 31%", "")
    assert card.can_retry and card.node == session.cursor
    best, played = card.lines
    assert (best.kind, best.heading, best.chance) == ("best", "Best", "50%")
    assert (played.heading, played.chance) == ("Played, and White's best answer", "19%")
    assert names(best.line) == ["c3"] and names(played.line) == ["c1", "c3"]


def test_without_a_costly_turn_there_is_no_card():
    session = complete_review(play_names(), VALUES)
    assert why_card(session) is None, "no turn is chosen"
    cheap = min(session.review.turns, key=lambda one: one.loss)
    assert why_card(update(session, ShowTurn(cheap.start))) is None
    assert why_card(update(chosen(session), GoToNode(0))) is None
    card = why_card(chosen(session))
    assert why_card(update(chosen(session), RetryTurn(card.node))) is None


def test_the_card_stays_while_one_of_its_lines_is_open():
    session = chosen(complete_review(play_names(), VALUES))
    card = why_card(session)
    opened = update(session, ShowLine(card.lines[1].line, 2))
    assert why_card(opened) == card
    assert opened.review == session.review and opened.link == session.link


def lost_by_the_last_action(random):
    """A game of Lox, its last position with a choice, and the action that ended and lost it."""
    game = new_game("lox", 5)
    state = before = game.start()
    action, outcome = 0, None
    while outcome is None or outcome.winner == before.mover or game.legal(before) == 1 << action:
        before = state if outcome is None else game.start()
        action = random.choice([*bits(game.legal(before))])
        state = game.play(before, action)
        outcome = game.outcome(state)
    return game, before, action


def test_the_facts_of_the_comparison_are_told_and_their_cells_are_lit(monkeypatch):
    game, before, action = lost_by_the_last_action(Random(5))
    session = Session(Match(new_tree(game, before)))
    session = review(click_cells(update(session, EngineReady()), action_name(game.board, action)))
    other = next(cell for cell in bits(game.legal(before)) if cell != action)
    certain_win = 1.0 if before.mover == 0 else -1.0
    session = evaluate_position(session, certain_win, action_name(game.board, other), proven=True)
    stated = Explanation(
        (Fact("better-wins", {"Colour": "Green"}, cells=0b11),), "c1 could not wait"
    )
    compared = Comparison(game, before, (other,), (action,))
    explanations = {compared: stated}
    for module in ("model", "why"):
        name = f"greylox_web.features.review.{module}.explain"
        monkeypatch.setattr(name, lambda one: explanations[one._replace(forecasts=None)])
    session = chosen(session)
    card = why_card(session)
    assert card.text == stated.text and "Green" in card.text
    assert (card.title, card.turn.split()[0]) == ("c1 could not wait", "Turn")
    assert card.lines[1].heading == "Played", "the game was over"
    assert layers(session)["explained"] == stated.cells
    assert all(one.line.explained == stated.cells for one in card.lines)


def test_where_no_fact_decides_only_the_lines_are_shown(monkeypatch):
    monkeypatch.setattr("greylox_web.features.review.why.explain", lambda _: Explanation())
    card = why_card(chosen(complete_review(play_names(), VALUES)))
    assert card.text == "" and len(card.lines) == 2


def test_the_chosen_turn_is_compared_by_the_forecasts_of_both_turns():
    session = chosen(complete_review(play_names(), VALUES))
    assert chosen_comparison(session).forecasts is None
    requests = 0
    while purpose_of(session) == "forecast":
        session, requests = forecast_report(session, 128, final=True), requests + 1
    assert requests == 2
    assert [forecast.games for forecast in chosen_comparison(session).forecasts] == [128, 128]


def with_forecasts_of(session, better, played):
    """The session after both forecasts: for each cell in how many of 100 games White holds it."""
    for shares in (better, played):
        assert purpose_of(session) == "forecast"
        cells = [session.game.board.cell_name(cell) for cell in bits(session.game.board.cells)]
        second = [shares.get(name, 0) for name in cells]
        first = [100 - count for count in second]
        mover = session.tree.nodes[session.cursor].state.mover
        held = (second, first) if mover == 0 else (first, second)
        session = forecast_report(session, 100, final=True, held=held)
    return session


def contested(better, played):
    """The table of these forecasts."""
    session = chosen(complete_review(play_names(), VALUES))
    return why_card(with_forecasts_of(session, better, played)).contested


def test_the_card_keeps_space_for_the_table_until_the_games_are_played():
    session = chosen(complete_review(play_names(), VALUES))
    assert why_card(session).contested.is_awaited and not why_card(session).contested.rows
    assert not why_card(with_forecasts_of(session, {}, {})).contested.is_awaited
    failed = forecast_report(session, 0, final=True, error="no")
    failed = forecast_report(failed, 0, final=True, error="no")
    assert why_card(failed).contested is None


def test_the_table_has_cells_whose_holder_changes_by_30_percent():
    table = contested({"a1": 90, "b1": 70, "e5": 60, "d4": 2}, {"a1": 50, "b1": 40, "e5": 31})
    assert table.rows == (("a1, b1 end up Black's", "80%", "45%"),)
    assert table.text == "In 100 games played on"
    assert table.spoken == (
        "In 100 games played on: "
        "a1, b1 end up Black's: 80% after the best turn, 45% after the one played."
    )


def test_the_table_tells_what_the_better_turn_gives_up():
    table = contested({"a1": 90, "e5": 10}, {"a1": 50, "e5": 40})
    assert [row.text[:2] for row in table.rows] == ["a1", "e5"]
    assert table.rows[1] == ("e5 ends up Black's", "10%", "40%")


def test_without_contested_cells_the_table_is_a_sentence():
    table = contested({"a1": 90}, {"a1": 61})
    assert not table.rows and "no cell changes its holder" in table.spoken
