"""Reviewed games between engines, recorded once: the explanations are tested on their lines.

    python3 -m lab.reviewed_games --games 200

The games are between levels 3 to 6, which make mistakes as people do, on the default boards.  Each
position is reviewed as in the page.  A row of ``lab/reviews/NAME.jsonl`` has a game's link and, for
each position, the first colour's value in millionths, whether it is proven, and the principal
variation.  The same command resumes.
"""

from pathlib import Path
from random import Random

from greylox_web.engine.levels import REVIEW_VISITS
from greylox_web.features.review.model import Review
from greylox_web.features.review.turns import Evaluation
from greylox_web.match.tree import Tree, tree_from_record
from greylox_web.rules import GAMES, Game, new_game
from greylox_web.rules.notation.actions import GameRecord, action_name
from greylox_web.rules.notation.links import read_link, write_link
from greylox_web.session.evaluation import legal_line

from . import jsonl
from .command_line import make_parser
from .jsonl import Row
from .review_depth import LEVELS, evaluate_game, make_review, play_game

FOLDER = Path(__file__).parent / "reviews"
SCALE = 1_000_000


def record_game(game: Game, number: int) -> Row:
    """Play and review the game with this number."""
    levels = LEVELS[number % len(LEVELS)]
    tree = play_game(game, levels, Random(f"reviewed {game.name} {number}"))
    evaluations = [
        [
            int(one.value_first * SCALE),
            one.proven,
            " ".join(action_name(game.board, action) for action in one.pv),
        ]
        for one in evaluate_game(tree, REVIEW_VISITS)
    ]
    link = write_link(GameRecord(game, tree.actions(tree.line_end(0))))
    return {"number": number, "link": link, "evaluations": evaluations}


def read_game(row: Row) -> tuple[Tree, Review]:
    """Return the game and the complete review of a row."""
    reading = read_link(row["link"])
    assert reading.record is not None
    tree, _, _ = tree_from_record(reading.record)
    evaluations = [
        Evaluation(value / SCALE, proven, legal_line(tree.game, state, names.split()))
        for state, (value, proven, names) in zip(reading.states, row["evaluations"], strict=True)
    ]
    return tree, make_review(tree, evaluations)


def main() -> None:
    """Record the missing games, of all games of each kind in turn."""
    command = make_parser("lab.reviewed_games", __doc__)
    command.add_argument("--games", type=int, default=200)
    options = command.parse_args()
    paths = {name: FOLDER / f"{name}.jsonl" for name in GAMES}
    done = {name: {row["number"] for row in jsonl.read_rows(path)} for name, path in paths.items()}
    for number in range(options.games):
        for name, path in paths.items():
            if number not in done[name]:
                jsonl.append_row(path, record_game(new_game(name), number))


if __name__ == "__main__":
    main()
