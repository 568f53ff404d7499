"""The displayed names of games, boards and sides.

If exactly one side is local, that side is called You; so is the solver of an exercise.  Two local
players have their names or, without a name, those of their colours.  While a turn is retried the
same person plays both sides, so sentences call both by their colours; the plates keep the names.
"""

from ..engine.levels import LADDER_LEVELS
from ..match.match import PERSON
from ..rules import TITLES, Game
from ..rules.options import BoolOption, IntOption, Option, OptionValue
from ..words import WORDS
from .session import Session


def game_title(game: Game) -> str:
    """Return the title of a game: ``Brink · base 5 · X 3``."""
    return f"{TITLES[game.name]} · {board_text(game)}"


def board_text(game: Game) -> str:
    """Return the size and the options of a game: ``base 5 · X 3``."""
    option_texts = (_option_text(option, game.options[option.key]) for option in game.option_schema)
    return " · ".join([size_text(game), *filter(None, option_texts)])


def size_text(game: Game) -> str:
    """Return the size of a board: ``base 5``."""
    return WORDS[f"size-{game.board.shape}"].format(size=game.size)


def board_line(session: Session) -> str:
    """Return the board of a game, and the engine's level if it is the opponent."""
    board, local = board_text(session.game), session.local_colour
    level = None if local is None else session.seats[1 - local].level
    if level is None or session.exercise_attempt is not None:
        return board
    return WORDS["board-against"].format(
        board=board, Name=engine_name(level), level=level_text(level)
    )


def _option_text(option: Option, value: OptionValue) -> str:
    """Return an option's part of the title; "" for a shape, and for a switch with its default."""
    if isinstance(option, IntOption):
        return WORDS[f"with-{option.key}"].format(value=value)
    if isinstance(option, BoolOption) and value != option.default:
        return WORDS[f"with-{option.key}" if value else f"no-{option.key}"]
    return ""


def colour_called_you(session: Session) -> int | None:
    """Return the colour that is called You: the solver's in an exercise, else the local one."""
    if session.exercise_attempt is not None:
        return session.exercise_attempt.solver
    return session.local_colour


def engine_name(level: int) -> str:
    """Return the engine's name at a level."""
    return WORDS[f"opponent-{level}"]


def level_text(level: int) -> str:
    """Return what a level is called: its number on the ladder, or what it is instead."""
    if level in LADDER_LEVELS:
        return WORDS["computer"].format(level=level)
    return WORDS[f"level-{level}"]


def level_named(level: int) -> str:
    """Return the engine's name at a level, and what the level is called."""
    return WORDS["level-named"].format(Name=engine_name(level), level=level_text(level))


def fixed_names() -> tuple[str, str]:
    """Return the names that our files contain for a local player, and for a friend without one."""
    return WORDS["you"], WORDS["your-friend"]


def display_name(session: Session, colour: int) -> str:
    """Return a side's name for the start of a sentence.

    While a turn is retried, one person plays both sides: the other one has its colour's name.
    """
    if session.is_retrying and colour != colour_called_you(session):
        return WORDS[session.game.colours[colour]]
    return player_name(session, colour)


def name_in_sentence(session: Session, colour: int) -> str:
    """Return ``display_name`` for use within a sentence; an unnamed remote side by its colour."""
    if session.seats[colour].remote and not session.remote_name:
        return WORDS[session.game.colours[colour]]
    return display_name(session, colour)


def player_name(session: Session, colour: int) -> str:
    """Return a side's name in the game, even while one of its turns is retried."""
    seat, other = session.seats[colour], session.seats[1 - colour]
    if colour == colour_called_you(session):
        return WORDS["you"]
    if seat.remote and not other.remote:
        return session.remote_name or WORDS["your-friend"]
    if seat.level is not None and seat.level != other.level:
        return engine_name(seat.level)
    name = session.match.player_names[colour] if (seat, other) == (PERSON, PERSON) else ""
    return name if name and name not in fixed_names() else WORDS[session.game.colours[colour]]


def avatar_levels(session: Session) -> tuple[int, int]:
    """Return the level of each side's avatar; 0: no avatar, which includes level 0 itself."""
    if session.exercise_attempt is not None:
        return (0, 0)
    first, second = session.seats
    return (first.level or 0, second.level or 0)


def heading(session: Session) -> str:
    """Return the title of the current game or exercise."""
    if session.exercise_attempt is None:
        return game_title(session.game)
    return (
        f"{session.exercise_attempt.exercise.title} · {session.exercise_attempt.exercise.eyebrow}"
    )
