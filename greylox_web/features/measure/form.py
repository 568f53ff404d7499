"""The form of a study: the variant, its start, the strength, and what it is compared with."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from ...measure.plan import Plan, make_plan, parse_start
from ...measure.rows import Pair
from ...rules import GAMES, Game, NotationError, new_game
from ...rules.notation.links import read_link, read_spec, write_link
from ...rules.options import BOARD, BoolOption, IntOption
from ...session.naming import board_text, size_text
from ...session.new_game_form import NewGameForm, is_available, with_game, with_size
from ...words.measure_page import MEASURE_PAGE_WORDS as WORDS
from ...words.new_game import OPTION_WORDS

Start = Literal["empty", "board", "link"]
STARTS: tuple[Start, ...] = ("empty", "board", "link")
STRENGTHS = (8, 32, 128)  # visits per action
COUNTS = (100, 200, 500, 1000)  # of games
COMPARED_VALUES = 8  # of a number
LADDER_FACTOR = 4  # between the visits of both sides
OTHERS = "others"  # the key of variants that only an address names


class Comparison(NamedTuple):
    """What a variant can be compared with: other variants, or another strength."""

    label: str
    games: tuple[Game, ...] = ()
    visits: int = 0


class MeasureForm(NamedTuple):
    """The choices in the form, which may be invalid."""

    board: NewGameForm  # the game, its size and its options; its players have no meaning
    start: Start = "empty"
    links: str = ""  # of the start positions, separated by spaces; unused if ``start`` is "empty"
    visits: int = 32
    games: int = 200
    compared: str = ""  # a key of ``comparisons``; "": nothing
    has_ladder: bool = False
    # only an address has others than these
    drawn: int = 4
    seed: int = 1
    others: tuple[Game, ...] = ()
    steps: tuple[Pair, ...] = ()
    wrong_size: int | None = None  # that was typed, and that the game does not have

    @property
    def game(self) -> Game:
        """The variant; NotationError if a number is out of its range."""
        name, options = self.board.name, self.board.options
        if self.wrong_size is not None:
            return new_game(name, self.wrong_size, options)
        return new_game(name, self.board.size, options, allow_small=True)


def first_form(game: Game) -> MeasureForm:
    """Return the form for a game, with the usual choices."""
    board = NewGameForm(game.name, game.size, dict(game.options))
    try:
        return MeasureForm(with_game(board, game))
    except NotationError:  # a board smaller than those that are offered
        return MeasureForm(board)


def comparisons(form: MeasureForm) -> dict[str, Comparison]:
    """Return what the form's variant can be compared with, by key; empty if it is invalid."""
    try:
        game = form.game
    except NotationError:
        return {}
    choices = dict[str, Comparison]()
    board = form.board
    for option in game.option_schema:
        if isinstance(option, IntOption):
            value, most = int(board.options[option.key]), option.maximum(game.board)
            low = max(option.minimum, min(value - COMPARED_VALUES // 2, most + 1 - COMPARED_VALUES))
            high = min(low + COMPARED_VALUES - 1, most)
            variants = variants_of(form, option.key, *range(low, high + 1))
            label = WORDS[f"compare-{option.key}"].format(low=low, high=high)
            choices[option.key] = Comparison(label, variants)
        elif isinstance(option, BoolOption) and is_available(board, option):
            is_on = bool(board.options[option.key])
            key = "compare-without" if is_on else "compare-with"
            label = WORDS[key].format(option=OPTION_WORDS[option.key])
            choices[option.key] = Comparison(label, variants_of(form, option.key, not is_on))
    for size in () if form.start != "empty" else board.shape.offered_sizes:
        if size != board.size:
            try:
                other = new_game(board.name, size, board.options)
            except NotationError:  # a number is too large for this board
                continue
            choices[f"size-{size}"] = Comparison(size_text(other), (other,))
    if form.others:
        label = ", ".join(variant_labels((game, *form.others))[1:])
        choices[OTHERS] = Comparison(label, form.others)
    for visits in STRENGTHS:
        if visits != form.visits:
            label = WORDS["compare-visits"].format(strength=strength_text(visits))
            choices[f"visits-{visits}"] = Comparison(label, visits=visits)
    return {key: comparison for key, comparison in choices.items() if any(comparison[1:])}


def variants_of(form: MeasureForm, key: str, *values: int) -> tuple[Game, ...]:
    """Return the form's variant with other values of an option, without the variant itself."""
    games = list[Game]()
    for value in values:
        options = form.board.options | {key: value}
        try:
            games.append(new_game(form.board.name, form.board.size, options, allow_small=True))
        except NotationError:  # another option excludes it
            continue
    return tuple(game for game in games if game != form.game)


def variant_labels(games: Sequence[Game]) -> list[str]:
    """Return a label of each variant: what distinguishes it from the others.

    >>> from ...rules import new_game
    >>> variant_labels([new_game("brink", 5, {"x": 4}), new_game("brink", 5, {"x": 6})])
    ['X 4', 'X 6']
    """
    texts = [board_text(game).split(" · ") for game in games]
    shared = set(texts[0]).intersection(*texts[1:]) if len(texts) > 1 else set()
    return [" · ".join(part for part in parts if part not in shared) or parts[0] for parts in texts]


def strength_text(visits: int) -> str:
    """Return what a strength is called."""
    if visits in STRENGTHS:
        return WORDS[f"visits-{visits}"]
    return WORDS["visits-other"].format(visits=visits)


def ladder_of(form: MeasureForm) -> tuple[Pair, ...]:
    """Return the steps of the form's skill ladder: around its strength, or those of an address."""
    if not form.has_ladder:
        return ()
    further = LADDER_FACTOR * form.visits
    return form.steps or ((form.visits, form.visits // LADDER_FACTOR), (further, form.visits))


def plan_of(form: MeasureForm, networks: Mapping[str, str]) -> Plan:
    """Return the plan of the form; NotationError, with a sentence, if the form is invalid."""
    comparison = comparisons(form).get(form.compared, Comparison(""))
    game = form.game
    links = [] if form.start == "empty" else form.links.split() or [""]
    readings = (read_link(link, allow_small=True) for link in links)
    return make_plan(
        (game, *comparison.games),
        [write_link(parse_start(game, reading)) for reading in readings],
        strengths=[visits for visits in (form.visits, comparison.visits) if visits],
        count=form.games,
        ladder=ladder_of(form),
        drawn=form.drawn,
        seed=form.seed,
        networks=networks,
    )


def form_of(plan: Plan) -> MeasureForm:
    """Return the form that makes this plan."""
    games = [read_spec(study.game, allow_small=True) for study in plan.studies]
    study, others = plan.studies[0], tuple(games[1:])
    form = first_form(games[0])._replace(
        start="link" if study.starts else "empty",
        links=" ".join(study.starts),
        visits=plan.strengths[-1],
        games=plan.games,
        has_ladder=bool(plan.ladder),
        drawn=study.drawn,
        seed=study.seed,
    )
    if plan.ladder != ladder_of(form):
        form = form._replace(steps=plan.ladder)
    for key, comparison in comparisons(form).items():
        if others and comparison.games == others:
            return form._replace(compared=key)
    if others:
        return form._replace(compared=OTHERS, others=others)
    if len(plan.strengths) > 1:
        return form._replace(compared=f"visits-{plan.strengths[0]}")
    return form


def with_board(form: MeasureForm, board: NewGameForm) -> MeasureForm:
    """Return the form with another board; a comparison that the new board lacks is dropped."""
    form = form._replace(board=board, others=(), wrong_size=None)
    if form.start == "board":
        form = form._replace(start="empty")
    return form if form.compared in comparisons(form) else form._replace(compared="")


def with_typed_size(form: MeasureForm, size: int) -> MeasureForm:
    """Return the form with another size; one that the game does not have makes it invalid."""
    try:
        return with_board(form, with_size(form.board, size))
    except NotationError:
        return form._replace(wrong_size=size)


def size_range(form: MeasureForm) -> tuple[int, int]:
    """Return the smallest and the largest size of the form's board shape, or its own."""
    sizes = {*form.board.shape.offered_sizes, form.board.size}
    return min(sizes), max(sizes)


def shapes(form: MeasureForm) -> list[str]:
    """Return the names of the board shapes of the form's game."""
    has_choice = any(option is BOARD for option in GAMES[form.board.name].option_schema)
    return [shape.name for shape in GAMES[form.board.name].shapes] if has_choice else []
