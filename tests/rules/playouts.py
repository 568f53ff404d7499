"""Random games of every kind, and their reference games."""

from random import Random

from hypothesis import strategies as st

from greylox_web.rules import Game, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import legal_names
from greylox_web.rules.notation.links import read_spec, write_spec
from greylox_web.rules.state import State
from tests.reference_rules import ReferenceGame

SMALL = """
    greylox2 greylox3 greylox4
    lox2 lox3 lox4 lox5 lox6 lox3-n lox5-n
    brink2-x1 brink3-x1 brink3-x2 brink3-x4 brink2-d-x2 brink3-d-x1 brink4-d-x3 brink5-d-x2
    brink2-x1-p brink3-x2-p brink4-d-x3-p brink5-d-x2-p
    multiplicity2 multiplicity3 multiplicity4 multiplicity2-f multiplicity3-f multiplicity4-f
    multiplicity2-f-p multiplicity3-f-p multiplicity4-f-p
    byg2 byg3 byg4 byg2-d byg3-d byg4-d byg5-d
""".split()
OFFERED = """
    greylox5 greylox6 greylox7 greylox8 lox7 lox9 lox11 lox13 lox15 lox11-n
    brink5-x3 brink6-x5 brink8-x2 brink11-d-x3 brink15-d-x4 brink5-x3-p brink11-d-x4-p
    multiplicity5 multiplicity6 multiplicity8 multiplicity5-f multiplicity8-f multiplicity5-f-p
    byg5 byg6 byg8 byg11-d byg15-d
""".split()
small_games = st.sampled_from(SMALL).map(lambda spec: read_spec(spec, allow_small=True))
seeds = st.integers(0, 2**32)


def game_of(spec: str) -> Game:
    """Return the game that ``spec`` names; small sizes are allowed."""
    game = read_spec(spec, allow_small=True)
    assert write_spec(game) == spec
    return game


def twin_of(game: Game) -> ReferenceGame:
    """Return the reference game at the start of a game."""
    options = game.options
    return ReferenceGame(
        game.name,
        game.size,
        shape=options.get("board"),
        x=options.get("x"),
        opening=options.get("opening", True),
        swap=options.get("swap", False),
    )


def any_action(game: Game, state: State, random: Random) -> int:
    """Return a legal action; flips, ends, passes and swaps are chosen more often than at random."""
    legal = game.legal(state)
    rare = legal & (state.stones[1 - state.mover] | 1 << game.board.end_action)
    if rare and random.random() < 0.3:
        legal = rare
    elif legal >> game.board.swap_action & 1 and random.random() < 0.4:
        legal = 1 << game.board.swap_action
    return random.choice(list(bits(legal)))


def playout(game: Game, seed: int) -> tuple[list[State], list[int]]:
    """Return all positions of a random game, and its actions, which are one fewer."""
    random = Random(seed)
    states, actions = [game.start()], []
    while game.legal(states[-1]):
        actions.append(any_action(game, states[-1], random))
        states.append(game.play(states[-1], actions[-1]))
    return states, actions


def word(game: Game, action: int) -> str:
    """The name of an action in the reference rules."""
    return legal_names(game, 1 << action)[0]


__all__ = ["OFFERED", "SMALL", "game_of", "new_game", "playout", "small_games", "twin_of", "word"]
