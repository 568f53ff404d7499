"""The default board, seats and terms of the next game: the last choices, or a newcomer's."""

import json
from typing import NamedTuple

from ..match.match import UNTIMED, GameTerms, Seat
from ..rules import GAMES, Game, NotationError, default_game
from ..rules.notation.links import read_spec
from ..rules.options import BOARD
from ..rules.shapes import SHAPES
from ..schema import SchemaError, matches, one_of, read_json
from .preferences import MAX_TEXT
from .seats import DEFAULT_SEATS, REMOTE, decode_seat, encode_seat
from .session import Session


def newcomer_game(name: str) -> Game:
    """Return a newcomer's default for the game ``name``: a small board with its default options.

    Between the first levels, a game on this board takes each side 14 to 22 actions.  A newcomer
    needs 20 to 25 seconds for each, so the game lasts five to nine minutes.  The next larger board
    (base 5, 9 × 9) takes 26 to 38 actions.
    """
    default = default_game(name)
    shape = {key: value for key, value in default.options.items() if key == BOARD.key}
    return default_game(
        name, min(SHAPES[default.board.shape].max_newcomer_size, default.size), shape
    )


MINUTES = (0, 1, 3, 5, 10, 15, 20, 30, 60)  # for each player; 0: no clock
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
    """A player's last choices in the dialog for a new game."""

    games: dict[str, str]  # name -> game, board and options, in the format of links
    seats: tuple[str, str] = DEFAULT_SEAT_VALUES  # as encoded by ``encode_seat``
    terms: GameTerms = UNTIMED
    random_side: bool = False  # whether the sides are drawn at random


def write_choices(choices: LastChoices) -> str:
    """Encode the choices as the text of the preference ``new_game``."""
    return json.dumps(list(choices), separators=(",", ":"))


def read_choices(text: str) -> LastChoices:
    """Decode a stored text; invalid parts get their defaults."""
    try:
        games, seats, terms, *more = read_json(text, MAX_TEXT, _is_row)
    except SchemaError:
        return LastChoices({})
    specs = games if matches(games, dict) else {}
    valid_specs = {name: spec for name, spec in specs.items() if _is_spec(name, spec)}
    defaults = LastChoices(valid_specs)
    chosen = (seats[0], seats[1]) if matches(seats, (str, str)) else defaults.seats
    chosen_terms = UNTIMED
    if matches(terms, TERMS_SCHEMA):
        millis, increment, takebacks = terms
        chosen_terms = GameTerms(millis, increment, takebacks is not False)
    return LastChoices(valid_specs, chosen, chosen_terms, more == [True])


def _is_spec(name: str, spec: object) -> bool:
    """Whether ``spec`` is a valid text of the game ``name``."""
    try:
        return name in GAMES and isinstance(spec, str) and read_spec(spec).name == name
    except NotationError:
        return False


def new_game_seats(session: Session) -> tuple[Seat, Seat]:
    """Return the seats for a new game: the current players, on the sides last chosen.

    *Other colour* swaps the sides of a rematch only; it does not change the sides of a new game.
    """
    chosen = read_choices(session.preferences.new_game)
    last_seats = chosen.seats if session.preferences.new_game else DEFAULT_SEAT_VALUES
    seats = encode_seat(session.seats[0]), encode_seat(session.seats[1])
    if not any(seats):
        seats = last_seats
    if REMOTE in seats:  # a remote player would first have to agree
        seats = DEFAULT_SEAT_VALUES
    if "" in seats and any(seats):
        other = seats[0] or seats[1]
        seats = (other, "") if last_seats[0] and not last_seats[1] else ("", other)
    return decode_seat(seats[0]), decode_seat(seats[1])
