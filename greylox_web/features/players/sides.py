"""The plates of both players, and the facts about both colours."""

from dataclasses import dataclass

from ...rules.groups import sizes
from ...session import naming
from ...session.session import Session
from ...text import with_factors
from ...words import WORDS, format_number, labelled
from .score_view import SideScore, position, side_scores

MAX_GROUPS = 12  # sizes listed in the panel before "..."


@dataclass(frozen=True)
class Side:
    """The panel of one colour."""

    colour: str
    name: str  # the player's name
    about: str  # below the name: colour, engine level, whether the side is to move
    to_move: bool
    score: SideScore
    facts: tuple[tuple[str, str], ...]  # label, value
    progress: int  # of the engine's turn in percent, 0 if it is not thinking
    note: str  # "" or "Connected: must survive one turn."


def sides(session: Session) -> tuple[Side, Side]:
    """Return the panels of the first and of the second colour."""
    first, second = side_scores(session.board_session)
    return _side(session, 0, first), _side(session, 1, second)


def _about(session: Session, colour: int, name: str, *, to_move: bool) -> str:
    """Return the line below a player's name; see ``Side.about``."""
    seat, colour_name = session.seats[colour], WORDS[session.game.colours[colour]]
    parts = [colour_name] if colour_name != name else []
    if seat.level is not None:
        parts.append(naming.level_text(seat.level))
    elif to_move:
        parts.append(WORDS["to-move-now"])
    return " · ".join(parts)


def _side(session: Session, colour: int, score: SideScore) -> Side:
    game, state = session.game, position(session)
    stones = state.stones[colour]
    listed = sizes(game.board, game.scored_cells(state)[colour])
    text = " ".join(str(size) for size in listed[:MAX_GROUPS])
    more = " …" if len(listed) > MAX_GROUPS else ""
    groups = labelled(str(len(listed)), f"{text}{more}") if listed else WORDS["none"]
    facts = [(WORDS["stones"], str(stones.bit_count())), (WORDS["groups"], groups)]
    if game.score_label:
        score_text = format_number(game.score(state, colour))
        if game.score_label == "product" and session.preferences.factors:
            score_text = with_factors(score_text, listed)
        facts.append((WORDS[f"score-{game.score_label}"], score_text))
    controlled = game.controlled(state)
    if controlled:
        facts.append((WORDS["control"], str(controlled[colour].bit_count())))
        at_risk = (stones & controlled[1 - colour]).bit_count()
        facts.append((WORDS["threatened"], str(at_risk)))
    over = session.outcome is not None and session.editor is None
    is_connected = not over and game.connecting_group(state, colour)
    is_idle = over or (session.exercise_attempt is not None and session.exercise_attempt.is_idle)
    name, to_move = naming.player_name(session, colour), state.mover == colour and not is_idle
    engine = session.engine
    thinks = engine.thinking and engine.purpose == "play"
    return Side(
        colour=game.colours[colour],
        name=name,
        about=_about(session, colour, name, to_move=to_move),
        to_move=to_move,
        score=score,
        facts=tuple(facts),
        progress=engine.progress if thinks and to_move else 0,
        note=WORDS["connected"] if is_connected else "",
    )
