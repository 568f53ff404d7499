"""What happens at the table: one immutable session, the events that reach it, and ``update``.

Everything on the screen is a function of the session.  ``update`` is pure: it returns the
next session and the commands that the page has to carry out; what comes of those is again
an event.
"""

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..rules import Game, NotationError, new_game
from ..rules.board import NO_CELL
from ..rules.links import read_link, write_link
from ..rules.notation import Record, action_named, outcome_of
from ..rules.play import why_not
from ..rules.state import Outcome, State
from . import wire
from .tree import ROOT, Tree, grow, harvest, plant
from .words import WORDS


class Seat(NamedTuple):
    """Who plays a colour: a person, or the engine at a level."""

    level: int | None = None  # None for a person


PERSON = Seat()


class Notice(NamedTuple):
    """Something to tell the player, with the cells that show why."""

    text: str
    cell: int = NO_CELL
    cause: int = 0  # mask


@dataclass(frozen=True)
class Session:
    """The table: the game so far, who sits where, and what the engine is doing."""

    tree: Tree
    leaf: int = ROOT  # the end of the line in the move list
    cursor: int = ROOT  # the position shown
    seats: tuple[Seat, Seat] = (PERSON, PERSON)
    engine: str = "starting"  # "starting", "ready" or "failed"
    ticket: int = 0  # of the newest question to the engine
    thinking: bool = False
    paused: bool = False  # the player stopped the engine; it waits until asked again
    report: wire.Report | None = None
    notice: Notice | None = None
    address: str | None = None  # a faulty link that stays in the address until the user acts
    hidden: frozenset[str] = field(default_factory=frozenset)  # layers switched off

    @property
    def game(self) -> Game:
        """The rules in force."""
        return self.tree.game

    @property
    def state(self) -> State:
        """The position shown."""
        return self.tree.nodes[self.cursor].state

    @property
    def resigned(self) -> bool:
        """Whether the side to move gave up in the position shown."""
        return self.tree.nodes[self.cursor].resigned

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended in the position shown, or None while it goes on."""
        return outcome_of(Record(self.game, resigned=self.resigned), self.state)

    @property
    def record(self) -> Record:
        """The game as a record: the line in the move list, with the rest as variations."""
        return harvest(self.tree, self.leaf, self.cursor)

    @property
    def link(self) -> str:
        """The fragment for the address bar."""
        return write_link(self.record)


# Events: what people do, and what the engine says (see ``wire``).


@dataclass(frozen=True)
class Click:
    """A cell was chosen."""

    cell: int


@dataclass(frozen=True)
class Act:
    """A button that is an action: END (end of turn, pass) or SWAP."""

    action: int


@dataclass(frozen=True)
class Undo:
    """Go back to before the player's last decision."""


@dataclass(frozen=True)
class Redo:
    """Go forward again by one decision."""


@dataclass(frozen=True)
class Step:
    """Show the position so many actions before or after."""

    actions: int


@dataclass(frozen=True)
class Go:
    """Show a node of the tree."""

    node: int


@dataclass(frozen=True)
class NewGame:
    """Begin a game with these settings; bad ones are refused with a sentence."""

    name: str
    size: int
    options: tuple[tuple[str, str | int | bool], ...] = ()
    seats: tuple[Seat, Seat] = (PERSON, PERSON)


@dataclass(frozen=True)
class TakeSeats:
    """Change who plays which colour in the running game."""

    seats: tuple[Seat, Seat]


@dataclass(frozen=True)
class Resign:
    """The person to move gives up."""


@dataclass(frozen=True)
class OpenLink:
    """A link was opened, followed or typed into the address."""

    text: str


@dataclass(frozen=True)
class Toggle:
    """Switch a layer of the board on or off."""

    layer: str


@dataclass(frozen=True)
class MoveNow:
    """The engine shall play what it has found so far."""


@dataclass(frozen=True)
class Pause:
    """The engine shall stop and not move."""


@dataclass(frozen=True)
class Ask:
    """The engine shall think again after a pause or a failure."""


@dataclass(frozen=True)
class Say:
    """The page has something to tell the player."""

    text: str


# Commands: what the page has to do.


@dataclass(frozen=True)
class StopThinking:
    """Stop the engine; its answer is no longer wanted."""


@dataclass(frozen=True)
class HurryUp:
    """Make the engine answer at once."""


Command = wire.Think | StopThinking | HurryUp

MOVES_ON = (Click, Act, Undo, Redo, Step, Go, NewGame, TakeSeats, Resign, Pause, Ask)


def update(session: Session, event: object) -> tuple[Session, list[Command]]:
    """The session after ``event``, and what the page has to do about it."""
    before = session
    if isinstance(event, MOVES_ON):
        session = replace(session, notice=None)
    match event:
        case Click(cell):
            session = _by_hand(session, cell)
        case Act(action):
            session = _by_hand(session, action)
        case Undo():
            session = _undo(session)
        case Redo():
            session = _redo(session)
        case Step(actions):
            session = _step(session, actions)
        case Go(node):
            session = _go(session, node)
        case NewGame():
            session = _new_game(session, event)
        case TakeSeats(seats):
            session = replace(session, seats=seats, paused=False)
        case Resign():
            session = _resign(session)
        case OpenLink(text):
            session = _open(session, text)
        case Toggle(layer):
            session = replace(session, hidden=session.hidden ^ {layer})
        case MoveNow() if session.thinking:
            return session, [HurryUp()]
        case Pause():
            session = replace(session, paused=True)
        case Ask():
            session = replace(session, paused=False)
        case Say(text):
            session = replace(session, notice=Notice(text))
        case wire.EngineReady():
            session = replace(session, engine="ready")
        case wire.EngineProgress(report) if _wanted(session, report.ticket):
            session = replace(session, report=report)
        case wire.EngineAnswer(report) if _wanted(session, report.ticket):
            session = _answer(session, report)
        case wire.EngineFailed(ticket, text):
            session = _failed(session, ticket, text)
        case _:
            pass
    return _engine(before, session)


def is_engine_due(session: Session) -> bool:
    """Whether the engine has to move in the position shown: its turn, at the end of a line."""
    node = session.tree.nodes[session.cursor]
    return (
        session.seats[node.state.mover].level is not None
        and not node.children
        and not session.paused
        and session.outcome is None
    )


def _wanted(session: Session, ticket: int) -> bool:
    return session.thinking and ticket == session.ticket


def _engine(before: Session, session: Session) -> tuple[Session, list[Command]]:
    """Stop or start the engine as the new session needs it."""
    commands: list[Command] = []
    same = (
        session.tree.nodes[session.cursor] == before.tree.nodes[before.cursor]
        and session.game == before.game
        and session.seats == before.seats
    )
    due = is_engine_due(session) and session.engine == "ready"
    if session.thinking and not (due and same):
        session = replace(session, thinking=False)
        if before.thinking:
            commands.append(StopThinking())
    if due and not session.thinking:
        ticket = session.ticket + 1
        level = session.seats[session.state.mover].level
        assert level is not None
        position = write_link(
            Record(session.game, session.tree.actions(session.cursor), session.tree.setup)
        )
        session = replace(session, ticket=ticket, thinking=True, report=None)
        commands.append(wire.Think(ticket, position, level, "play"))
    return session, commands


def _by_hand(session: Session, action: int) -> Session:
    """A person's action, or the reason why it is refused."""
    if session.outcome is not None:
        return replace(session, notice=Notice(WORDS["over"]))
    if is_engine_due(session):
        return replace(session, notice=Notice(WORDS["engine-turn"]))
    refusal = why_not(session.game, session.state, action)
    if refusal:
        text = refusal.sentence[0].upper() + refusal.sentence[1:] + "."
        return replace(session, notice=Notice(text, action, refusal.cause))
    return _play(session, action)


def _play(session: Session, action: int) -> Session:
    """The session after a legal action at the position shown."""
    tree, node = session.tree.add(session.cursor, action)
    stays = node in tree.path(session.leaf)
    return replace(
        session,
        tree=tree,
        cursor=node,
        leaf=session.leaf if stays else tree.leaf(node),
        paused=False,
        address=None,
    )


def _undo(session: Session) -> Session:
    """Back to the last position, before this one, in which a person decided."""
    nodes, node = session.tree.nodes, session.cursor
    if session.resigned:
        return replace(session, tree=session.tree.resign(node, False), address=None)
    people = [seat.level is None for seat in session.seats]
    while node != ROOT:
        node = nodes[node].parent
        if people[nodes[node].state.mover] or not any(people):
            return replace(session, cursor=node, address=None)
    return session


def can_undo(session: Session) -> bool:
    """Whether there is a decision of a person to take back."""
    return session.resigned or _undo(session).cursor != session.cursor


def _redo(session: Session) -> Session:
    """Forward to the next position in which a person decides, or to the end of the line."""
    line = session.tree.path(session.leaf)
    people = [seat.level is None for seat in session.seats]
    place = line.index(session.cursor)
    for node in line[place + 1 :]:
        session = replace(session, cursor=node)
        if people[session.state.mover] or not any(people):
            break
    return session


def _step(session: Session, actions: int) -> Session:
    line = session.tree.path(session.leaf)
    place = line.index(session.cursor) + actions
    return replace(session, cursor=line[max(0, min(place, len(line) - 1))])


def _go(session: Session, node: int) -> Session:
    if not 0 <= node < len(session.tree.nodes):
        return session
    on_line = node in session.tree.path(session.leaf)
    return replace(
        session, cursor=node, leaf=session.leaf if on_line else session.tree.leaf(node)
    )


def _new_game(session: Session, event: NewGame) -> Session:
    try:
        game = new_game(event.name, event.size, dict(event.options))
    except NotationError as error:
        return replace(session, notice=Notice(sentence_case(str(error))))
    return seated(session, plant(game), ROOT, ROOT, event.seats)


def seated(
    session: Session, tree: Tree, leaf: int, cursor: int, seats: tuple[Seat, Seat]
) -> Session:
    """The session with another game on the table."""
    return replace(
        session,
        tree=tree,
        leaf=leaf,
        cursor=cursor,
        seats=seats,
        paused=False,
        report=None,
        notice=None,
        address=None,
    )


def _resign(session: Session) -> Session:
    if session.outcome is not None or session.seats[session.state.mover].level is not None:
        return session
    tree = session.tree.resign(session.cursor)
    return replace(session, tree=tree, leaf=session.cursor, address=None)


def _open(session: Session, text: str) -> Session:
    """The game of a link; a faulty one is shown as far as it is legal, with the fault."""
    reading = read_link(text)
    if reading.record is None:
        why = Notice(f"{WORDS['bad-link']} {sentence_case(reading.error or '')}")
        return replace(session, notice=why, address=text)
    tree, leaf, cursor = grow(reading.record)
    same_game = tree.game == session.game and tree.setup == session.tree.setup
    seats = session.seats if same_game and _continues(session, tree, leaf) else (PERSON, PERSON)
    opened = seated(session, tree, leaf, cursor, seats)
    if reading.error is None:
        return opened
    rest = f" {WORDS['link-rest']} {reading.rest[:60]}" if reading.rest else ""
    why = Notice(f"{WORDS['damaged-link']} {sentence_case(reading.error)}{rest}")
    return replace(opened, notice=why, address=text)


def _continues(session: Session, tree: Tree, leaf: int) -> bool:
    """Whether one of the two games begins with all actions of the other."""
    ours, theirs = session.tree.actions(session.leaf), tree.actions(leaf)
    length = min(len(ours), len(theirs))
    return ours[:length] == theirs[:length]


def _answer(session: Session, report: wire.Report) -> Session:
    """The engine's answer, through the same checked door as a click."""
    session = replace(session, thinking=False, report=report)
    if report.error or report.action is None:
        text = report.error or WORDS["no-answer"]
        return replace(session, paused=True, notice=Notice(text))
    try:
        action = action_named(session.game.board, report.action)
    except NotationError:
        action = NO_CELL
    if why_not(session.game, session.state, action):
        return replace(session, paused=True, notice=Notice(WORDS["bad-answer"]))
    return _play(session, action)


def _failed(session: Session, ticket: int | None, text: str) -> Session:
    """The engine's worker is gone for good, or one question could not be answered."""
    if ticket is None:
        return replace(session, engine="failed", thinking=False, notice=Notice(text))
    if not _wanted(session, ticket):
        return session
    return replace(session, thinking=False, paused=True, notice=Notice(text))


def sentence_case(text: str) -> str:
    """The text as a sentence: a capital first and a full stop last."""
    return text[:1].upper() + text[1:] + ("" if text[-1:] in ".?!" else ".")
