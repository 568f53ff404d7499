"""Many entries: search, merge, export and import."""

from dataclasses import replace
from time import sleep, thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.library.collection import (
    current_entry,
    find_continued_entry,
    find_position,
    line_key,
    merge_entries,
    newest_finished,
    newest_unfinished,
    parse_entry,
    parse_game_values,
    search,
    sgf_names,
    write_file,
    write_one,
)
from greylox_web.features.library.entry import (
    CorruptEntry,
    Entry,
    current_time,
    load_match,
    make_entry,
    read_entry,
    renamed,
    write_entry,
)
from greylox_web.formats import read
from greylox_web.formats.sgf import write_sgf
from greylox_web.match.match import UNTIMED, GameTerms, Match, Seat
from greylox_web.match.tree import ROOT, new_tree, tree_from_record
from greylox_web.progress import new_fact, read_fact
from greylox_web.rules import new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.session.playing import FlagFall
from greylox_web.session.session import Session
from greylox_web.session.study import Comment
from greylox_web.session.update import update
from tests.features.library.library_strategies import (
    ALL_META,
    JSON,
    SEATS,
    brink_session,
    games,
    randomly_extended,
    randoms,
    record,
    tree_content,
)


@pytest.mark.parametrize(
    "text",
    [
        "(;FF[4]GG[brink:3-x2]SZ[3]PB[Ada]PW[Bo\\]b]GN[The final];B[a1];W[b2])",
        "\ufeff \n(;GG[brink:3-x2]PB[Ada]PW[Bo\\]b]EV[The final];B[a1];W[b2])",
    ],
)
def test_sgf_import_keeps_names_and_id(text: str):
    [value] = parse_game_values(text)
    entry = parse_entry(value)
    assert (entry.name, entry.opponent) == ("The final", "Ada – Bo]b")
    assert entry.line == ["a1", "b2"]
    assert parse_entry(parse_game_values(text)[0]).id == entry.id


@pytest.mark.parametrize("text", ["brink3-x2 1. a1 2. b2", "#1/brink3-x2/ma1b2"])
def test_record_and_link_are_imported_as_games(text: str):
    entry = parse_entry(parse_game_values(text)[0])
    assert len(entry.line) == 2 and entry.name == entry.opponent == ""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to read"),
        ("(;GM[1])", "other"),
        ("#1/brink3-x2/m", "There are no moves"),
        ("#1/brink3-x2/ma1a1", "a1"),
        ("\x89PNG", "does not begin with a game"),
        ("\ufffdPNG\r\n\0\0" + 600_000 * "x", "This is not a text"),
    ],
)
def test_text_without_a_game_reports_the_error(text: str, sentence: str):
    with pytest.raises(CorruptEntry, match=sentence):
        parse_game_values(text)


SHORT = "(;GG[brink:3-x2];B[a1];W[b2])", "(;GG[brink:3-x2];B[c3];W[b2]C[why])"


def test_an_sgf_with_several_games_has_them_all():
    first, second = map(parse_entry, parse_game_values("\n".join(SHORT)))
    assert first.line == ["a1", "b2"] and second.line == ["c3", "b2"]
    broken = parse_game_values(f"{SHORT[0]} (;GM[1];B[aa]) {SHORT[1]} (;GG[brink:3")
    assert len(broken) == 4 and parse_entry(broken[2]).line == ["c3", "b2"]
    for value in broken[1], broken[3]:
        with pytest.raises(CorruptEntry):
            parse_entry(value)
    result = read(" ".join(SHORT))
    assert result.kind == "library" and result.tree is None
    assert read(f"{SHORT[0]} and a word").kind == "sgf"


WHOLE = "(;FF[4]GG[brink:3-x2];B[c3];W[b2])"


@pytest.mark.parametrize(
    "bad",
    [
        "(;FF[4]GG[brink:3-x2];B[c3];W[b2]",
        "(;FF[4]GG[brink:3-x2];B[c3](;W[b2])(;W[a1]",
        "(;FF[4]GG[brink:3-x2];B[c3]C[oops;W[b2])",
        "(;FF[4]GG[brink:3-x2];B[c3]] ;W[b2])",
        "(;FF[4]GG[brink:3-x2];B[c3];W[b2]+)",
    ],
)
def test_a_faulty_game_of_a_collection_takes_no_other_with_it(bad: str):
    values = parse_game_values("\n".join([WHOLE, bad, WHOLE, WHOLE, bad, bad, WHOLE]))
    results = []
    for value in values:
        try:
            results.append(parse_entry(value).line == ["c3", "b2"])
        except CorruptEntry:
            results.append(False)
    assert results == [True, False, True, True, False, False, True]
    assert read(f"{bad}{WHOLE}").kind == "library"
    assert read(bad).kind == "sgf" and len(read(bad).tree.nodes) > 1, "alone it is a damaged game"


@pytest.mark.parametrize("game", ["(;)", WHOLE, "(;FF[4]];", "(;FF[4]"])
def test_oversized_collection_is_refused_early(game: str):
    began = thread_time()
    with pytest.raises(CorruptEntry, match="at most 20,000 games"):
        parse_game_values(game * 300_000)
    assert thread_time() - began < 10


def test_import_without_id_matches_the_stored_line_and_names():
    ours = replace(make_entry(brink_session("a1 b2"), "one"), updated="2026-01-02T03:04:05+00:00")
    stored = {line_key(ours): ours}

    def parse_stored(text: str, stored_entry: Entry = ours) -> Entry:
        return parse_entry(parse_game_values(text)[0], {line_key(stored_entry): stored_entry})

    assert parse_stored(SHORT[0]).id == "one" and parse_stored(SHORT[0]).updated == ours.updated
    assert parse_stored("brink3-x2 1. a1 2. b2").id == "one"
    assert parse_stored("(;GG[brink:3-x2]PB[Ada];B[a1];W[b2])").id == "one"
    assert (
        parse_stored("(;GG[brink:3-x2]PB[Ada];B[a1];W[b2])", replace(ours, opponent="Bo")).id
        != "one"
    )
    for other in (SHORT[1], "brink3-x2 1. a1", "brink3 1. a1 2. b2", "brink3-x2 1. a1 2. b2 3. c3"):
        assert parse_stored(other).id != "one"
    [value] = parse_game_values(write_file([replace(ours, id="two")]))
    assert parse_entry(value, stored).id == "two", "a file of ours knows its games"


def test_single_export_keeps_names_dates_and_seats():
    session = replace(brink_session("a1 b2"), seats=(Seat(None), Seat(3)), unrated_reason="hint")
    entry = replace(renamed(make_entry(session, "one-of-ours"), "The final", "Bea"), created=OLD)
    [value] = parse_game_values(write_one(entry))
    reimported = parse_entry(value)
    assert reimported == replace(entry, revision=reimported.revision)
    assert write_one(replace(entry, tree="{damaged")) == "{damaged"
    shared = current_entry(Session(session), entry)
    assert (shared.id, shared.name, shared.created, shared.updated) == (
        *("one-of-ours", "The final", OLD),
        entry.updated,
    )
    assert (
        current_entry(Session(session), None).id == ""
        and parse_entry(parse_game_values(write_one(shared))[0]) == reimported
    )


OLD = "2025-01-02T03:04:05.000+00:00"


@pytest.mark.parametrize(
    ("seats", "opponent", "players"),
    [
        (("", "3"), "", ("You", "Wren, level 3")),
        (("3", ""), "", ("Wren, level 3", "You")),
        (("", "3"), "Bea", ("You", "Bea")),
        (("friend", ""), "Bea", ("Bea", "You")),
        (("", "friend"), "", ("You", "Your friend")),
        (("", ""), "", ("", "")),
        (("", ""), "Bea", ("", "Bea")),
        (("", ""), "Ada – Bea", ("Ada", "Bea")),
        (("3", "3"), "Bea", ("Wren, level 3", "Wren, level 3")),
    ],
)
def test_an_sgf_of_ours_brings_names_back(seats, opponent, players):
    session = brink_session("a1 b2")
    entry = replace(renamed(make_entry(session, "one"), "The final", opponent), seats=seats)
    names = sgf_names(replace(entry, created=OLD))
    assert (names["first"], names["second"]) == players
    text = write_sgf(session.tree, session.leaf, session.cursor, names)
    reimported = parse_entry(parse_game_values(text)[0])
    assert reimported.name == "The final" and reimported.created[:10] == OLD[:10]
    others = [name for name in players if name not in ("", "You", "Your friend")]
    assert reimported.opponent == " – ".join(others)


def test_moments_of_other_places_are_compared_as_moments():
    one, two = (
        read_entry(write_entry(replace(make_entry(brink_session("a1"), name), updated=updated)))
        for name, updated in (("one", "2026-01-01T01:00:00+05:00"), ("two", "2025-12-31T22:00:00Z"))
    )
    assert search([one, two], "") == [two, one] and newest_unfinished([two, one])["brink"] == two
    assert merge_entries(one, replace(two, tree=one.tree)).updated == two.updated
    assert one.updated == "2025-12-31T20:00:00.000+00:00"


def test_search_finds_all_words_and_puts_the_newest_first():
    one = replace(make_entry(brink_session("a1"), "one"), updated="2026-01-02T03:04:05+00:00")
    two = replace(renamed(one, "Final", "Bea"), id="two", updated="2026-02-02T03:04:05+00:00")
    assert search([one, two], "") == [two, one]
    assert search([one, two], "BRINK bea") == [two]
    assert search([one, two], "2026-01") == [one]
    assert search([one, two], "lox") == []
    assert search([one, two], "white to move") == [two, one]
    three = renamed(one, "Zoë Dürer", "")
    assert search([one, three], "zoe durer") == [three] == search([one, three], "ZOË")
    square = make_entry(Match(new_tree(new_game("lox", 5))), "square")
    assert search([one, square], "5x5") == [square] == search([one, square], "5 × 5")


def test_search_orders_games_within_one_second():
    one = make_entry(brink_session("a1"), "z")
    sleep(0.003)
    two = make_entry(brink_session("a1"), "a")
    assert search([one, two], "") == [two, one]


def test_two_versions_of_an_entry_keep_names_and_lines():
    old = make_entry(brink_session("a1 b2"), "one")
    mine = replace(
        make_entry(brink_session("a1 b2", "a1 c3"), "one", old), updated="2026-01-01T00:00:00+00:00"
    )
    theirs = renamed(make_entry(brink_session("a1 b2 c2"), "one", old), "", "Ann")
    both = merge_entries(mine, theirs)
    assert both.players == "Ann" and both.updated == theirs.updated
    assert both.revision == mine.revision + 1
    assert both.line == ["a1", "b2", "c2"]
    assert tree_content(load_match(both).tree) == tree_content(
        brink_session("a1 b2 c2", "a1 c3").tree
    )
    assert merge_entries(both, mine) == both
    with pytest.raises(CorruptEntry):
        merge_entries(mine, replace(mine, spec="brink3-x3"))
    with pytest.raises(CorruptEntry):
        merge_entries(mine, replace(mine, tree="{"))


@given(games, randoms, st.integers(0, 20))
def test_a_file_brings_back_every_entry(game, random, additions):
    tree = randomly_extended(new_tree(game), random, additions)
    entries = [
        renamed(
            make_entry(Match(tree, tree.line_end(ROOT), ROOT, (Seat(), Seat(2))), name),
            name,
            "Bo",
        )
        for name in ("one", "two")
    ]
    assert [parse_entry(value) for value in parse_game_values(write_file(entries))] == entries


@pytest.mark.parametrize("text", ["", "{", "null", "[1]", '{"format": "greylox-web library"}'])
def test_a_file_without_games_says_why(text):
    with pytest.raises(CorruptEntry):
        [parse_entry(value) for value in parse_game_values(text)]


def test_a_game_of_which_only_a_part_is_legal_is_not_brought_in():
    [value] = parse_game_values(write_file([make_entry(brink_session("a1 b2"), "one")]))
    for nodes in ([*value["nodes"], {"play": "a1"}], [{}, {"play": "zz"}], []):
        with pytest.raises(CorruptEntry):
            parse_entry({**value, "nodes": nodes})


def test_foreign_game_gets_an_id_and_no_time_loss():
    [value] = parse_game_values(write_file([make_entry(brink_session("a1 b2"), "one")]))
    value["nodes"][-1]["resigned"] = True
    entry = parse_entry({**value, "meta": {}})
    assert entry.id not in ("", "one") and not entry.flagged and "resigned" in entry.result
    assert len(parse_entry({**value, "meta": {"id": "x" * 999}}).id) == 36


def test_wrong_names_in_a_file_do_no_harm():
    value = parse_game_values(write_file([make_entry(brink_session("a1"), "one")]))[0]
    for wrong in (None, 7, [], ["x"], {"a": 1}):
        keys = ("id", "name", "opponent", "created", "updated", "seats")
        meta = dict.fromkeys(keys, wrong)
        try:
            entry = parse_entry({**value, "meta": meta})
        except CorruptEntry:
            continue
        assert entry.id and entry.seats == ("", "") and entry.title


@pytest.mark.parametrize("date", ["zzz", "", "2026-02-30", "20²6-01-01", "5" * 5000, None, 7])
def test_an_import_with_a_wrong_date_is_of_today(date):
    [value] = parse_game_values(write_file([make_entry(brink_session("a1"), "one")]))
    sound = value["meta"]["created"]
    before = current_time()
    for key, other in (("created", "updated"), ("updated", "created")):
        entry = parse_entry({**value, "meta": {**value["meta"], key: date}})
        assert getattr(entry, other) == sound
        assert (
            entry.created == sound
            if key == "created"
            else before <= entry.updated <= current_time()
        )
        assert read_entry(write_entry(entry)) == entry


@given(st.dictionaries(st.sampled_from([*ALL_META]), JSON | SEATS | st.lists(SEATS, max_size=3)))
def test_any_import_metadata_gives_an_entry_or_corruption(meta):
    [value] = parse_game_values(write_file([make_entry(brink_session("a1"), "one")]))
    try:
        entry = parse_entry({**value, "meta": meta})
    except CorruptEntry:
        return
    assert read_entry(write_entry(entry)) == entry
    assert search([entry], "") == [entry]


def test_longest_common_beginning_selects_the_newest_entry():
    entries = [
        replace(make_entry(brink_session(line), line), updated=f"2026-01-0{day}T00:00:00+00:00")
        for day, line in enumerate(["a1", "a1 b2", "a1 b2 c3", "a1 b2 c2", "b2"], 1)
    ]
    match = find_continued_entry(entries, record("a1 b2 a2"))
    assert match is not None and match.id == "a1 b2 c2"
    match = find_continued_entry(entries, record("a1 b2 c3 a2"))
    assert match is not None and match.id == "a1 b2 c3"
    assert find_continued_entry(entries, record("c3")) is None
    assert find_continued_entry([], record("a1")) is None


def test_unplayed_position_is_matched_with_its_comments():
    position = "1/brink3-x2/sx2.4.2o2.2x1.2x-x-2"
    bare = Match(*tree_from_record(read_link(f"{position}/m").record))
    commented = update(Session(bare), Comment("To solve.")).match
    played = Match(*tree_from_record(read_link(f"{position}/mc4").record))
    entries = [
        make_entry(played, "played"),
        make_entry(commented, "noted"),
        make_entry(brink_session(), "empty"),
    ]
    for session in (bare, commented):
        match = find_position(entries, session.tree)
        assert match is not None and match.id == "noted"
    assert entries[1].in_progress and entries[1].status == "Black to move"
    assert bare.in_progress and not entries[2].in_progress
    other = update(Session(bare), Comment("Another."))
    assert find_position(entries, other.tree) is None
    assert find_position(entries[:1], bare.tree) is None


def test_equal_beginnings_prefer_the_line_of_equal_length():
    shorter = replace(
        make_entry(brink_session("a1 b2"), "shorter"), updated="2026-01-01T00:00:00+00:00"
    )
    longer = replace(
        make_entry(brink_session("a1 b2 c2"), "longer"), updated="2026-01-02T00:00:00+00:00"
    )
    for opened, name in (("a1 b2", "shorter"), ("a1 b2 c2", "longer"), ("a1 b2 c2 c3", "longer")):
        match = find_continued_entry([shorter, longer], record(opened))
        assert match is not None and match.id == name


def test_newest_unfinished_entry_is_selected_per_game():
    entries = [
        replace(make_entry(session, name), updated=f"2026-01-0{day}T00:00:00+00:00")
        for day, (name, session) in enumerate(
            [
                ("old", brink_session("a1")),
                ("new", brink_session("a1 b2")),
                ("empty", brink_session()),
                ("over", update(Session(brink_session("a1")), FlagFall(1)).match),
                ("lox", Match(*tree_from_record(read_link("1/lox5/ma1").record))),
            ],
            start=1,
        )
    ]
    assert {name: entry.id for name, entry in newest_unfinished(entries).items()} == {
        "brink": "new",
        "lox": "lox",
    }


def test_newest_finished_entry_is_one_of_the_players():
    def entry(day: int, name: str, *seats: Seat, ended: bool = True) -> Entry:
        session = Session(replace(brink_session("a1"), seats=seats))
        match = (update(session, FlagFall(1)) if ended else session).match
        return replace(make_entry(match, name), updated=f"2026-01-0{day}T00:00:00+00:00")

    person, engine = Seat(), Seat(3)
    entries = [
        entry(2, "new", person, engine),
        entry(1, "old", engine, person),
        entry(3, "open", person, engine, ended=False),
        entry(4, "watched", engine, engine),
        entry(5, "imported", person, person),
    ]
    last = newest_finished(entries)
    assert last is not None and last.id == "new"
    assert newest_finished(entries[2:]) is None


def test_file_keeps_clock_and_takebacks():
    session = replace(brink_session("a1 b2"), terms=GameTerms(300_000, 3000, takebacks=False))
    [value] = parse_game_values(write_file([make_entry(session, "an-id-of-ours")]))
    assert parse_entry(value).terms == session.terms and parse_entry(value).id == "an-id-of-ours"
    value["meta"]["terms"] = [1, 2]
    assert parse_entry(value).terms == UNTIMED


def test_foreign_id_becomes_valid_for_facts():
    [value] = parse_game_values(write_file([make_entry(brink_session("a1 b2"), "an-id-of-ours")]))
    value["meta"]["id"] = "g1"
    entry_id = parse_entry(value).id
    assert parse_entry(value).id == entry_id
    payload = {"game": "brink", "spec": "brink3-x2", "colour": 0, "level": 5, "score": 2}
    fact = new_fact("game", **payload, unrated="")._replace(id=f"game-{entry_id}")
    assert read_fact(fact.text) == fact
