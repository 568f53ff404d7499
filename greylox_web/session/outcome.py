"""Sentences on the result of a finished game and its reason."""

from ..rules import Game
from ..rules.groups import sizes
from ..rules.play import count_vacant
from ..rules.state import Outcome, State
from ..text import with_factors
from ..words import format_number, ordinal_word
from ..words.ending import ENDING_WORDS as WORDS
from . import naming
from .session import Session


def result(session: Session, outcome: Outcome) -> str:
    """Return the winner and the reason, in two sentences."""
    return f"{headline(session, outcome)}. {reason(session, outcome)}"


def headline(session: Session, outcome: Outcome) -> str:
    """Return the headline: ``You win``, ``Pip wins``, ``White wins`` or ``Draw``."""
    if outcome.winner is None:
        return WORDS["draw"]
    if outcome.winner == naming.colour_called_you(session):
        return WORDS["you-win"]
    return WORDS["wins"].format(Name=naming.display_name(session, outcome.winner))


def reason(session: Session, outcome: Outcome) -> str:
    """Return the deciding reason in one sentence, with the names of the session."""
    names = naming.name_in_sentence(session, 0), naming.name_in_sentence(session, 1)
    voice = {None: "won", outcome.winner: "you-won"}.get(
        naming.colour_called_you(session), "you-lost"
    )
    if outcome.reason == "resigned" and session.match.lost_on_time:
        outcome = outcome._replace(reason="time")
    return deciding_reason(session.game, session.state, outcome, names, voice)


def deciding_reason(
    game: Game, state: State, outcome: Outcome, names: tuple[str, str], voice: str = "won"
) -> str:
    """Return the deciding reason of a game that ended in ``state``, in one sentence.

    ``names`` are the names of the colours.  ``voice`` is the prefix of the string's key: "won",
    "you-won" or "you-lost".
    """
    if outcome.winner is None:
        key = f"draw-{game.score_label or 'groups'}"
        return WORDS[key].format(score=format_number(game.score(state, 0)))
    winner, loser = outcome.winner, 1 - outcome.winner
    numbers = deciding_numbers(game, state, outcome) or (0, 0)
    ours, theirs = numbers[winner], numbers[loser]
    key = outcome.reason
    if key == "cascade" and outcome.deciding_rank == 0:
        key = "first"
    return WORDS[f"{voice}-{key}"].format(
        Name=names[winner],
        Rival=names[loser],
        ours=format_number(ours),
        theirs=format_number(theirs),
        lead=format_number(abs(ours - theirs)),
        ordinal=ordinal_word(outcome.deciding_rank),
        x=game.margin,
    )


def deciding_numbers(game: Game, state: State, outcome: Outcome) -> tuple[int, int] | None:
    """Return the numbers of both colours that decided: sizes of groups, or products; None if none.

    In a draw both are equal.
    """
    if not any(outcome.compared_sizes):
        return None
    if game.score_label == "product":
        return game.score(state, 0), game.score(state, 1)
    first, second = (size_at_rank(outcome, colour, outcome.deciding_rank) for colour in (0, 1))
    return first, second


def why_game_ended(session: Session, outcome: Outcome) -> str:
    """Return a sentence on why no more stones can be placed.

    The sentence is "" if the result already contains the reason.
    """
    game, state = session.game, session.state
    if outcome.reason == "resigned" or any(game.edges):
        return ""
    if game.uses_sight:
        if state.mover == naming.colour_called_you(session):
            return WORDS["you-stuck"]
        return WORDS["stuck"].format(Name=naming.display_name(session, state.mover))
    vacant_count = count_vacant(game, state)
    if not vacant_count:
        return WORDS["full"]
    return WORDS["left-one" if vacant_count == game.final_vacancies == 1 else "closed"]


def size_at_rank(outcome: Outcome, colour: int, rank: int) -> int:
    """Return a colour's number at a rank of ``compared_sizes``; 0 past its end."""
    side = outcome.compared_sizes[colour]
    return side[rank] if rank < len(side) else 0


def rank_text(outcome: Outcome, rank: int) -> str:
    """Return a sentence on the groups at one rank of the size comparison."""
    first, second = (size_at_rank(outcome, colour, rank) for colour in (0, 1))
    larger, smaller = format_number(max(first, second)), format_number(min(first, second))
    key = "step-equal" if first == second else "step-decides"
    return WORDS[key if rank else f"{key}-first"].format(
        ordinal=ordinal_word(rank), most=larger, least=smaller
    )


def vacant_cells_text(session: Session) -> str:
    """Return a sentence on the colour for which the vacant cells count; "" if for neither."""
    held, stones = session.game.scored_cells(session.state), session.state.stones
    for colour in (0, 1):
        if held[colour] != stones[colour]:
            count = (held[colour] & ~stones[colour]).bit_count()
            if colour == naming.colour_called_you(session):
                return WORDS["claimed-you"].format(count=count)
            return WORDS["claimed"].format(
                count=count, Name=naming.name_in_sentence(session, colour)
            )
    return ""


def factors(session: Session, colour: int) -> str:
    """Return the product of a colour's group sizes with its factors: ``864 = 4 × 3³ × 2³``."""
    game, state = session.game, session.state
    listed = sizes(game.board, state.stones[colour])
    return with_factors(format_number(game.score(state, colour)), listed)


def comparison(outcome: Outcome) -> tuple[tuple[str, str, str, bool], ...]:
    """Return the compared group sizes, up to the deciding rank.

    A row has the rank (from 1), the sizes of the first and second colour, and whether it decided.
    """
    if outcome.reason == "product":
        return ()
    rows = []
    for rank in range(outcome.deciding_rank + 1 if any(outcome.compared_sizes) else 0):
        first, second = (size_at_rank(outcome, colour, rank) for colour in (0, 1))
        decided = rank == outcome.deciding_rank and outcome.winner is not None
        rows.append((str(rank + 1), str(first), str(second), decided))
    return tuple(rows)
