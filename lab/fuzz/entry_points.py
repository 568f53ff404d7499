"""The entry points: how to make valid texts for each, how to damage them and how to read them."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from greylox_web.command.analyse.query import InvalidLine, read_line
from greylox_web.command.gtp.extensions import ExtendedCommands
from greylox_web.command.gtp.protocol import respond
from greylox_web.engine import messages
from greylox_web.engine.service import Service
from greylox_web.engine.tuning import LevelSettings
from greylox_web.features.library.collection import parse_entry, parse_game_values
from greylox_web.features.library.conflict_merge import merge_session
from greylox_web.features.library.entry import (
    CorruptEntry,
    Entry,
    NewerVersion,
    load_match,
    read_entry,
    write_entry,
)
from greylox_web.formats import game_json, read
from greylox_web.formats.game_json import parse_progress
from greylox_web.formats.import_result import ImportResult
from greylox_web.formats.sgf import write_sgf
from greylox_web.match.match import GameTerms, Match
from greylox_web.progress import read_fact
from greylox_web.rules import Game
from greylox_web.rules.notation.actions import ParseResult
from greylox_web.rules.notation.links import read_link, read_spec, write_link
from greylox_web.rules.notation.records import read_any
from greylox_web.schema import MAX_STORED_LENGTH, NON_NEGATIVE, SchemaError, read_json
from greylox_web.session import preferences
from greylox_web.session.clock import read_clock
from greylox_web.session.last_choices import read_choices, write_choices
from greylox_web.session.load_match import OpenLink
from greylox_web.session.local_record import read_local_record, write_local_record
from greylox_web.session.session import Session
from greylox_web.session.update import update
from greylox_web.words import WORDS

from . import samples
from .mutate import mutate_json, mutate_link, mutate_text

MAX_LINES = 20  # commands executed from one input


class Mismatch(Exception):
    """A value changes when it is written and read again, or a response is malformed."""


class EntryPoint(NamedTuple):
    """An input of the program, with the functions that make, read and damage its texts."""

    make_valid: Callable[[Random], str]
    read: Callable[[str], object]
    expected_errors: tuple[type[Exception], ...] = ()  # raised for refused texts
    mutate: Callable[[str, Random, Callable[[], str]], str] = mutate_text


def check_equal(one: object, other: object) -> None:
    """Raise Mismatch unless both are equal."""
    if one != other:
        raise Mismatch(f"{one!r:.200} is not {other!r:.200}")


def _check_round_trip(reading: ParseResult) -> None:
    """Check that a record is equal when written and read again, or a refusal has a message."""
    if reading.record is None:
        check_equal(bool(reading.error), True)
    else:
        check_equal(read_link(write_link(reading.record)).record, reading.record)


def _check_link(text: str) -> None:
    _check_round_trip(read_link(text))


def _check_record(text: str) -> None:
    _check_round_trip(read_any(text, read_spec("greylox5")))


def _check_tree_round_trip(imported: ImportResult) -> None:
    if imported.tree is None:
        check_equal(bool(imported.error), True)
        return
    for write in (game_json.write_game, write_sgf):
        serialized = write(imported.tree, imported.leaf, imported.cursor)
        reloaded = read(serialized)
        check_equal(reloaded.error, None)
        assert reloaded.tree
        check_equal(write(reloaded.tree, reloaded.leaf, reloaded.cursor), serialized)


def _check_file(text: str) -> None:
    _check_tree_round_trip(read(text))


def _check_address(text: str) -> None:
    tree, root = samples.EMPTY
    session = update(Session(Match(tree, root, root)), OpenLink(text))
    check_equal(read_link(session.link).error, None)


def _check_library(text: str) -> None:
    values = parse_game_values(text)
    for value in values:
        try:
            _list_fields(parse_entry(value))
        except CorruptEntry:
            continue
    parse_progress(text)


def _check_entry(text: str) -> None:
    tree, root = samples.EMPTY
    merge_session(text, Match(tree, root, root), "one", 1)
    entry = read_entry(text)
    check_equal(read_entry(write_entry(entry)), entry)
    _list_fields(entry)
    load_match(entry)


def _list_fields(entry: Entry) -> None:
    """Check the fields of an entry that the list of my games shows."""
    for field_text in (entry.title, entry.game_title, entry.players, entry.status):
        check_equal(isinstance(field_text, str), True)
    check_equal(len(entry.stones), 2)


def _check_preferences(text: str) -> None:
    loaded = preferences.read_preferences(text)
    check_equal(preferences.read_preferences(preferences.write_preferences(loaded)), loaded)
    _check_choices(loaded.new_game)


def _check_choices(text: str) -> None:
    loaded = read_choices(text)
    check_equal(read_choices(write_choices(loaded)), loaded)


def _check_local_record(text: str) -> None:
    if loaded := read_local_record(text):
        serialized = write_local_record(loaded.session)
        reloaded = read_local_record(serialized)
        assert reloaded
        check_equal(write_local_record(reloaded.session), serialized)


def _check_clock(text: str) -> None:
    read_clock(text, GameTerms(60_000, 1000))


def _check_channel(text: str) -> None:
    read_json(text, MAX_STORED_LENGTH, (str, str, NON_NEGATIVE))


def _quick_level(game: Game, level: int) -> LevelSettings:
    return LevelSettings(4, 0.0, 4)


def _check_request(text: str) -> None:
    worker = Service(Random(1), levels=_quick_level)
    report = messages.read_report(worker.begin(text))
    for line in (worker.slice_(report.ticket, 0), worker.stop(report.ticket)):
        report = messages.read_report(line)
    fault = WORDS["engine-fault"].format(error="")[:-1]
    if report.error and report.error.startswith(fault[:12]):
        raise Mismatch(report.error)


def _check_report(text: str) -> None:
    loaded = messages.read_report(text)
    check_equal(messages.read_report(messages.write_report(loaded)), loaded)


class ShortGtp(ExtendedCommands):
    """The protocol without long searches, whose duration the other program chooses."""

    def do_genmove(self, colour: str) -> str:
        self.engine.level = 0
        return super().do_genmove(colour)

    def do_greylox_analyse(self, *words: str) -> str:
        return super().do_greylox_analyse(*words if len("".join(words)) == 1 else "1")

    def do_greylox_solve(self, *words: str) -> str:
        return super().do_greylox_solve("0.001")


def _check_commands(text: str) -> None:
    words = ShortGtp(read_spec("byg3"), 0, Random(1))
    for line in text.split("\n")[:MAX_LINES]:
        response = respond(words, line) or ""
        if "internal error" in response:
            raise Mismatch(response)


ENTRY_POINTS = {
    "link": EntryPoint(samples.link, _check_link, mutate=mutate_link),
    "address": EntryPoint(samples.link, _check_address, mutate=mutate_link),
    "record": EntryPoint(samples.record, _check_record),
    "JSON": EntryPoint(samples.game_file, _check_file, mutate=mutate_json),
    "JSON as text": EntryPoint(samples.game_file, _check_file),
    "SGF": EntryPoint(samples.sgf_file, _check_file),
    "library": EntryPoint(
        samples.library, _check_library, (CorruptEntry, SchemaError), mutate_json
    ),
    "stored game": EntryPoint(
        samples.entry, _check_entry, (CorruptEntry, NewerVersion), mutate_json
    ),
    "stored fact": EntryPoint(samples.fact, read_fact, (SchemaError,), mutate_json),
    "preferences": EntryPoint(samples.preferences, _check_preferences, mutate=mutate_json),
    "choices": EntryPoint(samples.choices, _check_choices, mutate=mutate_json),
    "table": EntryPoint(samples.local_record, _check_local_record, mutate=mutate_json),
    "clock": EntryPoint(samples.clock, _check_clock, mutate=mutate_json),
    "other tab": EntryPoint(samples.channel, _check_channel, (SchemaError,), mutate_json),
    "request": EntryPoint(samples.search_request, _check_request, mutate=mutate_json),
    "report": EntryPoint(samples.report, _check_report, (messages.WireError,), mutate_json),
    "GTP": EntryPoint(samples.commands, _check_commands),
    "query": EntryPoint(samples.query, read_line, (InvalidLine,), mutate_json),
}
