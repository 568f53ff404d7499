"""What an exercise marks on the board: its target, the chosen cells, the hint, and the reason."""

from ....session.session import Session


def marks(session: Session) -> dict[str, int]:
    """The masks by layer name; empty without an exercise."""
    attempt = session.attempt
    if attempt is None:
        return {}
    found = {
        "target": attempt.exercise.target,
        "chosen": attempt.pointed,
    }
    if attempt.hint:
        found |= attempt.hint.layers(session.game)
    if attempt.verdict and attempt.verdict.cause:
        found["cause"] = attempt.verdict.cause
    if attempt.exercise.points:  # nothing is played, so control is not the question
        found |= dict.fromkeys(("control-first", "control-second", "threatened", "tilted"), 0)
    return found
