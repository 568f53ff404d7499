"""The games of a match; each opening is played twice, with the colours exchanged."""

from collections.abc import Iterator
from random import Random

from ...rules import Game, NotationError
from ...rules.board import bits
from ...rules.notation.actions import GameRecord, ParseResult
from ...rules.notation.links import write_link
from ...rules.play import replay
from ..game import GameInProgress
from .log import Played
from .players import Player
from .program import Forfeit


def random_opening(game: Game, turns: int, random: Random) -> list[int]:
    """The actions of ``turns`` random turns, fewer if the game would end."""
    state, actions = game.start(), list[int]()
    for _ in range(turns):
        turn = list[int]()
        while not turn or state.placed:
            turn.append(random.choice(list(bits(game.legal(state)))))
            state = game.play(state, turn[-1])
        if not game.legal(state):
            break
        actions += turn
    return actions


def play(
    table: GameInProgress, players: tuple[Player, Player], seed: str
) -> tuple[int | None, str, bool]:
    """Play a game to its end.

    Return the winner's colour or None, how it won, and whether by a forfeit.
    """
    colour = 0
    try:
        for colour, player in enumerate(players):
            player.begin(table, f"{seed} {colour}")
        while (outcome := table.outcome()) is None:
            mover = colour = table.state.mover
            turn = played(table, players[mover].turn(table))
            if table.outcome() is None:
                colour = 1 - mover
                players[colour].see(mover, turn)
    except Forfeit as lost:
        return 1 - colour, f"{table.game.colours[colour]} {lost}", True
    return outcome.winner, outcome.how, False


def played(table: GameInProgress, turn: str) -> str:
    """Play a whole turn and return it, with an ``end`` added if it was left open.

    Raise Forfeit if it is not legal.
    """
    if not turn or any(character.isspace() for character in turn):
        raise Forfeit(f"played {turn[:40]!r}, which is not a turn")
    try:
        table.play(turn)
        if table.state.placed and not table.resigned:
            table.play("end")
            turn += "+end"
    except NotationError as error:
        raise Forfeit(f"played {turn[:40]}: {error}") from error
    return turn


def match(
    game: Game, players: tuple[Player, Player], turns: int, seed: int, numbers: list[int]
) -> Iterator[Played]:
    """The games with these numbers; an even number and the next share a random opening."""
    for number in numbers:
        opening = random_opening(game, turns, Random(f"{seed} {number // 2}"))
        table = GameInProgress(game)
        table.take(ParseResult(GameRecord(game, tuple(opening)), tuple(replay(game, opening))))
        swapped = number % 2
        seats = (players[1], players[0]) if swapped else players
        winner, how, fault = play(table, seats, f"{seed} {number}")
        yield Played(
            number=number,
            first="ab"[swapped],
            winner=None if winner is None else "ab"[winner ^ swapped],
            how=how,
            fault=fault,
            link=write_link(table.record),
        )
