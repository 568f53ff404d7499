"""Saving over an entry loses nothing: other tabs, newer versions, damage, other games."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from greylox_web.features.library.conflict_merge import (
    SaveResult,
    derived_id,
    merge_entry,
    merge_session,
)
from greylox_web.features.library.entry import (
    load_match,
    make_entry,
    read_entry,
    renamed,
    write_entry,
)
from greylox_web.match.match import Match
from greylox_web.match.merge import contains, merge_matches
from greylox_web.match.tree import new_tree
from greylox_web.schema import NON_NEGATIVE
from tests.features.library.library_strategies import (
    BRINK,
    brink_session,
    games,
    randomly_extended,
    randoms,
    tree_content,
)

NEWER = json.dumps(
    {**json.loads(write_entry(make_entry(brink_session("a1"), "one"))), "schema": 99}
)


def test_a_first_save_is_the_first_revision():
    saving = merge_session(None, brink_session("a1"), "one", 0)
    assert (saving.entry.id, saving.entry.revision, saving.merge_kind) == ("one", 1, "new")
    assert saving.remote_session is None and not saving.damaged and not saving.newer


def test_save_over_own_version_keeps_names_and_deletions():
    before = renamed(make_entry(brink_session("a1 b2", "a1 c3"), "one"), "Final", "Ann")
    saving = merge_session(write_entry(before), brink_session("a1 b2 c1"), "one", before.revision)
    assert (saving.entry.name, saving.entry.opponent) == ("Final", "Ann")
    assert saving.entry.created == before.created
    assert saving.entry.revision == before.revision + 1
    assert saving.remote_session is None
    assert tree_content(load_match(saving.entry).tree) == tree_content(
        brink_session("a1 b2 c1").tree
    )


def test_save_over_another_tab_merges_both():
    theirs = replace(make_entry(brink_session("a1 b2 c3"), "one"), revision=7)
    saving = merge_session(write_entry(theirs), brink_session("a1 b2 c1"), "one", 2)
    assert saving.entry.revision == 8 and saving.merge_kind == "joined"
    assert tree_content(saving.remote_session.tree) == tree_content(brink_session("a1 b2 c3").tree)
    stored = load_match(saving.entry)
    assert tree_content(stored.tree) == tree_content(brink_session("a1 b2 c1", "a1 b2 c3").tree)
    assert saving.entry.line == ["a1", "b2", "c1"], "the line on the table stays the main one"


def test_a_revision_never_goes_back():
    older = replace(make_entry(brink_session("a1"), "one"), revision=3)
    assert merge_session(write_entry(older), brink_session("a1 b2"), "one", 5).entry.revision == 6


def test_after_the_last_revision_comes_the_first():
    last = replace(make_entry(brink_session("a1"), "one"), revision=NON_NEGATIVE[-1])
    saved = merge_session(write_entry(last), brink_session("a1 b2"), "one", NON_NEGATIVE[-1]).entry
    assert read_entry(write_entry(saved)).revision == 0
    assert read_entry(write_entry(make_entry(brink_session("a1 b2"), "one", last))).revision == 0


def test_corrupt_text_is_quarantined_and_newer_text_stays():
    for text in (
        "rubbish",
        7,
        write_entry(replace(make_entry(brink_session("a1"), "one"), tree="{")),
    ):
        saving = merge_session(text, brink_session("a1 b2"), "one", 0)
        assert saving.damaged and saving.entry.id == "one"
        saving = merge_entry(text, make_entry(brink_session("a1 b2"), "one"))
        assert saving.damaged and saving.entry.id == "one" and saving.merge_kind == "new"
    for saving in (
        merge_session(NEWER, brink_session("a1 b2"), "one", 4),
        merge_entry(NEWER, make_entry(brink_session("a1 b2"), "one")),
    ):
        assert saving.newer and not saving.damaged and saving.entry.id not in ("", "one")
        assert saving.entry.line == ["a1", "b2"]


def test_different_games_with_one_id_are_both_stored():
    other = replace(
        make_entry(Match(new_tree(BRINK, brink_session("a1 b2").state)), "one"), revision=9
    )
    for saving in (
        merge_session(write_entry(other), brink_session("a1 b2"), "one", 4),
        merge_entry(write_entry(other), make_entry(brink_session("a1 b2"), "one")),
    ):
        assert saving.entry.id not in ("", "one") and saving.merge_kind == "new"
        assert not saving.damaged and saving.remote_session is None


def test_reimport_of_a_taken_id_gives_the_same_copy():
    other = write_entry(make_entry(Match(new_tree(BRINK, brink_session("a1 b2").state)), "one"))
    entry = make_entry(brink_session("a1 b2"), "one")
    first = merge_entry(other, entry).entry
    assert merge_entry(other, entry).entry == first and merge_entry(NEWER, entry).entry == first
    assert first.id == derived_id("one") != derived_id(first.id)
    assert merge_entry(write_entry(first), first).merge_kind == "same"


def test_import_of_a_stored_game_changes_nothing():
    entry = make_entry(brink_session("a1 b2"), "one")
    assert merge_entry(None, entry) == SaveResult(entry)
    assert merge_entry(write_entry(entry), entry).merge_kind == "same"
    more = make_entry(brink_session("a1 b2 c3"), "one")
    saving = merge_entry(write_entry(entry), more)
    assert saving.merge_kind == "joined" and saving.entry.line == ["a1", "b2", "c3"]
    assert merge_entry(write_entry(saving.entry), entry).merge_kind == "same"


@given(games, randoms, st.lists(st.tuples(st.integers(0, 2), st.booleans()), max_size=12))
def test_concurrent_tab_saves_lose_nothing(game, random, steps):
    """Tabs play and save in any order; each save merges what other tabs have stored."""
    start = randomly_extended(new_tree(game), random, 4)
    tabs = [[Match(start), 0] for _ in range(3)]
    text, played = None, [start]
    for number, plays in [*steps, (0, False), (1, False), (2, False)]:
        session, base = tabs[number]
        if plays:
            tree = randomly_extended(session.tree, random, 2)
            tabs[number][0] = replace(session, tree=tree)
            played.append(tree)
            continue
        saving = merge_session(text, session, "one", base)
        text = write_entry(saving.entry)
        if saving.remote_session:
            session = merge_matches(session, saving.remote_session)
        tabs[number] = [session, saving.entry.revision]
    stored = load_match(read_entry(text)).tree
    assert contains(stored, tabs[2][0].tree)
    for tree in played:
        assert tree_content(tree).keys() <= tree_content(stored).keys()
