"""The result of a game and what decided it, for people."""

from ...rules.state import Outcome
from ...words import WORDS, number, ordinal
from ..session.session import Session


def result(session: Session, outcome: Outcome) -> str:
    """The result and what decided it, in one sentence."""
    game, state = session.game, session.state
    if outcome.winner is None:
        key = f"draw-{game.score_word}" if game.score_word else "draw"
        return WORDS[key].format(score=number(game.score(state, 0)))
    words: dict[str, object] = {
        "Colour": WORDS[game.colours[outcome.winner]],
        "Other": WORDS[game.colours[1 - outcome.winner]],
        "x": game.margin,
        "ordinal": ordinal(outcome.at),
    }
    sides = [outcome.tally[outcome.winner], outcome.tally[1 - outcome.winner]]
    words["ours"], words["theirs"] = (
        side[outcome.at] if outcome.at < len(side) else 0 for side in sides
    )
    key = f"won-{outcome.how}"
    if outcome.how == "resigned" and session.flagged:
        key = "won-time"
    if outcome.how == "product":
        words["ours"] = number(game.score(state, outcome.winner))
        words["theirs"] = number(game.score(state, 1 - outcome.winner))
    elif outcome.how == "cascade" and outcome.at == 0:
        key = "won-first"
    return WORDS[key].format(**words)


def comparison(outcome: Outcome) -> tuple[tuple[str, str, str, bool], ...]:
    """The group sizes of both colours side by side, as far as the one that decided."""
    if outcome.how == "product":
        return ()
    rows = []
    for place in range(outcome.at + 1 if any(outcome.tally) else 0):
        first, second = (side[place] if place < len(side) else 0 for side in outcome.tally)
        decided = place == outcome.at and outcome.winner is not None
        rows.append((str(place + 1), str(first), str(second), decided))
    return tuple(rows)
