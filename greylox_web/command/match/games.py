"""The games of a match; each opening is played twice, with the colours exchanged."""

from collections.abc import Iterator
from random import Random

from ...rules import Game, NotationError
from ...rules.board import bits
from ...rules.notation.actions import GameRecord, ParseResult
from ...rules.notation.links import write_link
from ...rules.play import replay
from ..game import GameInProgress
from .log import MatchGame
from .players import Player
from .program import Forfeit


def random_opening(game: Game, turns: int, random: Random) -> list[int]:
    """Return the actions of ``turns`` random turns, fewer if the game would end."""
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


def play_game(
    ongoing_game: GameInProgress, players: tuple[Player, Player], seed: str
) -> tuple[int | None, str, bool]:
    """Play a game to its end.

    Return the winner's colour (None for a draw), how the game ended, and whether by a forfeit.
    """
    colour = 0
    try:
        for colour, player in enumerate(players):
            player.new_game(ongoing_game, f"{seed} {colour}")
        while (outcome := ongoing_game.outcome()) is None:
            mover = colour = ongoing_game.state.mover
            turn = play_turn(ongoing_game, players[mover].choose_turn(ongoing_game))
            if ongoing_game.outcome() is None:
                colour = 1 - mover
                players[colour].observe(mover, turn)
    except Forfeit as lost:
        return 1 - colour, f"{ongoing_game.game.colours[colour]} {lost}", True
    return outcome.winner, outcome.reason, False


def play_turn(ongoing_game: GameInProgress, turn: str) -> str:
    """Play a whole turn and return it, with ``end`` added to an incomplete turn.

    Raise Forfeit if the turn is illegal.
    """
    if not turn or any(character.isspace() for character in turn):
        raise Forfeit(f"played {turn[:40]!r}, which is not a turn")
    try:
        ongoing_game.play(turn)
        if ongoing_game.state.placed and not ongoing_game.resigned:
            ongoing_game.play("end")
            turn += "+end"
    except NotationError as error:
        raise Forfeit(f"played {turn[:40]}: {error}") from error
    return turn


def play_games(
    game: Game, players: tuple[Player, Player], turns: int, seed: int, game_numbers: list[int]
) -> Iterator[MatchGame]:
    """Play the games with these numbers; an even number and the next share a random opening."""
    for number in game_numbers:
        opening = random_opening(game, turns, Random(f"{seed} {number // 2}"))
        ongoing_game = GameInProgress(game)
        ongoing_game.load(
            ParseResult(GameRecord(game, tuple(opening)), tuple(replay(game, opening)))
        )
        swapped = number % 2
        seats = (players[1], players[0]) if swapped else players
        winner, how, fault = play_game(ongoing_game, seats, f"{seed} {number}")
        yield MatchGame(
            number=number,
            first="ab"[swapped],
            winner=None if winner is None else "ab"[winner ^ swapped],
            how=how,
            fault=fault,
            link=write_link(ongoing_game.record),
        )
