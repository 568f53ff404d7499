"""The ladder in words, and the game against its next opponent."""

from typing import NamedTuple

from ...progress import FactLog
from ...rules import Game, default_game
from ...session import naming
from ...session.last_choices import new_game_seats
from ...session.load_match import NewGame, new_game_on
from ...session.seats import DEFAULT_SEATS, with_engine_level
from ...session.session import TEACH_REASON, Session
from ...words.opponents import OPPONENT_WORDS as WORDS
from .advice import is_new_to_default_board, suggested_game
from .ladder import StepState, ladder
from .results import max_level


class StepText(NamedTuple):
    """A level on the ladder."""

    level: int
    state: StepState
    name: str
    text: str  # for screen readers


class LadderText(NamedTuple):
    """The contents of the card."""

    steps: tuple[StepText, ...]
    level: int  # of the opponent that the button names
    title: str
    record: str  # the games against the opponent so far, and what a win counts for
    button: str


def ladder_text(facts: FactLog, game: str) -> LadderText:
    """Return the ladder of a game in words."""
    now = ladder(facts, game)
    level = now.next_level or max_level(game)
    name = naming.engine_name(level)
    steps = tuple(
        StepText(
            step.level,
            step.state,
            naming.engine_name(step.level),
            WORDS[f"step-{step.state}"].format(
                Name=naming.engine_name(step.level), level=step.level
            ),
        )
        for step in now.steps
    )
    button = WORDS["ladder-play"].format(Name=name)
    if not now.next_level:
        return LadderText(steps, level, WORDS["beaten-last"].format(Name=name), "", button)
    sentences = []
    if now.why_not_beaten:
        sentences.append(not_beaten_text(game, level, now.why_not_beaten))
    elif now.played:
        sentences.append(WORDS["ladder-record"].format(games=now.played))
    if is_new_to_default_board(facts, game):
        default = default_game(game)
        sentences.append(WORDS["usual"].format(cells=default.board.cells.bit_count()))
        button = WORDS["usual-play"].format(board=naming.size_text(default))
    elif now.why_not_beaten:
        pass  # the sentence names what counts
    elif suggested_game(facts, game) == default_game(game):
        sentences.append(WORDS["ladder-counts"])
    elif level < max_level(game):
        sentences.append(WORDS["ladder-small"].format(Next=naming.engine_name(level + 1)))
    title = WORDS["next"].format(Name=name, level=level)
    return LadderText(steps, level, title, " ".join(sentences), button)


def not_beaten_text(game: str, level: int, unrated: str) -> str:
    """Return why a win did not beat a level, and which win does."""
    reason = unrated if f"not-beaten-{unrated}" in WORDS else "other"
    return WORDS[f"not-beaten-{reason}"].format(
        Name=naming.engine_name(level), board=naming.board_text(default_game(game))
    )


def play_event(session: Session, board: Game, level: int) -> NewGame:
    """Return the event that starts a game against a level.

    The player has the colour last chosen.
    """
    seats = new_game_seats(session)
    if len([seat for seat in seats if seat.level is not None]) != 1:
        seats = DEFAULT_SEATS
    return new_game_on(board, with_engine_level(seats, level))


def starts_again(event: NewGame, last: Session) -> bool:
    """Return whether a new game is a rematch of the last one: the same board, players and terms."""
    is_from_start = last.tree.setup is None
    is_taught = last.unrated_reason == TEACH_REASON  # then a rematch is taught, too
    again = new_game_on(last.game, last.seats, last.terms)
    return is_from_start and not is_taught and event == again
