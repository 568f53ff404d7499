"""A puzzle as an exercise, and the judge of its answers.

A turn is judged when it is complete, by the resulting position, so the order of its stones does
not matter.  A wrong turn is refuted on the board, and then taken back as a whole.
"""

from collections import Counter
from datetime import date

from ...rules import GAMES
from ...rules.play import play_all
from ...rules.state import State
from ...rules.turns import turn_in_progress
from ...session.announcement_parts import join_sentences
from ...session.naming import game_title
from ...session.prompt import first_goal, prompt_text
from ...words import WORDS as COLOURS
from ...words.puzzles import PUZZLE_WORDS as WORDS
from ..exercise.model import Answer, Exercise, NavButton, Verdict, When
from ..review.turns import turn_text
from .explanations import forced_ending, refutation_text, solution_text, turn_facts
from .puzzle import Puzzle
from .series import Series

ROUTE = "puzzle"  # the first segment of the routes
TODAY = "today"
SERIES_WORDS = {"next": "puzzle", "streak": "streak"}


def make_exercise(
    puzzle: Puzzle,
    day: date | None = None,
    series: Series | None = None,
    *,
    can_skip: bool = True,
    is_new_game: bool = False,
) -> Exercise:
    """Make an exercise from a puzzle.

    ``day`` is set for the daily puzzle of that day.  The next puzzle is that of the ``series``, by
    default of the same game.  With ``is_new_game`` the task begins with the goal of the game.
    """
    game, state, row = puzzle.game, puzzle.state, puzzle.row
    series = series or Series("next", game=game.name)
    judge = Judge(puzzle)
    next_route = f"{ROUTE}/{series.path}"
    eyebrow = WORDS["eyebrow"].format(Set=WORDS["puzzle"], Game=game_title(game))
    skip: When = "unanswered" if series.kind == "streak" else "before"
    skip_button = NavButton("skip", WORDS["skip"], next_route, skip)
    return Exercise(
        route=f"{ROUTE}/{TODAY if day else series.puzzle_path(row.name)}",
        game=game,
        state=state,
        judge=judge,
        eyebrow=WORDS["eyebrow"].format(
            Set=WORDS["today"] if day else series_title(series), Game=game_title(game)
        ),
        title=task_text(puzzle),
        text=uniqueness_text(puzzle),
        prompt=join_sentences(first_goal(game) if is_new_game else "", prompt_text(game, state)),
        solution=puzzle.solution,
        solution_text=judge.right_text(),
        nav_buttons=(
            *([skip_button] if can_skip else ()),
            NavButton("next", WORDS["next"], next_route, "after"),
        ),
        shows_players=True,
        permalink=f"{ROUTE}/{row.name}",
        retries_when_done=True,
        day=day,
        expired_eyebrow=eyebrow,
        help_options=("hint", "solution"),
    )


def series_title(series: Series) -> str:
    """Return the name of a series, like ``Stay small``; ``Puzzle`` for one without a name."""
    if series.kind == "set" and series.set_name in GAMES:
        return WORDS["puzzle"]
    return WORDS[f"set-{series.set_name}" if series.kind == "set" else SERIES_WORDS[series.kind]]


def task_text(puzzle: Puzzle) -> str:
    """Return the task, like ``White to play and win``."""
    colour = COLOURS[puzzle.game.colours[puzzle.state.mover]]
    return WORDS[f"task-{puzzle.row.value}"].format(Colour=colour)


def uniqueness_text(puzzle: Puzzle) -> str:
    """Return a sentence on the proven result of the other turns."""
    row = puzzle.row
    lost, draws = len(row.lost), len(row.drawn)
    kind = "" if not draws else "-drawn" if lost else "-all-drawn"
    key = f"claim-{row.value}{kind}"
    return WORDS[key].format(count=lost + draws, drawn=draws)


class Judge:
    """Judges the turns of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def __call__(self, answer: Answer) -> Verdict:
        """Return the verdict on the last action, with the opponent's replies."""
        puzzle, state = self.puzzle, answer.state
        if turn_in_progress(puzzle.game, state):
            return Verdict("on")
        if state == puzzle.solution_state:
            return Verdict("done", self.right_text(answer.actions), from_start=True)
        kind, reply = puzzle.wrong_turns[state]
        return Verdict(
            "wrong",
            self._refutation(state, kind, reply),
            reply + forced_ending(puzzle.game, play_all(puzzle.game, state, reply)),
            from_start=True,
            is_numbered=True,
            heading=WORDS[kind].format(turn=self._turn_text(answer.actions)),
        )

    def right_text(self, actions: tuple[int, ...] = ()) -> str:
        """Return two sentences on the right turn, by default in the order of the solution."""
        puzzle = self.puzzle
        turn, value = self._turn_text(actions or puzzle.solution), puzzle.row.value
        facts = turn_facts(puzzle.game, puzzle.state, actions or puzzle.solution)
        reason = solution_text(
            puzzle.game, puzzle.state, puzzle.solution_state, puzzle.state.mover, value, facts
        )
        text = WORDS[f"right-{value}"].format(turn=turn)
        return f"{text} {reason or self._common_refutation_text()}".rstrip()

    def _turn_text(self, actions: tuple[int, ...]) -> str:
        """Return a turn as the beginning of a sentence."""
        game, state = self.puzzle.game, self.puzzle.state
        before = play_all(game, state, actions[:-1])
        if before.occupied >> actions[-1] & 1:  # players may not know "x"
            return WORDS["flip-of"].format(cell=game.board.cell_name(actions[-1]))
        return turn_text(game, state, actions)

    def _common_refutation_text(self) -> str:
        """Return a sentence on the reply that refutes most other turns, or "" if none does."""
        wrong = self.puzzle.wrong_turns
        replies = Counter(reply for _, reply in wrong.values())
        reply, count = replies.most_common(1)[0]
        if not reply or 2 * count <= len(wrong):
            return ""
        after = next(after for after, (_, answer) in wrong.items() if answer == reply)
        text, flip = self._reply_text(reply, after)
        key = f"refutes-{'all' if count == len(wrong) else 'most'}{flip}"
        return WORDS[key].format(Other=self._opponent_name, reply=text)

    def _refutation(self, state: State, kind: str, reply: tuple[int, ...]) -> str:
        """Return two sentences: the reply to the wrong turn that led to ``state``, and why."""
        game, solver = self.puzzle.game, self.puzzle.state.mover
        key, after, text = f"{kind}-over", state, ""
        if reply:
            after = play_all(game, state, reply)
            text, flip = self._reply_text(reply, state)
            key = f"answers{flip}"
        answer = WORDS[key].format(Other=self._opponent_name, reply=text)
        facts = turn_facts(game, state, reply)
        return f"{answer} {refutation_text(game, state, after, solver, kind, facts)}"

    def _reply_text(self, reply: tuple[int, ...], state: State) -> tuple[str, str]:
        """Return a reply in ``state`` as text, and the suffix of its message key: "-flip" or ""."""
        game, solver = self.puzzle.game, self.puzzle.state.mover
        if len(reply) == 1 and state.stones[solver] >> reply[0] & 1:
            return game.board.cell_name(reply[0]), "-flip"
        return turn_text(game, state, reply), ""

    @property
    def _opponent_name(self) -> str:
        """Return the name of the opponent's colour."""
        return COLOURS[self.puzzle.game.colours[1 - self.puzzle.state.mover]]
