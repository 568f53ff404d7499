"""An entry as text: a stored entry is read back exactly, and any other text is corrupt."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.drawing.thumbnail import hidden_in_opening, thumbnail
from greylox_web.features.library.collection import (
    merge_entries,
    parse_entry,
    parse_game_values,
    search,
    write_file,
)
from greylox_web.features.library.entry import (
    MIGRATIONS,
    CorruptEntry,
    NewerVersion,
    decode_seats,
    is_damaged,
    load_match,
    load_matching,
    make_entry,
    read_entry,
    renamed,
    write_entry,
)
from greylox_web.formats.import_result import TreeBuilder
from greylox_web.match.match import PERSON, UNTIMED, GameTerms, Match, Seat
from greylox_web.match.tree import ROOT, new_tree, tree_from_record
from greylox_web.rules import new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import Mark
from greylox_web.rules.notation.links import read_link, read_spec
from greylox_web.rules.state import State
from greylox_web.session.load_match import LoadMatch
from greylox_web.session.playing import FlagFall, GoToNode, Resign, Undo
from greylox_web.session.session import Session
from greylox_web.session.update import update
from greylox_web.text import MAX_GAME_TEXT, MAX_NODES
from greylox_web.words.library import LIBRARY_WORDS
from tests.features.library.library_strategies import (
    SEATS,
    brink_session,
    games,
    randomly_extended,
    randoms,
    tree_content,
)
from tests.screen import Screen


@given(games, randoms, st.integers(0, 30))
def test_entry_round_trip_keeps_the_game(game, random, additions):
    tree = randomly_extended(new_tree(game), random, additions)
    leaf = tree.line_end(ROOT)
    seats = random.choice([(Seat(), Seat(2)), (Seat(None, True), Seat()), (Seat(3), Seat(1))])
    entry = make_entry(Match(tree, leaf, random.choice(tree.path(leaf)), seats), "one")
    assert read_entry(write_entry(entry)) == entry
    loaded = load_match(entry)
    assert tree_content(loaded.tree) == tree_content(tree)
    assert loaded.tree.actions(loaded.leaf) == tree.actions(leaf)
    assert loaded.seats == seats == decode_seats(entry)
    assert len(entry.line) == len(tree.actions(leaf))
    picture = thumbnail(entry.game, loaded.state)
    assert picture.count('class="stone"') == loaded.state.occupied.bit_count()
    assert entry.stones == loaded.state.stones


def test_an_entry_tells_game_names_seats_and_result():
    entry = make_entry(replace(brink_session("a1 b2"), seats=(Seat(), Seat(3))), "one")
    assert (entry.game_title, entry.title, entry.result) == ("Brink · base 3 · X 2",) * 2 + ("",)
    assert "3" in entry.players
    other = renamed(entry, " Final\n game ", "Ann")
    assert (other.title, other.players) == ("Final game", "Ann")
    updated = make_entry(replace(brink_session("a1 b2 c3"), seats=(Seat(), Seat(3))), "one", other)
    assert (updated.title, updated.players, updated.created) == ("Final game", "Ann", entry.created)
    assert updated.revision == entry.revision + 1
    resigned = make_entry(
        replace(brink_session("a1"), tree=brink_session("a1").tree.resign(1)), "two"
    )
    assert "resigned" in resigned.result and resigned.link.partition("/c")[0].endswith("-q")


GOOD = json.loads(write_entry(make_entry(brink_session("a1 b2"), "one")))
WRONG = [None, True, 7, 1.5, "", "x" * 99, [], {}, ["", ""], ["zz", "1"], ["-1", "1"], "[[[["]


@pytest.mark.parametrize("key", GOOD)
@pytest.mark.parametrize("value", WRONG)
def test_a_field_of_the_wrong_type_is_damage_or_harmless(key, value):
    text = json.dumps({**GOOD, key: value})
    try:
        entry = read_entry(text)
    except (CorruptEntry, NewerVersion):
        return
    assert entry.title and entry.line is not None and entry.stones and entry.players is not None
    assert search([entry], "") == [entry]
    if key == "tree":
        with pytest.raises(CorruptEntry):
            load_match(entry)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("picture", ["-1", "1"]),
        ("picture", ["0x1", "1"]),
        ("picture", ["１", "1"]),
        ("picture", ["1" * 65, "1"]),
        ("revision", -1),
        ("revision", 10**4000),
        ("revision", True),
        ("created", "zzz"),
        ("updated", "2026-02-30"),
        ("id", ""),
        ("spec", "brink3-x²"),
        ("schema", 0),
        ("schema", True),
    ],
)
def test_impossible_value_makes_the_entry_corrupt(key, value):
    with pytest.raises(CorruptEntry):
        read_entry(json.dumps({**GOOD, key: value}))


@given(SEATS)
def test_any_seat_text_can_be_listed_opened_and_imported(seat):
    entry = read_entry(json.dumps({**GOOD, "seats": [seat, "2"]}))
    assert search([entry], "") == [entry] and "2" in entry.players
    assert load_match(entry).seats[1] == Seat(2)
    reimported = parse_entry({**parse_game_values(write_file([entry]))[0]})
    assert reimported.seats[1] == "2"


def test_game_with_very_long_comments_opens():
    tree = brink_session("a1 b2 c3").tree
    for node in range(4):
        tree = tree.with_node(node, comment="\n" * 20_000 + str(node))
    for cell in bits(tree.game.legal(tree.nodes[3].state)):
        tree, node = tree.add(3, cell)
        tree = tree.with_node(node, comment="\n" * 20_000)
    entry = make_entry(Match(tree, 3, 3), "one")
    assert len(entry.tree) > MAX_GAME_TEXT
    assert load_match(read_entry(write_entry(entry))).tree.nodes[4].comment == "\n" * 20_000


@pytest.mark.parametrize("key", GOOD)
def test_missing_or_extra_field_makes_the_entry_corrupt(key):
    with pytest.raises(CorruptEntry):
        read_entry(json.dumps({name: value for name, value in GOOD.items() if name != key}))
    with pytest.raises(CorruptEntry):
        read_entry(json.dumps({**GOOD, f"{key}-2": 1}))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists) | st.binary())
def test_text_that_is_no_entry_is_corrupt(value):
    with pytest.raises(CorruptEntry):
        read_entry(value if not isinstance(value, (list, int)) else json.dumps(value))


@given(st.integers(0, len(json.dumps(GOOD))), st.characters())
def test_a_changed_character_never_breaks_the_list(index, character):
    text = json.dumps(GOOD)
    text = text[:index] + character + text[index + 1 :]
    try:
        entry = read_entry(text)
        assert search([entry], "brink") is not None
        load_match(entry)
    except (CorruptEntry, NewerVersion):
        pass


def test_corrupt_game_reports_the_reason():
    good = make_entry(brink_session("a1"), "one")
    for tree, sentence in (
        ("{", "not JSON"),
        ("{}", "not one of our games"),
        (good.tree, "a different game"),
        (
            make_entry(brink_session("a1 b2"), "two").tree.replace('"b2"', '"a1"'),
            "a1 is already taken",
        ),
    ):
        spec = "brink3-x7" if tree == good.tree else good.spec
        with pytest.raises(CorruptEntry, match=sentence):
            load_match(replace(good, tree=tree, spec=spec))


def test_unreadable_entry_matches_no_tree():
    good = make_entry(brink_session("a1"), "one")
    tree = load_match(good).tree
    assert load_matching(good, tree).id == "one"
    assert load_matching(replace(good, tree="{"), tree) is None


def test_revision_increases_with_each_save():
    first = make_entry(brink_session("a1"), "one")
    second = make_entry(brink_session("a1 b2"), "one", first)
    assert (first.revision, second.revision) == (1, 2)


def test_brackets_without_end_are_damage():
    with pytest.raises(CorruptEntry):
        read_entry("[" * 200_000)


def test_old_entries_are_migrated_and_newer_are_refused():
    def with_names(fields):
        return {"name": fields.pop("title"), "opponent": "", **fields}

    def with_revision(fields):
        return {**fields, "revision": 1}

    old = {**GOOD, "schema": 1, "title": "Old"}
    for key in ("name", "opponent", "revision"):
        del old[key]
    entry = read_entry(json.dumps(old), (with_names, with_revision))
    assert (entry.name, entry.opponent, entry.revision) == ("Old", "", 1)
    with pytest.raises(CorruptEntry):
        read_entry(json.dumps({**GOOD, "schema": 1}), (with_names, with_revision))
    with pytest.raises(NewerVersion):
        read_entry(json.dumps({**GOOD, "schema": len(MIGRATIONS) + 2}))


@pytest.mark.parametrize(
    ("link", "schema"),
    [
        ("1/brink3-x2/ma1b2", 6),
        ("1/lox5/mb4-s", 6),
        ("1/lox5-n/mb4", 6),
        ("1/multiplicity3-f/mb2", 6),
        ("1/brink3-x2-p/ma1", 7),
        ("1/brink5-d-x2-p/ma1-sb2", 7),
        ("1/multiplicity3-f-p/mb2-sc3", 7),
    ],
)
def test_row_has_lowest_schema_whose_readers_know_its_game(link, schema):
    entry = make_entry(Match(*tree_from_record(read_link(link).record)), "one")
    fields = json.loads(write_entry(entry))
    assert fields["schema"] == schema
    assert read_entry(json.dumps(fields)) == entry
    for later in (7, 8):
        assert read_entry(json.dumps({**fields, "schema": later})) == entry
    assert fields.keys() == GOOD.keys()


@pytest.mark.parametrize("spec", ["brink3-x2", "brink3-x2-p"])
@pytest.mark.parametrize(
    ("fields", "newer"),
    [
        ({"marks": (Mark("arrow", 0, end=1),)}, True),
        ({"link_comment": "Theirs."}, True),
        ({"marks": (Mark("circle", 0),)}, False),
        ({"comment": '"arrows":[["a1","b2"]],"link-comment":"x"'}, False),
    ],
)
def test_row_with_arrows_or_comments_of_a_link_has_the_next_schema(spec, fields, newer):
    tree = new_tree(read_spec(spec)).with_node(ROOT, **fields)
    entry = make_entry(Match(tree), "one")
    row = json.loads(write_entry(entry))
    assert row["schema"] == (8 if newer else 6 + ("-p" in spec))
    assert row.keys() == GOOD.keys()
    assert load_match(read_entry(json.dumps(row))).tree == tree


def test_first_schemas_lack_flag_and_mover():
    first = {key: value for key, value in GOOD.items() if key != "flagged"}
    second = {key: value for key, value in GOOD.items() if key != "mover"}
    expected = replace(read_entry(json.dumps(GOOD)), mover=-1, turns=0)  # the mover is not stored
    assert read_entry(json.dumps({**first, "schema": 1})) == expected
    assert read_entry(json.dumps({**second, "schema": 2})) == expected
    assert expected.status == LIBRARY_WORDS["going-on"]


def test_a_picture_of_the_opening_shows_no_ground():
    game = new_game("greylox", 3)
    corners = sum(1 << game.board.parse_cell(name) for name in ("a1", "c1", "e3", "e5", "c5"))
    state = State((corners, 0), 0)
    assert "ground" in thumbnail(game, state)
    assert "ground" not in thumbnail(game, state, masks=hidden_in_opening(opening=True))
    assert thumbnail(game, state, masks=hidden_in_opening(opening=False)) == thumbnail(game, state)


def test_entry_keeps_terms_and_the_opening_flag():
    agreed = replace(brink_session("a1"), terms=GameTerms(60_000, 2000, takebacks=False))
    entry = read_entry(write_entry(make_entry(agreed, "one")))
    assert load_match(entry).terms == agreed.terms and not entry.opening
    assert make_entry(Match(new_tree(new_game("greylox", 3))), "two").opening
    older = {key: value for key, value in GOOD.items() if key not in ("terms", "opening")}
    loaded = read_entry(json.dumps({**older, "schema": 3}))
    assert loaded.terms == UNTIMED and not loaded.opening


def test_status_names_the_side_to_move():
    session = replace(brink_session("a1 b2 c3"), seats=(PERSON, Seat(3)))
    assert make_entry(session, "one").status == "Wren to move · after move 3"
    assert make_entry(replace(session, seats=(PERSON, PERSON)), "one").status.startswith("White to")
    for actions, status in (
        ("e5", "Black to move · after move 1"),
        ("e5e6", "Black to move · after move 1"),  # the first of two stones
        ("e5e6b2", "White to move · after move 2"),
    ):
        several = Match(*tree_from_record(read_link(f"1/greylox5/m{actions}").record))
        assert make_entry(several, "one").status == status
    over = update(Session(session), FlagFall(1))
    ended = make_entry(over.match, "one")
    assert ended.mover == -1 and ended.status == ended.result != ""


def test_loss_on_time_survives_list_and_file():
    over = update(Session(brink_session("a1 b2")), FlagFall(0))
    entry = read_entry(write_entry(make_entry(over.match, "one")))
    [game] = parse_game_values(write_file([entry]))
    expected = "White wins. Black has no time left."
    for saved in (entry, parse_entry(game)):
        assert saved.result == expected
        stored = load_match(saved)
        opened = update(
            Session(brink_session()),
            LoadMatch(
                Match(stored.tree, stored.leaf, stored.cursor, lost_on_time=stored.lost_on_time),
                imported=True,
            ),
        )
        assert Screen(opened).result == expected
    older = make_entry(brink_session("a1 b2"), "one")
    assert merge_entries(older, entry).result == expected == merge_entries(entry, older).result
    session = Session(brink_session("a1 b2"))
    merged = update(
        session,
        LoadMatch(Match(over.tree, over.leaf, over.cursor, lost_on_time=True), imported=True),
    )
    assert Screen(merged).result == expected


@pytest.mark.parametrize(
    ("odd", "expected"),
    [
        ("2026-W01-1", "2025-12-29T00:00:00.000+00:00"),
        ("20261125", "2026-11-25T00:00:00.000+00:00"),
        ("2026-11-25T10", "2026-11-25T10:00:00.000+00:00"),
        ("2026-11-25T10:00:00.000+00:00", "2026-11-25T10:00:00.000+00:00"),
        ("2026-11-25T10:00:00Z", "2026-11-25T10:00:00.000+00:00"),
        ("2026-11-25T01:00:00+05:00", "2026-11-24T20:00:00.000+00:00"),
    ],
)
def test_unusual_date_is_normalised(odd, expected):
    assert read_entry(json.dumps({**GOOD, "updated": odd})).updated == expected
    value = {**json.loads(make_entry(brink_session("a1"), "one").tree), "meta": {"updated": odd}}
    assert parse_entry(value).updated == expected


def test_date_beyond_the_last_day_is_corrupt():
    with pytest.raises(CorruptEntry):
        read_entry(json.dumps({**GOOD, "updated": "9999-12-31T23:59-23:59"}))


@pytest.mark.slow
def test_tree_beyond_the_file_limit_is_read():
    builder = TreeBuilder(new_game("lox", 11), max_nodes=20_000)
    queue = [ROOT]
    while len(builder.nodes) <= MAX_NODES:
        at = queue.pop(0)
        for action in list(bits(builder.game.legal(builder.state(at))))[:60]:
            queue.append(builder.play(at, action))
    tree = builder.tree()
    entry = make_entry(Match(tree, tree.line_end(ROOT), ROOT), "large")
    assert len(load_match(read_entry(write_entry(entry))).tree.nodes) == len(tree.nodes)
    [value] = parse_game_values(write_file([entry]))
    assert load_match(parse_entry(value)).tree.nodes == load_match(entry).tree.nodes


def test_resigned_game_stays_over_while_browsing():
    session = Session(brink_session("a1 b1 c1"))
    session = update(update(session, Undo()), Resign())
    over = make_entry(session.match, "one")
    looking = update(session, GoToNode(3))
    entry = make_entry(looking.match, "one")
    assert entry.result == over.result != "" and not entry.in_progress
    assert load_match(entry).cursor == 3


def test_damage_differs_from_a_newer_version():
    good = make_entry(brink_session("a1"), "one")
    assert not is_damaged(write_entry(good))
    assert not is_damaged(json.dumps({**GOOD, "schema": len(MIGRATIONS) + 2}))
    for text in ("rubbish", 7, write_entry(replace(good, tree="{"))):
        assert is_damaged(text)
