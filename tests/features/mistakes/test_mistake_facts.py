"""Mistakes as facts: what a review records, what is due, and what goes with a deleted game."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from greylox_web.features.mistakes.model import (
    InvalidMistake,
    asked_fact,
    mistake_facts,
    parse_known,
    parse_mistake,
    progress,
    restored_fact,
    try_fact,
)
from greylox_web.formats.game_json import parse_progress, write_library
from greylox_web.match.match import PERSON, Seat
from greylox_web.progress import FactLog, new_fact, parse_fact, read_fact
from greylox_web.session.load_match import ChangeSeats
from greylox_web.session.update import update
from tests.features.mistakes.mistake_helpers import (
    YOU_FIRST,
    log,
    names,
    one_mistake,
    played,
    reviewed,
)
from tests.session.reviews import VALUES, evaluate_position, review

FRIEND = Seat(remote=True)
DAY = date(2026, 11, 30)


def at(fact, day, time="12:00"):
    """The fact, as of another day and time."""
    return fact._replace(day=day.isoformat(), at=f"{day}T{time}:00.000+00:00")


def deleted(match, *, is_deleted=True, time="13:00"):
    """The fact that a game was deleted, or restored."""
    return at(new_fact("game-deleted", match=match, deleted=is_deleted), DAY, time)


# ------------------------------------------------------------------ recording


def test_costly_turn_is_recorded_with_its_lines_and_chances():
    fact = one_mistake()
    mistake, board = parse_mistake(read_fact(fact.text)), reviewed().game.board
    assert board.cell_names(mistake.state.occupied) == ["a1", "b1"] and mistake.number == 3
    assert [board.cell_name(turn.actions[0]) for turn in (mistake.played, mistake.better)] == [
        "c1",
        "c3",
    ]
    assert (mistake.before, mistake.after, mistake.lost) == (0.5, 0.19, 0.31)


@pytest.mark.parametrize(
    ("seats", "count"),
    [
        (YOU_FIRST, 1),
        ((PERSON, FRIEND), 1),
        ((Seat(1), PERSON), 0),
        ((FRIEND, PERSON), 0),
        ((PERSON, PERSON), 0),
        ((Seat(1), Seat(2)), 0),
    ],
    ids=["engine", "friend", "engine's turn", "friend's turn", "one screen", "engines"],
)
def test_only_own_turns_against_engine_or_friend_are_recorded(seats, count):
    assert len(mistake_facts(reviewed(seats))) == count


def test_smaller_loss_and_unfinished_review_record_nothing():
    assert not mistake_facts(reviewed(values=(0.0, 0.02, 0.0, -0.19, -0.19, -0.19)))
    assert len(mistake_facts(reviewed(values=(0.0, 0.02, 0.0, -0.2, -0.2, -0.2)))) == 1
    session = review(played())
    for value in VALUES[:-1]:
        session = evaluate_position(session, value, "c3")
        assert not mistake_facts(session)


def test_match_with_unusual_id_is_not_recorded():
    session = reviewed()
    assert not mistake_facts(replace(session, match=replace(session.match, id="no/id")))


def test_position_is_asked_once_after_two_reviews_and_two_devices():
    first, again = mistake_facts(reviewed()), None
    session = reviewed()
    again = mistake_facts(session)
    there = mistake_facts(session)  # another device that reviewed the same match
    assert again[0].id == there[0].id and len(log(again, there)) == 1
    assert len(log(first, again)) == 2, "two games"
    assert names(log(first, again, there)) == [first[0].what["name"]], "with the same position"


def test_chances_of_proven_results_alone_are_certain():
    session = reviewed(values=(1.0, 1.0, 1.0, -1.0, -1.0, -1.0))
    [fact] = mistake_facts(session)
    assert (fact.what["before"], fact.what["after"], fact.what["lost"]) == (999, 1, 1000)


# ------------------------------------------------------------------ what is due


def test_position_comes_back_after_a_day_a_week_and_a_month_of_good_tries():
    fact = at(one_mistake(), DAY)
    name, facts, day = fact.what["name"], log([fact]), DAY
    for wait in (1, 7, 30):
        assert not progress(facts).due(day + timedelta(wait - 1))
        day += timedelta(wait)
        assert progress(facts).due(day) == [name]
        facts = facts.union([at(try_fact(name, found=True), day)])
    assert progress(facts).due(date.max) == [] and names(facts) == [name]


def test_missed_try_brings_position_back_the_next_day():
    fact = at(one_mistake(), DAY)
    name, week = fact.what["name"], DAY + timedelta(8)
    facts = log([fact, at(try_fact(name, found=True), DAY + timedelta(1))])
    assert not progress(facts).due(week - timedelta(1)) and progress(facts).due(week)
    facts = facts.union([at(try_fact(name, found=False), week)])
    assert not progress(facts).due(week) and progress(facts).due(week + timedelta(1))


def test_only_the_first_try_of_a_day_counts():
    fact, day = at(one_mistake(), DAY), DAY + timedelta(1)
    tries = [at(try_fact(fact.what["name"], found=n > 0), day, f"12:0{n}") for n in range(4)]
    assert progress(log([fact], tries)).due(day + timedelta(1))


def test_try_without_its_position_is_ignored():
    assert progress(log([try_fact("some-position", found=False)])).due_days == {}


def test_removed_position_is_asked_again_only_when_brought_back():
    fact = at(one_mistake(), DAY, "10:00")
    name = fact.what["name"]
    facts = log([fact, at(asked_fact(name, asked=False), DAY, "11:00")])
    assert names(facts) == [] and not progress(facts).due(date.max)
    assert names(facts.union(mistake_facts(reviewed()))) == [], "nor by another game"
    assert names(facts.union([at(asked_fact(name, asked=True), DAY, "12:00")])) == [name]


# ------------------------------------------------------------------ deleted games


def test_deleted_game_takes_its_positions_along_also_after_a_merge():
    fact = one_mistake()
    match, name = fact.what["match"], fact.what["name"]
    here = log([fact, deleted(match)])
    there = log([fact, try_fact(name, found=False)])  # another device, which still has the game
    for both in (here.union(there), there.union(here)):
        assert names(both) == [] and progress(both).due(date.max) == []
    imported = parse_progress(write_library([], there))
    assert names(here.union(imported)) == []
    assert names(log([deleted(match)]).union(there)) == [], "nothing was known here before"


def test_restored_game_brings_its_positions_back():
    fact = one_mistake()
    match, name = fact.what["match"], fact.what["name"]
    undone = [deleted(match, time="13:00"), deleted(match, is_deleted=False, time="13:01")]
    assert names(log([fact], undone)) == names(log([fact], reversed(undone))) == [name]
    assert names(log([fact], undone, [deleted(match, time="13:02")])) == []


def test_position_of_another_game_stays_with_its_tries():
    first, second = one_mistake(), one_mistake()
    name = first.what["name"]
    facts = log([at(first, DAY, "10:00"), at(second, DAY, "10:01"), deleted(first.what["match"])])
    facts = facts.union([at(try_fact(name, found=True), DAY + timedelta(1))])
    assert names(facts) == [name]
    assert progress(facts).due(DAY + timedelta(8)) and not progress(facts).due(DAY + timedelta(7))


def test_new_review_of_a_deleted_game_restores_its_positions():
    session = reviewed()
    facts = log(mistake_facts(session), [deleted(session.match.id)])
    [restored] = restored_fact(session, facts)
    assert names(facts.union([restored._replace(at="2999-01-01T00:00:00+00:00")]))
    assert restored_fact(session, log(mistake_facts(session))) == []


# ------------------------------------------------------------------ hostile facts


@pytest.mark.parametrize(
    "changes",
    [
        {"position": "nonsense"},
        {"position": "1/brink3-x3/sxo1.4.5.4.3-x-2-hb1/m"},
        {"played": ""},
        {"better": "b1"},
        {"better": "z99 <script>"},
    ],
)
def test_fact_that_does_not_fit_the_rules_is_skipped(changes):
    fact = one_mistake()
    broken = fact._replace(what={**fact.what, **changes})
    with pytest.raises(InvalidMistake):
        parse_mistake(parse_fact({**broken._asdict()}))
    assert len([*parse_known([broken, fact])]) == 1


def test_last_possible_day_is_harmless():
    fact = one_mistake()._replace(day="9999-12-31")
    assert progress(FactLog([fact])).due(date.max) == []


def test_changed_seats_change_whose_turns_count():
    session = reviewed()
    assert mistake_facts(session)
    assert not mistake_facts(update(session, ChangeSeats((Seat(1), PERSON))))
