"""The translations: each string once, from the English of the tables, in all plural forms."""

import json
import subprocess
import sys
from gettext import c2py
from pathlib import Path

import pytest
from babel.localedata import locale_identifiers
from babel.messages.catalog import Catalog
from babel.messages.plurals import PLURALS

from greylox_web import translation
from greylox_web.features.rules import figure
from greylox_web.translation import PluralString
from tools import pseudo
from tools.languages import WHOLE
from tools.languages.catalogues import catalog_errors, language_codes, merge_catalog, message_error
from tools.languages.extract import Entry, entries, module_entries
from tools.languages.static_text import text_pairs
from tools.languages.translations import make_translation, plural_forms_of, translate_sheet

ROOT = Path(__file__).parents[1]


def test_every_sentence_of_the_tables_is_to_be_translated():
    catalogs = entries(ROOT)
    assert sum(map(len, catalogs.values())) > 1200
    assert {"words", "ending", "courses/byg", "rules/lox"} <= {*catalogs}
    for listed in catalogs.values():
        keys = [(entry.context, entry.forms) for entry in listed]
        assert len(keys) == len({*keys})


def test_shipped_languages_are_complete():
    assert {*WHOLE} <= {*language_codes(ROOT)}
    assert not [fault for code in WHOLE for fault in catalog_errors(ROOT, code)]


def test_a_changed_sentence_keeps_its_translation_and_is_marked():
    old = Catalog(locale="de")
    old.add("Play on", "Weiterspielen", context="W.go-on")
    old.add("Gone", "Weg", context="W.gone")
    old.add("Stop", "Halt", context="W.stop")
    new = merge_catalog(
        old, [Entry("W.go-on", ("Go on",), ""), Entry("W.stop", ("Stop",), "")], "de"
    )
    messages = {message.context: message for message in new if message.id}
    assert {*messages} == {"W.go-on", "W.stop"}
    assert messages["W.go-on"].fuzzy and messages["W.go-on"].string == "Weiterspielen"
    assert list(messages["W.go-on"].previous_id) == ["Play on"]
    assert not messages["W.stop"].fuzzy
    second = merge_catalog(new, [Entry("W.go-on", ("Go on",), "")], "de")
    assert next(message.fuzzy for message in second if message.id)


def test_changed_rule_sentence_gets_fuzzy_match():
    old = Catalog(locale="de")
    old.add("White begins.", "Weiß beginnt.", context="lox")
    old.add("Red joins the red edges.", "Rot verbindet die roten Ränder.", context="lox")
    new = merge_catalog(old, [Entry("lox", ("Red joins its red edges.",), "")], "de")
    (message,) = [message for message in new if message.id]
    assert message.fuzzy and message.string == "Rot verbindet die roten Ränder."


@pytest.mark.parametrize(
    ("english", "translation", "fault"),
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
        ("{n}%", "{n} %", "a sign that may begin a line"),
        ("{n}%", "{n}\N{NO-BREAK SPACE}%", ""),
        ("“Undo”", "« Défaire\N{NO-BREAK SPACE}»", "a sign that may begin a line"),
    ],
)
def test_translation_fault_is_reported(english, translation, fault):
    catalog = Catalog(locale="de")
    message = catalog.add(english, translation, context="W.key")
    reported = message_error(message, catalog.num_plurals)
    assert reported.startswith(fault) and bool(reported) == bool(fault)


def test_a_table_gives_its_sentences_with_their_parts():
    source = 'WORDS = {\n    # the end\n    "won": "{Name} wins",\n' + (
        '    "turns": PluralString("{n} turn", "{n} turns", count_field="n"),\n'
        '    "both": WORDS["won"],\n} | translated("WORDS")\nOTHER = {"not": "a table"}\n'
    )
    assert list(module_entries(source)) == [
        Entry("WORDS.won", ("{Name} wins",), "the end"),
        Entry("WORDS.turns", ("{n} turn", "{n} turns"), "the end", "n"),
    ]


def test_a_count_chooses_the_form():
    text = PluralString("{n} turn of {all}", "{n} turns of {all}", count_field="n")
    assert [text.format(n=n, all=9) for n in (0, 1, 2)] == [
        "0 turns of 9",
        "1 turn of 9",
        "2 turns of 9",
    ]


@pytest.mark.parametrize("code", sorted({*PLURALS} & {*locale_identifiers()}))
def test_plural_forms_follow_the_rule_of_gettext(monkeypatch, code):
    """Counts that occur in the page are below a million, from which on some languages differ."""
    rule = c2py(PLURALS[code][1])
    monkeypatch.setattr(translation, "plural_forms", plural_forms_of(code))
    counts = (*range(1500), 12_345, 99_999)
    assert [translation.plural_form(n) for n in counts] == [int(rule(n)) for n in counts]


@pytest.fixture
def in_english(monkeypatch):
    """Restore English after the test."""
    for name in ("tables", "plural_forms", "rule_sheets"):
        monkeypatch.setattr(translation, name, getattr(translation, name))


def load(path, value) -> bool:
    """Load a translation from a file with this JSON value."""
    path.write_text(json.dumps(value), "utf-8")
    return translation.load(str(path))


@pytest.mark.parametrize(("code", "zero"), [("fr", "0 A"), ("de", "0 B")])
@pytest.mark.usefixtures("in_english")
def test_language_has_its_own_plural_rules(tmp_path, code, zero):
    """Sentences that are not translated yet are English, in as many forms as there are."""
    for folder in ("greylox_web/words", "assets/rules", f"languages/{code}"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "greylox_web/words/puzzles.py").write_text(
        'PUZZLE_WORDS = {\n    "row": PluralString("{n} day", "{n} days", count_field="n"),\n'
        '    "new": PluralString("{n} turn", "{n} turns", count_field="n"),\n'
        '    "skip": "Skip",\n    "play": "Play",\n} | translated("PUZZLE_WORDS")\n'
    )
    (tmp_path / f"languages/{code}/puzzles.po").write_text(
        'msgctxt "PUZZLE_WORDS.row"\nmsgid "{n} day"\nmsgid_plural "{n} days"\n'
        'msgstr[0] "{n} A"\nmsgstr[1] "{n} B"\n\n'
        'msgctxt "PUZZLE_WORDS.play"\nmsgid "Play"\nmsgstr "C"\n'
    )
    assert load(tmp_path / "words.json", make_translation(tmp_path, code))
    words = translation.translated("PUZZLE_WORDS")
    assert words["row"].format(n=0) == zero and words["row"].format(n=1) == "1 A"
    assert words["new"].format(n=1) == "1 turn" and words["new"].format(n=2) == "2 turns"
    assert words["play"] == "C" and "skip" not in words
    assert translation.translated("PAGE_WORDS") == {"language": code}
    assert translation.translated("OTHER") == {}


SOUND = {"tables": {"T": {"a": "b", "n": ["n", "x", "y"]}}, "plural_forms": "10" * 100}
SOUND |= {"rule_sheets": {"lox": {}}}


@pytest.mark.parametrize(
    "value",
    [
        *(None, [], "text", 7, {}),
        *({key: part for key, part in SOUND.items() if key != left_out} for left_out in SOUND),
        SOUND | {"tables": []},
        *(SOUND | {"tables": {"T": table}} for table in ([], "text", {"a": 1}, {"a": None})),
        *(SOUND | {"tables": {"T": {"n": forms}}} for forms in (["n", "x"], ["n", "x", 1], {})),
        *(SOUND | {"plural_forms": forms} for forms in ("", "10", "1x" * 100, [1] * 200, 1)),
        SOUND | {"plural_forms": "2" * 200},
        SOUND | {"rule_sheets": []},
    ],
)
@pytest.mark.usefixtures("in_english")
def test_what_is_no_translation_leaves_all_in_english(tmp_path, value):
    before = translation.tables, translation.plural_forms, translation.rule_sheets
    assert not load(tmp_path / "words.json", value)
    for text in (b"", b"<!doctype html>", b"\xff", b"[" * 100_000):
        (tmp_path / "words.json").write_bytes(text)
        assert not translation.load(str(tmp_path / "words.json"))
    assert not translation.load(str(tmp_path / "missing"))
    assert (translation.tables, translation.plural_forms, translation.rule_sheets) == before
    assert load(tmp_path / "words.json", SOUND)
    assert translation.translated("T")["n"].format(n=0) == "y"


DUMP_TABLES = """
import importlib, json, pkgutil, sys
from greylox_web.translation import load
assert load(sys.argv[1])
import greylox_web.words as words
names = [module.name for module in pkgutil.walk_packages(words.__path__, "greylox_web.words.")]
modules = [words, *map(importlib.import_module, names)]
print(json.dumps([
    [module.__name__, name, key, list(getattr(text, "forms", [text]))]
    for module in modules for name, table in vars(module).items() if name.isupper()
    for key, text in table.items()
]))
"""


def test_every_table_takes_its_translation(tmp_path):
    """In the made-up language no text of any table has a plain letter."""
    path = tmp_path / "words.json"
    path.write_text(json.dumps(make_translation(ROOT, pseudo.CODE)), "utf-8")
    command = [sys.executable, "-c", DUMP_TABLES, path]
    rows = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout)
    names = {"Greylox", "Greylox:"}
    plain = [
        (*place, text)
        for *place, texts in rows
        for text in texts
        for word in pseudo.PLACEHOLDER.sub("", text).split()
        if word not in names and set(word) & {*pseudo.PLAIN} and place[-1] != "language"
    ]
    assert len(rows) > 2000 and plain == []


@pytest.mark.usefixtures("in_english")
def test_rule_sheets_are_those_of_the_language(tmp_path):
    figure.rule_sheets.cache_clear()
    assert load(tmp_path / "words.json", make_translation(ROOT, "de"))
    try:
        assert "Rot" in figure.rule_sheets()["lox"]["full"]
        assert figure.rule_sheets()["lox"]["study"] is True
    finally:
        figure.rule_sheets.cache_clear()


def test_a_rule_sheet_keeps_its_form():
    text = '# Lox\n\n1. ![End](1/lox5/m "won") It ends.\n\n- One.\n| a | b |\n|---|---|\n---\n'
    assert translate_sheet(text, "lox", lambda catalog, entry: entry.forms) == text
    translated = translate_sheet(
        text, "lox", lambda catalog, entry: (entry.forms[0].replace("One", "Eins"),)
    )
    assert translated == text.replace("One", "Eins")


def test_static_text_pairs_with_its_translations():
    english = "<body><p title='End'>Draw</p><b>Draw</b><i>End</i>\n<script>Draw</script>Lox</body>"
    german = "<body><p title='Ende'>Remis</p><b>Zeichne</b><i>Ende</i><script>x</script>Lox</body>"
    assert text_pairs(english, german) == {"End": ["Ende"], "Draw": ["Remis", "Zeichne"]}


def test_a_still_text_keeps_its_no_break_spaces():
    english = "<body><p title='What now?'>Groups\n   multiply: 3.</p></body>"
    french = "<body><p title='Et là\u00a0?'>Les groupes\n  se multiplient\u00a0: 3.</p></body>"
    assert text_pairs(english, french) == {
        "What now?": ["Et là\u00a0?"],
        "Groups multiply: 3.": ["Les groupes se multiplient\u00a0: 3."],
    }
