"""What a study measures: variants, strengths, the number of games, and its form in an address.

The form is a path of short parts, in this order; a part with its default is left out::

    brink5-x5.brink5-x4/v32.128/n1000/d4/r1/l32-8.128-32/s<set-up>/m<actions>

These are the variants, the visits, the games, the first actions drawn by lot, the seed, the steps
of the skill ladder, and the starts as in links.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..rules.board import NotationError
from ..rules.notation.actions import GameRecord, ParseResult
from ..rules.notation.links import read_link, read_spec, write_link, write_spec
from ..rules.state import Game
from ..words import format_number
from ..words.measure import MEASURE_WORDS
from .rows import Pair, StudyParameters

MAX_VARIANTS, MAX_STRENGTHS, MAX_STEPS = 12, 6, 4
MAX_GAMES, MAX_VISITS, MAX_DRAWN, MAX_SEED = 10_000, 2000, 100, 2**53
MAX_ALL_GAMES = 20_000  # of all variants and strengths: each takes about 2 KB of the page's memory
MAX_ADDRESS = 8192  # characters
DEFAULT_STRENGTHS, DEFAULT_GAMES, DEFAULT_DRAWN, DEFAULT_SEED = (32,), 200, 4, 1
NUMBER = r"(0|[1-9]\d{0,15})"
PATH = re.compile(
    r"(?P<games>[a-z0-9-]+(?:\.[a-z0-9-]+)*)"
    rf"(?:/v(?P<visits>{NUMBER}(?:\.{NUMBER})*))?(?:/n(?P<count>{NUMBER}))?"
    rf"(?:/d(?P<drawn>{NUMBER}))?(?:/r(?P<seed>{NUMBER}))?"
    rf"(?:/l(?P<ladder>{NUMBER}-{NUMBER}(?:\.{NUMBER}-{NUMBER})*))?"
    r"(?P<starts>(?:(?:/s[a-z0-9.-]+)?/m[a-z0-9.-]*)*)"
)
START = re.compile(r"(?:/s[^/]+)?/m[^/]*")  # a set-up, and the actions after it


class Plan(NamedTuple):
    """What to measure.  ``make_plan`` and ``read_plan`` check the limits."""

    studies: tuple[StudyParameters, ...]  # the variants; the first is the one asked about
    strengths: tuple[int, ...]  # visits per action, ascending
    games: int  # of each study at each strength, and of each step of the ladder
    ladder: tuple[Pair, ...] = ()  # (further, nearer) visits: the skill ladder of the first study

    @property
    def all_games(self) -> int:
        """The number of games in all."""
        return self.games * (len(self.studies) * len(self.strengths) + len(self.ladder))


def make_plan(
    games: Sequence[Game],
    starts: Sequence[str] = (),
    *,
    strengths: Iterable[int] = DEFAULT_STRENGTHS,
    count: int = DEFAULT_GAMES,
    ladder: Iterable[Pair] = (),
    drawn: int = DEFAULT_DRAWN,
    seed: int = DEFAULT_SEED,
    networks: Mapping[str, str],
) -> Plan:
    """Return a plan; NotationError, with a sentence, for anything out of the limits.

    ``starts`` are links of the first game; the others get the same set-up and actions.
    ``networks`` has the checksum of each game's network.
    """
    strengths, ladder = tuple(sorted(set(strengths))), tuple(dict.fromkeys(ladder))
    check_range("drawn", drawn, 0, MAX_DRAWN)
    check_range("seed", seed, 0, MAX_SEED)
    studies = tuple(
        make_study(
            game,
            [with_game(link, game) for link in starts],
            drawn,
            seed,
            networks.get(game.name, ""),
        )
        for game in dict.fromkeys(games)
    )
    return check_plan(Plan(studies, strengths, count, ladder))


def check_plan(plan: Plan) -> Plan:
    """Return the plan; NotationError if it is out of the limits."""
    if not 1 <= len(plan.studies) <= MAX_VARIANTS:
        raise NotationError(MEASURE_WORDS["plan-variants"].format(most=MAX_VARIANTS))
    if not 1 <= len(plan.strengths) <= MAX_STRENGTHS:
        raise NotationError(MEASURE_WORDS["plan-strengths"].format(most=MAX_STRENGTHS))
    if len(plan.ladder) > MAX_STEPS or any(further <= nearer for further, nearer in plan.ladder):
        raise NotationError(MEASURE_WORDS["plan-ladder"].format(most=MAX_STEPS))
    for visits in (*plan.strengths, *(visits for pair in plan.ladder for visits in pair)):
        check_range("visits", visits, 1, MAX_VISITS)
    check_range("games", plan.games, 1, MAX_GAMES)
    if plan.all_games > MAX_ALL_GAMES:
        raise NotationError(MEASURE_WORDS["plan-games"].format(most=format_number(MAX_ALL_GAMES)))
    return plan


def check_range(what: str, number: int, least: int, most: int) -> None:
    """Raise NotationError if ``number`` is not in the range from ``least`` to ``most``."""
    if not least <= number <= most:
        raise NotationError(
            MEASURE_WORDS["plan-range"].format(
                what=MEASURE_WORDS[what], least=format_number(least), most=format_number(most)
            )
        )


def make_study(
    game: Game, starts: Sequence[str], drawn: int, seed: int, network: str
) -> StudyParameters:
    """Return a study; NotationError if a start is not an unfinished position of the game."""
    records = [parse_start(game, read_link(link, allow_small=True)) for link in starts]
    return StudyParameters(write_spec(game), list(map(write_link, records)), drawn, seed, network)


def start_records(study: StudyParameters) -> list[GameRecord]:
    """Return the positions that the games of a study begin from; NotationError if one is wrong."""
    game = read_spec(study.game, allow_small=True)
    readings = [read_link(link, allow_small=True) for link in study.starts]
    return [parse_start(game, reading) for reading in readings] or [GameRecord(game)]


def parse_start(game: Game, reading: ParseResult) -> GameRecord:
    """Return the record that leads to a position, from a link or a record of a game."""
    record = reading.record
    if record is None or reading.error:
        raise NotationError(MEASURE_WORDS["start-unreadable"].format(error=reading.error))
    if record.game != game:
        raise NotationError(
            MEASURE_WORDS["start-other"].format(
                other=write_spec(record.game), game=write_spec(game)
            )
        )
    ply = record.shown_ply
    if record.is_resigned_here or not game.legal(reading.states[ply]):
        raise NotationError(MEASURE_WORDS["start-over"])
    return GameRecord(game, record.actions[:ply], record.setup)


def with_game(link: str, game: Game) -> str:
    """Return a link with the same set-up and actions in another variant, without check digits."""
    version, _, *sections = link.rpartition("/c")[0].split("/")
    return "/".join([version, write_spec(game), *sections])


def write_plan(plan: Plan) -> str:
    """Format a plan as the part of an address after ``#measure/``, without its networks."""
    first = plan.studies[0]
    parts = [".".join(study.game for study in plan.studies)]
    if plan.strengths != DEFAULT_STRENGTHS:
        parts.append("v" + ".".join(map(str, plan.strengths)))
    for letter, number, usual in (
        ("n", plan.games, DEFAULT_GAMES),
        ("d", first.drawn, DEFAULT_DRAWN),
        ("r", first.seed, DEFAULT_SEED),
    ):
        if number != usual:
            parts.append(f"{letter}{number}")
    if plan.ladder:
        parts.append("l" + ".".join(f"{further}-{nearer}" for further, nearer in plan.ladder))
    for start in first.starts:
        parts += start.rpartition("/c")[0].split("/")[2:]
    return "/".join(parts)


def read_plan(text: str, networks: Mapping[str, str]) -> Plan:
    """Parse the output of ``write_plan``; raise NotationError, with a sentence, for other text."""
    match = PATH.fullmatch(text) if len(text) <= MAX_ADDRESS else None
    if match is None:
        raise NotationError(MEASURE_WORDS["plan-unreadable"].format(text=text[:24]))
    specs = match["games"].split(".")
    if len(specs) > MAX_VARIANTS:
        raise NotationError(MEASURE_WORDS["plan-variants"].format(most=MAX_VARIANTS))
    games = [read_spec(spec, allow_small=True) for spec in specs]
    steps = [step.split("-") for step in (match["ladder"] or "").split(".") if step]
    return make_plan(
        games,
        [f"1/{specs[0]}{start}/c" for start in START.findall(match["starts"])],
        strengths=list(
            map(int, (match["visits"] or ".".join(map(str, DEFAULT_STRENGTHS))).split("."))
        ),
        count=int(match["count"] or DEFAULT_GAMES),
        ladder=[(int(further), int(nearer)) for further, nearer in steps],
        drawn=int(match["drawn"] or DEFAULT_DRAWN),
        seed=int(match["seed"] or DEFAULT_SEED),
        networks=networks,
    )
