"""The explanations of better turns."""

from random import Random

from greylox_web.explanations.explain import explain
from greylox_web.explanations.model import Comparison
from greylox_web.rules import new_game
from greylox_web.rules.board import bits


def test_line_that_ends_the_game_says_who_wins():
    game, random = new_game("lox", 5), Random(5)
    state, before, action = game.start(), game.start(), 0
    while game.outcome(state) is None:
        before, action = state, random.choice([*bits(game.legal(state))])
        state = game.play(before, action)
    explanation = explain(Comparison(game, before, (), (action,)))
    assert [fact.key for fact in explanation.facts] == ["played-loses"]
    winner = game.colours[1 - before.mover].title()
    assert explanation.text == f"The line that was played ends the game: {winner} wins."
