"""Games against the levels: which are rated, the strength they give, and the texts."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.engine import strengths
from greylox_web.engine.strengths import STRENGTH_TABLES, STRENGTHS, StrengthTable
from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.library.entry import load_match, make_entry, read_entry, write_entry
from greylox_web.features.new_game.view import level_text
from greylox_web.features.review.model import Review
from greylox_web.features.review.turns import Evaluation
from greylox_web.features.review.view import review_view
from greylox_web.features.statistics import results
from greylox_web.features.statistics.advice import suggest_level
from greylox_web.features.statistics.game_result import (
    GameResult,
    game_result,
    review_loss,
)
from greylox_web.features.statistics.rating_text import (
    is_lost_first_game,
    rating_note,
    strength_text,
)
from greylox_web.glicko import Rating, Result, rate_by_day
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.progress import FactLog, new_fact, read_fact
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.notation.links import write_spec
from greylox_web.session import naming
from greylox_web.session.event import SetPageVisible, SetPreference, ShowResult
from greylox_web.session.last_choices import newcomer_game
from greylox_web.session.load_match import ChangeSeats, LoadMatch, Rematch
from greylox_web.session.naming import board_text
from greylox_web.session.new_game_form import NewGameForm, with_game
from greylox_web.session.playing import Resign, StepBy, Undo
from greylox_web.session.rating import why_unrated
from greylox_web.session.requests import ToggleAnalysis
from greylox_web.session.update import update
from tests.session.session_helpers import click_cells, engine_answers, new_session

TODAY = date(2026, 11, 22)
AGAINST = (PERSON, Seat(3))

ELSEWHERE = "That was measured on another board than the one chosen."


BEGIN, MILLIS = datetime.now(UTC), count()
"""Facts are ordered by their times, and no two games end in the same millisecond."""


def game_fact(level: int, score: int, day: date = TODAY, unrated: str = "", name: str = "brink"):
    fact = new_fact(
        "game", game=name, spec=f"{name}5", colour=0, level=level, score=score, unrated=unrated
    )
    at = BEGIN + timedelta(milliseconds=next(MILLIS))
    return fact._replace(day=day.isoformat(), at=at.isoformat(timespec="milliseconds"))


def resigned(session):
    return update(session, Resign())


def played(**more):
    """A session after one stone each against a level, with the player to move."""
    session = click_cells(new_session("brink", seats=AGAINST, **more), "e5")
    return engine_answers(session, "e6")


def test_a_game_from_its_beginning_without_help_counts():
    over = resigned(played())
    assert game_result(over) == (0, 3, 0, "")
    assert game_result(played()) is None
    two = new_session("brink", seats=(PERSON, PERSON))
    assert game_result(resigned(click_cells(two, "e5"))) is None


def test_game_opened_at_its_end_did_not_end_here():
    over = resigned(played())
    assert over.ending.ended_in_session and not played().ending.ended_in_session
    revisited = update(update(over, StepBy(-1)), StepBy(1))
    assert revisited.ending.ended_in_session
    opened = LoadMatch(Match(over.tree, over.leaf, over.cursor, AGAINST))
    reopened = update(new_session("lox"), opened)
    with_card = update(reopened, ShowResult(True))
    assert (
        with_card.ending.is_card_open
        and game_result(with_card) == game_result(over)
        and not with_card.ending.ended_in_session
    )
    assert not update(over, Rematch(over.seats)).ending.ended_in_session


@pytest.mark.parametrize(
    ("events", "why"),
    [
        ((PressHint(), PressHint()), "hint"),
        ((ToggleAnalysis(), ToggleAnalysis()), "analysis"),
        ((ChangeSeats((PERSON, Seat(1))),), "seats"),
        ((SetPreference("sound", True), SetPageVisible(False)), ""),
    ],
)
def test_help_is_remembered_and_stored(events, why):
    session = played()
    for event in events:
        session = update(session, event)
    over = resigned(session)
    assert game_result(over).unrated == why
    stored = load_match(read_entry(write_entry(make_entry(session.match, "an-id"))))
    assert stored.unrated_reason == why
    assert not update(session, Rematch(session.seats)).unrated_reason


def test_help_says_that_the_game_does_not_count_if_it_did():
    text = "With a hint, this game does not count."
    hinted = update(played(), PressHint())
    assert hinted.hint.box(hinted).text == text and hinted.unrated_reason == "hint"
    analysed = update(played(), ToggleAnalysis())
    assert analysed.notice.text == "With the analysis, this game does not count."
    again = update(analysed, ToggleAnalysis())
    assert again.notice is None
    assert update(again, ToggleAnalysis()).notice is None, "it did not count any more"
    later = update(again, PressHint())
    assert later.hint.box(later).text == ""
    two = update(new_session("brink", seats=(PERSON, PERSON)), PressHint())
    assert two.hint.box(two).text == ""


def test_takebacks_other_boards_and_set_ups_do_not_count():
    undone = update(played(), Undo())
    replayed = click_cells(undone, "a1")
    assert why_unrated(engine_answers(replayed, "e6")) == "takeback"
    small = click_cells(new_session("brink", 3, seats=AGAINST), "a1")
    assert why_unrated(small) == "board"
    other_x = click_cells(new_session("brink", options={"x": 9}, seats=AGAINST), "a1")
    assert why_unrated(other_x) == "board"
    assert why_unrated(played().with_match(unrated_reason="Help used!")) == "other", "from a file"
    timed = click_cells(new_session("brink", seats=(PERSON, Seat(11))), "a1")
    assert why_unrated(timed) == "time"
    state = default_game("brink").start()
    assert why_unrated(played().with_match(tree=replace(played().tree, setup=state))) == "setup"


@pytest.mark.parametrize("name", GAMES)
def test_strength_follows_results(name):
    days = [TODAY - timedelta(n) for n in range(20, 0, -1)]
    facts = FactLog(game_fact(5, 2 * (n % 2), day, name=name) for n, day in enumerate(days))
    estimate = results.level_estimate(facts, name, TODAY)
    assert estimate.low < estimate.level < estimate.high
    assert abs(estimate.level - 5) < 1 and estimate.high - estimate.low < 3
    better = facts.union(game_fact(9, 2, name=name) for _ in range(6))
    rating = results.strength(better, name, TODAY)
    assert rating.rating > results.strength(facts, name, TODAY).rating
    assert rating.deviation < results.strength(FactLog(), name, TODAY).deviation
    assert results.level_estimate(better, name, TODAY).level > estimate.level
    assert results.tally(results.games(better)) == (16, 0, 10)


@pytest.mark.parametrize("name", GAMES)
def test_a_rating_on_the_scale_of_levels(name):
    ratings = [results.LEVEL_1_RATING + elo for elo, _ in STRENGTHS[name]]
    for level, rating in enumerate(ratings, 1):
        assert results.rating_to_level(rating, name) == level
    for level, (weaker, stronger) in enumerate(pairwise(ratings), 1):
        near = results.rating_to_level(weaker + 0.4 * (stronger - weaker), name)
        assert near == pytest.approx(level + 0.4)
    assert results.rating_to_level(ratings[0] - 500, name) == 1
    assert results.rating_to_level(ratings[-1] + 500, name) == len(ratings)
    middle = Rating((ratings[4] + ratings[5]) / 2, 60)
    level, low, high = results.rating_to_estimate(middle, name)
    assert level == pytest.approx(5.5)
    assert low == results.rating_to_level(middle.rating - 120, name)
    assert high == results.rating_to_level(middle.rating + 120, name)


def test_the_curve_has_each_day_with_rated_games_and_today():
    days = [TODAY - timedelta(n) for n in (60, 60, 40, 40, 20, 10)]
    facts = FactLog(game_fact(4, n % 3, day, name="lox") for n, day in enumerate(days))
    curve = results.strength_curve(facts, "lox", TODAY)
    assert [(point.day, point.games) for point in curve] == [
        (days[4], 5),  # the first day with five rated games
        (days[5], 6),
        (TODAY, 6),
    ]
    for point in curve:
        until = FactLog(fact for fact in facts if fact.day <= point.day.isoformat())
        rating = results.strength(until, "lox", point.day)
        assert point.estimate == results.rating_to_estimate(rating, "lox")
    assert curve[2].estimate.high > curve[1].estimate.high, "ten days without a game"
    four = FactLog([*facts][:4])
    assert results.strength_curve(four, "lox", TODAY) == []
    assert results.level_estimate(four, "lox", TODAY) is None


def test_wins_over_the_top_level_survive_an_easy_game():
    day = TODAY - timedelta(1)
    won = FactLog(game_fact(10, 2, day, name="lox") for _ in range(9))
    both = won.union([game_fact(1, 2, name="lox")])
    assert results.level_estimate(both, "lox", TODAY).level == len(STRENGTHS["lox"])
    plan = with_game(NewGameForm("", 0, {}), default_game("lox"))
    assert level_text(plan, both).counts.startswith("Your strength in Lox: 10.0 of 10, likely")
    few = FactLog(game_fact(8, 2, name="lox") for _ in range(3))
    top = results.LEVEL_1_RATING + STRENGTHS["lox"][-1][0]
    assert results.strength(few, "lox", TODAY).rating < top, "three wins against level 8"


SINCE = "2026-11-20T12:00:00+00:00"
WEAKER = {"brink": ((-300, 0), (-100, 60), *STRENGTH_TABLES[0].strengths["brink"][2:])}


@pytest.fixture
def two_tables(monkeypatch):
    """Replace the strength tables: from ``SINCE`` on, the first two levels of Brink are weaker."""
    monkeypatch.setattr(
        results, "STRENGTH_TABLES", (*STRENGTH_TABLES[:1], StrengthTable(SINCE, WEAKER))
    )
    for module in (results, strengths):
        monkeypatch.setattr(module, "STRENGTHS", WEAKER)


@pytest.mark.parametrize(
    ("at", "day", "is_new"),
    [
        ("2026-11-20T11:59:59.999+00:00", "2026-11-20", False),
        ("2026-11-20T12:00:00.000+00:00", "2026-11-20", True),
        ("2026-11-20T11:00:00.000+00:00", "2026-11-21", False),  # Auckland: already the next day
        ("2026-11-20T12:30:00.000+00:00", "2026-11-20", True),  # Honolulu: at night
        ("2026-11-21T01:00:00.000+14:00", "2026-11-21", False),  # 11:00 in UTC
        ("2026-11-20T07:30:00.000-05:00", "2026-11-20", True),  # 12:30 in UTC
        ("0001-01-01T00:00:00+14:00", "0001-01-01", False),
        ("9999-12-31T23:59:59-12:00", "9999-12-31", True),
    ],
)
def test_result_uses_the_strength_at_its_time(two_tables, at, day, is_new):
    strengths = results.strengths_at(at)
    assert strengths is (WEAKER if is_new else STRENGTH_TABLES[0].strengths)
    fact = game_fact(1, 2)._replace(at=at, day=day)
    rating = results.strength(FactLog([fact]), "brink", TODAY).rating
    assert (
        rating
        == rate_by_day(
            [
                (
                    day,
                    Result(
                        results.LEVEL_1_RATING + (-300 if is_new else 0), results.LEVEL_DEVIATION, 1
                    ),
                )
            ],
            TODAY,
        ).rating
    )


def test_later_table_changes_the_level_but_not_the_rating(monkeypatch):
    first = STRENGTH_TABLES[0].strengths
    monkeypatch.setattr(results, "STRENGTH_TABLES", STRENGTH_TABLES[:1])
    monkeypatch.setattr(results, "STRENGTHS", first)
    before = [game_fact(2, n % 2 * 2, TODAY - timedelta(n)) for n in range(1, 13)]
    facts = FactLog(
        fact._replace(at=f"{fact.day}T10:00:00+00:00", id=f"before-{n:02}")
        for n, fact in enumerate(before)
    )
    rating, level = (
        results.strength(facts, "brink", TODAY),
        results.level_estimate(facts, "brink", TODAY),
    )
    stronger = {"brink": tuple((elo + 200, margin) for elo, margin in first["brink"])}
    tables = (*STRENGTH_TABLES[:1], StrengthTable(f"{TODAY}T00:00:00+00:00", stronger))
    monkeypatch.setattr(results, "STRENGTH_TABLES", tables)
    monkeypatch.setattr(results, "STRENGTHS", stronger)
    assert results.strength(facts, "brink", TODAY) == rating
    assert results.level_estimate(facts, "brink", TODAY).level < level.level


def test_elo_is_counted_from_level_1(two_tables):
    assert strengths.elo_above_level_1("brink", 2) == (200, 60)
    assert strengths.expected_score("brink", 2) == (76, 1)


@given(
    st.lists(
        st.tuples(st.dates(), st.integers(1, 200), st.integers(1, 14), st.integers(0, 2)),
        max_size=6,
    ),
    st.sampled_from(["greylox", "lox", "brink", "multiplicity", "byg", "siege"]),
    st.dates(),
)
def test_strength_is_bounded_for_any_facts(days, name, today):
    facts = FactLog(
        read_fact(game_fact(level, score, day, name=name).text)
        for day, many, level, score in days
        for _ in range(many)
    )
    rating = results.strength(facts, name, today)
    assert all(abs(number) < 1e5 for number in rating)
    estimate = results.level_estimate(facts, name, today)
    assert estimate is None or 1 <= estimate.low <= estimate.level <= estimate.high <= 10


def test_unrated_games_change_no_strength():
    unrated = FactLog(game_fact(9, 2, unrated="hint") for _ in range(9))
    assert results.strength(unrated, "brink", TODAY).deviation == 350
    assert results.level_estimate(unrated, "brink", TODAY) is None
    assert strength_text(unrated, "brink").endswith("Brink is known after 5 more games that count.")
    assert strength_text(FactLog([game_fact(1, 2)] * 2), "brink").endswith(
        "after 4 more games that count."
    )
    odd = FactLog(game_fact(2, 2, name="siege") for _ in range(5))
    assert results.level_estimate(odd, "siege", TODAY) is None


def note(facts, result):
    return rating_note(facts, "brink", result)


def test_card_shows_how_a_game_counts():
    facts = FactLog(game_fact(3, 2, date.today()) for _ in range(5))
    counted = note(facts, GameResult(0, 3, 2, ""))
    assert counted.lines[0] == "Brink: you have won 5 of 5 against Wren."
    assert counted.lines[1].startswith("Your strength in Brink: ")
    assert counted.lines[2] == "Next: Clay, level 4." and counted.level == 4
    losses = FactLog(game_fact(4, 0, date.today()) for _ in range(3))
    lost = note(facts.union(losses), GameResult(0, 4, 0, ""))
    assert lost.level < 4 and lost.lines[2] == (
        f"{naming.engine_name(lost.level)}, level {lost.level}, may suit you better now."
    )
    elsewhere = note(facts, game_result(resigned(played()))._replace(unrated="board"))
    assert elsewhere.lines[1].endswith(
        f"the usual board counts, {board_text(default_game('brink'))}."
    )
    helped = note(facts, game_result(resigned(played()))._replace(unrated="hint"))
    assert "Not counted towards your strength: a hint was used." in helped.lines
    taught = note(facts, game_result(resigned(played()))._replace(unrated="teach"))
    assert taught.lines[1].endswith("strength: the game stopped after costly turns.")
    won = note(FactLog(), GameResult(0, 4, 2, "teach"))
    assert won.lines[0].startswith("The game stopped after costly turns: a win without help beats")
    unknown = note(facts, game_result(resigned(played()))._replace(unrated="magic"))
    assert "Not counted towards your strength." in unknown.lines


@pytest.mark.parametrize(
    ("games", "score", "unrated", "offered"),
    [
        (1, 0, "board", True),
        (1, 0, "hint", True),
        (1, 2, "board", False),
        (2, 0, "board", False),
        (1, 0, "teach", False),
        (1, 0, "lesson", False),
    ],
)
def test_stops_are_offered_after_a_lost_first_game(games, score, unrated, offered):
    facts = FactLog(game_fact(1, score, date.today()) for _ in range(games))
    assert is_lost_first_game(facts, GameResult(0, 1, score, unrated)) == offered


def test_card_says_once_that_a_level_is_beaten():
    lost, won = game_fact(6, 0, date.today()), game_fact(6, 2, date.today())
    result = GameResult(0, 6, 2, "")
    first = note(FactLog([lost, won]), result)
    assert first.lines[0] == "You have beaten Flint. Next: Juno, level 7." and first.level == 7
    assert first.lines[1].startswith("Your strength in Brink is known after 3 more")
    assert len(first.lines) == 2
    again = note(FactLog([lost, won, game_fact(6, 2, date.today())]), result)
    assert again.lines[0] == "Brink: you have won 2 of 3 against Flint."
    after_loss = note(FactLog([won, game_fact(6, 0, date.today())]), GameResult(0, 6, 0, ""))
    assert after_loss.lines[0] == "Brink: you have won 1 of 2 against Flint."
    aided = FactLog([won._replace(what={**won.what, "unrated": "hint"})])
    assert note(aided, result._replace(unrated="hint")).lines == (
        "A hint was used: a win without help beats Flint.",
    )
    top = note(FactLog([game_fact(10, 2, date.today())]), GameResult(0, 10, 2, ""))
    assert top.lines[0] == "You have beaten Onyx, the last opponent on the ladder."


def test_card_of_a_first_win_on_the_small_board():
    spec = write_spec(newcomer_game("brink"))
    won = game_fact(1, 2, date.today(), unrated="board")
    facts = FactLog([won._replace(what={**won.what, "spec": spec})])
    assert note(facts, GameResult(0, 1, 2, "board")).lines == (
        "You have beaten Pip. Next: Fern, level 2.",
    )
    assert note(FactLog([won]), GameResult(0, 1, 2, "board")).lines == (
        f"Another board was used: a win on the usual board, {board_text(default_game('brink'))}, "
        "beats Pip.",
    )


def test_a_new_game_says_before_whether_it_counts():
    plan = with_game(NewGameForm("", 0, {}), default_game("brink"))
    assert level_text(plan, FactLog()).counts.startswith("Counts towards your strength")
    small = level_text(plan._replace(size=4), FactLog())
    assert small.counts.startswith("Only games on the usual")
    assert small.counts.endswith(f": {board_text(default_game('brink'))}.")
    assert small.details == f"{level_text(plan, FactLog()).details} {ELSEWHERE}"
    facts = FactLog(game_fact(3, 2, date.today()) for _ in range(5))
    assert level_text(plan, facts).counts.startswith("Your strength in Brink: ")
    following = suggest_level(facts, "brink", date.today()).level
    assert level_text(plan._replace(level=following), facts).about.endswith(
        "Suggested, as you won the last game."
    )
    assert "Suggested" not in level_text(plan._replace(level=following - 1), facts).about


def test_results_are_counted_and_a_fact_survives_a_file():
    facts = FactLog([game_fact(1, 2), game_fact(1, 0), game_fact(2, 1)])
    assert results.tally(results.games(facts)) == (1, 1, 1)
    assert FactLog(read_fact(fact.text) for fact in facts) == facts


def test_complete_review_reports_the_players_loss():
    session = resigned(played())
    line = session.tree.path(session.leaf)
    values = (0.0, -0.5, 0.5)
    evaluations = {
        session.tree.nodes[node].state: Evaluation(value, False)
        for node, value in zip(line, values, strict=True)
    }
    review = Review(line, session.tree.actions(session.leaf), evaluations, running=False)
    assert review_loss(session.with_activity(review)) == (0, 1, 250)
    actions = session.tree.actions(session.leaf)
    expected = Evaluation(0.0, False, pv=actions[:1])
    chosen = replace(review, evaluations=evaluations | {default_game("brink").start(): expected})
    assert review_loss(session.with_activity(chosen)) == (0, 1, 0), "the engine's own choice"
    assert "You 0.0%" in review_view(session.with_activity(chosen)).average, "as the review says"
    part = replace(review, evaluations=dict(list(evaluations.items())[:2]))
    assert review_loss(session.with_activity(part)) is None and review_loss(session) is None
