"""What the card of a stored game shows: how the game ended, or how it stands.

It is computed from the entry's link, which may be damaged; then from the game file, and where that
is damaged, too, the card shows what was noted when the entry was written.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ...drawing.thumbnail import hidden_in_opening, thumbnail
from ...match.match import Match
from ...match.tree import new_tree
from ...rules.notation.actions import outcome_of
from ...rules.notation.links import read_link, write_spec
from ...rules.state import Outcome, State
from ...schema import get_field
from ...session import naming
from ...session.session import Session
from ...words.library import LIBRARY_WORDS as WORDS
from .entry import CorruptEntry, Entry, decode_seats, get_friend_name, load_match
from .source import (
    SEPARATOR,
    find_end,
    format_day,
    format_players,
    get_result,
    parse_outcome,
    read_header,
    read_source,
)

MAX_CACHED_ENDS = 500  # stored games of which the end is cached


class End(NamedTuple):
    """The end of a game's line."""

    state: State
    outcome: Outcome | None  # None while the game goes on
    turns: int  # that are over


class Verdict(NamedTuple):
    """Who won, for the one who looks at the card."""

    kind: str  # "won" or "lost" where exactly one side was played here, "over", or "" for none
    text: str = ""


def picture(entry: Entry) -> str:
    """The board as the game ended or stands, as SVG."""
    end = get_end(entry)
    if end is not None:
        return thumbnail(entry.game, end.state)
    state = State(entry.stones, mover=0)
    return thumbnail(entry.game, state, masks=hidden_in_opening(opening=entry.opening))


def status(entry: Entry) -> str:
    """The result, or whose turn it is, also of an entry from before that was noted."""
    if entry.result or entry.mover >= 0:
        return entry.status
    end = get_end(entry)
    if end is None or end.outcome:
        return entry.status
    return replace(entry, mover=end.state.mover, turns=end.turns).status


def verdict(entry: Entry, outcome: Outcome | None) -> Verdict:
    """Who won a game with this outcome."""
    if outcome is None:
        return Verdict("")
    if outcome.winner is None:
        return Verdict("over", WORDS["game-drawn"])
    session = Session(
        Match(new_tree(entry.game), seats=decode_seats(entry), friend=get_friend_name(entry))
    )
    you = naming.colour_called_you(session)
    if you is None:
        name = format_players({"first": sides(entry)[outcome.winner]}) or naming.display_name(
            session, outcome.winner
        )
        return Verdict("over", WORDS["side-won"].format(Name=name))
    kind = "won" if you == outcome.winner else "lost"
    return Verdict(kind, WORDS[f"game-{kind}"])


def sides(entry: Entry) -> tuple[str, str]:
    """The names of who moves first and second, where the entry names both, or its source one."""
    source = dict(read_source(entry.tree))
    if entry.opponent and entry.opponent == format_players(source):
        return source.get("first", ""), source.get("second", "")
    first, between, second = entry.opponent.partition(SEPARATOR)
    return (first, second) if between else ("", "")


def details(entry: Entry) -> list[str]:
    """What else the source of the game says of it: event, place, date, and a result of its own."""
    source = dict(read_source(entry.tree))
    texts = [source.get(key, "") for key in ("event", "place")]
    result = source.get("result", "?")
    if result != "?" and not parse_outcome(entry.game, result):
        texts.append(_unparsed_result(entry))
    return [text for text in (*texts, format_day(source)) if text and text != entry.name]


def get_outcome(entry: Entry) -> Outcome | None:
    """How the game ended, None while it goes on, and where that is not known."""
    end = get_end(entry)
    return saved_outcome(entry) if end is None else end.outcome


# ------------------------------------------------------------ the end of the line


def get_end(entry: Entry) -> End | None:
    """The end of the game; None where neither the link nor the game file can be read.

    The line of a link may go on behind the end, as a variation that was looked at does; the entry
    noted that the game is over.
    """
    end = _get_link_end(entry.link, entry.spec)
    over = bool(entry.result)
    if end and bool(end.outcome) == over and entry.turns in (0, end.turns):
        return end
    return _get_file_end(entry) or end


@lru_cache(MAX_CACHED_ENDS)
def _get_link_end(link: str, spec: str) -> End | None:
    reading = read_link(link)
    record, states = reading.record, reading.states
    if record is None or reading.error or write_spec(record.game) != spec:
        return None
    return _make_end(states, outcome_of(record, states[-1]))


@lru_cache(MAX_CACHED_ENDS)
def _get_file_end(entry: Entry) -> End | None:
    try:
        match = load_match(entry)
    except CorruptEntry:
        return None
    tree = match.tree
    end, outcome = find_end(match)
    return _make_end([tree.nodes[node].state for node in tree.path(end)], outcome)


@lru_cache(MAX_CACHED_ENDS)
def _unparsed_result(entry: Entry) -> str:
    try:
        match = load_match(entry)
    except CorruptEntry:
        return ""
    return get_result(dict(match.source), match.tree)


def _make_end(states: Sequence[State], outcome: Outcome | None) -> End:
    started = sum(not state.placed for state in states[:-1]) + (states[0].placed > 0)
    return End(states[-1], outcome, started - (states[-1].placed > 0))


# ------------------------------------------------------------ what was noted


def saved_outcome(entry: Entry) -> Outcome | None:
    """The outcome that the game file notes, which needs no replay of the game."""
    if not entry.result:
        return None
    head, colours = read_header(entry.tree), entry.game.colours
    winner = get_field(head, "result", dict, {}).get("winner", "")
    if winner is None or winner in colours:
        return Outcome(None if winner is None else colours.index(winner), "", ((), ()))
    source = dict(read_source(entry.tree))
    return parse_outcome(entry.game, source.get("result", ""))
