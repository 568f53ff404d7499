"""The end of a game: result and reason against the slow twin, the result card and its layers."""

import re

import pytest
from hypothesis import given

from greylox_web.drawing.eval_graph import graph_markup
from greylox_web.engine.levels import LEVELS
from greylox_web.features.board.deciding_groups import deciding_layers, size_labels
from greylox_web.features.ending.card import result_card
from greylox_web.features.prompt.announcements import phase_notice
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import tree_from_record
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.groups import groups
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link
from greylox_web.session.event import ShowComparedRank, ShowResult
from greylox_web.session.last_choices import newcomer_game
from greylox_web.session.load_match import Rematch
from greylox_web.session.playing import ClickCell, PlayAction, Resign, StepBy, Undo
from greylox_web.session.session import Ending, Session
from greylox_web.session.update import update
from greylox_web.words import WORDS, format_number
from tests.rules.playouts import SMALL, game_of, playout, seeds, small_games, twin_of, word
from tests.screen import Screen
from tests.session.session_helpers import click_cells, engine_answers, new_session

LEVEL = Seat(4)


def ended(game, seed, seats=(PERSON, PERSON)):
    """A session at the end of a random game, and the twin after the same game."""
    _, actions = playout(game, seed)
    tree, leaf, cursor = tree_from_record(GameRecord(game, tuple(actions)))
    twin = twin_of(game)
    for action in actions:
        twin.apply(word(game, action))
    return Session(Match(tree, leaf, cursor, seats), ending=Ending(is_card_open=True)), twin


def check(game, seed):
    session, twin = ended(game, seed)
    card, won = result_card(session), twin.winner()
    assert card is not None
    assert card.headline == (f"{won} wins" if won else "Draw")
    assert card.colour == (won.lower() if won else "")
    marked, labels = deciding_layers(session), size_labels(session)
    if game.name == "lox":
        cells = marked["faded"] ^ session.state.occupied
        assert len(groups(game.board, cells)) == 1 and not labels
        return
    if game.name == "multiplicity":
        scores = [format_number(twin.product(colour)) for colour in twin.colours]
        numbers = re.findall(r"[\d,]*\d", card.reason)
        assert sorted(numbers) == (sorted(scores) if won else scores[:1])
        return
    if not won:
        assert card.reason == "All groups are equal." and not marked
        return
    lost = twin.other(won)
    mine, yours = twin.groups(won), twin.groups(lost)
    rank = next(
        n for n in range(99) if (mine[n:] or [0])[0] != (yours[n:] or [0])[0]
    )  # the first that differs
    ours, theirs = (mine[rank:] or [0])[0], (yours[rank:] or [0])[0]
    assert {str(ours), str(theirs)} <= set(re.findall(r"\d+", card.reason))
    assert [row.deciding_index for row in card.rows] == [rank, rank]
    assert [row.won for row in card.rows] == [True, False]  # brass is for the winner's group
    if session.game.interim_label == "largest":
        scores = [side.score for side in Screen(session).sides]
        assert [score.won for score in scores] == [colour == won for colour in twin.colours]
    limit = max(6, rank + 1)
    assert [row.sizes for row in card.rows] == [tuple(mine[:limit]), tuple(yours[:limit])]
    assert card.compared_ranks == (rank + 1 if rank else 0) and card.shown_rank == rank
    check_steps(session, mine, yours, rank)
    assert marked["won"].bit_count() == ours and marked["lost"].bit_count() == theirs
    assert sorted(labels.values()) == sorted(str(size) for size in (ours, theirs) if size)
    assert all((marked["won"] | marked["lost"]) >> cell & 1 for cell in labels)


def check_steps(session, mine, yours, last):
    """Check rank after rank: the groups shown are equal, up to those that decided."""
    for rank in range(last):
        session = update(session, ShowComparedRank(rank))
        card, marked = result_card(session), deciding_layers(session)
        assert mine[rank] == yours[rank] and card.shown_rank == rank
        assert str(mine[rank]) in card.rank_text and card.rank_text.endswith("equal.")
        assert list(size_labels(session).values()) == [str(mine[rank])] * 2
        assert marked["lost"].bit_count() == 2 * mine[rank] and "won" not in marked
        assert marked["grouped"].bit_count() == 2 * sum(mine[: rank + 1])
        assert not marked["faded"] & marked["grouped"]
        if session.game.interim_label == "largest":
            assert [side.score.deciding_bar for side in Screen(session).sides] == [rank, rank]
            assert not any(side.score.won for side in Screen(session).sides)
    if last:
        card = result_card(update(session, ShowComparedRank(last)))
        assert card.shown_rank == last and card.rank_text.endswith("They decide.")
        assert "won" in deciding_layers(update(session, ShowComparedRank(last)))


END_CAUSES = {
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
def test_card_shows_why_the_game_ended(name):
    game = new_game(name, 5 if name == "lox" else 3)
    causes = {result_card(ended(game, seed)[0]).end_cause for seed in range(12)}
    assert causes <= END_CAUSES[name] and causes
    mine = {result_card(ended(game, seed, (PERSON, LEVEL))[0]).end_cause for seed in range(12)}
    assert ("You can neither place nor flip a stone." in mine) == (name == "greylox")
    session = click_cells(new_session(name, game.size), "a1")
    assert result_card(update(session, Resign())).end_cause == ""


def test_reopened_card_shows_the_deciding_rank():
    for seed in range(30):
        session, _ = ended(game_of("byg4"), seed)
        if result_card(session).compared_ranks > 1:
            break
    ranked = update(session, ShowComparedRank(0))
    assert result_card(ranked).shown_rank == 0
    hidden = update(ranked, ShowResult(False))
    assert "won" in deciding_layers(hidden)
    reopened = update(hidden, ShowResult(True))
    assert result_card(reopened).shown_rank == result_card(reopened).compared_ranks - 1


@pytest.mark.parametrize("spec", SMALL)
def test_card_matches_the_slow_rules(spec):
    for seed in range(12):
        check(game_of(spec), seed)


@given(small_games, seeds)
def test_any_card_matches_the_slow_rules(game, seed):
    check(game, seed)


@pytest.mark.parametrize("name", GAMES)
def test_card_addresses_the_local_player_as_you(name):
    game = newcomer_game(name)
    for seed in range(8):
        for seats in ((PERSON, LEVEL), (LEVEL, PERSON)):
            session, _ = ended(game, seed, seats)
            card, mine = result_card(session), seats.index(PERSON)
            text = f"{card.headline}. {card.reason} {card.vacant_text}"
            assert "You wins" not in text and "You's" not in text
            if session.outcome.winner == mine:
                assert card.headline == "You win" and (card.level, card.level_up) == (5, True)
                aided = session.with_match(unrated_reason="hint")
                assert result_card(aided).level == -1, "not beaten yet"
            elif session.outcome.winner is not None:
                assert card.headline == "Clay wins" and (card.level, card.level_up) == (3, False)
            assert card.swapped_seats == seats[::-1]
            if card.level >= 0:
                assert (
                    card.next_level_seats[mine] == PERSON
                    and card.next_level_seats[1 - mine].level == card.level
                )


def test_unnamed_friend_is_called_by_colour_in_sentences():
    game, words = game_of("greylox3"), set()
    for seed in range(8):
        session, _ = ended(game, seed, (PERSON, Seat(remote=True)))
        card = result_card(session)
        assert "our friend" not in f"{card.reason} {card.vacant_text}"
        words.add(card.vacant_text.rpartition(" ")[2])
        vacant_count = (session.game.board.cells & ~session.state.occupied).bit_count()
        if card.vacant_text and vacant_count == 1:
            assert card.vacant_text.startswith("The small stone is a vacant cell that counts for ")
    assert "Black." in words, "vacant cells counted for the friend in one of them"


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


def test_card_opens_with_the_last_move_and_closes_on_step_back():
    session = new_session("brink", 3)
    cells = session.game.board.cell_names(session.game.board.cells)
    session = click_cells(session, *cells)
    assert session.outcome is not None and session.ending.is_card_open
    assert not Screen(session).buttons["show-result"]
    hidden = update(session, ShowResult(False))
    assert result_card(hidden) is None and Screen(hidden).buttons["show-result"]
    assert update(hidden, ShowResult(True)).ending.is_card_open
    assert not update(session, StepBy(-1)).ending.is_card_open
    replayed = update(update(session, StepBy(-1)), StepBy(1))
    assert not replayed.ending.is_card_open and Screen(replayed).buttons["show-result"]
    assert not update(replayed, Undo()).ending.is_card_open
    last = session.tree.nodes[session.cursor].action
    repeated = update(update(session, StepBy(-1)), ClickCell(last))
    assert repeated.outcome is not None and repeated.tree is session.tree
    assert not repeated.ending.is_card_open, "it was played before, and is only looked at"


def test_a_rematch_is_the_same_game_on_the_same_terms():
    session = new_session("multiplicity", 3, {"opening": False}, seats=(PERSON, LEVEL))
    session = click_cells(session, "a1")
    session = engine_answers(session, "b2")
    session = engine_answers(session, None, value_first=0.5)
    assert session.state_values
    session = update(session, Resign())
    card = result_card(session)
    assert card.headline == "Clay wins" and card.reason == "You resigned."
    assert not card.rows and not deciding_layers(session)
    rematch = update(session, Rematch(card.swapped_seats))
    assert rematch.game == session.game and rematch.seats == (LEVEL, PERSON)
    assert (
        rematch.terms == session.terms
        and not rematch.ending.is_card_open
        and not rematch.state_values
    )
    assert rematch.engine.thinking, "the other colour begins"


def test_curve_shows_the_engine_values_from_the_game():
    session = new_session("brink", 3, seats=(PERSON, LEVEL))
    for stone, reply, value in (("a1", "b1", 0.2), ("c1", "a2", -0.4), ("b2", "c2", 0.6)):
        session = click_cells(session, stone)
        session = engine_answers(session, reply)
        session = engine_answers(session, None, value_first=value)
    session = update(session, Resign())
    card = result_card(session)
    assert [(p.ply, p.percent) for p in card.curve.points] == [(2, 60), (4, 30), (6, 80)]
    assert card.source == "As the engine saw it during the game."
    assert card.curve.lower_colour == 0 and "polyline" in graph_markup(card.curve)
    two = new_session("brink", 3)
    two = click_cells(two, *two.game.board.cell_names(two.game.board.cells))
    assert result_card(two).curve is None and "review" in result_card(two).source


@pytest.mark.parametrize("name", GAMES)
def test_due_action_text_has_at_most_fifteen_words(name):
    game = new_game(name, 5 if name == "lox" else 3)
    for seed in range(6):
        states, _ = playout(game, seed)
        for state in states[:-1]:
            assert len(WORDS[f"due-{game.prompt_key(state)}"].split()) <= 15


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("greylox", "Control begins"),
        ("multiplicity", "The opening is over"),
        ("byg", "One group, one stone"),
        ("lox", "Connected!"),
        ("brink", None),
    ],
)
def test_phase_notice_is_shown_once(name, expected):
    game = new_game(name, 5 if name == "lox" else 3)
    notices = []
    for seed in range(8):
        _, actions = playout(game, seed)
        session = new_session(name, game.size)
        for action in actions[:-1]:
            before = session
            kind = ClickCell if action < game.board.end_action else PlayAction
            session = update(session, kind(action))
            notices.append(phase_notice(before, session))
            assert phase_notice(session, session) == ""
    words = [text for text in notices if text]
    assert set(words) == ({expected} if expected else set())
    assert len(words) == 8 or name in ("lox", "brink")


def test_stones_that_did_not_decide_fade():
    session, _ = ended(game_of("byg4"), 3)
    marked = deciding_layers(session)
    covered = marked["won"] | marked["lost"] | marked["grouped"] | marked["faded"]
    assert covered == session.state.occupied
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
def test_brink_reason_gives_the_lead_and_the_margin(x: int):
    """For every X, the text matches the board and never says "by 1 or more"."""
    for seed in range(30):
        session, _ = ended(game_of(f"brink3-x{x}"), seed)
        outcome = session.outcome
        assert outcome is not None
        if outcome.reason not in ("gap", "smaller"):
            continue
        first, second = (side[0] for side in outcome.compared_sizes)
        lead = abs(first - second)
        end = f"{x} is enough, so it wins." if lead >= x else f"It needs {x}, so it loses."
        counted = f"is larger by {lead}, {max(first, second)} to {min(first, second)}. {end}"
        assert result_card(session).reason.endswith(counted)


def test_brink_goal_with_margin_one_omits_smaller_groups():
    assert "smaller" in Screen(new_session("brink", 3, {"x": 2})).goal
    goal = Screen(new_session("brink", 3, {"x": 1})).goal
    assert "larger" in goal and "smaller" not in goal
