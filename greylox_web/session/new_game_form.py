"""The form in the dialog for a new game: the game, the sides and the terms."""

from typing import Literal, NamedTuple, get_args

from ..match.match import PERSON, GameTerms, Seat
from ..rules import GAMES, Game, default_game, get_shape
from ..rules.notation.links import read_spec, write_spec
from ..rules.options import BOARD, BoolOption, Option, OptionValue
from ..rules.shapes import BoardShape
from .last_choices import MINUTES, SECONDS, LastChoices, newcomer_game, read_choices
from .load_match import NewGame
from .seats import FIRST_LEVEL, decode_seat, encode_seat
from .session import TEACH_REASON, Session

Side = Literal["first", "second", "either"]
Opponent = Literal["engine", "here", "link"]
SIDE_CHOICES: tuple[Side, ...] = get_args(Side)
OPPONENTS: tuple[Opponent, ...] = get_args(Opponent)

TimeSetting = tuple[int, int]  # minutes of each player, seconds added after each turn
CLOCKS: tuple[TimeSetting, ...] = ((0, 0), (5, 3), (10, 5), (20, 10))  # presets; others can be set


class NewGameForm(NamedTuple):
    """The choices in the form.  They may be invalid: a number may be out of its range."""

    name: str
    size: int
    options: dict[str, OptionValue]
    side: Side = "first"
    opponent: Opponent = "engine"
    level: int = FIRST_LEVEL
    clock: TimeSetting = (0, 0)
    takebacks: bool = True
    chosen: frozenset[str] = frozenset()  # options that the player set, kept for every board
    names: tuple[str, str] = ("", "")  # of two local players
    teach: bool = False  # whether costly turns stop a game against the engine

    @property
    def shape(self) -> BoardShape:
        """The shape of the board."""
        return get_shape(self.name, self.options)

    @property
    def teaches(self) -> bool:
        """Whether costly turns stop the game."""
        return self.teach and self.opponent == "engine"

    @property
    def has_no_clock(self) -> bool:
        """Whether the game cannot have a clock: by link, or if it stops after costly turns."""
        return self.opponent == "link" or self.teaches

    @property
    def terms(self) -> GameTerms:
        """The terms; a game that stops after costly turns has takebacks."""
        minutes, seconds = (0, 0) if self.has_no_clock else self.clock
        takebacks = self.takebacks or self.teaches
        return GameTerms(minutes * 60_000, seconds * 1000 if minutes else 0, takebacks)


def initial_form(session: Session) -> NewGameForm:
    """Return the initial form: the current game with its seats.

    If both sides are local, the seats and terms last chosen apply.  During a lesson, the form has
    the game of the lesson as last chosen; during a puzzle, that of the suspended game.
    """
    attempt = session.exercise_attempt
    if attempt is not None and not attempt.exercise.route.startswith("learn/"):
        return initial_form(session.game_session)
    if attempt is not None:
        remembered = session.preferences.new_game
        return with_name(initial_form(session.game_session), session.game.name, remembered)
    choices = read_choices(session.preferences.new_game)
    seats, terms = session.seats, session.terms
    if session.unrated_reason == TEACH_REASON:
        terms = choices.terms  # the game's own are those of every game that is taught
    if seats == (PERSON, PERSON):  # also a game from a link, which has no seats
        seats, terms = (decode_seat(choices.seats[0]), decode_seat(choices.seats[1])), choices.terms
    clock = terms.time_millis // 60_000, terms.increment_millis // 1000
    if clock[0] not in MINUTES or clock[1] not in SECONDS:
        clock = CLOCKS[0]
    form = with_game(NewGameForm("", 0, {}), session.game)
    names = session.match.player_names
    form = form._replace(clock=clock, takebacks=terms.takebacks, names=names)
    form = form._replace(teach=session.unrated_reason == TEACH_REASON)
    if seats == (PERSON, PERSON):
        return form._replace(opponent="here")
    other = seats[1] if seats[1] != PERSON else seats[0]
    side: Side = "second" if other is seats[0] else "first"
    return form._replace(
        side="either" if choices.random_side else side,
        opponent="link" if other.remote else "engine",
        level=other.level or FIRST_LEVEL,
    )


def with_game(form: NewGameForm, game: Game) -> NewGameForm:
    """Return the form with this game, its board and its options.

    A switch that differs from the board's default counts as set by the player.
    """
    options = dict(game.options)
    form = form._replace(name=game.name, size=game.size, options=options, chosen=frozenset())
    default_options = with_size(form, game.size).options
    chosen = frozenset(
        option.key
        for option in game.option_schema
        if isinstance(option, BoolOption) and options[option.key] != default_options[option.key]
    )
    return form._replace(chosen=chosen)


def with_name(form: NewGameForm, name: str, remembered: str) -> NewGameForm:
    """Return the form with a game as last chosen, or as for a newcomer.

    ``remembered`` is the text of the preference ``new_game``.
    """
    spec = read_choices(remembered).games.get(name)
    if spec:
        return with_game(form, read_spec(spec))
    return with_game(form, newcomer_game(name))._replace(level=FIRST_LEVEL)


def with_size(form: NewGameForm, size: int) -> NewGameForm:
    """Return the form with another board size and that board's default options."""
    shape = {key: value for key, value in form.options.items() if key == BOARD.key}
    return _on_board(form, default_game(form.name, size, shape))


def with_option(form: NewGameForm, key: str, value: OptionValue) -> NewGameForm:
    """Return the form with an option changed; another board shape gets its default size.

    A switch that is switched on switches off those that it excludes.
    """
    if key == BOARD.key:
        board = default_game(form.name, None, {key: value})
        return form if board.board.shape == form.shape.name else _on_board(form, board)
    return _with_options(form, {key: value})._replace(chosen=form.chosen | {key})


def is_available(form: NewGameForm, option: Option) -> bool:
    """Whether no other option of the form excludes this one."""
    excluded_by = option.excluded_by if isinstance(option, BoolOption) else ""
    return not (excluded_by and form.options[excluded_by])


def _on_board(form: NewGameForm, game: Game) -> NewGameForm:
    """Return the form with the board of ``game``, and its options unless the player set them."""
    options = {key: value for key, value in game.options.items() if key not in form.chosen}
    return _with_options(form._replace(size=game.size), options)


def _with_options(form: NewGameForm, options: dict[str, OptionValue]) -> NewGameForm:
    """Return the form with these options; those that others exclude are off."""
    form = form._replace(options=form.options | options)
    unavailable = {
        option.key: False
        for option in GAMES[form.name].option_schema
        if not is_available(form, option)
    }
    return form._replace(options=form.options | unavailable)


def new_game_event(form: NewGameForm, *, second: bool) -> NewGame:
    """Return the event that starts the game.

    If the side is drawn, ``second`` is the result: the player gets the second colour.
    """
    other = {
        "engine": Seat(form.level),
        "here": PERSON,
        "link": Seat(remote=True),
    }[form.opponent]
    turned = second if form.side == "either" else form.side == "second"
    seats = (other, PERSON) if turned else (PERSON, other)
    names = form.names if form.opponent == "here" else ("", "")
    options = tuple(form.options.items())
    reason = TEACH_REASON if form.teaches else ""
    return NewGame(form.name, form.size, options, seats, form.terms, reason, names)


def saved_choices(form: NewGameForm, before: str, session: Session) -> LastChoices:
    """Return the choices to store after the game of the form has started.

    ``before`` is the previous text of the preference ``new_game``.
    """
    games = {**read_choices(before).games, form.name: write_spec(session.game)}
    first, second = map(encode_seat, session.seats)
    either = form.side == "either" and form.opponent != "here"
    terms = form._replace(teach=False).terms  # not those that teaching requires
    return LastChoices(games, (first, second), terms, either)
