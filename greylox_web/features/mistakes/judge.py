"""A mistake as an exercise, and the judge of the turns that are tried.

The engine's turn counts at once, and so does the end of the game.  Every other turn waits for the
engine's evaluation, at the strength of a review.
"""

from functools import partial

from ...engine.messages import SearchReport
from ...rules.play import play_all
from ...rules.turns import turn_in_progress
from ...session.naming import game_title
from ...session.prompt import prompt_text
from ...words import locale_format
from ...words.mistakes import MISTAKES_WORDS as WORDS
from ..exercise.model import Answer, Exercise, NavButton, Verdict
from ..review.turns import GOOD_MOVE_LOSS, Evaluation, terminal_evaluation, turn_text
from .model import Mistake

ROUTE = "mistake"  # the first segment of the routes
NEXT = "next"


def make_exercise(mistake: Mistake) -> Exercise:
    """Make an exercise from a mistake."""
    game, state = mistake.game, mistake.state
    words = texts(mistake)
    day = locale_format.formats.day(mistake.day)
    return Exercise(
        route=f"{ROUTE}/{mistake.name}",
        game=game,
        state=state,
        judge=Judge(mistake),
        eyebrow=WORDS["eyebrow"].format(Game=game_title(game)),
        title=WORDS["task"].format(**words),
        text=WORDS["text"].format(number=mistake.number, day=day, **words),
        prompt=prompt_text(game, state),
        solution=mistake.better.actions,
        solution_text=WORDS["solution"].format(**words),
        nav_buttons=(
            NavButton("skip", WORDS["skip"], f"{ROUTE}/{NEXT}", "before"),
            NavButton("next", WORDS["next"], f"{ROUTE}/{NEXT}", "after"),
        ),
        shows_players=True,
        help_options=("hint", "solution"),
    )


def texts(mistake: Mistake) -> dict[str, object]:
    """Return the placeholders of sentences about a mistake."""
    game, state = mistake.game, mistake.state
    return {
        "played": turn_text(game, state, mistake.played.actions),
        "better": turn_text(game, state, mistake.better.actions),
        "lost": percent(mistake.lost),
        "before": percent(mistake.before),
        "after": percent(mistake.after),
    }


def percent(chance: float) -> int:
    """Return a chance or a loss in per cent; 0 and 100 only if it is certain."""
    return round(100 * chance) if chance in (0, 1) else min(max(round(100 * chance), 1), 99)


class Judge:
    """Judges the turns that are tried in the position of a mistake."""

    def __init__(self, mistake: Mistake) -> None:
        self.mistake, self.words = mistake, texts(mistake)
        game, state = mistake.game, mistake.state
        self.better, self.played = (
            play_all(game, state, turn.actions) for turn in (mistake.better, mistake.played)
        )

    def __call__(self, answer: Answer) -> Verdict:
        """Return the verdict on the last action; the order of a turn's stones does not matter."""
        game, state = self.mistake.game, answer.state
        if turn_in_progress(game, state):
            return Verdict("on")
        turn = turn_text(game, answer.initial_state, answer.actions)
        if state == self.better:
            return self.found_verdict("found-best", turn)
        if state == self.played:
            return self.missed("wrong-played", turn)
        if evaluation := terminal_evaluation(game, state):
            return self.judge(turn, evaluation)
        text = WORDS["looking"].format(turn=turn)
        evaluated = partial(self.with_report, turn)
        return Verdict("waiting", text, from_start=True, evaluated=evaluated)

    def with_report(self, turn: str, report: SearchReport | None) -> Verdict:
        """Return the verdict on a turn with the engine's report on the position after it."""
        if report is None:
            return Verdict("unknown", WORDS["unknown"].format(turn=turn), from_start=True)
        return self.judge(turn, Evaluation(report.value_first, report.proven))

    def judge(self, turn: str, evaluation: Evaluation) -> Verdict:
        """Return the verdict on a turn with the evaluation of the position after it."""
        mover = self.mistake.state.mover
        chance, shown = evaluation.win_probability(mover), evaluation.win_percent(mover)
        if evaluation.proven and chance == 1:
            return self.found_verdict("found-wins", turn)
        if self.mistake.before - chance < GOOD_MOVE_LOSS:
            return self.found_verdict("found-good", turn, chance=shown)
        return self.missed("wrong", turn, chance=shown)

    def found_verdict(self, key: str, turn: str, **values: object) -> Verdict:
        """Return the verdict on a good turn."""
        text = WORDS[key].format(turn=turn, **values, **self.words)
        return Verdict("done", text, from_start=True, heading=WORDS["found"])

    def missed(self, key: str, turn: str, **values: object) -> Verdict:
        """Return the verdict on a turn that costs too much."""
        text = WORDS[key].format(turn=turn, **values, **self.words)
        return Verdict("wrong", text, from_start=True, heading=WORDS["missed"])
