"""The ladder of opponents, against a slow definition."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.statistics.advice import suggested_game
from greylox_web.features.statistics.ladder import LadderStep, ladder, next_level
from greylox_web.features.statistics.ladder_text import ladder_text, play_event, starts_again
from greylox_web.match.match import PERSON, Seat
from greylox_web.progress import FactLog, new_fact
from greylox_web.rules import GAMES, default_game, new_game
from greylox_web.rules.notation.links import write_spec
from greylox_web.session.event import SetPreference
from greylox_web.session.last_choices import LastChoices, newcomer_game, write_choices
from greylox_web.session.rating import why_unrated
from greylox_web.session.session import TEACH_REASON
from greylox_web.session.update import update
from tests.session.session_helpers import new_session

DEFAULT, SMALL = (write_spec(find("brink")) for find in (default_game, newcomer_game))
LARGE = write_spec(new_game("brink", 7))
SPECS = {"usual": DEFAULT, "small": SMALL, "large": LARGE}


def result(number, level, score, unrated="", board="usual", name="brink"):
    """The fact of a game; ``number`` gives its minute."""
    fact = new_fact(
        "game", game=name, spec=SPECS[board], colour=0, level=level, score=score, unrated=unrated
    )
    at = f"2026-11-{1 + number // 60:02}T12:{number % 60:02}:00+00:00"
    return fact._replace(id=f"result-{number:04}", at=at, day=at[:10])


def log(*games):
    return FactLog(result(number, *game) for number, game in enumerate(games))


def states(facts, name="brink"):
    """One letter for each level: beaten, next, open."""
    return "".join(step.state[0] for step in ladder(facts, name).steps)


@pytest.mark.parametrize(
    ("games", "letters", "record"),
    [
        ([], "nooooooooo", (1, 0, "")),
        ([(1, 0)], "nooooooooo", (1, 1, "")),
        ([(1, 2)], "bnoooooooo", (2, 0, "")),
        ([(1, 2), (2, 0), (2, 1), (2, 2, "hint")], "bnoooooooo", (2, 3, "hint")),
        ([(1, 2, "board", "small")], "bnoooooooo", (2, 0, "")),
        ([(1, 2, "board", "large")], "nooooooooo", (1, 1, "board")),
        *(
            ([(1, 2, why)], "nooooooooo", (1, 1, why))
            for why in ("hint", "analysis", "takeback", "seats", "setup", "other")
        ),
        ([(1, 2, "lesson", "small")], "nooooooooo", (1, 0, "")),
        ([(5, 0), (5, 0), (4, 0)], "ooonoooooo", (4, 1, "")),  # the lowest level met
        ([(5, 0, "hint")], "nooooooooo", (1, 0, "")),
        ([(5, 2)], "oooobnoooo", (6, 0, "")),  # the levels below need not be played
        ([(5, 2), (2, 2), (6, 0)], "oboobnoooo", (6, 1, "")),
        ([(10, 2)], "ooooooooob", (0, 0, "")),
        ([(12, 2, "time")], "nooooooooo", (1, 0, "")),
        ([(9, 2), (1, 0, "", "usual", "lox")], "oooooooobn", (10, 0, "")),
    ],
)
def test_position_on_the_ladder(games, letters, record):
    facts = log(*games)
    assert states(facts) == letters
    assert ladder(facts, "brink")[1:] == record
    assert next_level(facts, "brink") == record[0]


def slow_ladder(facts):
    """Follow the definition, level by level and game by game."""
    beaten, met = [], []
    for fact in facts:
        what = fact.what
        if what["game"] != "brink" or what["level"] > 10:
            continue
        no_help = what["unrated"] == ""
        for board in (SMALL, LARGE):
            no_help = no_help or (what["unrated"] == "board" and what["spec"] == board)
        if no_help or what["unrated"] == "takeback":
            met.append(what["level"])
        if no_help and what["spec"] != LARGE and what["score"] == 2:
            beaten.append(what["level"])
    following = 1
    while met and not beaten and following not in met:
        following += 1
    while any(level >= following for level in beaten):
        following += 1
    steps = []
    for level in range(1, 11):
        is_next = level == following
        steps.append((level, "beaten" if level in beaten else "next" if is_next else "open"))
    return steps, following % 11


KINDS = st.sampled_from(
    [
        ("", "usual"),
        ("hint", "usual"),
        ("takeback", "small"),
        ("board", "small"),
        ("board", "large"),
        ("lesson", "small"),
    ]
)
GAME = st.tuples(st.integers(1, 12), st.integers(0, 2), KINDS, st.sampled_from(["brink", "lox"]))


@given(st.lists(GAME, max_size=12))
def test_ladder_follows_its_definition(games):
    facts = log(*((level, score, *kind, name) for level, score, kind, name in games))
    steps, following = slow_ladder(facts)
    now = ladder(facts, "brink")
    assert now.steps == tuple(LadderStep(*step) for step in steps)
    assert now.next_level == following
    assert [step.level for step in now.steps if step.state == "next"] == [following] * bool(
        following
    )
    assert now.played or not now.why_not_beaten


@given(st.lists(GAME, max_size=8), GAME)
def test_nobody_falls_down_the_ladder_after_a_win(games, more):
    facts = [(level, score, *kind, name) for level, score, kind, name in games]
    level, score, kind, name = more
    before, after = log(*facts), log(*facts, (level, score, *kind, name))
    if "b" in states(before):
        assert (next_level(after, "brink") or 11) >= (next_level(before, "brink") or 11)
    beaten = [state == "b" for state in states(before)]
    assert all(was <= (now == "b") for was, now in zip(beaten, states(after), strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_ten_opponents(name):
    assert [step.level for step in ladder(FactLog(), name).steps] == [*range(1, 11)]


def test_ladder_in_words():
    newcomer = ladder_text(FactLog(), "brink")
    assert newcomer[1:] == (
        1,
        "Next: Pip, level 1.",
        "A win without help takes you to Fern.",
        "Play Pip",
    )
    assert newcomer.steps[:2] == (
        (1, "next", "Pip", "Pip, level 1: next"),
        (2, "open", "Fern", "Fern, level 2: not yet"),
    )
    later = ladder_text(log((1, 2), (2, 0), (2, 2, "hint")), "brink")
    assert later.steps[0].text == "Pip, level 1: beaten"
    assert later.title == "Next: Fern, level 2." and later.button == "Play Fern"
    assert later.record == ("A hint was used: a win without help beats Fern.")
    lost = ladder_text(log((1, 2), (2, 0)), "brink")
    assert lost.record == (
        "0 wins without help in 1 game. "
        "A win counts towards your strength if you play without help."
    )
    first_win = ladder_text(log((1, 2, "board", "small")), "brink")
    assert first_win.title == "Next: Fern, level 2."
    assert first_win.record == (
        "The usual board has 61 cells. Games on it count towards your strength."
    )
    assert first_win.button == "Play on base 5"
    usual = ladder_text(log((1, 2, "board", "small"), (2, 0)), "brink")
    assert usual.button == "Play Fern" and "61 cells" not in usual.record
    top = ladder_text(log((10, 2)), "brink")
    assert top[1:] == (
        10,
        "You have beaten Onyx, the last opponent on the ladder.",
        "",
        "Play Onyx",
    )


@pytest.mark.parametrize(
    "seats", [(PERSON, Seat(3)), (PERSON, PERSON), (PERSON, Seat(remote=True)), (Seat(3), Seat(4))]
)
def test_game_against_the_next_opponent_counts(seats):
    session = new_session("lox", seats=seats)
    small = update(session, play_event(session, suggested_game(FactLog(), "brink"), 1))
    assert small.game == newcomer_game("brink")
    facts = log((1, 2, "board", "small"))
    begun = update(session, play_event(session, suggested_game(facts, "brink"), 2))
    assert begun.game == default_game("brink") and why_unrated(begun) == ""
    assert begun.seats == (PERSON, Seat(2))
    chosen = LastChoices({}, seats=("7", ""))
    session = update(session, SetPreference("new_game", write_choices(chosen)))
    second = update(session, play_event(session, suggested_game(facts, "brink"), 2)).seats
    assert second == ((Seat(2), PERSON) if seats[0].level is None else (PERSON, Seat(2)))


def test_a_rematch_of_the_next_opponent_is_not_offered_twice():
    session = new_session("lox")
    event = play_event(session, suggested_game(FactLog(), "brink"), 1)
    last = update(session, event)
    assert starts_again(event, last)
    for other in (
        play_event(session, newcomer_game("brink"), 2),
        play_event(session, newcomer_game("lox"), 1),
        play_event(session, default_game("brink"), 1),
    ):
        assert not starts_again(other, last)
    taught = last.with_match(unrated_reason=TEACH_REASON)
    assert not starts_again(event, taught), "its rematch is taught"
