"""The board and players of the next game: what was chosen last, or those of a first visit."""

import json
from typing import NamedTuple

from ..match.match import UNTIMED, GameTerms, Seat
from ..rules import GAMES, Game, NotationError, default_game
from ..rules.notation.links import read_spec
from ..rules.options import BOARD
from ..rules.shapes import SHAPES
from ..schema import SchemaError, matches, one_of, read_json
from .preferences import MAX_TEXT
from .seats import DEFAULT_SEATS, FRIEND, decode_seat, encode_seat
from .session import Session


def newcomer_game(name: str) -> Game:
    """The game ``name`` as a newcomer gets it: on a small board, with that board's options.

    Between the first levels a game there takes each side 14 to 22 actions, which at 20 to 25
    seconds each, as for somebody to whom all is new, is five to nine minutes.  With the next larger
    board (base 5, 9 × 9) it is 26 to 38 actions.
    """
    default = default_game(name)
    shape = {key: value for key, value in default.options.items() if key == BOARD.key}
    return default_game(
        name, min(SHAPES[default.board.shape].max_newcomer_size, default.size), shape
    )


MINUTES = (0, 1, 3, 5, 10, 15, 20, 30, 60)  # of each player; 0 for no clock
SECONDS = (0, 2, 3, 5, 10, 20, 30)  # added after each turn
DEFAULT_SEAT_VALUES = encode_seat(DEFAULT_SEATS[0]), encode_seat(DEFAULT_SEATS[1])
TERMS_SCHEMA = (
    one_of(*(60_000 * n for n in MINUTES)),
    one_of(*(1000 * n for n in SECONDS)),
    object,
)


def _is_row(value: object) -> bool:
    return isinstance(value, list) and len(value) in (3, 4)


class LastChoices(NamedTuple):
    """The last choices of a player."""

    games: dict[str, str]  # name -> the game with its board and options, as links write it
    seats: tuple[str, str] = DEFAULT_SEAT_VALUES  # as ``seats.encode_seat`` writes them
    terms: GameTerms = UNTIMED
    random_side: bool = False  # the colours are drawn at random


def write_choices(choices: LastChoices) -> str:
    """The text of a preference."""
    return json.dumps(list(choices), separators=(",", ":"))


def read_choices(text: str) -> LastChoices:
    """The choices in a stored text, as far as it is valid."""
    try:
        games, seats, terms, *more = read_json(text, MAX_TEXT, _is_row)
    except SchemaError:
        return LastChoices({})
    specs = games if matches(games, dict) else {}
    sound = {name: spec for name, spec in specs.items() if _is_spec(name, spec)}
    defaults = LastChoices(sound)
    chosen = (seats[0], seats[1]) if matches(seats, (str, str)) else defaults.seats
    agreed = UNTIMED
    if matches(terms, TERMS_SCHEMA):
        millis, increment, takebacks = terms
        agreed = GameTerms(millis, increment, takebacks is not False)
    return LastChoices(sound, chosen, agreed, more == [True])


def _is_spec(name: str, spec: object) -> bool:
    """Whether this is a game of that name."""
    try:
        return name in GAMES and isinstance(spec, str) and read_spec(spec).name == name
    except NotationError:
        return False


def rematch_seats(session: Session) -> tuple[Seat, Seat]:
    """Who plays another game: who plays the one on the table, on the sides that were chosen last.

    *Other colour* turns the sides for a rematch, so it holds for no other game.
    """
    chosen = read_choices(session.preferences.new_game)
    last_seats = chosen.seats if session.preferences.new_game else DEFAULT_SEAT_VALUES
    seats = encode_seat(session.seats[0]), encode_seat(session.seats[1])
    if not any(seats):
        seats = last_seats
    if FRIEND in seats:  # who would first have to be asked
        seats = DEFAULT_SEAT_VALUES
    if "" in seats and any(seats):
        other = seats[0] or seats[1]
        seats = (other, "") if last_seats[0] and not last_seats[1] else ("", other)
    return decode_seat(seats[0]), decode_seat(seats[1])
