"""The suggested level and board, for results with dates."""

from datetime import date, timedelta
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.statistics import results
from greylox_web.features.statistics.advice import apply_suggestion, suggest_level, suggested_game
from greylox_web.features.statistics.ladder import next_level
from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.progress import Fact, FactLog, new_fact
from greylox_web.rules import GAMES, default_game, new_game
from greylox_web.rules.notation.links import write_spec
from greylox_web.rules.options import BOARD
from greylox_web.session.last_choices import LastChoices, newcomer_game, write_choices
from greylox_web.session.new_game_form import initial_form, with_game, with_name
from greylox_web.session.seats import DEFAULT_SEATS, with_engine_level
from greylox_web.session.session import Session
from tests.session.session_helpers import ENGINE

TODAY = date(2026, 12, 20)
SCORES = {"+": 2, "=": 1, "-": 0}
RESULTS = [f"{n}{s}{r}" for n in (1, 2, 3, 9, 10) for s in "+=-" for r in ("", "*")]
SMALL, DEFAULT = newcomer_game("brink"), default_game("brink")


def fact(number: int, level: int, score: int, unrated: str = "board", game=SMALL) -> Fact:
    """The fact of a game; ``number`` gives its day, of ten games each, and its hour."""
    result = new_fact(
        "game",
        game=game.name,
        spec=write_spec(game),
        colour=0,
        level=level,
        score=score,
        unrated=unrated,
    )
    at = f"2026-12-{1 + number // 10:02}T{10 + number % 10}:00:00+00:00"
    return result._replace(id=f"result-{number:04}", at=at, day=at[:10])


def parse_results(results_: str, unrated: str = "board") -> FactLog:
    """Facts parsed from "1+ 2- 2-"; a day has ten games, and "*" marks rated ones."""
    return FactLog(
        fact(
            number,
            int(word.strip("+=-*")),
            SCORES[word.strip("*")[-1]],
            "" if word.endswith("*") else unrated,
            DEFAULT if word.endswith("*") else SMALL,
        )
        for number, word in enumerate(results_.split())
    )


@pytest.mark.parametrize(
    ("met", "level", "why"),
    [
        ("", 1, "first"),
        ("1+", 2, "won"),
        ("1-", 1, "fits"),
        ("1- 1-", 1, "fits"),
        ("1+ 2+ 3+", 4, "won"),
        ("1+ 2-", 2, "fits"),
        ("1+ 2- 2-", 1, "lost"),
        ("4- 4-", 3, "lost"),
        ("1- 1+", 2, "won"),
        ("1+ 2- 2+", 3, "won"),
        ("1+ 2=", 2, "fits"),
        ("5+", 6, "won"),
        ("5+ 2+", 6, "won"),  # a win against a weaker level lowers nothing
        ("5+ 6- 6- 5- 5-", 4, "lost"),
        ("5+ 6- 6- 5- 5- 4+", 5, "won"),
        ("1+ 9- 9-", 2, "lost"),  # losses far above the player's level lower nothing
        ("9+ 10+ 10+", 10, "fits"),
        ("12+", 1, "first"),  # a timed level
        ("12+ 1+", 2, "won"),
        # rated games
        ("1+* 2+*", 3, "won"),
        ("1+* 2+* 3+*", 4, "won"),
        ("1-* 1-* 1-*", 1, "fits"),
        ("1+* 2-* 2-*", 1, "lost"),
        ("3-* 3-* 3-*", 2, "lost"),
        ("3+* 3+* 3+*", 4, "won"),
    ],
)
def test_the_level_follows_the_results(met: str, level: int, why: str):
    assert suggest_level(parse_results(met), "brink", TODAY) == (level, why)
    assert suggest_level(parse_results(met), "lox", TODAY) == (1, "first"), "of another game"


@pytest.mark.parametrize("unrated", ["hint", "analysis", "seats", "setup", "lesson", "magic"])
def test_assisted_result_suggests_no_level(unrated: str):
    assert suggest_level(parse_results("1+ 2+", unrated), "brink", TODAY) == (1, "first")
    takebacks = parse_results("2+ 2+", "takeback")
    assert suggest_level(takebacks, "brink", TODAY) == (2, "fits"), "no level is beaten"
    takebacks = parse_results("3- 3-", "takeback")
    assert suggest_level(takebacks, "brink", TODAY) == (2, "lost")


def test_established_strength_limits_single_results():
    steady = "5+* 5-* " * 40
    estimate = results.level_estimate(parse_results(steady), "brink", TODAY)
    assert estimate is not None
    for more in ("9+", "9+ 10+"):
        level = suggest_level(parse_results(steady + more), "brink", TODAY).level
        assert level == round(estimate.high) + 1
    for more in ("5- 5- 4- 4-", "5- 5- 4- 4- 3- 3-"):
        level = suggest_level(parse_results(steady + more), "brink", TODAY).level
        assert round(estimate.low) <= level <= round(estimate.high)
    for level in (2, 9):
        after_three = suggest_level(parse_results(steady + f"{level}- " * 3), "brink", TODAY)
        assert after_three.level < level
        assert suggest_level(parse_results(steady + f"{level}+ " * 3), "brink", TODAY).level > level


@given(st.lists(st.sampled_from(RESULTS), max_size=12))
def test_suggested_level_stays_in_range(met: list[str]):
    facts = parse_results(" ".join(met))
    level, why = suggest_level(facts, "brink", TODAY)
    assert 1 <= level <= 10 and (why == "first") == (not met)
    words = [word.strip("*") for word in met]
    for score, wrong in (("+", lambda n: level <= n < 10), ("-", lambda n: level >= n > 1)):
        if len(words) >= 3 and len({*words[-3:]}) == 1 and words[-1].endswith(score):
            assert not wrong(int(words[-1][:-1]))


@pytest.mark.parametrize("strength", range(1, 5))
def test_after_three_games_the_level_fits(strength: int):
    """The player beats all levels below ``strength`` and loses to the others."""
    met = ""
    for _ in range(strength + 3):
        level = suggest_level(parse_results(met), "brink", TODAY).level
        met += f" {level}{'+' if level < strength else '-'}"
        assert level <= strength
    assert suggest_level(parse_results(met), "brink", TODAY).level in (
        max(1, strength - 1),
        strength,
    )


@given(st.lists(st.sampled_from(RESULTS), max_size=12), st.sampled_from(["board", "takeback"]))
def test_suggestion_never_exceeds_the_next_opponent_of_the_ladder(met: list[str], unrated: str):
    facts = parse_results(" ".join(met), unrated)
    level, why = suggest_level(facts, "brink", TODAY)
    following = next_level(facts, "brink") or 10
    assert level <= following
    if why == "won" and unrated == "board" and not any("-" in word for word in met):
        assert level == following or results.level_estimate(facts, "brink", TODAY)


@pytest.mark.parametrize("name", GAMES)
def test_first_board_is_small_and_unrated(name: str):
    first, default = newcomer_game(name), default_game(name)
    assert first.size in GAMES[name].shapes[0].offered_sizes
    assert first == default or first.board.cells.bit_count() < default.board.cells.bit_count()
    shape = {key: value for key, value in default.options.items() if key == BOARD.key}
    assert first == default_game(name, first.size, shape)


@pytest.mark.parametrize(
    ("met", "is_first"),
    [
        ([], True),
        ([fact(0, 1, 0)], True),
        ([fact(0, 1, 0), fact(1, 1, 1)], True),
        ([fact(0, 1, 0), fact(1, 1, 2)], False),
        ([fact(0, 1, 2), fact(1, 2, 0)], False),
        ([fact(0, 1, 0, "", DEFAULT)], False),
        ([fact(0, 1, 2, "lesson", new_game("brink", 3))], True),
        ([fact(0, 9, 2, "", new_game("lox"))], True),
    ],
)
def test_the_usual_board_comes_with_the_first_win(met: list[Fact], is_first: bool):
    assert suggested_game(FactLog(met), "brink") == (SMALL if is_first else DEFAULT)


def test_form_follows_results_unless_chosen():
    session = Session(Match(new_tree(newcomer_game("brink")), seats=DEFAULT_SEATS))
    plan = initial_form(session)
    assert (plan.size, plan.level) == (SMALL.size, 1)
    assert apply_suggestion(plan, FactLog(), "", TODAY) == plan
    won = apply_suggestion(plan, parse_results("1+ 2+"), "", TODAY)
    assert won == with_game(plan, DEFAULT)._replace(level=3)
    chosen = write_choices(LastChoices({"brink": write_spec(SMALL)}))
    assert apply_suggestion(plan, parse_results("1+ 2+"), chosen, TODAY) == plan
    linked = initial_form(session.with_match(tree=new_tree(new_game("brink", 7))))
    assert apply_suggestion(linked, parse_results("1+"), "", TODAY) == linked._replace(level=2)
    harder = plan._replace(level=7)
    assert apply_suggestion(harder, FactLog(), "", TODAY) == harder, "as on the table"
    assert (
        apply_suggestion(with_name(harder, "lox", chosen), parse_results("1+"), chosen, TODAY).level
        == 1
    )
    assert (
        apply_suggestion(
            with_name(harder, "brink", chosen), parse_results("1+"), chosen, TODAY
        ).level
        == 7
    )


def test_level_is_set_only_for_a_single_engine():
    person, friend = DEFAULT_SEATS[0], ENGINE._replace(level=None, remote=True)
    for own, turned in product((person, friend), (False, True)):
        seats = (ENGINE, own) if turned else (own, ENGINE)
        expected = ENGINE._replace(level=6)
        assert with_engine_level(seats, 6) == ((expected, own) if turned else (own, expected))
        assert with_engine_level((own, person), 6) == (own, person)
    assert with_engine_level((ENGINE, ENGINE), 6) == (ENGINE, ENGINE)


def test_idle_days_increase_the_weight_of_results():
    facts = parse_results("5+* 5-* " * 10 + "6+ 7+ 8+ 9+")
    early_level = suggest_level(facts, "brink", TODAY - timedelta(15)).level
    assert early_level <= suggest_level(facts, "brink", TODAY + timedelta(3000)).level
