"""The explanations of turns: their lines are recorded once, and their facts are counted.

    python3 -m lab.explanations --turns 500

Of the reviewed games (``lab.reviewed_games``), the turns that cost 10 points of the winning chance
or more are evenly sampled; if they are too few, turns that cost 3 points or more follow.  A row of
``tests/explanations/lines/NAME.jsonl.xz`` has the position before a turn as a link, the engine's
line, the line that was played and the loss.  The tests check the facts of these lines by the rules
alone.  The table has the share of the costly turns whose explanation states a fact, and how often
each fact is stated for all turns.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from greylox_web.explanations.explain import explain
from greylox_web.explanations.model import Comparison
from greylox_web.features.mistakes.model import line_text
from greylox_web.features.review.turns import comparison, reviewed_turns
from greylox_web.rules import GAMES
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.session.evaluation import legal_line

from . import jsonl
from .command_line import make_parser
from .compressed import compress_file, load_text
from .jsonl import Row
from .review_depth import COSTLY_LOSS, SMALL_LOSS
from .reviewed_games import FOLDER as REVIEWS
from .reviewed_games import read_game

FOLDER = Path(__file__).parents[1] / "tests" / "explanations" / "lines"
Turn = tuple[Comparison, float]
"""A comparison of the best and the played line, and the loss of the winning chance."""


def turns_with_loss(rows: list[Row], loss: float) -> Iterator[Turn]:
    """Yield the comparisons of the turns of reviewed games that cost ``loss``, and their losses."""
    for row in rows:
        tree, review = read_game(row)
        for turn in reviewed_turns(tree, review):
            compared = comparison(tree, review, turn) if turn.loss >= loss else None
            if compared is not None:
                yield compared, turn.loss


def write_row(compared: Comparison, loss: float) -> Row:
    """Return the row of a comparison."""
    game, state = compared.game, compared.state
    setup = None if state == game.start() else state
    return {
        "link": write_link(GameRecord(game, (), setup)),
        "better": line_text(game, compared.better),
        "played": line_text(game, compared.played),
        "loss": round(loss, 3),
    }


def read_row(row: Row) -> Comparison:
    """Return the comparison of a row."""
    reading = read_link(row["link"])
    assert reading.record is not None, row["link"]
    game, state = reading.record.game, reading.states[0]
    lines = [legal_line(game, state, row[key].split()) for key in ("better", "played")]
    return Comparison(game, state, lines[0], lines[1])


def read_lines(name: str, folder: Path = FOLDER) -> list[Row]:
    """Return the recorded rows of a game."""
    return [json.loads(line) for line in load_text(folder / f"{name}.jsonl").splitlines()]


def evenly(turns: list[Turn], count: int) -> list[Turn]:
    """Return up to ``count`` of the turns, evenly sampled."""
    count = min(count, len(turns))
    return [turns[number * len(turns) // count] for number in range(count)]


def record_lines(name: str, turns: int, reviews: Path) -> None:
    """Write the lines of up to this many turns of a game, costly ones first."""
    compared = [*turns_with_loss(jsonl.read_rows(reviews / f"{name}.jsonl"), SMALL_LOSS)]
    costly = [one for one in compared if one[1] >= COSTLY_LOSS]
    chosen = evenly(costly, turns)
    chosen += evenly([one for one in compared if one[1] < COSTLY_LOSS], turns - len(chosen))
    path = FOLDER / f"{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(write_row(*one)) + "\n" for one in chosen), "utf-8")
    compress_file(path)


def main() -> None:
    """Record the lines, unless ``--count`` says otherwise, and print the table."""
    command = make_parser("lab.explanations", __doc__)
    command.add_argument("--turns", type=int, default=500)
    command.add_argument("--reviews", type=Path, default=REVIEWS)
    command.add_argument("--count", action="store_true", help="only count the recorded turns")
    options = command.parse_args()
    print("| game | turns | costly | with a fact | facts |")
    print("|---|---:|---:|---:|---|")
    for name in GAMES:
        if not options.count:
            record_lines(name, options.turns, options.reviews)
        rows = read_lines(name)
        explanations = [explain(read_row(row)) for row in rows]
        costly = [
            bool(one.facts)
            for row, one in zip(rows, explanations, strict=True)
            if row["loss"] >= COSTLY_LOSS
        ]
        share = sum(costly) / len(costly)
        keys = Counter(fact.key for one in explanations for fact in one.facts)
        facts = ", ".join(f"{key} {count}" for key, count in keys.most_common())
        print(f"| {name} | {len(rows)} | {len(costly)} | {share:.0%} | {facts} |")


if __name__ == "__main__":
    main()
