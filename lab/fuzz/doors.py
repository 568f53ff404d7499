"""The doors: for each, how to make valid texts, how to damage them, and how to read them."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from greylox_web.command.gtp.private import ExtendedCommands
from greylox_web.command.gtp.protocol import respond
from greylox_web.engine import messages as wire
from greylox_web.engine.service import Service
from greylox_web.engine.tuning import LevelSettings
from greylox_web.features.library.collection import parse_entry, parse_game_values
from greylox_web.features.library.entry import (
    CorruptEntry,
    Entry,
    NewerVersion,
    load_match,
    read_entry,
    write_entry,
)
from greylox_web.features.library.saving import merge_session
from greylox_web.formats import game_json, read
from greylox_web.formats.game_json import parse_progress
from greylox_web.formats.reading import ImportResult
from greylox_web.formats.sgf import write_sgf
from greylox_web.match.match import GameTerms, Match
from greylox_web.progress import read_fact
from greylox_web.rules import Game
from greylox_web.rules.notation.actions import ParseResult
from greylox_web.rules.notation.links import read_link, read_spec, write_link
from greylox_web.rules.notation.records import read_any
from greylox_web.schema import MAX_STORED_LENGTH, NON_NEGATIVE, SchemaError, read_json
from greylox_web.session import preferences
from greylox_web.session.choices import read_choices, write_choices
from greylox_web.session.clock import read_clock
from greylox_web.session.local_record import read_local_record, write_local_record
from greylox_web.session.opening import OpenLink
from greylox_web.session.session import Session
from greylox_web.session.update import update
from greylox_web.words import WORDS

from . import samples
from .mutate import mutated, mutated_json, mutated_link

MOST_LINES = 20  # that one input says to the engine


class Wrong(Exception):
    """A value differs from what was written, or an answer is malformed."""


class Door(NamedTuple):
    """A place where text from outside comes in."""

    sound: Callable[[Random], str]
    read: Callable[[str], object]
    own: tuple[type[Exception], ...] = ()  # the exceptions with which it refuses
    damage: Callable[[str, Random, Callable[[], str]], str] = mutated


def same(one: object, other: object) -> None:
    """Raise Wrong unless both are equal."""
    if one != other:
        raise Wrong(f"{one!r:.200} is not {other!r:.200}")


def _again(reading: ParseResult) -> None:
    """Check that a value is the same when written and read again; a refusal has a sentence."""
    if reading.record is None:
        same(bool(reading.error), True)
    else:
        same(read_link(write_link(reading.record)).record, reading.record)


def _link(text: str) -> None:
    _again(read_link(text))


def _record(text: str) -> None:
    _again(read_any(text, read_spec("greylox5")))


def _tree_again(found: ImportResult) -> None:
    if found.tree is None:
        same(bool(found.error), True)
        return
    for write in (game_json.write_game, write_sgf):
        written = write(found.tree, found.leaf, found.cursor)
        again = read(written)
        same(again.error, None)
        assert again.tree
        same(write(again.tree, again.leaf, again.cursor), written)


def _file(text: str) -> None:
    _tree_again(read(text))


def _address(text: str) -> None:
    tree, root = samples.EMPTY
    session = update(Session(Match(tree, root, root)), OpenLink(text))
    same(read_link(session.link).error, None)


def _library(text: str) -> None:
    values = parse_game_values(text)
    for value in values:
        try:
            _listed(parse_entry(value))
        except CorruptEntry:
            continue
    parse_progress(text)


def _entry(text: str) -> None:
    tree, root = samples.EMPTY
    merge_session(text, Match(tree, root, root), "one", 1)
    entry = read_entry(text)
    same(read_entry(write_entry(entry)), entry)
    _listed(entry)
    load_match(entry)


def _listed(entry: Entry) -> None:
    """What the list of my games shows of an entry."""
    for shown in (entry.title, entry.game_title, entry.players, entry.status):
        same(isinstance(shown, str), True)
    same(len(entry.stones), 2)


def _preferences(text: str) -> None:
    found = preferences.read_preferences(text)
    same(preferences.read_preferences(preferences.write_preferences(found)), found)
    _choices(found.new_game)


def _choices(text: str) -> None:
    found = read_choices(text)
    same(read_choices(write_choices(found)), found)


def _local_record(text: str) -> None:
    if found := read_local_record(text):
        written = write_local_record(found.session)
        again = read_local_record(written)
        assert again
        same(write_local_record(again.session), written)


def _clock(text: str) -> None:
    read_clock(text, GameTerms(60_000, 1000))


def _channel(text: str) -> None:
    read_json(text, MAX_STORED_LENGTH, (str, str, NON_NEGATIVE))


def _quick(game: Game, level: int) -> LevelSettings:
    return LevelSettings(4, 0.0, 4)


def _question(text: str) -> None:
    worker = Service(Random(1), levels=_quick)
    report = wire.read_report(worker.begin(text))
    for line in (worker.slice_(report.ticket, 0), worker.stop(report.ticket)):
        report = wire.read_report(line)
    fault = WORDS["engine-fault"].format(error="")[:-1]
    if report.error and report.error.startswith(fault[:12]):
        raise Wrong(report.error)


def _report(text: str) -> None:
    found = wire.read_report(text)
    same(wire.read_report(wire.write_report(found)), found)


class Quick(ExtendedCommands):
    """The protocol without long searches: how long these take is the other program's choice."""

    def do_genmove(self, colour: str) -> str:
        self.engine.level = 0
        return super().do_genmove(colour)

    def do_greylox_analyse(self, *words: str) -> str:
        return super().do_greylox_analyse(*words if len("".join(words)) == 1 else "1")

    def do_greylox_solve(self, *words: str) -> str:
        return super().do_greylox_solve("0.001")


def _commands(text: str) -> None:
    words = Quick(read_spec("byg3"), 0, Random(1))
    for line in text.split("\n")[:MOST_LINES]:
        found = respond(words, line) or ""
        if "internal error" in found:
            raise Wrong(found)


DOORS = {
    "link": Door(samples.link, _link, damage=mutated_link),
    "address": Door(samples.link, _address, damage=mutated_link),
    "record": Door(samples.record, _record),
    "JSON": Door(samples.game_file, _file, damage=mutated_json),
    "JSON as text": Door(samples.game_file, _file),
    "SGF": Door(samples.sgf_file, _file),
    "library": Door(samples.library, _library, (CorruptEntry, SchemaError), mutated_json),
    "stored game": Door(samples.entry, _entry, (CorruptEntry, NewerVersion), mutated_json),
    "stored fact": Door(samples.fact, read_fact, (SchemaError,), mutated_json),
    "preferences": Door(samples.preferences, _preferences, damage=mutated_json),
    "choices": Door(samples.choices, _choices, damage=mutated_json),
    "table": Door(samples.local_record, _local_record, damage=mutated_json),
    "clock": Door(samples.clock, _clock, damage=mutated_json),
    "other tab": Door(samples.channel, _channel, (SchemaError,), mutated_json),
    "question": Door(samples.question, _question, damage=mutated_json),
    "report": Door(samples.report, _report, (wire.WireError,), mutated_json),
    "GTP": Door(samples.commands, _commands),
}
