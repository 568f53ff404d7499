"""The choices in the dialog for a new game: the game, the sides and the terms."""

from typing import Literal, NamedTuple, get_args

from ..match.match import PERSON, GameTerms, Seat
from ..rules import GAMES, Game, default_game, get_shape
from ..rules.notation.links import read_spec, write_spec
from ..rules.options import BOARD, IntOption, OptionValue
from ..rules.shapes import BoardFamily
from .choices import MINUTES, SECONDS, Choices, first_game, read_choices
from .opening import NewGame
from .seats import FIRST_LEVEL, seat_of, seat_value
from .session import Session

Side = Literal["first", "second", "either"]
Opponent = Literal["engine", "here", "link"]
SIDES: tuple[Side, ...] = get_args(Side)
OPPONENTS: tuple[Opponent, ...] = get_args(Opponent)

Clock = tuple[int, int]  # minutes of each player, seconds added after each turn
CLOCKS: tuple[Clock, ...] = ((0, 0), (5, 3), (10, 5), (20, 10))  # offered; others can be made


class Plan(NamedTuple):
    """The choices; they may be invalid, as a number may be out of its range."""

    name: str
    size: int
    options: dict[str, OptionValue]
    side: Side = "first"
    opponent: Opponent = "engine"
    level: int = FIRST_LEVEL
    clock: Clock = (0, 0)
    takebacks: bool = True
    chosen: frozenset[str] = frozenset()  # numbers that the player set, which every board keeps

    @property
    def shape(self) -> BoardFamily:
        """The shape of the board."""
        return get_shape(self.name, self.options)

    @property
    def terms(self) -> GameTerms:
        """The terms; against a friend with links there is no clock."""
        minutes, seconds = (0, 0) if self.opponent == "link" else self.clock
        return GameTerms(minutes * 60_000, seconds * 1000 if minutes else 0, self.takebacks)


def planned(session: Session) -> Plan:
    """The plan to begin with: the game on the table, with the players that it has or had last.

    From an exercise it is a whole game of that name, as it was chosen last.
    """
    if session.attempt is not None:
        remembered = session.preferences.new_game
        return with_name(planned(session.played), session.game.name, remembered)
    choices = read_choices(session.preferences.new_game)
    seats, terms = session.seats, session.terms
    if seats == (PERSON, PERSON):  # also a link, which brings no players
        seats, terms = (seat_of(choices.seats[0]), seat_of(choices.seats[1])), choices.terms
    clock = terms.time_millis // 60_000, terms.increment // 1000
    if clock[0] not in MINUTES or clock[1] not in SECONDS:
        clock = CLOCKS[0]
    plan = with_game(Plan("", 0, {}), session.game)
    plan = plan._replace(clock=clock, takebacks=terms.takebacks)
    if seats == (PERSON, PERSON):
        return plan._replace(opponent="here")
    other = seats[1] if seats[1] != PERSON else seats[0]
    side: Side = "second" if other is seats[0] else "first"
    return plan._replace(
        side="either" if choices.either else side,
        opponent="link" if other.remote else "engine",
        level=other.level or FIRST_LEVEL,
    )


def with_game(plan: Plan, game: Game) -> Plan:
    """The plan for this game on its board."""
    options = dict(game.options)
    return plan._replace(name=game.name, size=game.size, options=options, chosen=frozenset())


def with_name(plan: Plan, name: str, remembered: str) -> Plan:
    """The plan for a game as last chosen (from a preference's text), or as a first game of it."""
    spec = read_choices(remembered).games.get(name)
    if spec:
        return with_game(plan, read_spec(spec))
    return with_game(plan, first_game(name))._replace(level=FIRST_LEVEL)


def with_size(plan: Plan, size: int) -> Plan:
    """The plan on a board of another size, with that board's default numbers."""
    shape = {key: value for key, value in plan.options.items() if key == BOARD.key}
    return _on_board(plan, default_game(plan.name, size, shape))


def with_option(plan: Plan, key: str, value: OptionValue) -> Plan:
    """The plan with an option changed; another shape of board gets its default size."""
    if key == BOARD.key:
        board = default_game(plan.name, None, {key: value})
        return plan if board.board.shape == plan.shape.name else _on_board(plan, board)
    options = plan.options | {key: value}
    return plan._replace(options=options, chosen=plan.chosen | {key})


def _on_board(plan: Plan, game: Game) -> Plan:
    """The plan on the board of ``game``, with its numbers where the player has set none."""
    follows = {BOARD.key} | {
        option.key
        for option in GAMES[plan.name].option_schema
        if isinstance(option, IntOption) and option.key not in plan.chosen
    }
    options = {key: value for key, value in game.options.items() if key in follows}
    return plan._replace(size=game.size, options=plan.options | options)


def begun(plan: Plan, *, second: bool) -> NewGame:
    """The event that begins the game; ``second`` decides the side if that is drawn."""
    other = {
        "engine": Seat(plan.level),
        "here": PERSON,
        "link": Seat(remote=True),
    }[plan.opponent]
    turned = second if plan.side == "either" else plan.side == "second"
    seats = (other, PERSON) if turned else (PERSON, other)
    return NewGame(plan.name, plan.size, tuple(plan.options.items()), seats, plan.terms)


def remembered(plan: Plan, before: str, session: Session) -> Choices:
    """The choices to store, now that the game of the plan is on the table."""
    games = {**read_choices(before).games, plan.name: write_spec(session.game)}
    first, second = map(seat_value, session.seats)
    either = plan.side == "either" and plan.opponent != "here"
    return Choices(games, (first, second), session.terms, either)
