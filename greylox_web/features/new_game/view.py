"""The texts of the page for a new game, for the choices made so far (``NewGameForm``)."""

from datetime import date
from typing import NamedTuple

from ...engine.levels import LADDER_LEVELS, TURN_SECONDS
from ...engine.strengths import STRENGTHS, elo_above_level_1, expected_score
from ...engine.tuning import FIRST_SOLVING_LEVEL, play_styles
from ...progress import FactLog
from ...rules import GAMES, NotationError, default_game, new_game
from ...rules.board import get_board
from ...rules.notation.links import write_spec
from ...session import naming
from ...session.naming import board_text
from ...session.new_game_form import NewGameForm, TimeSetting
from ...session.visible_report import training_text
from ...words import WORDS, format_number
from ...words.new_game import NEW_WORDS
from ...words.opponents import OPPONENT_WORDS
from ..statistics.advice import suggest_level
from ..statistics.rating_text import strength_text
from ..statistics.results import MIN_RATED_GAMES, rated
from .shares import SHARES

ONE_SIDED_WINS = 75  # wins of 100 from which the text calls the board one-sided


def sizes(form: NewGameForm) -> list[int]:
    """Return the offered board sizes and the form's own size, which may come from a link."""
    return sorted({*form.shape.offered_sizes, form.size})


def size_text(form: NewGameForm, size: int) -> str:
    """Return a board size as text, with its measure and its number of cells."""
    shape = form.shape
    board = get_board(shape.name, size)
    suffix = "-usual" if board == default_game(form.name).board else ""
    cells = board.cells.bit_count()
    return WORDS[f"about-{shape.name}{suffix}"].format(size=size, cells=cells)


def side_texts(form: NewGameForm) -> tuple[str, str, str]:
    """Return the labels of the side choices: first colour, second colour, either."""
    first, second = (WORDS[colour] for colour in GAMES[form.name].colours)
    return NEW_WORDS["side-first"].format(Colour=first), second, NEW_WORDS["side-either"]


def name_labels(form: NewGameForm) -> tuple[str, str]:
    """Return the labels of the fields for the names of two local players."""
    first, second = (
        NEW_WORDS["player-name"].format(Colour=WORDS[colour]) for colour in GAMES[form.name].colours
    )
    return first, second


def game_spec(form: NewGameForm) -> str:
    """Return the form's game, board and options as links write them; "" if a number is wrong."""
    try:
        return write_spec(new_game(form.name, form.size, form.options))
    except NotationError:
        return ""


def shares_text(form: NewGameForm) -> str:
    """Return how often each side wins between equal players on the form's board.

    The text is empty if no study covers the board.
    """
    spec = game_spec(form)
    if spec not in SHARES:
        return ""
    first, draws = SHARES[spec]
    second = 100 - first - draws
    ahead = int(second > first)
    colours = [WORDS[colour] for colour in GAMES[form.name].colours]
    wins, key = max(first, second), "equals"
    if first == second:
        key = "equals-even"
    elif wins >= ONE_SIDED_WINS:
        key = ("equals-first", "equals-second")[ahead]
    text = NEW_WORDS[key].format(Colour=colours[ahead], Other=colours[1 - ahead], wins=wins)
    return f"{text} {NEW_WORDS['equals-drawn'].format(drawn=draws)}" if draws else text


class LevelText(NamedTuple):
    """The texts about a level of the engine."""

    name: str
    rank: str  # place among the ten opponents, and word
    value: str  # name and rank: the slider's value for screen readers
    about: str  # how the level plays; "" for a game without measured levels
    counts: str  # whether the game is rated, and the player's strength
    details: str  # measured results against other levels


def level_text(form: NewGameForm, facts: FactLog) -> LevelText:
    """Return the texts about the form's level, for a player with these facts."""
    strengths = STRENGTHS.get(form.name, ())
    sentences = []
    if expected := expected_score(form.name, form.level):
        wins, other = expected
        key = "wins-against" if other < form.level else "wins-beginner"
        sentences.append(NEW_WORDS[key].format(wins=wins, level=other))
    if measured := elo_above_level_1(form.name, form.level):
        elo, margin = measured
        sentences.append(
            NEW_WORDS["elo"].format(level=form.level, elo=format_number(elo), margin=margin)
        )
    if form.level in TURN_SECONDS:
        sentences.append(OPPONENT_WORDS["timed-strength"])
    elif strengths:
        margin = max(margin for _, margin in strengths[1:])
        sentences.append(NEW_WORDS["elo-note"].format(margin=margin))
        if not is_default_board(form):
            sentences.append(NEW_WORDS["elo-elsewhere"])
    about = play_style_text(form.name, form.level)
    advice = suggest_level(facts, form.name, date.today())
    if about and form.level == advice.level:
        about = OPPONENT_WORDS[f"suggested-{advice.why}"].format(text=about)
    about = " ".join(filter(None, (about, training_text(form.options))))
    name, rank = naming.engine_name(form.level), rank_text(form.level)
    return LevelText(
        name,
        rank,
        NEW_WORDS["level-of"].format(Name=name, rank=rank),
        about,
        rated_text(form, facts),
        " ".join(sentences),
    )


def rank_text(level: int) -> str:
    """Return the place of a level among the ten opponents, or that it is stronger than they are."""
    word = WORDS[f"level-{level}"]
    if level in TURN_SECONDS:
        return NEW_WORDS["rank-timed"].format(word=word)
    return NEW_WORDS["rank"].format(level=level, count=len(LADDER_LEVELS), word=word)


def tick_text(level: int) -> str:
    """Return the label of a level below the slider: its place, and +1, +2, … after the last."""
    last = len(LADDER_LEVELS)
    return str(level) if level <= last else f"+{level - last}"


def is_default_board(form: NewGameForm) -> bool:
    """Return whether board and options are the defaults, on which the levels are measured."""
    default = default_game(form.name)
    return (form.size, form.options) == (default.size, dict(default.options))


def rated_text(form: NewGameForm, facts: FactLog) -> str:
    """Return whether the game would be rated, or the player's strength once it is established."""
    if form.name not in STRENGTHS or form.opponent != "engine":
        return ""
    if form.teaches:
        return OPPONENT_WORDS["counts-teach"]
    if not is_default_board(form):
        return OPPONENT_WORDS["counts-not"].format(board=board_text(default_game(form.name)))
    if form.level in TURN_SECONDS:
        return OPPONENT_WORDS["counts-time"]
    is_established = len(rated(facts, form.name)) >= MIN_RATED_GAMES
    return strength_text(facts, form.name) if is_established else OPPONENT_WORDS["counts"]


def play_style_text(game: str, level: int) -> str:
    """Return how a level plays a game, in a sentence; "" for a game without measured levels."""
    if seconds := TURN_SECONDS.get(level):
        return OPPONENT_WORDS["timed" if seconds > 1 else "timed-1"].format(seconds=seconds)
    styles = play_styles(game)
    if not 1 <= level <= len(styles):
        return ""
    manner, exact = styles[level - 1], "-exact" if level >= FIRST_SOLVING_LEVEL else ""
    if isinstance(manner, int):
        return OPPONENT_WORDS[f"weighs{exact}"].format(positions=manner)
    return OPPONENT_WORDS[f"{manner}{exact}"]


def clock_name(clock: TimeSetting) -> str:
    """Return the label of a clock's button."""
    minutes, seconds = clock
    return NEW_WORDS["clock-some" if minutes else "clock-none"].format(
        minutes=minutes, seconds=seconds
    )


def clock_text(form: NewGameForm) -> str:
    """Return the meaning of the form's clock, in a sentence."""
    if form.has_no_clock:
        return NEW_WORDS["about-clock-teach" if form.teaches else "about-clock-link"]
    minutes, seconds = form.clock
    if not minutes:
        return NEW_WORDS["about-clock-none"]
    return NEW_WORDS["about-clock-bonus" if seconds else "about-clock-plain"].format(
        minutes=minutes, seconds=seconds
    )
