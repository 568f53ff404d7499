"""The texts of a stored game's card: the result, or the current state.

They are computed from the entry's link.  If the link is damaged, they are computed from the game
file.  If that is damaged too, the card shows what the entry recorded when it was written.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ...drawing.thumbnail import hidden_in_opening, thumbnail
from ...rules.notation.actions import outcome_of
from ...rules.notation.links import read_link, write_spec
from ...rules.state import Outcome, State
from ...schema import get_field
from ...session import naming
from ...words.library import LIBRARY_WORDS as WORDS
from .entry import CorruptEntry, Entry, load_match, with_players
from .source import (
    find_end,
    format_day,
    get_result,
    parse_outcome,
    read_header,
    read_source,
)

MAX_CACHED_ENDS = 500  # the number of stored games whose end is cached


class End(NamedTuple):
    """The end of a game's line."""

    state: State
    outcome: Outcome | None  # None while the game is in progress
    turns: int  # finished turns


class Verdict(NamedTuple):
    """The winner, from the viewer's side."""

    kind: str  # "won" or "lost" if exactly one side was local, "over", or "" for none
    text: str = ""


def picture(entry: Entry) -> str:
    """Draw the board at the end of the game, or in its current state, as SVG."""
    end = get_end(entry)
    if end is not None:
        return thumbnail(entry.game, end.state)
    state = State(entry.stones, mover=0)
    return thumbnail(entry.game, state, masks=hidden_in_opening(opening=entry.opening))


def status(entry: Entry) -> str:
    """Return the result, or the side to move, also for an old entry that did not record it."""
    if entry.result or entry.mover >= 0:
        return entry.status
    end = get_end(entry)
    if end is None or end.outcome:
        return entry.status
    return replace(entry, mover=end.state.mover, turns=end.turns).status


def verdict(entry: Entry, outcome: Outcome | None) -> Verdict:
    """Return the winner of a game with this outcome."""
    if outcome is None:
        return Verdict("")
    if outcome.winner is None:
        return Verdict("over", WORDS["game-drawn"])
    session = with_players(entry)
    you = naming.colour_called_you(session)
    if you is None:
        name = naming.display_name(session, outcome.winner)
        return Verdict("over", WORDS["side-won"].format(Name=name))
    kind = "won" if you == outcome.winner else "lost"
    return Verdict(kind, WORDS[f"game-{kind}"])


def details(entry: Entry) -> list[str]:
    """Return further facts of the game's source: event, place, date, and an unusual result."""
    source = dict(read_source(entry.tree))
    texts = [source.get(key, "") for key in ("event", "place")]
    result = source.get("result", "?")
    if result != "?" and not parse_outcome(entry.game, result):
        texts.append(_unparsed_result(entry))
    return [text for text in (*texts, format_day(source)) if text and text != entry.name]


def get_outcome(entry: Entry) -> Outcome | None:
    """Return the outcome; None if the game is in progress or the outcome unknown."""
    end = get_end(entry)
    return saved_outcome(entry) if end is None else end.outcome


# ------------------------------------------------------------ the end of the line


def get_end(entry: Entry) -> End | None:
    """Return the end of the game; None if neither the link nor the game file can be read.

    The line of a link may continue after the end, if the player looked at a variation.  The entry
    recorded that the game is over.
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
    started = sum(not state.is_mid_turn for state in states[:-1]) + states[0].is_mid_turn
    return End(states[-1], outcome, started - states[-1].is_mid_turn)


# ------------------------------------------------------------ recorded outcome


def saved_outcome(entry: Entry) -> Outcome | None:
    """Return the outcome recorded in the game file, without a replay of the game."""
    if not entry.result:
        return None
    head, colours = read_header(entry.tree), entry.game.colours
    winner = get_field(head, "result", dict, {}).get("winner", "")
    if winner is None or winner in colours:
        return Outcome(None if winner is None else colours.index(winner), "", ((), ()))
    source = dict(read_source(entry.tree))
    return parse_outcome(entry.game, source.get("result", ""))
