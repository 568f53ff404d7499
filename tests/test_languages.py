"""The translations: each string once, from the English of the tables, in all plural forms."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from greylox_web.words.locale_format import PluralString
from tools.languages import WHOLE
from tools.languages.build_sources import plural_rule_to_python, set_plural_rule, translator_of
from tools.languages.catalogues import catalog_errors, language_codes, merge_catalog, message_error
from tools.languages.extract import Entry, entries, module_entries
from tools.languages.translate import text_pairs, translate_module, translate_sheet

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
        '    "both": WORDS["won"],\n}\n'
    )
    assert list(module_entries(source)) == [
        Entry("WORDS.won", ("{Name} wins",), "the end"),
        Entry("WORDS.turns", ("{n} turn", "{n} turns"), "the end"),
    ]


def test_a_count_chooses_the_form():
    text = PluralString("{n} turn of {all}", "{n} turns of {all}", count_field="n")
    assert [text.format(n=n, all=9) for n in (0, 1, 2)] == [
        "0 turns of 9",
        "1 turn of 9",
        "2 turns of 9",
    ]


PLURALS = [  # a gettext rule, and the index of the form for 0, 1, 2, 5, 21 and 22
    ("(n != 1)", [1, 0, 1, 1, 1, 1]),
    ("(n > 1)", [0, 0, 1, 1, 1, 1]),
    (
        "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)",
        [2, 0, 1, 2, 0, 1],
    ),
    ("(n==0 || !(n<20)) ? 1 : 0", [1, 0, 0, 0, 1, 1]),
]


@pytest.mark.parametrize(("rule", "forms"), PLURALS)
def test_the_rule_of_plurals_is_carried_over(rule, forms):
    python = plural_rule_to_python(rule)
    assert [int(eval(python, {"count": n})) for n in (0, 1, 2, 5, 21, 22)] == forms


def load_translated_table(code, folder):
    """Return a generated puzzle table of a language with one translated string."""
    catalog_folder = folder / "languages" / code
    catalog_folder.mkdir(parents=True)
    (catalog_folder / "puzzles.po").write_text(
        'msgctxt "PUZZLE_WORDS.result-row"\nmsgid "{count} day in a row"\n'
        'msgid_plural "{count} days in a row"\nmsgstr[0] "{count} A"\nmsgstr[1] "{count} B"\n'
    )
    source = (ROOT / "greylox_web/words/puzzles.py").read_text("utf-8")
    namespace: dict[str, object] = {}
    exec(
        set_plural_rule((ROOT / "greylox_web/words/locale_format.py").read_text("utf-8"), code),
        namespace,
    )
    tables = translate_module(source, "puzzles", translator_of(folder, code))
    exec(tables.replace("from .locale_format import PluralString", ""), namespace)
    return namespace["PUZZLE_WORDS"]


@pytest.mark.parametrize(("code", "zero"), [("fr", "0 A"), ("de", "0 B")])
def test_language_has_its_own_plural_rules(tmp_path, code, zero):
    words = load_translated_table(code, tmp_path)
    assert words["result-row"].format(count=0) == zero
    assert words["result-row"].format(count=1) == "1 A"
    assert words["skip"] == "Skip"  # not translated yet


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
