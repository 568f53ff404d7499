"""The exercise that a puzzle makes, and what the judge says of a turn.

A turn is judged when it is over, by the position that it leads to: in which order its stones were
placed does not matter, nor another turn that comes to the same.  A wrong one is refuted on the
board, and the whole of it is taken back then.
"""

from collections import Counter

from ...rules.state import State
from ...words import WORDS
from ...words.puzzles import PUZZLE_WORDS
from ..session.exercise import Answer, Exercise, Verdict, Way
from ..thinking.review import turn_text
from ..view.panel.frame import due_text
from ..view.title import title
from .puzzle import Puzzle, is_open
from .refuting import why, why_right

ROOM = "puzzle"  # the first part of the routes
TODAY = "today"


def exercise_of(puzzle: Puzzle, *, today: bool = False) -> Exercise:
    """The puzzle as an exercise; ``today`` where it is met as the puzzle of the day."""
    game, state, row = puzzle.game, puzzle.state, puzzle.row
    onward = f"{ROOM}/next/{game.name}"
    return Exercise(
        route=f"{ROOM}/{TODAY if today else row.name}",
        game=game,
        state=state,
        judge=Judge(puzzle),
        eyebrow=PUZZLE_WORDS["eyebrow-today" if today else "eyebrow"].format(Game=title(game)),
        title=task(puzzle),
        text=claim(puzzle),
        ask=due_text(game, state),
        solution=puzzle.solution,
        ways=(
            Way("skip", PUZZLE_WORDS["skip"], onward, "before"),
            Way("next", PUZZLE_WORDS["next"], onward, "after"),
        ),
        plates=True,
        lasting=f"{ROOM}/{row.name}",
        helps=("hint", "solution"),
    )


def task(puzzle: Puzzle) -> str:
    """What is to be done: ``White to play and win``."""
    colour = WORDS[puzzle.game.colours[puzzle.state.mover]]
    return PUZZLE_WORDS[f"task-{puzzle.row.value}"].format(Colour=colour)


def claim(puzzle: Puzzle) -> str:
    """What is proven of all turns."""
    row = puzzle.row
    lost, drawn = len(row.lost), len(row.drawn)
    kind = "" if not drawn else "-drawn" if lost else "-all-drawn"
    key = f"claim-{row.value}{kind}"
    return PUZZLE_WORDS[key].format(count=lost + drawn, drawn=drawn)


class Judge:
    """Judges the turns of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def __call__(self, answer: Answer) -> Verdict:
        """What is to be said of an action, and what the other side answers."""
        puzzle, state = self.puzzle, answer.state
        if is_open(puzzle.game, state):
            return Verdict("on")
        turn = turn_text(puzzle.game, answer.first, answer.actions)
        if answer.before.occupied >> answer.actions[-1] & 1:  # the sign of a flip is not known yet
            cell = puzzle.game.board.name(answer.actions[-1])
            turn = PUZZLE_WORDS["flip-of"].format(cell=cell)
        if state == puzzle.right:
            text = PUZZLE_WORDS[f"right-{puzzle.row.value}"].format(turn=turn)
            solver, value = puzzle.state.mover, puzzle.row.value
            reason = why_right(puzzle.game, puzzle.state, state, solver, value)
            return Verdict("done", f"{text} {reason or self._threat()}".rstrip())
        kind, reply = puzzle.wrong[state]
        return Verdict("wrong", self._refuted(turn, state, kind, reply), reply, anew=True)

    def _threat(self) -> str:
        """What refutes most other turns, which the right one took away; "" where nothing does."""
        game, state, wrong = self.puzzle.game, self.puzzle.state, self.puzzle.wrong
        replies = Counter(reply for _, reply in wrong.values())
        reply, count = replies.most_common(1)[0]
        if not reply or 2 * count <= len(wrong):
            return ""
        flips = len(reply) == 1 and state.stones[state.mover] >> reply[0] & 1
        key = f"refutes-{'all' if count == len(wrong) else 'most'}{'-flip' if flips else ''}"
        after = next(after for after, (_, answer) in wrong.items() if answer == reply)
        told = game.board.name(reply[0]) if flips else turn_text(game, after, reply)
        other = WORDS[game.colours[1 - state.mover]]
        return PUZZLE_WORDS[key].format(Other=other, reply=told)

    def _refuted(self, turn: str, state: State, kind: str, reply: tuple[int, ...]) -> str:
        """What refutes a turn, and why it does."""
        game, solver = self.puzzle.game, self.puzzle.state.mover
        key, after, told = f"{kind}-over", state, ""
        if reply:
            for action in reply:
                after = game.play(after, action)
            flips = len(reply) == 1 and state.stones[solver] >> reply[0] & 1
            key = f"{kind}-flip" if flips else kind
            told = game.board.name(reply[0]) if flips else turn_text(game, state, reply)
        other = WORDS[game.colours[1 - solver]]
        refuted = PUZZLE_WORDS[key].format(turn=turn, Other=other, reply=told)
        return f"{refuted} {why(game, state, after, solver, kind)}"
