"""Matches of many parallel games: the same games as one at a time, and a log that resumes."""

import json
from contextlib import suppress
from random import Random
from time import perf_counter

import pytest

from greylox_web.command.match.log import read_games
from greylox_web.command.match.score import total_points
from greylox_web.engine.engine import Engine
from greylox_web.engine.network_registry import load_networks
from greylox_web.engine.tuning import LevelSettings
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.play import replay
from lab import match as lab_match
from lab.match import MatchSeat, Player, play_parallel
from lab.networks import load_evaluator
from lab.openings import even_opening, random_even_openings


def results(players, tables, games=6, adjudicate_at=2.0):
    game = new_game("brink", 3)
    pair = tuple(Player(name) for name in players)
    played_games = play_parallel(
        game,
        pair,
        list(range(games)),
        random_even_openings(game, 2, "1"),
        "1",
        tables,
        adjudicate_at,
    )
    return {game["number"]: game for game in played_games}


def length(game):
    """Return the number of actions in a game."""
    return len(read_link(game["link"], allow_small=True).record.actions)


def test_games_do_not_depend_on_how_many_are_played_at_once():
    players = ("playouts:30", "no-network:2")
    assert results(players, 1) == results(players, 4)


@pytest.mark.parametrize(
    "players", [("visits:9", "level:3"), ("random", "visits:20,temperature=0.5")]
)
def test_networks_play_whole_games(players):
    games_by_number = results(players, 4)
    assert sorted(games_by_number) == list(range(6))
    assert all(length(game) == 19 for game in games_by_number.values())


@pytest.mark.parametrize("name", GAMES)
def test_a_match_searches_as_the_page_does(name):
    game = new_game(name)
    evaluator, start = load_networks()[0].evaluator(game), game.start()
    engine = Engine(
        Random(1), lambda game: evaluator, lambda game, level: LevelSettings(120, 0.0, 0)
    )
    task = engine.start_task(game, [start], [], 10)
    task.think()
    seat = MatchSeat(Player("visits:120"), Random(1))
    assert list(search_root(seat, evaluator, game, [start], []).child_visits) == list(
        task.search.root.child_visits
    )


def search_root(seat, evaluator, game, states, actions):
    """Return the root of the seat's search, with no parallel games."""
    thinking, answer = seat.think(game, states, actions), None
    with suppress(StopIteration):
        while True:
            nodes = thinking.send(answer)
            answer = evaluator([node.state for node in nodes], [node.legal for node in nodes])
    return seat.memory.root


@pytest.mark.parametrize("name", ["visits:+40", "playouts:+40", "visits:40", "playouts:40"])
def test_new_visits_are_added_to_reused_visits(name):
    game = new_game("brink", 4)
    evaluator, seat = load_evaluator(game), MatchSeat(Player(name), Random(1))
    states, actions, more = [game.start()], [], []
    for turn in range(8):
        before = seat.memory.find_node(states, actions) if turn else None
        reused_visits = (
            before.visits if before else int(seat.player.uses_network)
        )  # the first search
        root = search_root(seat, evaluator, game, states, actions)
        more.append((reused_visits, root.visits - reused_visits))
        actions.append(int(root.actions[root.best_child()]))
        states.append(game.play(states[-1], actions[-1]))
    assert any(reused_visits > 1 for reused_visits, _ in more)
    for reused_visits, added in more:
        # nodes reached by several paths may have more visits than requested
        assert added <= (40 if seat.player.adds_visits else max(40 - reused_visits, 0))
    added_counts = [added for reused_visits, added in more if reused_visits > 1]
    assert max(added_counts) == 40 if seat.player.adds_visits else max(added_counts) < 40


def test_the_stronger_player_wins_with_either_colour():
    games_by_number = results(("playouts:200", "random"), 4, 8)
    assert total_points(games_by_number.values()) >= 7


def test_openings_are_even_if_network_finds_any():
    game, evaluator = new_game("brink"), load_evaluator(new_game("brink"))
    for pair in range(4):
        opening = even_opening(game, 2, f"1 {pair}", evaluator, 0.3)
        assert opening == even_opening(game, 2, f"1 {pair}", evaluator, 0.3)
        end = replay(game, opening)[-1]
        assert abs(evaluator([end], [game.legal(end)])[0].value_first) <= 0.3
    leads = []
    for opening in (even_opening(game, 2, "1", evaluator, fair) for fair in (-1, 0.3, 2)):
        end = replay(game, opening)[-1]
        leads.append(abs(evaluator([end], [game.legal(end)])[0].value_first))
    assert leads == sorted(leads), "where none is even enough, the most even one"


def test_a_decided_game_ends_early_with_the_same_winner():
    whole, short = (
        results(("playouts:60", "playouts:60"), 2),
        results(("playouts:60", "playouts:60"), 2, adjudicate_at=0.97),
    )
    assert all(length(short[n]) <= length(whole[n]) for n in whole)
    assert all(short[n]["winner"] == whole[n]["winner"] for n in whole)


def test_match_resumes_from_log(tmp_path, monkeypatch, capsys):
    log = tmp_path / "log.jsonl"
    words = ["lab.match", "brink", "random", "playouts:20", "--size", "3", "--resume", str(log)]
    for more in (["--games", "2"], ["--first", "3", "--games", "1"], ["--games", "5"]):
        monkeypatch.setattr("sys.argv", [*words, *more])
        lab_match.main()
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    assert sorted(row["game"]["number"] for row in rows) == [0, 1, 2, 3, 4]
    assert len(read_games(log, rows[0]["match"])) == 5
    lines = [line for line in capsys.readouterr().out.split("\n") if " against " in line]
    for games, line in zip(("of 2", "of 1", "of 5"), lines, strict=True):
        assert (
            line.split("\r")[-1].startswith("brink3-x3: random against playouts:20: ")
            and games in line
        )
    for row in rows:
        game = new_game("brink", 3)
        actions = read_link(row["game"]["link"]).record.actions
        outcome = game.outcome(replay(game, actions)[-1])
        seats = "ab" if row["game"]["number"] % 2 == 0 else "ba"
        if row["game"]["how"] != "both are sure":
            assert row["game"]["winner"] == seats[outcome.winner]
            assert row["game"]["how"] == outcome.reason


def test_a_log_never_mixes_the_games_of_two_networks(tmp_path, monkeypatch):
    log = tmp_path / "log.jsonl"
    words = ["lab.match", "brink", "random", "random", "--size", "3", "--resume", str(log)]
    monkeypatch.setattr("sys.argv", [*words, "--games", "2"])
    for network in ("one", "one", "another"):
        monkeypatch.setattr(lab_match, "network_checksum", lambda game, network=network: network)
        lab_match.main()
    networks = [json.loads(line)["match"][-1] for line in log.read_text().splitlines()]
    assert networks == ["one"] * 2 + ["another"] * 2


@pytest.mark.parametrize(
    "name",
    [
        *("human", "level", "visits:x", "visits:9,nothing=1", "visits:9,exact"),
        *("visits:", "visits:0", "level:99", "random:7", "playouts:-1", "millis"),
    ],
)
def test_unknown_player_is_rejected(name):
    if name == "level":
        assert Player(name).kind == "random"
    else:
        with pytest.raises(ValueError, match=r"there is no |is written name=value"):
            Player(name)


def test_command_invalid_player_reports_reason(capsys):
    with pytest.raises(SystemExit):
        lab_match.build_parser().parse_args(["byg", "random", "visits:9,nothing=1"])
    expected = "'visits:9,nothing=1': there is no setting 'nothing'; --help lists the players"
    assert capsys.readouterr().err.splitlines()[-1].endswith(expected)


def test_the_help_lists_the_players_line_by_line():
    lines = lab_match.build_parser().format_help().splitlines()
    assert lines[0].startswith("usage: python3 -m lab.match ")
    assert "level:N     a level with its network, and no-network:N a level without it" in lines


def test_timed_level_stops_after_its_time():
    game = new_game("lox", 5)
    seat = MatchSeat(Player("level:11"), Random(1))
    begin = perf_counter()
    with pytest.raises(StopIteration):
        next(seat.think(game, [game.start()], []))
    assert 0.5 < perf_counter() - begin < 5
