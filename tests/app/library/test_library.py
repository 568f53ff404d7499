"""The library without a browser: entries as text, versions put together, links that go on."""

import json
from dataclasses import replace
from random import Random
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greylox_web.app.library.collection import (
    find_continued,
    games_in,
    read_one,
    search,
    together,
    write_file,
)
from greylox_web.app.library.entry import (
    Damaged,
    Newer,
    entry_of,
    named,
    now,
    read_entry,
    seats_of,
    session_of,
    write_entry,
)
from greylox_web.app.library.merge import continuation, covers, merged, united
from greylox_web.app.session.events import FlagFall, OpenTree, Seat
from greylox_web.app.session.session import Session
from greylox_web.app.session.tree import ROOT, Mark, plant
from greylox_web.app.session.update import update
from greylox_web.app.text import MOST_TEXT
from greylox_web.app.view.frame import frame
from greylox_web.app.view.thumbnail import thumbnail
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import Record

games = st.sampled_from([new_game(name, 3 if name != "lox" else 5) for name in GAMES])
randoms = st.randoms(use_true_random=False)
BRINK = new_game("brink", 3, {"x": 2})


def grown(tree, random: Random, additions: int):
    """The tree with legal actions, comments, marks and resignations at random nodes."""
    for _ in range(additions):
        node = random.choice(tree.reachable())
        legal = list(bits(tree.game.legal(tree.nodes[node].state)))
        kind = random.randrange(8)
        if kind == 0:
            comment = random.choice(["", "good", "bad", "good\nbad", "bad\n\nworse"])
            tree = tree.with_node(node, comment=comment)
        elif kind == 1:
            cell = random.choice(list(bits(tree.game.board.cells))[:3])
            mark = Mark(random.choice(["circle", "cross"]), cell)
            tree = tree.with_node(node, marks=tuple({*tree.nodes[node].marks, mark}))
        elif kind == 2 and legal:
            tree = tree.resign(node)
        elif legal:
            tree, _ = tree.add(node, random.choice(legal))
    return tree


def contents(tree):
    """All that a tree holds, without the order of its lines."""
    found = {}
    for number in tree.reachable():
        node = tree.nodes[number]
        comment = frozenset(filter(None, node.comment.split("\n")))
        found[tree.actions(number)] = (comment, frozenset(node.marks), node.resigned)
    return found


def holds(tree, part) -> bool:
    """Whether nothing of ``part`` is missing in ``tree``."""
    whole = contents(tree)
    return all(
        actions in whole
        and comment <= whole[actions][0]
        and marks <= whole[actions][1]
        and resigned <= whole[actions][2]
        for actions, (comment, marks, resigned) in contents(part).items()
    )


@given(games, randoms, st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_two_versions_together_keep_all_of_both(game, random, before, here, there):
    start = grown(plant(game), random, before)
    ours, theirs = grown(start, random, here), grown(start, random, there)
    both, numbers = united(ours, theirs)
    assert holds(both, ours) and holds(both, theirs)
    other, _ = united(theirs, ours)
    assert contents(both) == contents(other)
    assert united(both, theirs)[0].nodes == both.nodes == united(both, both)[0].nodes
    assert covers(both, theirs) and covers(ours, ours)
    for number, node in enumerate(ours.nodes):
        assert both.nodes[number].state == node.state
    for number in theirs.reachable():
        assert both.actions(numbers[number]) == theirs.actions(number)


@given(games, randoms, st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_any_order_of_putting_together_holds_the_same(game, random, one, two, three):
    trees = [grown(plant(game), random, number) for number in (one, two, three)]
    left, _ = united(united(trees[0], trees[1])[0], trees[2])
    right, _ = united(trees[0], united(trees[1], trees[2])[0])
    assert contents(left) == contents(right)


def brink(*lines: str):
    """The session of a small game of Brink with these lines, the first the main one."""
    tree, leaf = plant(BRINK), ROOT
    for number, line in enumerate(lines):
        node = ROOT
        for name in line.split():
            tree, node = tree.add(node, BRINK.board.cell(name))
        leaf = node if number == 0 else leaf
    return Session(tree, leaf, leaf)


def record(line: str, resigned: bool = False) -> Record:
    cells = tuple(BRINK.board.cell(name) for name in line.split())
    return Record(BRINK, cells, resigned=resigned)


# ------------------------------------------------------------ entries as text


@given(games, randoms, st.integers(0, 30))
def test_an_entry_comes_back_as_it_was(game, random, additions):
    tree = grown(plant(game), random, additions)
    leaf = tree.leaf(ROOT)
    seats = random.choice([(Seat(), Seat(2)), (Seat(None, True), Seat()), (Seat(3), Seat(1))])
    entry = entry_of(Session(tree, leaf, random.choice(tree.path(leaf)), seats), "one")
    assert read_entry(write_entry(entry)) == entry
    again = session_of(entry)
    assert contents(again.tree) == contents(tree)
    assert again.tree.actions(again.leaf) == tree.actions(leaf)
    assert again.seats == seats == seats_of(entry)
    assert len(entry.line) == len(tree.actions(leaf))
    picture = thumbnail(entry.game.board, entry.stones)
    assert picture.first.count("M") == again.state.stones[0].bit_count()


def test_an_entry_tells_game_names_seats_and_result():
    entry = entry_of(replace(brink("a1 b2"), seats=(Seat(), Seat(3))), "one")
    assert (entry.kind, entry.title, entry.result) == ("Brink · base 3 · X 2",) * 2 + ("",)
    assert "3" in entry.against
    other = named(entry, " Final\n game ", "Ann")
    assert (other.title, other.against) == ("Final game", "Ann")
    again = entry_of(replace(brink("a1 b2 c3"), seats=(Seat(), Seat(3))), "one", other)
    assert (again.title, again.against, again.created) == ("Final game", "Ann", entry.created)
    assert again.revision == entry.revision + 1
    resigned = entry_of(replace(brink("a1"), tree=brink("a1").tree.resign(1)), "two")
    assert "resigned" in resigned.result and resigned.link.partition("/c")[0].endswith("-q")


GOOD = json.loads(write_entry(entry_of(brink("a1 b2"), "one")))
WRONG = [None, True, 7, 1.5, "", "x" * 99, [], {}, ["", ""], ["zz", "1"], ["-1", "1"], "[[[["]


@pytest.mark.parametrize("key", GOOD)
@pytest.mark.parametrize("value", WRONG)
def test_a_field_of_the_wrong_type_is_damage_or_harmless(key, value):
    text = json.dumps({**GOOD, key: value})
    try:
        entry = read_entry(text)
    except (Damaged, Newer):
        return
    assert entry.title and entry.line is not None and entry.stones and entry.against is not None
    assert search([entry], "") == [entry]
    if key == "tree":
        with pytest.raises(Damaged):
            session_of(entry)


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
def test_a_value_that_cannot_be_is_damage(key, value):
    with pytest.raises(Damaged):
        read_entry(json.dumps({**GOOD, key: value}))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
ALL_META = ("id", "name", "opponent", "created", "updated", "flagged", "seats", "other")
SEATS = st.text() | st.text(st.characters(categories=["Nd", "No"])) | st.just("5" * 5000)


@given(SEATS)
def test_whoever_sits_there_a_game_is_listed_opened_and_brought_in(seat):
    entry = read_entry(json.dumps({**GOOD, "seats": [seat, "2"]}))
    assert search([entry], "") == [entry] and "2" in entry.against
    assert session_of(entry).seats[1] == Seat(2)
    again = read_one({**games_in(write_file([entry]))[0]})
    assert again.seats[1] == "2"


def test_a_game_with_more_comments_than_a_pasted_text_may_have_opens_again():
    tree = brink("a1 b2 c3").tree
    for node in range(4):
        tree = tree.with_node(node, comment="\n" * 20_000 + str(node))
    for cell in bits(tree.game.legal(tree.nodes[3].state)):
        tree, node = tree.add(3, cell)
        tree = tree.with_node(node, comment="\n" * 20_000)
    entry = entry_of(Session(tree, 3, 3), "one")
    assert len(entry.tree) > MOST_TEXT
    assert session_of(read_entry(write_entry(entry))).tree.nodes[4].comment == "\n" * 20_000


@pytest.mark.parametrize("key", GOOD)
def test_a_field_too_few_or_too_many_is_damage(key):
    with pytest.raises(Damaged):
        read_entry(json.dumps({name: value for name, value in GOOD.items() if name != key}))
    with pytest.raises(Damaged):
        read_entry(json.dumps({**GOOD, f"{key}-2": 1}))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists) | st.binary())
def test_what_is_no_entry_is_damage(value):
    with pytest.raises(Damaged):
        read_entry(value if not isinstance(value, (list, int)) else json.dumps(value))


@given(st.integers(0, len(json.dumps(GOOD))), st.characters())
def test_a_changed_character_never_breaks_the_list(place, character):
    text = json.dumps(GOOD)
    text = text[:place] + character + text[place + 1 :]
    try:
        entry = read_entry(text)
        assert search([entry], "brink") is not None
        session_of(entry)
    except (Damaged, Newer):
        pass


def test_brackets_without_end_are_damage():
    with pytest.raises(Damaged):
        read_entry("[" * 200_000)


def test_old_entries_are_migrated_and_newer_ones_left_alone():
    def with_names(found):
        return {"name": found.pop("title"), "opponent": "", **found}

    def with_revision(found):
        return {**found, "revision": 1}

    old = {**GOOD, "schema": 1, "title": "Old"}
    for key in ("name", "opponent", "revision"):
        del old[key]
    entry = read_entry(json.dumps(old), (with_names, with_revision))
    assert (entry.name, entry.opponent, entry.revision) == ("Old", "", 1)
    with pytest.raises(Damaged):
        read_entry(json.dumps({**GOOD, "schema": 1}), (with_names, with_revision))
    with pytest.raises(Newer):
        read_entry(json.dumps({**GOOD, "schema": 3}))


def test_an_entry_of_the_first_schema_did_not_know_why_a_game_was_resigned():
    first = {key: value for key, value in GOOD.items() if key != "flagged"}
    assert read_entry(json.dumps({**first, "schema": 1})) == read_entry(json.dumps(GOOD))


def test_a_game_lost_on_time_is_still_lost_on_time_from_the_list_and_from_a_file():
    over, _ = update(brink("a1 b2"), FlagFall(0))
    entry = read_entry(write_entry(entry_of(over, "one")))
    [game] = games_in(write_file([entry]))
    told = "White wins: Black has no time left."
    for found in (entry, read_one(game)):
        assert found.result == told
        stored = session_of(found)
        opened, _ = update(
            brink(), OpenTree(stored.tree, stored.leaf, stored.cursor, flagged=stored.flagged)
        )
        assert frame(opened).result == told
    older = entry_of(brink("a1 b2"), "one")
    assert together(older, entry).result == told == together(entry, older).result
    session = brink("a1 b2")
    joined, _ = update(session, OpenTree(over.tree, over.leaf, over.cursor, flagged=True))
    assert frame(joined).result == told


# ------------------------------------------------------------ many entries


def test_search_finds_all_words_and_puts_the_newest_first():
    one = replace(entry_of(brink("a1"), "one"), updated="2026-01-02T03:04:05+00:00")
    two = replace(named(one, "Final", "Bea"), id="two", updated="2026-02-02T03:04:05+00:00")
    assert search([one, two], "") == [two, one]
    assert search([one, two], "BRINK bea") == [two]
    assert search([one, two], "2026-01") == [one]
    assert search([one, two], "lox") == []


def test_of_two_games_stored_within_one_second_the_later_comes_first():
    one = entry_of(brink("a1"), "z")
    sleep(0.003)
    two = entry_of(brink("a1"), "a")
    assert search([one, two], "") == [two, one]


def test_two_versions_of_an_entry_keep_names_and_lines():
    old = entry_of(brink("a1 b2"), "one")
    mine = replace(
        entry_of(brink("a1 b2", "a1 c3"), "one", old), updated="2026-01-01T00:00:00+00:00"
    )
    theirs = named(entry_of(brink("a1 b2 c2"), "one", old), "", "Ann")
    both = together(mine, theirs)
    assert both.against == "Ann" and both.updated == theirs.updated
    assert both.revision == mine.revision + 1
    assert both.line == ["a1", "b2", "c2"]
    assert contents(session_of(both).tree) == contents(brink("a1 b2 c2", "a1 c3").tree)
    assert together(both, mine) == both
    with pytest.raises(Damaged):
        together(mine, replace(mine, spec="brink3-x3"))
    with pytest.raises(Damaged):
        together(mine, replace(mine, tree="{"))


@given(games, randoms, st.integers(0, 20))
def test_a_file_brings_back_every_entry(game, random, additions):
    tree = grown(plant(game), random, additions)
    entries = [
        named(entry_of(Session(tree, tree.leaf(ROOT), ROOT, (Seat(), Seat(2))), name), name, "Bo")
        for name in ("one", "two")
    ]
    assert [read_one(value) for value in games_in(write_file(entries))] == entries


@pytest.mark.parametrize("text", ["", "{", "null", "[1]", '{"format": "greylox-web library"}'])
def test_a_file_without_games_says_why(text):
    with pytest.raises(Damaged):
        [read_one(value) for value in games_in(text)]


def test_wrong_names_in_a_file_do_no_harm():
    value = games_in(write_file([entry_of(brink("a1"), "one")]))[0]
    for wrong in (None, 7, [], ["x"], {"a": 1}):
        keys = ("id", "name", "opponent", "created", "updated", "seats")
        meta = dict.fromkeys(keys, wrong)
        try:
            entry = read_one({**value, "meta": meta})
        except Damaged:
            continue
        assert entry.id and entry.seats == ("", "") and entry.title


@pytest.mark.parametrize("date", ["zzz", "", "2026-02-30", "20²6-01-01", "5" * 5000, None, 7])
def test_an_import_with_a_wrong_date_is_of_today(date):
    [value] = games_in(write_file([entry_of(brink("a1"), "one")]))
    sound = value["meta"]["created"]
    before = now()
    for key, other in (("created", "updated"), ("updated", "created")):
        entry = read_one({**value, "meta": {**value["meta"], key: date}})
        assert getattr(entry, other) == sound
        assert entry.created == sound if key == "created" else before <= entry.updated <= now()
        assert read_entry(write_entry(entry)) == entry


@given(st.dictionaries(st.sampled_from([*ALL_META]), JSON | SEATS | st.lists(SEATS, max_size=3)))
def test_whatever_the_names_of_a_game_in_a_file_are_it_is_brought_in_or_damaged(meta):
    [value] = games_in(write_file([entry_of(brink("a1"), "one")]))
    try:
        entry = read_one({**value, "meta": meta})
    except Damaged:
        return
    assert read_entry(write_entry(entry)) == entry
    assert search([entry], "") == [entry]


# ------------------------------------------------------------ play by link


@pytest.mark.parametrize(
    ("lines", "opened", "relation", "common", "added"),
    [
        (["a1 b2"], "a1 b2", "same", 2, ()),
        (["a1 b2"], "a1 b2 c3", "ahead", 2, (0,)),
        (["a1 b2"], "a1 b2 c3 a2", "ahead", 2, (0, 1)),
        (["a1 b2 c3"], "a1 b2", "behind", 2, ()),
        (["a1 b2 c3"], "a1 b2 c2", "differs", 2, (0,)),
        (["a1 b2 c3", "a1 b1"], "a1 b1 c2", "ahead", 2, (0,)),
        (["a1 b2"], "a1", "behind", 1, ()),
    ],
)
def test_how_a_link_goes_on_with_a_game(lines, opened, relation, common, added):
    stored = brink(*lines).tree
    told = record(opened)
    way = continuation(stored, told)
    assert way == (relation, common, len(told.actions) % 2, added)
    tree, leaf, cursor = merged(stored, told)
    assert holds(tree, stored) and tree.actions(leaf) == told.actions and cursor == leaf


def test_other_games_are_not_continued():
    stored = brink("a1 b2").tree
    assert continuation(stored, record("b2 a1")) is None
    assert continuation(stored, record("")) is None
    other = new_game("brink", 3, {"x": 3})
    assert continuation(stored, Record(other, record("a1 b2").actions)) is None
    state = brink("a1 b2").state
    assert continuation(stored, Record(BRINK, (BRINK.board.cell("c3"),), setup=state)) is None


def test_an_answer_that_resigns_goes_on():
    way = continuation(brink("a1 b2").tree, record("a1 b2", resigned=True))
    assert way is not None and way.relation == "ahead"


def test_the_stored_game_with_the_longest_beginning_is_found_the_newest_of_several():
    entries = [
        replace(entry_of(brink(line), line), updated=f"2026-01-0{day}T00:00:00+00:00")
        for day, line in enumerate(["a1", "a1 b2", "a1 b2 c3", "a1 b2 c2", "b2"], 1)
    ]
    found = find_continued(entries, record("a1 b2 a2"))
    assert found is not None and found.id == "a1 b2 c2"
    found = find_continued(entries, record("a1 b2 c3 a2"))
    assert found is not None and found.id == "a1 b2 c3"
    assert find_continued(entries, record("c3")) is None
    assert find_continued([], record("a1")) is None
