"""The measures of one game and of many games, counted action by action."""

from random import Random

import pytest

from greylox_web.measure.games import lead_changes, measure_game, measure_link
from greylox_web.measure.rows import Row
from greylox_web.measure.summary import (
    Share,
    column_names,
    format_summary,
    summarise_all,
    to_csv,
)
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import write_link
from greylox_web.rules.play import random_game
from greylox_web.rules.state import OPENING


def measure_by_replay(game, actions):
    """Return opening actions, changes of the lead, flips, passes and the mean of legal actions."""
    state, leader, legal = game.start(), None, []
    opening = leads = flips = passes = 0
    for action in [*actions, None]:
        first, second = game.score(state, 0), game.score(state, 1)
        if first != second:
            leads += leader is not None and leader != (first > second)
            leader = first > second
        if action is None:
            break
        legal.append(len(list(bits(game.legal(state)))))
        opening += state.phase == OPENING
        flips += action in set(bits(state.stones[1 - state.mover]))
        passes += action == game.board.end_action and not state.placed
        state = game.play(state, action)
    return opening, leads, flips, passes, round(sum(legal) / len(legal), 2)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_counted_as_a_walk_through_it_counts(name):
    game, changes = new_game(name, 4, allow_small=True), 0
    for seed in range(12):
        actions = random_game(game, Random(seed))
        measures = measure_game(GameRecord(game, tuple(actions)))
        selected = tuple(
            measures[key] for key in ("opening", "leads", "flips", "passes", "choices")
        )
        assert selected == measure_by_replay(game, actions)
        changes += measures["leads"]
    assert changes


def test_a_tie_is_no_change_of_the_lead():
    assert lead_changes([0, 1, 0, 1, -1, 0, 1]) == 2
    assert lead_changes([]) == lead_changes([0, 0]) == lead_changes([-1]) == 0


def test_measure_link_accepts_only_finished_games():
    game = new_game("brink", 3)
    actions = tuple(random_game(game, Random(1)))
    assert measure_link(write_link(GameRecord(game, actions))) is not None
    assert measure_link(write_link(GameRecord(game, actions[:-1]))) is None
    assert measure_link(write_link(GameRecord(game, actions[:-1], resigned=True))) is None
    assert measure_link(write_link(GameRecord(game, actions)) + "zz9") is None
    assert measure_link("hello") is None


def make_rows(name, games, lowest):
    game = new_game(name, 3, {"x": 4} if name == "brink" else {}, allow_small=True)
    for number in range(games):
        record = GameRecord(game, tuple(random_game(game, Random(number))))
        yield Row(number=number, visits=8, lowest=lowest[number], measured=measure_game(record))


def test_a_line_is_the_mean_of_its_games():
    rows = list(make_rows("brink", 6, [40, 41, 0, None, 100, 39]))
    [line] = summarise_all(rows)
    assert line.behind == Share(3, 5)
    assert line.gap == Share(sum(row["measured"]["how"] == "gap" for row in rows), 6)
    assert 0 < line.gap.points < 6
    for key in ("actions", "opening", "leads", "flips", "passes", "choices"):
        counted = [row["measured"][key] for row in rows]
        assert getattr(line, key) == pytest.approx(sum(counted) / 6)
    assert f"decided by the gap: {line.gap}" in format_summary([line])
    assert f"changes of the lead {line.leads:.1f}" in format_summary(
        [line]
    ) and "flips" not in format_summary([line])


def test_weaker_games_stand_first_and_none_are_mixed():
    rows = [dict(row, visits=visits) for visits in (9, 4) for row in make_rows("byg", 2, [50, 50])]
    assert [(line.visits, line.games) for line in summarise_all(rows)] == [(4, 2), (9, 2)]


def test_share_has_three_cells_empty_without_games():
    [line] = summarise_all(list(make_rows("byg", 2, [None, None])))
    head, row = to_csv([("byg3", line)]).splitlines()
    assert head.split(",") == column_names()
    cells = dict(zip(column_names(), row.split(","), strict=True))
    assert (cells["behind"], cells["behind_low"], cells["behind_high"]) == ("", "", "")
    assert cells["gap"] == "0.0" and float(cells["gap_low"]) == 0 < float(cells["gap_high"]) < 1
    assert (cells["game"], cells["visits"], cells["games"]) == ("byg3", "8", "2")
    assert Share(0, 0).interval == (0.0, 1.0)


def test_a_share_in_a_table_has_four_digits():
    [line] = summarise_all(list(make_rows("byg", 3, [40, 50, 60])))
    _, row = to_csv([("byg3", line)]).splitlines()
    cells = dict(zip(column_names(), row.split(","), strict=True))
    assert line.behind == Share(1, 3) and cells["behind"] == "0.3333"
