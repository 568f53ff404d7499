"""The end of a game: who won and why, against the slow twin; the card, and what is drawn."""

import re

import pytest
from hypothesis import given

from greylox_web.drawing.graph import graph_markup
from greylox_web.engine.levels import LEVELS
from greylox_web.features.board.decided import deciding_layers, size_labels
from greylox_web.features.ending.card import result_card
from greylox_web.features.prompt.moments import SIGN_LAYERS, phase_notice, sign_legend
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import tree_from_record
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.groups import groups
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link
from greylox_web.session.event import SetPreference, ShowComparedRank, ShowResult
from greylox_web.session.friends import AnswerSeatOffer
from greylox_web.session.opening import OpenLink, Rematch
from greylox_web.session.playing import ClickCell, PlayAction, Resign, StepBy, Undo
from greylox_web.session.session import Ending, Session
from greylox_web.session.update import update
from greylox_web.words import WORDS, format_number
from greylox_web.words.moments import MOMENT_WORDS
from tests.rules.playouts import SMALL, game_of, playout, seeds, small_games, twin_of, word
from tests.screen import Screen
from tests.session.sittings import answer, begin, click

LEVEL = Seat(4)


def ended(game, seed, seats=(PERSON, PERSON)):
    """A session at the end of a random game, and the game's twin there."""
    _, actions = playout(game, seed)
    tree, leaf, cursor = tree_from_record(GameRecord(game, tuple(actions)))
    twin = twin_of(game)
    for action in actions:
        twin.do(word(game, action))
    return Session(Match(tree, leaf, cursor, seats), ending=Ending(is_card_open=True)), twin


def check(game, seed):
    session, twin = ended(game, seed)
    told, won = result_card(session), twin.winner()
    assert told is not None
    assert told.headline == (f"{won} wins" if won else "Draw")
    assert told.colour == (won.lower() if won else "")
    marked, shown = deciding_layers(session), size_labels(session)
    if game.name == "lox":
        cells = marked["faded"] ^ session.state.occupied
        assert len(groups(game.board, cells)) == 1 and not shown
        return
    if game.name == "multiplicity":
        scores = [format_number(twin.product(colour)) for colour in twin.colours]
        numbers = re.findall(r"[\d,]*\d", told.reason)
        assert sorted(numbers) == (sorted(scores) if won else scores[:1])
        return
    if not won:
        assert told.reason == "All groups are equal." and not marked
        return
    lost = twin.other(won)
    mine, yours = twin.groups(won), twin.groups(lost)
    place = next(
        n for n in range(99) if (mine[n:] or [0])[0] != (yours[n:] or [0])[0]
    )  # the first that differs
    ours, theirs = (mine[place:] or [0])[0], (yours[place:] or [0])[0]
    assert {str(ours), str(theirs)} <= set(re.findall(r"\d+", told.reason))
    assert [row.deciding_index for row in told.rows] == [place, place]
    most = max(6, place + 1)
    assert [row.sizes for row in told.rows] == [tuple(mine[:most]), tuple(yours[:most])]
    assert told.compared_ranks == (place + 1 if place else 0) and told.shown_rank == place
    check_steps(session, mine, yours, place)
    assert marked["won"].bit_count() == ours and marked["lost"].bit_count() == theirs
    assert sorted(shown.values()) == sorted(str(size) for size in (ours, theirs) if size)
    assert all((marked["won"] | marked["lost"]) >> cell & 1 for cell in shown)


def check_steps(session, mine, yours, last):
    """One place after the other: the groups shown are equal, until those that decided."""
    for place in range(last):
        session = update(session, ShowComparedRank(place))
        told, marked = result_card(session), deciding_layers(session)
        assert mine[place] == yours[place] and told.shown_rank == place
        assert str(mine[place]) in told.rank_text and told.rank_text.endswith("equal.")
        assert list(size_labels(session).values()) == [str(mine[place])] * 2
        assert marked["lost"].bit_count() == 2 * mine[place] and "won" not in marked
        assert marked["grouped"].bit_count() == 2 * sum(mine[: place + 1])
        assert not marked["faded"] & marked["grouped"]
        if session.game.interim_label == "largest":
            assert [side.score.deciding_bar for side in Screen(session).sides] == [place, place]
    if last:
        told = result_card(update(session, ShowComparedRank(last)))
        assert told.shown_rank == last and told.rank_text.endswith("They decide.")
        assert "won" in deciding_layers(update(session, ShowComparedRank(last)))


STOPPED = {
    "greylox": {
        "White can neither place nor flip a stone.",
        "Black can neither place nor flip a stone.",
    },
    "lox": {""},
    "brink": {"The board is full."},
    "multiplicity": {"Only one cell is left, so the game is over."},
    "byg": {"The board is full."},
}


@pytest.mark.parametrize("name", GAMES)
def test_the_card_says_why_nobody_plays_on(name):
    game = new_game(name, 5 if name == "lox" else 3)
    said = {result_card(ended(game, seed)[0]).end_cause for seed in range(12)}
    assert said <= STOPPED[name] and said
    mine = {result_card(ended(game, seed, (PERSON, LEVEL))[0]).end_cause for seed in range(12)}
    assert ("You can neither place nor flip a stone." in mine) == (name == "greylox")
    session = click(begin(name, game.size), "a1")
    assert result_card(update(session, Resign())).end_cause == ""


def test_a_look_at_the_board_or_another_end_begins_with_all_that_decided():
    for seed in range(30):
        session, _ = ended(game_of("byg4"), seed)
        if result_card(session).compared_ranks > 1:
            break
    shown = update(session, ShowComparedRank(0))
    assert result_card(shown).shown_rank == 0
    away = update(shown, ShowResult(False))
    assert "won" in deciding_layers(away)
    back = update(away, ShowResult(True))
    assert result_card(back).shown_rank == result_card(back).compared_ranks - 1


@pytest.mark.parametrize("spec", SMALL)
def test_the_card_says_what_the_twin_says(spec):
    for seed in range(12):
        check(game_of(spec), seed)


@given(small_games, seeds)
def test_any_card_says_what_the_twin_says(game, seed):
    check(game, seed)


@pytest.mark.parametrize("name", GAMES)
def test_you_are_you(name):
    game = new_game(name, 5 if name == "lox" else 3)
    for seed in range(8):
        for seats in ((PERSON, LEVEL), (LEVEL, PERSON)):
            session, _ = ended(game, seed, seats)
            told, mine = result_card(session), seats.index(PERSON)
            text = f"{told.headline}. {told.reason} {told.vacant_text}"
            assert "You wins" not in text and "You's" not in text
            if session.outcome.winner == mine:
                assert told.headline == "You win" and (told.level, told.level_up) == (5, True)
            elif session.outcome.winner is not None:
                assert told.headline == "Clay wins" and (told.level, told.level_up) == (3, False)
            assert told.swapped_seats == seats[::-1]
            if told.level >= 0:
                assert (
                    told.next_level_seats[mine] == PERSON
                    and told.next_level_seats[1 - mine].level == told.level
                )


def test_a_friend_without_a_name_is_called_by_the_colour_within_sentences():
    game, said = game_of("greylox3"), set()
    for seed in range(8):
        session, _ = ended(game, seed, (PERSON, Seat(remote=True)))
        told = result_card(session)
        assert "our friend" not in f"{told.reason} {told.vacant_text}"
        said.add(told.vacant_text.rpartition(" ")[2])
    assert "Black." in said, "vacant cells counted for the friend in one of them"


def test_the_next_level_ends_with_the_ladder():
    game = game_of("brink3-x2")
    for seats, won in (((PERSON, Seat(max(LEVELS))), True), ((PERSON, Seat(1)), False)):
        for seed in range(40):
            session, _ = ended(game, seed, seats)
            if session.outcome.winner is not None and (session.outcome.winner == 0) == won:
                assert result_card(session).level == -1
                break
        else:
            pytest.fail("no such game")


def test_the_card_comes_with_the_last_action_and_goes_with_a_look_back():
    session = begin("brink", 3)
    cells = session.game.board.cell_names(session.game.board.cells)
    session = click(session, *cells)
    assert session.outcome is not None and session.ending.is_card_open
    assert not Screen(session).buttons["show-result"]
    away = update(session, ShowResult(False))
    assert result_card(away) is None and Screen(away).buttons["show-result"]
    assert update(away, ShowResult(True)).ending.is_card_open
    assert not update(session, StepBy(-1)).ending.is_card_open
    back = update(update(session, StepBy(-1)), StepBy(1))
    assert not back.ending.is_card_open and Screen(back).buttons["show-result"]
    assert not update(back, Undo()).ending.is_card_open
    last = session.tree.nodes[session.cursor].action
    again = update(update(session, StepBy(-1)), ClickCell(last))
    assert again.outcome is not None and again.tree is session.tree
    assert not again.ending.is_card_open, "it was played before, and is only looked at"


def test_a_rematch_is_the_same_game_on_the_same_terms():
    session = begin("multiplicity", 3, {"opening": False}, seats=(PERSON, LEVEL))
    session = click(session, "a1")
    session = answer(session, "b2")
    session = answer(session, None, value_first=0.5)
    assert session.evaluations
    session = update(session, Resign())
    told = result_card(session)
    assert told.headline == "Clay wins" and told.reason == "You resigned."
    assert not told.rows and not deciding_layers(session)
    again = update(session, Rematch(told.swapped_seats))
    assert again.game == session.game and again.seats == (LEVEL, PERSON)
    assert again.terms == session.terms and not again.ending.is_card_open and not again.evaluations
    assert again.engine.thinking, "the other colour begins"


def test_the_curve_is_what_the_engine_saw_during_the_game():
    session = begin("brink", 3, seats=(PERSON, LEVEL))
    for stone, reply, value in (("a1", "b1", 0.2), ("c1", "a2", -0.4), ("b2", "c2", 0.6)):
        session = click(session, stone)
        session = answer(session, reply)
        session = answer(session, None, value_first=value)
    session = update(session, Resign())
    told = result_card(session)
    assert [(p.ply, p.percent) for p in told.curve.points] == [(2, 60), (4, 30), (6, 80)]
    assert told.source == "As the engine saw it during the game."
    assert told.curve.lower_colour == 0 and "polyline" in graph_markup(told.curve)
    two = begin("brink", 3)
    two = click(two, *two.game.board.cell_names(two.game.board.cells))
    assert result_card(two).curve is None and "review" in result_card(two).source


@pytest.mark.parametrize("name", GAMES)
def test_what_is_due_is_said_in_fifteen_words(name):
    game = new_game(name, 5 if name == "lox" else 3)
    for seed in range(6):
        states, _ = playout(game, seed)
        for state in states[:-1]:
            assert len(WORDS[f"due-{game.required_action(state)}"].split()) <= 15


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("greylox", "Control begins"),
        ("multiplicity", "The opening is over"),
        ("byg", "One group, one stone"),
        ("lox", "Connected!"),
        ("brink", None),
    ],
)
def test_what_begins_is_said_once(name, said):
    game = new_game(name, 5 if name == "lox" else 3)
    heard = []
    for seed in range(8):
        _, actions = playout(game, seed)
        session = begin(name, game.size)
        for action in actions[:-1]:
            before = session
            kind = ClickCell if action < game.board.end_action else PlayAction
            session = update(session, kind(action))
            heard.append(phase_notice(before, session))
            assert phase_notice(session, session) == ""
    words = [text for text in heard if text]
    assert set(words) == ({said} if said else set())
    assert len(words) == 8 or name in ("lox", "brink")


def test_a_sign_is_explained_once_to_somebody_who_has_to_move():
    session = click(begin("greylox", 3, seats=(PERSON, PERSON)), "c3")
    assert sign_legend(session, Screen(session).layers) == "lit"
    assert all(f"sign-{sign}" in MOMENT_WORDS for sign in SIGN_LAYERS)
    session = update(session, SetPreference("legends", "lit"))
    assert sign_legend(session, Screen(session).layers) == ""
    session = click(session, "c4")
    assert sign_legend(session, Screen(session).layers) == "open"
    waiting = click(begin("greylox", 3, seats=(PERSON, LEVEL)), "c3")
    assert sign_legend(waiting, Screen(waiting).layers) == ""


def test_who_is_asked_by_a_link_is_told_no_sign_before_the_answer():
    link = click(begin("greylox", 3, seats=(PERSON, PERSON)), "c3").link
    asked = update(begin("greylox"), OpenLink(link))
    assert asked.has_seat_offer
    assert sign_legend(asked, Screen(asked).layers) == ""
    looking = update(asked, AnswerSeatOffer(False))
    assert sign_legend(looking, Screen(looking).layers) == "lit"


def test_all_stones_that_do_not_matter_fade():
    session, _ = ended(game_of("byg4"), 3)
    marked = deciding_layers(session)
    seen = marked["won"] | marked["lost"] | marked["grouped"] | marked["faded"]
    assert seen == session.state.occupied
    assert not marked["faded"] & (marked["won"] | marked["lost"] | marked["grouped"])
    assert all(cell in list(bits(session.game.board.cells)) for cell in size_labels(session))


def test_in_a_draw_the_groups_of_both_are_drawn_alike():
    link = "1/multiplicity3/mb2c2c5d5a3b4e4e3d4c4b3b1d2e5d3c1a1a2/cd9"
    session = Session(
        Match(*tree_from_record(read_link(link).record)), ending=Ending(is_card_open=True)
    )
    assert session.outcome is not None and session.outcome.winner is None
    marked = deciding_layers(session)
    decided = sum(
        group
        for side in session.state.stones
        for group in groups(session.game.board, side)
        if group.bit_count() > 1
    )
    assert (marked["won"], marked["lost"]) == (0, decided)
    assert marked["faded"] == session.state.occupied & ~decided


@pytest.mark.parametrize("x", [1, 2, 3, 8])
def test_brink_says_how_far_ahead_a_group_is_and_what_is_enough(x: int):
    """Never "by 1 or more": of every X what is said is what lies on the board."""
    for seed in range(30):
        session, _ = ended(game_of(f"brink3-x{x}"), seed)
        outcome = session.outcome
        assert outcome is not None
        if outcome.how not in ("gap", "smaller"):
            continue
        first, second = (side[0] for side in outcome.compared_sizes)
        lead = abs(first - second)
        end = f"{x} is enough, so it wins." if lead >= x else f"It needs {x}, so it loses."
        counted = f"is larger by {lead}, {max(first, second)} to {min(first, second)}. {end}"
        assert result_card(session).reason.endswith(counted)


def test_where_any_lead_wins_in_brink_the_goal_speaks_of_no_smaller_group():
    assert "smaller" in Screen(begin("brink", 3, {"x": 2})).goal
    goal = Screen(begin("brink", 3, {"x": 1})).goal
    assert "larger" in goal and "smaller" not in goal
