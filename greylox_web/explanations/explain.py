"""The explanation of a comparison: the facts that hold in its lines, the most telling first."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ..rules.state import Game, State
from ..words import WORDS
from ..words.explanations import EXPLANATION_WORDS
from . import brink, byg, greylox, lox, multiplicity, shared, sight
from .lines import Lines, read_lines, turn_name
from .model import Comparison, Explanation, Fact

MAX_FACTS = 2
MAX_CACHED = 16  # explanations: panels ask for the same one at every change
PRODUCTS = ("better-wins-products", "played-loses-products")
SUPPLEMENTS = (
    *("wait", "reach", "price", "forecast-price", "only-flip", "flips", "sizes-so-far"),
    *PRODUCTS,
)
COSTS = ("flipped-now", "flipped-now-joins", "saves", "kept", "kept-line", "opening-flipped")
FLIPS = ("flipped-now", "flipped-now-joins", "flips", "flips-line", "kept", "kept-line")


class GameFacts(NamedTuple):
    """What yields a game's facts, the most telling first."""

    of_lines: Callable[[Lines], Iterator[Fact]]  # of a better and a played line
    of_action: Callable[[Lines], Iterator[Fact]]  # of a good action alone


def no_facts(_: Lines) -> Iterator[Fact]:
    """Yield nothing."""
    yield from ()


GAME_FACTS = {
    "greylox": GameFacts(greylox.facts, greylox.single_facts),
    "lox": GameFacts(lox.facts, lox.single_facts),
    "brink": GameFacts(brink.facts, brink.single_facts),
    "multiplicity": GameFacts(multiplicity.facts, multiplicity.single_facts),
    "byg": GameFacts(byg.facts, byg.single_facts),
}
DEFAULT = GameFacts(no_facts, no_facts)  # of a game without facts of its own


@lru_cache(MAX_CACHED)
def explain(comparison: Comparison) -> Explanation:
    """Return the explanation of a comparison, with at most two facts."""
    facts = tuple(choose(all_facts(comparison)))
    return Explanation(facts, make_title(read_lines(comparison), facts) if facts else "")


def hint_fact(game: Game, state: State, action: int) -> str:
    """Return a sentence on what an action would do, without its cell; "" without such a fact."""
    if action >= game.board.end_action:
        return ""
    other = WORDS[game.colours[1 - state.mover]]
    keys = (f"there-{fact.key}" for fact in all_facts(Comparison(game, state, (action,))))
    key = next((key for key in keys if key in EXPLANATION_WORDS), "")
    return EXPLANATION_WORDS[key].format(Other=other) if key else ""


def make_title(lines: Lines, facts: tuple[Fact, ...]) -> str:
    """Return what the first fact comes to: what to flip now, what goes first, or costs."""
    key, values = facts[0].key, facts[0].values
    if key in ("not-wait", "not-now"):
        others = [fact.values["cell"] for fact in facts[1:] if fact.key in ("wait", "reach")]
        title = EXPLANATION_WORDS["title-not-wait-other" if others else "title-not-wait"]
        return title.format(cell=values["cell"], other="".join(map(str, others)))
    if key == "closed":
        return EXPLANATION_WORDS["title-now"].format(cell=values["cell"])
    if key.startswith("takes-") or key == "their-factor-later":
        return EXPLANATION_WORDS["title-first"].format(cell=values["cell"], Other=values["Other"])
    taken = shared.taken_cells(lines)
    if key in ("needs-fewer", "needs-more") and taken.bit_count() == 1:
        (cell,) = lines.board.cell_names(taken)
        return EXPLANATION_WORDS["title-first"].format(cell=cell, Other=values["Other"])
    if key in COSTS and (title := cost_title(lines, facts[0])):
        cells = values.get("cells", values.get("cell"))
        words = {"played": costly_name(lines), "cells": cells, "Other": values["Other"]}
        return EXPLANATION_WORDS[title].format(**words)
    return ""


def cost_title(lines: Lines, fact: Fact) -> str:
    """Return the key of the title on the stones that a fact says the opponent flips; "" if none.

    The better turn protects them, and they are the opponent's at the end of the played line.  The
    played turn costs them, or leaves them to the opponent if they were in its reach before.
    """
    if lines.played is None:
        return ""
    other, flipped = 1 - lines.mover, 0
    for turn in lines.played.turns:
        flipped |= turn.flipped if turn.colour == other else 0
    stones, in_reach = fact.cells & flipped, sight.may_flip(lines, lines.state, other)
    is_protected = not stones & ~sight.protected(lines, lines.better, other)
    if not is_protected or stones & ~lines.played.states[-1].stones[other]:
        return ""
    return "title-costs" if not stones & in_reach else "" if stones & ~in_reach else "title-leaves"


def costly_name(lines: Lines) -> str:
    """Return the stones of the played turn that the better turn does not place as well."""
    if lines.played is None:
        return ""
    turn, better = lines.played.turns[0], lines.better.turns[0].cells
    rest = tuple(one for one in turn.actions if not better >> one & 1)
    is_flip = bool(turn.flipped)
    return turn_name(lines.game, turn if is_flip else turn._replace(actions=rest))


def all_facts(comparison: Comparison) -> list[Fact]:
    """Return all facts of a comparison, the most telling first."""
    lines = read_lines(comparison)
    if not lines.better.turns:
        return [*shared.ends(lines)]
    if lines.played and lines.played.turns[0].actions == lines.better.turns[0].actions:
        return []
    game_facts = GAME_FACTS.get(lines.game.name, DEFAULT)
    if lines.played is None:
        return [*chain(game_facts.of_action(lines), shared.ends(lines))]
    facts = [*game_facts.of_lines(lines)]
    return [
        *facts[:1],
        *shared.ends(lines),
        *facts[1:],
        *shared.forecast(lines),
        *shared.can_wait(lines),
        *sight.price(lines),
    ]


def choose(facts: list[Fact]) -> list[Fact]:
    """Return the facts to tell; two facts speak of different cells, or one of games played on."""
    chosen = list[Fact]()
    for fact in facts:
        is_alone = not chosen and fact.key in SUPPLEMENTS
        is_price = fact.key == "price" and not any(one.key in FLIPS for one in chosen)
        is_repeated = any(one.cells & fact.cells for one in chosen) and fact.key != "forecast"
        is_told = any(one.key == "takes-leans-both" for one in chosen)
        is_repeated |= is_told and "leans" in fact.key
        if is_alone or is_price or is_repeated:
            continue
        chosen.append(fact)
        if len(chosen) == MAX_FACTS:
            break
    return chosen
