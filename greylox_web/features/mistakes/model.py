"""The player's mistakes as facts: what a review records, what is due, what was tried.

A position is kept once, under a name that depends on the position alone: two reviews, two devices
or two games with one position do not ask for it twice.  Facts are only added:

``mistake``        a costly turn, which counts as a miss on the day of the review
``mistake-try``    another turn was tried; the first try of a day counts
``mistake-asked``  the position is asked no more, or again
``game-deleted``   the game was deleted, or restored; its mistakes are left out meanwhile, on every
                   device that knows of it
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple
from uuid import NAMESPACE_OID, uuid5

from ...explanations.model import Comparison
from ...progress import KINDS, VALID_GAME_ID, Fact, FactLog, Scalar, new_fact
from ...repetition import Encounter, schedule
from ...rules import Game
from ...rules.notation.actions import GameRecord, action_name
from ...rules.notation.links import read_link, write_link
from ...rules.state import State
from ...rules.turns import turn_in_progress
from ...schema import matches
from ...session.evaluation import legal_line
from ...session.session import Session
from ..review.turns import Evaluation, comparison, costly_turns

PER_MILLE = 1000


class MistakeProgress(NamedTuple):
    """The mistakes that are asked, by the names of their positions."""

    last: dict[str, Fact]  # the latest mistake in each position
    due_days: dict[str, int]  # the ordinal of the day from which each comes again, earliest first

    def due(self, today: date) -> list[str]:
        """Return the names of those that are due, the longest wait first."""
        return [name for name, day in self.due_days.items() if day <= today.toordinal()]


class Turn(NamedTuple):
    """A line of actions, and how many of them are its first turn."""

    line: tuple[int, ...]
    length: int

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions of the first turn."""
        return self.line[: self.length]


class Mistake:
    """A mistake, parsed by the rules."""

    def __init__(self, fact: Fact, game: Game, state: State) -> None:
        payload = fact.what
        self.name, self.day = str(payload["name"]), fact.day
        self.game, self.state = game, state
        self.number = int(payload["number"])  # of the turn
        self.played, self.better = (
            parse_line(game, state, str(payload[key])) for key in ("played", "better")
        )
        self.before, self.after, self.lost = (
            int(payload[key]) / PER_MILLE for key in ("before", "after", "lost")
        )

    @property
    def comparison(self) -> Comparison:
        """The engine's line and the played one."""
        return Comparison(self.game, self.state, self.better.line, self.played.line)


class InvalidMistake(ValueError):
    """A fact whose position or turns do not fit the rules, as in an edited file."""


def parse_line(game: Game, state: State, names: str) -> Turn:
    """Parse a line, which begins with a whole turn; raise InvalidMistake without one."""
    line = legal_line(game, state, names.split())
    for length, action in enumerate(line, 1):
        state = game.play(state, action)
        if not turn_in_progress(game, state):
            return Turn(line, length)
    raise InvalidMistake(names)


def parse_mistake(fact: Fact) -> Mistake:
    """Parse a mistake; raise InvalidMistake if it does not fit the rules."""
    reading = read_link(str(fact.what["position"]))
    if reading.record is None or reading.error:
        raise InvalidMistake(reading.error or "")
    game, state = reading.record.game, reading.states[-1]
    if state.is_mid_turn or not game.legal(state):
        raise InvalidMistake(str(fact.what["position"]))
    return Mistake(fact, game, state)


def parse_known(facts: Iterable[Fact]) -> Iterator[Mistake]:
    """Yield those mistakes that fit the rules."""
    for fact in facts:
        try:
            yield parse_mistake(fact)
        except InvalidMistake:
            continue


# ------------------------------------------------------------------ what facts say


def deleted_games(facts: FactLog) -> set[str]:
    """Return the ids of the games that were deleted and not restored."""
    last = {fact.what["match"]: fact.what["deleted"] for fact in facts.by_kind("game-deleted")}
    return {str(match) for match, deleted in last.items() if deleted}


def progress(facts: FactLog) -> MistakeProgress:
    """Return the progress with all mistakes; it reads no games."""
    deleted, encounters = deleted_games(facts), list[Encounter]()
    last, asked, tried = dict[str, Fact](), dict[str, bool](), set[tuple[str, str]]()
    for fact in facts:
        if fact.kind == "mistake" and fact.what["match"] not in deleted:
            name = str(fact.what["name"])
            last[name] = fact
            encounters.append(Encounter(name, fact.day, solved=False))
        elif fact.kind == "mistake-try":
            name = str(fact.what["mistake"])
            if name in last and (name, fact.day) not in tried:
                tried.add((name, fact.day))
                encounters.append(Encounter(name, fact.day, bool(fact.what["found"])))
        elif fact.kind == "mistake-asked":
            asked[str(fact.what["mistake"])] = bool(fact.what["asked"])
    last = {name: fact for name, fact in last.items() if asked.get(name, True)}
    due_days = schedule(encounters).due_days
    return MistakeProgress(last, {name: day for name, day in due_days.items() if name in last})


def try_fact(name: str, *, found: bool) -> Fact:
    """Return a new fact: another turn was tried, and is good or not."""
    return new_fact("mistake-try", mistake=name, found=found)


def asked_fact(name: str, *, asked: bool) -> Fact:
    """Return a new fact: a position is asked no more, or again."""
    return new_fact("mistake-asked", mistake=name, asked=asked)


# ------------------------------------------------------------------ what a review records


def mistake_facts(session: Session) -> list[Fact]:
    """Return the facts of the player's costly turns in a complete review.

    Their ids depend on the match and the position, so that each is added once.
    """
    review, tree, match = session.review, session.tree, session.match.id
    facts: list[Fact] = []
    if review is None or not VALID_GAME_ID.fullmatch(match):
        return facts
    for turn in costly_turns(session):
        compared = comparison(tree, review, turn)
        if compared is None:
            continue
        position = write_link(GameRecord(tree.game, (), compared.state))
        before, after = (
            per_mille(review.evaluations[tree.nodes[node].state], turn.colour)
            for node in (turn.start, turn.end)
        )
        payload: dict[str, Scalar] = {
            "name": str(uuid5(NAMESPACE_OID, position)),
            "match": match,
            "position": position,
            "number": turn.number,
            "played": line_text(tree.game, compared.played),
            "better": line_text(tree.game, compared.better),
            "before": before,
            "after": after,
            "lost": min(round(PER_MILLE * turn.loss), PER_MILLE),
        }
        if matches(payload, KINDS["mistake"]):
            fact = new_fact("mistake", **payload)
            name = uuid5(NAMESPACE_OID, f"{match} {position}")
            facts.append(fact._replace(id=f"mistake-{name}"))
    return facts


def restored_fact(session: Session, facts: FactLog) -> list[Fact]:
    """Return the fact that a deleted game is there again, since it was reviewed; or none."""
    match = session.match.id
    is_deleted = match in deleted_games(facts)
    return [new_fact("game-deleted", match=match, deleted=False)] if is_deleted else []


def per_mille(evaluation: Evaluation, colour: int) -> int:
    """Return a colour's chance in thousandths: 0 and 1000 only if proven."""
    chance = round(PER_MILLE * evaluation.win_probability(colour))
    return chance if evaluation.proven else min(max(chance, 1), PER_MILLE - 1)


def line_text(game: Game, line: tuple[int, ...]) -> str:
    """Return the names of a line's actions."""
    return " ".join(action_name(game.board, action) for action in line)
