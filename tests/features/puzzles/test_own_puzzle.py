"""Puzzles that players make: their addresses, their proof and how they are played."""

import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from greylox_web.engine.messages import PositionProof, RefutedTurn, SearchReport
from greylox_web.engine.proof_limits import max_vacant
from greylox_web.features.exercise.model import PlayReply, ShowSolution
from greylox_web.features.exercise.view import exercise_view
from greylox_web.features.puzzles.judge import ROUTE
from greylox_web.features.puzzles.own_puzzle import (
    MAX_PATH,
    OwnPosition,
    StopProof,
    difficulty_text,
    is_own_path,
    position_to_prove,
    progress_text,
    read_path,
    start_proof,
    why_unfit,
    write_path,
)
from greylox_web.features.puzzles.puzzle import make_puzzle, parse_turn
from greylox_web.features.puzzles.series import parse_path
from greylox_web.features.share.shareable import shareable_session
from greylox_web.formats.share_card import share_card_svg
from greylox_web.match.match import PERSON, Seat
from greylox_web.rules import GAMES, default_game, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import Annotation, GameRecord
from greylox_web.rules.notation.links import read_link
from greylox_web.rules.play import play_all
from greylox_web.session.load_match import LeaveExercise, NewGame, OpenLink
from greylox_web.session.playing import ClickCell, PlayAction
from greylox_web.session.requests import EngineFailed, EngineReady, EngineReport, ResumeEngine
from greylox_web.session.session import Session
from greylox_web.session.study import SetEditorTurn, ToggleEditor
from greylox_web.session.update import update
from greylox_web.words.own_puzzles import OWN_PUZZLE_WORDS as WORDS
from tests.features.puzzles.proofs import open_proof, own_position, prove, reports
from tests.features.puzzles.shipped_puzzles import daily_list, puzzles_of
from tests.session.session_helpers import click_cells, new_session
from tests.thoroughness import LONG, sample

ADDRESSES = Path(__file__).with_name("own_addresses.txt")
GREYLOX = "1/greylox4/soox1.1oxoo.oxxxoo.1xxxxxo.xxxox1.xxoo1.1o1o-o-2/m/cpi"  # only g5 wins
TWO_WIN = "1/greylox4/soox1.1oxoo.oxxxoo.1xxxxxo.xxxox1.xxoo1.1o1o-x-2/m"  # a4 and g5
BYG = "1/byg3/so1o.xox1.oxxox.1ooo.1x1-x-2/m/c8f"  # only b1+c5
MUTATIONS = 20_000 if LONG else 1_500
MAX_SECONDS = 0.5


def addresses() -> list[tuple[str, str]]:
    """The recorded addresses, each with the right turn."""
    lines = ADDRESSES.read_text().splitlines()
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(path, turn) for path, turn in rows]


def opened(path: str, session: Session | None = None, *, is_maker: bool = False) -> Session:
    """The session after the address of a player's puzzle is opened."""
    return update(session or new_session("lox"), start_proof(own_position(path), is_maker=is_maker))


def view(session: Session):
    """The panel of the exercise."""
    shown = exercise_view(session)
    assert shown is not None
    return shown


# ------------------------------------------------------------ addresses


@pytest.mark.parametrize(("path", "turn"), addresses())
def test_recorded_address_leads_to_its_puzzle(path, turn):
    assert is_own_path(path)
    assert read_path(path.upper()) == read_path(path)
    session = prove(opened(path))
    exercise = session.exercise_attempt.exercise
    game, state = exercise.game, exercise.state
    end = play_all(game, state, parse_turn(game, state, turn))
    assert play_all(game, state, exercise.solution) == end


@pytest.mark.parametrize("name", GAMES)
def test_address_of_a_position_leads_back_to_it(name):
    for row in sample([*puzzles_of(name).values()]):
        puzzle = make_puzzle(row)
        path = write_path(read_link(row.link).record, puzzle.state)
        assert path is not None
        position = own_position(path)
        assert position == OwnPosition(path, puzzle.game, puzzle.state)
        assert not parse_path(path)[1]


def test_no_other_route_is_the_address_of_a_players_puzzle():
    routes = ("today", "next", "next/lox", "streak", "streak/lox-7", "set/hold/byg-1", "")
    assert not any(is_own_path(route) for route in (*routes, *daily_list()))


@pytest.mark.parametrize("name", GAMES)
def test_every_position_between_turns_has_an_address(name):
    random = Random(name)
    for _ in range(3):
        game, actions = default_game(name), []
        state = game.start()
        while legal := game.legal(state):
            actions.append(random.choice([*bits(legal)]))
            state = game.play(state, actions[-1])
            if not state.is_mid_turn and game.legal(state) and random.random() < 0.2:
                notes = (Annotation(0, "Try this."),)  # the address of a puzzle has no comments
                path = write_path(GameRecord(game, tuple(actions), annotations=notes), state)
                assert path is not None and "/w" not in path
                assert own_position(path).state == state


HOSTILE = {
    "nothing": "1",
    "slashes": "1/" * 4_000,
    "too long": "1/lox15/m" + "a1" * 100_000,
    "largest size": "1/lox" + "9" * 1_900,
    "largest board": "1/byg15-d/s" + "15." * 14 + "15-x-2/m",
    "setup": "1/lox15/s" + "x9" * 900 + "/m",
    "placed": "1/byg15-d/s" + "15." * 14 + "15-h" + "a1" * 900 + "/m",
    "escapes": "1%25" * 400,
    "check digits": GREYLOX[:-1] + "0",
    "newer": "2/lox5/m",
    "other text": "1/<script>alert(1)</script>",
    "comments": "1/lox15/m/w" + "v" * 1_900,
    "mid-turn": "1/byg3/so1o.xox1.oxxox.1ooo.1x1-x-2/mb1",
    "over": "1/brink3-x3/mb2c1d3c2e3d5b4c4e5c3d2b1b3a1e4c5d4a2a3/c1c",
    "resigned": GREYLOX[:-4] + "-q",
}


@pytest.mark.parametrize("path", HOSTILE.values(), ids=[*HOSTILE])
def test_hostile_address_gets_a_sentence_at_once(path):
    began = time.thread_time()
    position = read_path(path)
    if isinstance(position, str):
        sentence = position
    else:
        session = update(new_session("lox"), start_proof(position))
        assert session.engine.active_search is None, "nothing is searched"
        sentence = view(session).text
        assert "open" in [button.name for button in view(session).buttons]
    assert sentence.endswith(".")
    assert len(sentence) < 300
    assert time.thread_time() - began < MAX_SECONDS


def test_mutated_address_is_read_or_refused_quickly():
    random, alphabet = Random(MUTATIONS), "abcghoxmsn0123459./-%#<é"
    paths, read, refused = [path for path, _ in addresses()], 0, 0
    for _ in range(MUTATIONS):
        signs = [*random.choice(paths)]
        for _ in range(random.randint(1, 4)):
            at = random.randrange(1, len(signs))
            signs[at : at + random.randint(0, 2)] = random.choices(alphabet, k=random.randint(0, 2))
        path = "".join(signs)
        began = time.thread_time()
        position = read_path(path)
        if isinstance(position, str):
            refused += 1
        else:
            read += 1
            event = start_proof(position)
            assert len(position.path) <= MAX_PATH
            assert event.exercise.route == f"{ROUTE}/{position.path}"
            fit = not why_unfit(position.game, position.state)
            assert not fit or own_position(position.path).state == position.state
        assert time.thread_time() - began < MAX_SECONDS, path
    assert min(read, refused) > MUTATIONS / 50


# ------------------------------------------------------------ from the link to the answer


def test_puzzle_can_be_tried_once_it_is_proven():
    session = opened(GREYLOX)
    assert session.link == f"puzzle/{GREYLOX}"
    assert view(session).title == "Black to move"
    assert view(session).text == WORDS["checking"]
    assert [button.name for button in view(session).buttons] == ["leave"]
    assert click_cells(session, "g5").cursor == session.cursor, "no answer before the proof"
    assert update(session, ShowSolution()).exercise_attempt == session.exercise_attempt
    session = prove(session)
    assert session.activity("proof") is None
    assert view(session).title == "Black to play and win"
    assert view(session).text == "One turn wins, the other 4 lose: proven, not guessed."
    assert session.link == f"puzzle/{GREYLOX}"
    wrong = click_cells(session, "d1")
    assert wrong.exercise_attempt.kind == "wrong"
    assert "g5" in view(wrong).feedback
    while wrong.exercise_attempt.pending:
        wrong = update(wrong, PlayReply())
    solved = click_cells(wrong, "g5")
    assert solved.exercise_attempt.kind == "done"
    assert "only turn that wins" in view(solved).feedback


def test_turn_of_several_stones_is_right_in_any_order():
    session = prove(opened(BYG))
    for cells in (("b1", "c5"), ("c5", "b1")):
        answered = click_cells(session, *cells)
        if answered.exercise_attempt.kind == "on":
            answered = update(answered, PlayAction(answered.game.board.end_action))
        assert answered.exercise_attempt.kind == "done", cells


def test_maker_reads_what_was_proven():
    assert view(prove(opened(GREYLOX, is_maker=True))).text == (
        "Proven: only g5 wins. 4 turns lose."
    )


def test_a_proven_puzzle_shows_what_the_proof_says_of_its_difficulty():
    session = opened(GREYLOX)
    assert difficulty_text(session.exercise_attempt.exercise) == "", "not proven yet"
    exercise = prove(session).exercise_attempt.exercise
    nodes = exercise.judge.puzzle.row.nodes
    assert nodes > 4
    assert difficulty_text(exercise) == f"4 wrong turns · proof of {nodes:,} positions"
    failed = prove(opened(TWO_WIN)).exercise_attempt.exercise
    assert difficulty_text(failed) == ""


def test_two_right_turns_are_named():
    session = prove(opened(TWO_WIN))
    assert view(session).title == WORDS["no-puzzle"]
    assert view(session).text == "More than one turn wins: a4, g5."
    assert session.engine.active_search is None
    assert [(button.name, button.route) for button in view(session).buttons] == [
        ("open", own_position(TWO_WIN).path),
        ("leave", ""),
    ]


def test_progress_is_shown_and_the_proof_can_be_stopped_and_repeated():
    session = opened(GREYLOX)
    assert progress_text(open_proof(session)) == WORDS["begun"]
    proof = PositionProof("running", 3, 12, 1, [], [])
    ticket = session.engine.ticket
    report = SearchReport(ticket, False, None, 9, 0.0, False, [], [], 9, None, proof=proof)
    session = update(session, EngineReport(report))
    assert progress_text(open_proof(session)) == "3 of 12 turns checked"
    stopped = update(session, StopProof())
    assert stopped.engine.active_search is None
    assert view(stopped).text == WORDS["stopped"]
    assert open_proof(stopped).may_repeat
    again = update(stopped, start_proof(open_proof(stopped).position))
    assert view(prove(again)).title == "Black to play and win"


def test_unproven_position_is_told_with_its_limits():
    session = opened(GREYLOX)
    proof = PositionProof("unproven", 3, 12, 1, [], [])
    report = SearchReport(
        session.engine.ticket,
        True,
        None,
        9,
        0.0,
        False,
        [],
        [],
        61_000,
        None,
        30_000_000,
        proof=proof,
    )
    late = update(session, EngineReport(report))
    assert "60 seconds" in view(late).text
    assert "here are 7" in view(late).text
    spent = update(session, EngineReport(report._replace(millis=900)))
    assert "limit of 30 million positions" in view(spent).text
    assert view(spent).title == WORDS["no-proof"]


def test_without_engine_the_puzzle_says_so():
    session = update(opened(GREYLOX), EngineFailed(None, "lost"))
    assert view(session).text == WORDS["no-engine"]
    restarted = update(update(session, ResumeEngine()), start_proof(open_proof(session).position))
    assert view(prove(update(restarted, EngineReady()))).title == "Black to play and win"


def test_report_that_does_not_fit_the_rules_is_no_proof():
    session = opened(GREYLOX)
    final = reports(session)[-1]
    whole = final.proof
    assert whole is not None
    first, *others = whole.wrong
    for proof in (
        whole._replace(keeping=[]),
        whole._replace(keeping=["a1"]),
        whole._replace(keeping=["z99"]),
        whole._replace(mover_value=-1),
        whole._replace(wrong=others),
        whole._replace(wrong=[*others, first._replace(reply="")]),
        whole._replace(wrong=[*others, first._replace(reply="a1+a1")]),
        whole._replace(wrong=[*others, RefutedTurn(others[0].turn, -1, others[0].reply)]),
        whole._replace(verdict="running"),
        None,
    ):
        answered = update(session, EngineReport(final._replace(proof=proof)))
        assert open_proof(answered).problem
        assert not answered.exercise_attempt.exercise.takes_answers


def test_game_continues_after_the_puzzle():
    game = click_cells(new_session("greylox", 4, seats=(PERSON, Seat(3))), "a1")
    searching = game.engine.active_search
    assert searching is not None
    session = opened(GREYLOX, game)
    assert session.engine.active_search.purpose == "proof"
    back = update(session, LeaveExercise())
    assert back.match == game.match
    assert back.activity("proof") is None
    assert back.engine.active_search.purpose == "play"
    assert update(session, NewGame("lox", 5)).activity("proof") is None
    assert update(session, OpenLink("#1/lox5/ma1")).activity("proof") is None


def test_shared_puzzle_has_its_address_and_a_picture():
    session = click_cells(prove(opened(GREYLOX)), "d1")
    shared = shareable_session(session)
    assert shared.link == f"puzzle/{GREYLOX}"
    assert "Black to play and win" in share_card_svg(shared, 0, (), "")


# ------------------------------------------------------------ making one


def game_of(link: str, **changes) -> Session:
    """A session with the game of a link, at its end."""
    session = update(new_session("lox"), OpenLink(f"#{link}"))
    return session.with_match(**changes)


def test_position_of_a_game_becomes_a_puzzle():
    assert position_to_prove(game_of(GREYLOX)) == own_position(GREYLOX)


def test_position_shown_while_browsing_becomes_the_puzzle():
    session = click_cells(game_of(GREYLOX), "g5")
    assert position_to_prove(session) != own_position(GREYLOX)
    assert position_to_prove(session.with_match(cursor=0)) == own_position(GREYLOX)


def test_position_in_the_editor_becomes_a_puzzle():
    session = update(game_of(TWO_WIN), ToggleEditor(True))
    session = update(session, SetEditorTurn(1, 2))
    assert position_to_prove(session) == own_position(GREYLOX)


@pytest.mark.parametrize(
    ("session", "sentence"),
    [
        (new_session("greylox", 5), "61 cells are vacant. In Greylox the solver tries at most"),
        (click_cells(game_of(BYG), "b1"), WORDS["mid-turn"]),
        (game_of(HOSTILE["over"]), WORDS["over"]),
        (game_of(HOSTILE["resigned"]), WORDS["over"]),
        (
            update(update(game_of(GREYLOX), ToggleEditor(True)), SetEditorTurn(1, 1)),
            "In the opening, say which was the opponent's last stone",
        ),
    ],
    ids=["vacant", "mid-turn", "over", "resigned", "editor"],
)
def test_position_that_is_no_puzzle_is_refused_with_a_sentence(session, sentence):
    found = position_to_prove(session)
    assert isinstance(found, str)
    assert found.startswith(sentence)


def test_game_that_counts_gives_no_puzzle_before_its_end():
    session = click_cells(new_session("greylox", seats=(PERSON, Seat(3))), "a1")
    assert position_to_prove(session) == WORDS["counting"]
    browsing = session.with_match(cursor=0)
    assert position_to_prove(browsing) == WORDS["counting"]
    unrated = session.with_match(unrated_reason="hint")
    assert position_to_prove(unrated) != WORDS["counting"]


def test_limit_of_vacant_cells_is_that_of_the_engine():
    for name in GAMES:
        game = new_game(name, default_game(name).size)
        assert why_unfit(game, game.start()) or max_vacant(name) >= game.board.cells.bit_count()


def test_reloaded_puzzle_continues_after_its_proof():
    session = click_cells(prove(opened(GREYLOX)), "d1")
    steps = session.exercise_attempt.steps
    reloaded = update(new_session("lox"), start_proof(own_position(GREYLOX), steps))
    assert reloaded.exercise_attempt.verdict is None
    attempt = prove(reloaded).exercise_attempt
    assert attempt.kind == "wrong"
    assert replace(attempt, exercise=session.exercise_attempt.exercise).wrong_count == 1
    assert ClickCell(0) not in steps
