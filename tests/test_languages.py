"""The translations: each sentence once, of the English that stands in the tables, in all forms."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from greylox_web.words.tongue import Counted
from tools.languages import WHOLE
from tools.languages.catalogues import codes, fault_of, faults, updated
from tools.languages.source import Entry, entries, of_module

ROOT = Path(__file__).parents[1]


def test_every_sentence_of_the_tables_is_to_be_translated():
    found = entries(ROOT)
    assert sum(map(len, found.values())) > 1200
    assert {"words", "ending", "courses/byg", "rules/lox"} <= {*found}
    for listed in found.values():
        keys = [(entry.context, entry.forms) for entry in listed]
        assert len(keys) == len({*keys})


def test_the_languages_that_ship_are_whole():
    assert {*WHOLE} <= {*codes(ROOT)}
    assert not [fault for code in WHOLE for fault in faults(ROOT, code)]


def test_a_changed_sentence_keeps_its_translation_and_is_marked():
    old = Catalog(locale="de")
    old.add("Play on", "Weiterspielen", context="W.go-on")
    old.add("Gone", "Weg", context="W.gone")
    old.add("Stop", "Halt", context="W.stop")
    new = updated(old, [Entry("W.go-on", ("Go on",), ""), Entry("W.stop", ("Stop",), "")], "de")
    told = {message.context: message for message in new if message.id}
    assert {*told} == {"W.go-on", "W.stop"}
    assert told["W.go-on"].fuzzy and told["W.go-on"].string == "Weiterspielen"
    assert list(told["W.go-on"].previous_id) == ["Play on"]
    assert not told["W.stop"].fuzzy
    again = updated(new, [Entry("W.go-on", ("Go on",), "")], "de")
    assert next(message.fuzzy for message in again if message.id)


def test_a_sentence_of_a_rule_sheet_is_found_again_by_what_it_says():
    old = Catalog(locale="de")
    old.add("White begins.", "Weiß beginnt.", context="lox")
    old.add("Red joins the red edges.", "Rot verbindet die roten Ränder.", context="lox")
    new = updated(old, [Entry("lox", ("Red joins its red edges.",), "")], "de")
    (message,) = [message for message in new if message.id]
    assert message.fuzzy and message.string == "Rot verbindet die roten Ränder."


@pytest.mark.parametrize(
    ("english", "given", "fault"),
    [
        ("{Name} wins", "{Name} gewinnt", ""),
        ("{Name} wins", "", "not translated"),
        ("{Name} wins", "{name} gewinnt", "the places are"),
        ("{Name} wins", "Gewonnen", "the places are"),
        (("{n} turn", "{n} turns"), ("ein Zug", "{n} Züge"), "the places are"),
        (("one turn", "{n} turns"), ("ein Zug", "{n} Züge"), ""),
        (("one turn", "{n} turns"), ("ein Zug", ""), "a form is missing"),
        ("Read [this](#a)", "Lies [das](#b)", "links"),
        ("Read [this](#a)", "Lies [das](#a)", ""),
        ("End", "Ende ", "a space"),
    ],
)
def test_what_is_wrong_with_a_translation_is_said(english, given, fault):
    catalog = Catalog(locale="de")
    message = catalog.add(english, given, context="W.key")
    found = fault_of(message, catalog.num_plurals)
    assert found.startswith(fault) and bool(found) == bool(fault)


def test_a_table_gives_its_sentences_with_their_parts():
    source = 'WORDS = {\n    # the end\n    "won": "{Name} wins",\n' + (
        '    "turns": Counted("{n} turn", "{n} turns", by="n"),\n    "both": WORDS["won"],\n}\n'
    )
    assert list(of_module(source)) == [
        Entry("WORDS.won", ("{Name} wins",), "the end"),
        Entry("WORDS.turns", ("{n} turn", "{n} turns"), "the end"),
    ]


def test_a_count_chooses_the_form():
    text = Counted("{n} turn of {all}", "{n} turns of {all}", by="n")
    assert [text.format(n=n, all=9) for n in (0, 1, 2)] == [
        "0 turns of 9",
        "1 turn of 9",
        "2 turns of 9",
    ]
