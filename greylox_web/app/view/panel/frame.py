"""The frame: all that the page shows, as a pure function of the session."""

import re
from dataclasses import dataclass

from ....match.lines import Line, lines, turn_end
from ....match.tree import ROOT
from ....rules import TITLES, Game
from ....rules.board import NO_CELL, bits
from ....rules.groups import sizes
from ....rules.state import MAIN, State
from ....session import naming
from ....session.evaluation import Candidate, Evaluation
from ....session.naming import board_line, title
from ....session.playing import can_resign, can_undo
from ....session.session import Session
from ....text import with_factors
from ....words import WORDS, number, pair
from ..board.layers import layers
from ..opinion import candidates, evaluation, ranks
from .engine_card import report as told_by_engine
from .engine_card import work
from .sentences import swapped
from .standing import Drawing, Standing, drawing, position, standings

GOAL_ACTIONS = 3  # the goal is shown until this many actions were played
CELL_NAME = re.compile(r"(?<!\w)([a-z])([1-9]\d?)(?!\d)")
MOST_GROUPS = 12  # sizes listed in the panel before "..."


@dataclass(frozen=True)
class Side:
    """The panel of one colour."""

    colour: str
    name: str  # who plays it
    about: str  # under the name: the colour, the computer's level, whether it is to move
    to_move: bool
    standing: Standing
    facts: tuple[tuple[str, str], ...]  # label, value
    note: str  # "" or "Connected: must survive one turn."


@dataclass(frozen=True)
class Frame:
    """All that the page shows of a session."""

    layers: dict[str, int]  # class of a cell -> mask
    title: str
    board_line: str  # the board and options in the title
    own: int  # the colour played at this screen, whose panel is below the board
    status: str
    due: str
    heard: str  # ``due`` for screen readers, with names of cells
    goal: str  # of the game, in its first turns
    result: str
    comparison: tuple[tuple[str, str, str, bool], ...]  # rank, first, second, whether it decided
    sides: tuple[Side, Side]
    drawing: Drawing
    lines: tuple[Line, ...]
    node: int  # the node shown
    turn: int  # the last node of its turn in the line shown
    buttons: dict[str, bool]  # button -> whether it can be used
    report: str
    line: str  # the engine's best line
    work: str  # the search effort behind the engine's evaluation
    notice: str
    comment: str
    texts: dict[str, dict[int, str]]  # texts on cells by kind and cell, as in ``drawing.pieces``
    candidates: tuple[Candidate, ...]  # the engine's best actions, best first
    hint: tuple[str, str]  # the button's label, and the search's progress
    evaluation: Evaluation | None  # of the value bar
    weighs: bool  # whether the engine is computing the bar's value
    editor: str | None  # the set-up editor's remark on its position, None without an editor
    send: bool  # whether the player should send the link to the friend now
    offer: str  # the label of the button for the seat that a link offers, or ""


def frame(session: Session) -> Frame:
    """The frame of ``session``."""
    status, due = _status(session)
    named = due_text(session.game, session.state, ringed=False)
    is_due = due == due_text(session.game, session.state)
    heard = named if is_due else due
    plays = session.outcome is None and session.editor is None
    if swap := swapped(session, session.target) if plays else "":
        due = swap if is_due or session.is_friend_due or not due else due
    first, second = standings(session)
    report, line = told_by_engine(session)
    return Frame(
        layers=layers(session),
        title=_title(session),
        board_line=board_line(session.game),
        own=naming.here(session) or 0,
        status=status,
        due=due,
        heard=heard,
        goal=_goal(session),
        result=_result(session),
        comparison=_comparison(session),
        sides=(_side(session, 0, first), _side(session, 1, second)),
        drawing=drawing(session),
        lines=lines(session.tree),
        node=session.cursor,
        turn=turn_end(session.tree, session.leaf, session.cursor),
        buttons=_buttons(session),
        report=report,
        line=line,
        work=work(session),
        notice=session.notice.text if session.notice else "",
        comment=session.tree.nodes[session.cursor].comment,
        texts=_texts(session, session.notice.text if session.notice else due),
        candidates=candidates(session),
        hint=_hint(session),
        evaluation=evaluation(session),
        weighs=session.engine.thinking and session.engine.purpose in ("assess", "analyse"),
        editor=session.editor.remark if session.editor else None,
        send=sends(session),
        offer=_offer(session),
    )


def _title(session: Session) -> str:
    """The title of what is on the table: a game or an exercise."""
    if session.attempt is None:
        return title(session.game)
    return f"{session.attempt.exercise.title} · {session.attempt.exercise.eyebrow}"


def sends(session: Session) -> bool:
    """Whether the friend needs the link: to move, or because the game ended at this screen."""
    if session.outcome is None:
        return session.is_friend_due
    node = session.tree.nodes[session.cursor]
    last = node.state.mover if node.resigned else session.tree.nodes[node.parent].state.mover
    return session.seats[1 - last].away and not session.seats[last].away


def _offer(session: Session) -> str:
    """The label of the button for the seat that a link offers, or ""."""
    if not session.is_asked or session.offered is None:
        return ""
    return WORDS["take-seat"].format(Colour=WORDS[session.game.colours[session.offered]])


def _texts(session: Session, sentence: str) -> dict[str, dict[int, str]]:
    """The texts on cells, by kind: labels, ranks of the engine's actions, sizes that decided.

    Cells that the ``sentence`` beside the board mentions get their names ("named"), but not those
    between which a swap is drawn.
    """
    marks = session.tree.nodes[session.cursor].marks if session.editor is None else ()
    board = session.game.board
    named = {board.at(ord(m[1]) - 97, int(m[2]) - 1): m[0] for m in CELL_NAME.finditer(sentence)}
    marked = NO_CELL, *(session.tree.swapped(session.cursor) or ())
    found = {"named": {cell: name for cell, name in named.items() if cell not in marked}}
    found |= {"label": {m.cell: m.text for m in marks if m.text}, "rank": ranks(session)}
    if session.outcome is not None and session.editor is None:
        from ..board.decided import plaques

        found["plaque"] = plaques(session)
    return found


def _status(session: Session) -> tuple[str, str]:
    """Whose turn it is, and what is due; both "" after the end."""
    state, game = session.state, session.game
    for activity in session.activities:
        if (special := activity.status(session)) is not None:
            return special
    if session.outcome is not None:
        return "", ""
    if session.engine.thinking and session.engine.purpose == "play":
        return WORDS["thinking"].format(Name=naming.name(session, state.mover)), ""
    status = WORDS["to-move"].format(Name=naming.name(session, state.mover))
    if state.mover == naming.you(session):
        status = WORDS["your-move"]
    if session.is_trying:
        status = WORDS["trying"].format(Name=naming.name(session, state.mover))
    if session.seats[state.mover].level is not None and not session.is_trying:
        if session.tree.nodes[session.cursor].children:
            return status, WORDS["browsing"]
        if session.engine.paused:
            return status, WORDS["paused"]
        return status, WORDS["engine-failed" if session.engine.status == "failed" else "waiting"]
    if session.is_friend_due:
        name = naming.name(session, state.mover)
        return status, WORDS["friend-due" if session.cursor != ROOT else "friend-first"].format(
            Name=name
        )
    if session.is_asked and session.offered is not None:
        return status, WORDS["offered"].format(Colour=WORDS[game.colours[session.offered]])
    return status, due_text(session.game, session.state, ringed=session.preferences.bound)


def _result(session: Session) -> str:
    """Who won and why, in sentences; "" before the end."""
    if session.outcome is None or session.editor is not None:
        return ""
    from ....session.outcome import result

    return result(session, session.outcome)


def _comparison(session: Session) -> tuple[tuple[str, str, str, bool], ...]:
    """The group sizes that were compared, none before the end."""
    if session.outcome is None:
        return ()
    from ....session.outcome import comparison

    return comparison(session.outcome)


def _goal(session: Session) -> str:
    """The goal of the game, in its first turns; "" later and where something else is due."""
    known = len(session.tree.path(session.cursor)) > GOAL_ACTIONS
    if known or session.editor is not None or session.outcome is not None:
        return ""
    if session.is_asked or session.replay >= 0:
        return ""
    if session.tree.setup is not None or session.tree.swapped(session.cursor):
        return ""  # no room: what is due takes a long sentence
    return WORDS.get(f"first-goal-{session.game.name}") or goal(session)


def goal(session: Session) -> str:
    """The goal of the game, in a sentence."""
    game = session.game
    key = f"goal-{game.name}"
    if game.margin == 1:  # any lead wins, so a smaller largest group never does
        key += "-any"
    return WORDS[key].format(**game.options)


def greets(session: Session) -> bool:
    """Whether to show the greeting of a first visit, before the first stone of a new game."""
    tree = session.tree
    begun = len(tree.nodes) > 1 or tree.setup is not None
    return not (session.preferences.greeted or begun or session.editor is not None)


def greeting(session: Session) -> str:
    """The greeting of a first visit: which of the games this is, and who the opponent is."""
    if not greets(session):
        return ""
    here = naming.here(session)
    level = None if here is None else session.seats[1 - here].level
    told = WORDS["welcome"].format(Game=TITLES[session.game.name])
    return f"{told} {WORDS['welcome-level'].format(level=level)}" if level else told


def due_text(game: Game, state: State, *, ringed: bool = True) -> str:
    """What the mover has to do now, in a sentence.

    The anchor is called the ringed stone if ``ringed``, and otherwise by the name of its cell.
    """
    placed = state.placed.bit_count()
    anchor = game.board.name(state.anchor) if state.anchor >= 0 else ""
    if ringed:
        anchor = WORDS["ringed"]
    words = {"anchor": anchor, "placed": placed, "most": state.quota + placed}
    words |= {"Colour": WORDS[game.colours[state.mover]]}
    words |= {"Other": WORDS[game.colours[1 - state.mover]]}
    due = game.due(state)
    if due == "bound" and all(game.play(state, a).phase == MAIN for a in bits(game.legal(state))):
        due = "bound-last"  # no free stone can follow
    return WORDS[f"due-{due}"].format(**words)


def _about(session: Session, colour: int, name: str, *, to_move: bool) -> str:
    """The line under a player's name: see ``Side.about``."""
    seat, shown = session.seats[colour], WORDS[session.game.colours[colour]]
    parts = [shown] if shown != name else []
    if seat.level is not None:
        parts.append(WORDS["computer"].format(level=seat.level))
    elif to_move:
        parts.append(WORDS["to-move-now"])
    return " · ".join(parts)


def _side(session: Session, colour: int, standing: Standing) -> Side:
    game, state = session.game, position(session)
    stones = state.stones[colour]
    listed = sizes(game.board, game.holdings(state)[colour])
    text = " ".join(str(size) for size in listed[:MOST_GROUPS])
    more = " …" if len(listed) > MOST_GROUPS else ""
    groups = pair(str(len(listed)), f"{text}{more}") if listed else WORDS["none"]
    facts = [(WORDS["stones"], str(stones.bit_count())), (WORDS["groups"], groups)]
    if game.score_word:
        score = number(game.score(state, colour))
        if game.score_word == "product" and session.preferences.factors:
            score = with_factors(score, listed)
        facts.append((WORDS[f"score-{game.score_word}"], score))
    controlled = game.controlled(state)
    if controlled:
        facts.append((WORDS["control"], str(controlled[colour].bit_count())))
        at_risk = (stones & controlled[1 - colour]).bit_count()
        facts.append((WORDS["threatened"], str(at_risk)))
    over = session.outcome is not None and session.editor is None
    joined = not over and game.chain(state, colour)
    rests = over or (session.attempt is not None and session.attempt.rests)
    name, to_move = naming.name(session, colour), state.mover == colour and not rests
    return Side(
        colour=game.colours[colour],
        name=name,
        about=_about(session, colour, name, to_move=to_move),
        to_move=to_move,
        standing=standing,
        facts=tuple(facts),
        note=WORDS["connected"] if joined else "",
    )


def _buttons(session: Session) -> dict[str, bool]:
    """The panel's buttons: whether each can be used now."""
    game, state, engine = session.game, session.state, session.engine
    line = session.tree.path(session.leaf)
    over = session.outcome is not None
    person = session.people[state.mover] and session.editor is None
    legal = 0 if over or not person else game.legal(state)
    ends = bool(legal >> game.board.end & 1)
    is_playing = engine.thinking and engine.purpose == "play"
    return {
        "undo": can_undo(session) or session.attempt is not None,
        "redo": session.cursor != session.leaf,
        "back": session.cursor != line[0],
        "forward": session.cursor != line[-1],
        "end": ends and game.end_word == "end",
        "pass": ends and game.end_word == "pass",
        "swap": bool(legal >> game.board.swap & 1),
        "resign": can_resign(session) and session.cursor != line[0],
        "show-result": over and not session.ending.card,
        "now": is_playing,
        "pause": is_playing,
        "ask": (engine.paused or engine.status == "failed")
        and session.seats[state.mover].level is not None
        and not over,
        "promote": _is_off_main_line(session),
        "delete": session.cursor != ROOT,
        "restore": bool(session.trash),
        "hint": session.can_hint or session.attempt is not None,
        "analyse": session.can_analyse,
        "review-game": len(line) > 1 and session.review is None and engine.status != "failed",
    }


def _hint(session: Session) -> tuple[str, str]:
    """The label of the hint's button, and the search's progress or ""."""
    if session.hint is None or session.editor is not None:
        return WORDS["hint"], ""
    return session.hint.button, session.hint.progress(thinking=session.engine.thinking)


def _is_off_main_line(session: Session) -> bool:
    """Whether the node shown is off the main line."""
    path, nodes = session.tree.path(session.cursor), session.tree.nodes
    return any(nodes[nodes[node].parent].children[0] != node for node in path[1:])
