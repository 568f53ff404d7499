"""Matches: openings, colours, and logs that are resumed."""

import json
from math import inf
from random import Random

import pytest

from greylox_web.__main__ import main
from greylox_web.command.game import GameInProgress
from greylox_web.command.match import games
from greylox_web.command.match.games import play_games, random_opening
from greylox_web.command.match.log import parse_game, read_games
from greylox_web.command.match.players import LevelPlayer, player_factory
from greylox_web.command.match.program import Forfeit, GtpProgram
from greylox_web.command.match.score import elo_difference, format_score, summary
from greylox_web.confidence import wilson_interval
from greylox_web.rules import GAMES, NotationError, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import action_name
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.play import replay
from tests.command.match.gtp_programs import OURS, make_program, play_match


@pytest.mark.parametrize("name", GAMES)
def test_an_opening_is_played_twice_with_the_colours_exchanged(name):
    game = new_game(name, 3, allow_small=True)
    played = play_match("random", "random", game, range(6))
    assert [one["first"] for one in played] == list("ababab")
    actions = [read_link(one["link"], allow_small=True).record.actions for one in played]
    for one, two in zip(actions[::2], actions[1::2], strict=True):
        assert one[:2] == two[:2]
    assert len({one[:2] for one in actions}) > 1
    for one, moves in zip(played, actions, strict=True):
        outcome = game.outcome(replay(game, moves)[-1])
        seats = "ab" if one["first"] == "a" else "ba"
        assert one["winner"] == (None if outcome.winner is None else seats[outcome.winner])
        assert not one["fault"]


def test_an_opening_never_ends_the_game():
    for name in GAMES:
        game = new_game(name, 2, allow_small=True)
        for seed in range(20):
            assert game.legal(replay(game, random_opening(game, 30, Random(seed)))[-1])


def test_match_repeats_same_games():
    game = new_game("byg", 3)
    assert play_match("level:1", "random", game) == play_match("level:1", "random", game)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "level:",
        "level:99",
        "level:00000003",
        "level:03",
        "level:x",
        "gtp:",
        "gtp: ",
        'gtp:"foo',
        "human",
    ],
)
def test_unknown_player_is_refused(text):
    with pytest.raises(NotationError):
        player_factory(text, 1.0)


def test_match_resumes_from_log(tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    words = ["match", "random", "level:0", "--game", "brink", "--size", "3", "--resume", str(log)]
    assert main([*words, "--games", "4"]) == 0
    four = log.read_text()
    assert main([*words, "--games", "6"]) == 0
    assert log.read_text().startswith(four)
    rows = [json.loads(line) for line in log.read_text().splitlines()]
    assert [row["game"]["number"] for row in rows] == list(range(6))
    log.write_text("".join(four.splitlines(keepends=True)[:3]) + '{"match": ["bri')
    assert main([*words, "--games", "4", "--seed", "2"]) == 0, "another match, the same log"
    assert len(read_games(log, rows[0]["match"])) == 3
    whole = tmp_path / "whole.jsonl"
    assert main([*words[:-1], str(whole), "--games", "6"]) == 0
    assert whole.read_text().splitlines() == [json.dumps(row) for row in rows]
    out = capsys.readouterr().out
    assert "random against level:0: " in out
    assert "of 6" in out


def test_match_without_openings_plays_different_games(tmp_path):
    """Without openings, the players' random choices make the two games of a pair differ at once."""
    words = ["match", "random", "random", "--game", "brink", "--size", "3", "--games", "6"]
    starts = {}
    for turns in ("0", "2"):
        log = tmp_path / turns
        assert main([*words, "--resume", str(log), "--openings", turns]) == 0
        rows = [json.loads(line) for line in log.read_text().splitlines()]
        links = [read_link(row["game"]["link"]).record.actions[:2] for row in rows]
        starts[turns] = [one == two for one, two in zip(links[::2], links[1::2], strict=True)]
    assert starts == {"0": [False] * 3, "2": [True] * 3}


def test_fewer_openings_than_none_are_refused(capsys):
    assert main(["match", "random", "random", "--openings", "-1"]) == 2
    assert "--openings is at least 0" in capsys.readouterr().err


def test_truncated_log_line_is_skipped(tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    words = ["match", "random", "random", "--game", "brink", "--size", "2", "--resume", str(log)]
    assert main([*words, "--games", "3"]) == 0
    rows = log.read_text().splitlines()
    log.write_text("\n".join(rows)[:-9])
    for _ in range(2):
        assert main([*words, "--games", "3"]) == 0
        assert log.read_text().splitlines() == [*rows[:2], rows[2][:-9], rows[2]]
        assert "of 3:" in (output := capsys.readouterr()).out
        assert "passed over: 1" in output.err


GOOD = {
    **{"number": 1, "first": "b", "winner": "a", "how": "stones", "fault": False},
    "link": "1/brink2-x3/m",
}


def test_a_row_of_a_log_is_read_field_by_field():
    assert parse_game(GOOD) == GOOD
    assert parse_game({**GOOD, "winner": None})
    for field in GOOD:
        assert parse_game({key: value for key, value in GOOD.items() if key != field}) is None
        for value in (4, "x", -1, 1.0, True, [], {}):
            if type(value) is not type(GOOD[field]) or field in ("number", "first", "winner"):
                assert parse_game({**GOOD, field: value}) is None
    for value in (5, "x", None, [], [GOOD]):
        assert parse_game(value) is None


def test_invalid_log_rows_are_replayed(tmp_path, capsys):
    log = tmp_path / "log.jsonl"
    words = ["match", "random", "random", "--game", "brink", "--size", "2", "--resume", str(log)]
    assert main([*words, "--games", "1"]) == 0
    row = json.loads(log.read_text())
    bad = [{**row, "game": 5}, {**row, "game": {**row["game"], "number": "x"}}, 7]
    log.write_text("".join(json.dumps(one) + "\n" for one in bad) + "[" * 5000 + "\n")
    assert main([*words, "--games", "1"]) == 0
    assert json.loads(log.read_text().splitlines()[-1]) == row
    assert "passed over: 4" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["A shopping list:\neggs\n", '{"study": {}}\n{"number": 0}\n', "7"]
)
def test_file_that_is_not_a_log_stays_unchanged(tmp_path, capsys, text):
    file = tmp_path / "other.txt"
    file.write_text(text)
    assert main(["match", "random", "random", "--games", "1", "--resume", str(file)]) == 2
    assert (
        capsys.readouterr().err == f"greylox: {file} is not the log of a match; name another file\n"
    )
    assert file.read_text() == text


@pytest.mark.parametrize("name", [".", "no/such/log"])
def test_unwritable_log_is_reported_before_first_game(tmp_path, capsys, name):
    assert main(["match", "random", "random", "--resume", str(tmp_path / name)]) == 2
    output = capsys.readouterr()
    assert output.err.startswith("greylox: no log can be kept in ")
    assert output.out == "" and output.err.count("\n") == 1


@pytest.mark.parametrize("timeout", ["inf", "1e300", "nan", "-5", "0"])
def test_invalid_timeout_gets_error_message(capsys, timeout):
    assert main(["match", OURS, "random", "--timeout", timeout]) == 2
    output = capsys.readouterr()
    assert output.err.startswith("greylox: --timeout must be ") and output.out == ""


def test_bad_arguments_are_a_sentence(capsys):
    for option, number, minimum in (("games", 0, 1), ("games", -2, 1), ("openings", -1, 0)):
        assert main(["match", "random", "random", f"--{option}", str(number)]) == 2
        sentence = f"greylox: --{option} is at least {minimum}, not {number}\n"
        assert capsys.readouterr().err == sentence
    assert main(["match", "random", "human"]) == 2
    assert "a player is random" in capsys.readouterr().err
    assert main(["match", "random", "random", "--game", "lox", "--size", "99"]) == 2


def test_score_formats_interval_and_elo():
    assert wilson_interval(100, 200) == pytest.approx((0.4313, 0.5687), abs=1e-4)
    assert wilson_interval(0, 10)[0] == 0
    assert wilson_interval(10, 10)[1] == 1
    assert elo_difference(0.5) == 0
    assert (elo_difference(0), elo_difference(1)) == (-inf, inf)
    assert elo_difference(10 / 11) == pytest.approx(400)
    assert format_score(150, 200) == "150 of 200: 75.0% (68.6% to 80.5%), Elo +191 (+135 to +246)"
    assert format_score(0, 0) == "no games"
    assert "no games" in summary([], ("a", "b"))


def test_a_level_answers_with_whole_turns():
    player, game = LevelPlayer(0), new_game("greylox", 3)
    played = list(play_games(game, (player, LevelPlayer(1)), 0, 1, [0]))
    assert not played[0]["fault"]


def test_play_turn_appends_end_to_open_turn():
    table, random, cut = GameInProgress(new_game("byg", 3)), Random(1), 0
    while table.outcome() is None:
        legal = list(bits(table.game.legal(table.state) & table.game.board.cells))
        name = action_name(table.game.board, random.choice(legal))
        mover, played_turn = table.state.mover, games.play_turn(table, name)
        assert played_turn in (name, f"{name}+end") and not table.state.placed
        assert played_turn == name or table.state.mover != mover
        cut += played_turn != name
    assert cut > 2


class Spy:
    """A player that records its seeds and forfeits."""

    def __init__(self):
        self.seeds = []

    def new_game(self, table, seed):
        self.seeds.append(seed)

    def choose_turn(self, table):
        raise Forfeit("gave up")


def test_seeds_differ_by_side_and_openings_by_match():
    spy, game = Spy(), new_game("brink", 3)
    games.play_game(GameInProgress(game), (spy, spy), "7 0")
    assert spy.seeds == ["7 0 0", "7 0 1"]
    openings = [
        [one["link"] for one in play_games(game, (spy, spy), 2, seed, [0, 2])] for seed in (1, 2)
    ]
    assert openings[0] != openings[1]
    assert len(set(spy.seeds)) == len(spy.seeds)


def test_player_factory_creates_named_level():
    for text, level, plain in (
        ("random", 0, False),
        ("level:3", 3, False),
        ("no-network:7", 7, True),
        ("plain:7", 7, True),
    ):
        player = player_factory(text, 1.0)()
        player.new_game(GameInProgress(new_game("brink", 3)), "1")
        assert (player.level, player.plain, player.engine.level) == (level, plain, level)


def test_different_matches_do_not_share_logged_games(tmp_path, monkeypatch, capsys):
    log = tmp_path / "log.jsonl"
    words = ["match", "random", "level:0", "--games", "1", "--resume", str(log), "--game", "brink"]
    different = ["--size 2", "--size 3", "--openings 0", "--option x=2", "--seed 9", "--timeout 9"]
    for number, more in enumerate(different, 1):
        assert main([*words, *more.split()]) == 0
        assert len(log.read_text().splitlines()) == number
    assert main([*words[:1], "level:0", "random", *words[3:], "--size", "2"]) == 0
    assert len(log.read_text().splitlines()) == len(different) + 1
    for number, other in enumerate(("engine_version", "network_checksum"), 2):
        monkeypatch.setattr(f"greylox_web.command.match.match.{other}", lambda *_: "another")
        assert main([*words, "--size", "2"]) == 0
        assert len(log.read_text().splitlines()) == len(different) + number


def test_both_programs_are_sent_away(tmp_path, monkeypatch, capsys):
    closed, close = [], GtpProgram.close

    def recording_close(player):
        close(player)
        closed.append(player)

    monkeypatch.setattr(GtpProgram, "close", recording_close)
    player = make_program(tmp_path, 'print("= resign\\n", flush=True)')
    assert main(["match", player, player, "--game", "brink", "--games", "1"]) == 0
    assert len(set(closed)) == 2
