"""Facts of every game: who takes a cell, what can wait, who holds the cells, who wins."""

from collections.abc import Iterator

from ..rules.board import bits
from ..rules.state import State
from ..words import format_number
from .contested import contested_cells
from .lines import Lines
from .model import Fact


def taken_cells(lines: Lines) -> int:
    """Return the cells of the better turn that the best answer to the played turn takes."""
    return lines.reply.cells & lines.better.turns[0].cells if lines.reply else 0


def open_cells(lines: Lines, state: State, side: int) -> int:
    """Return where a side, if it were to move, might place or flip after the opening.

    In games with control, cells that the opponent controls are closed.
    """
    controls = lines.game.controlled(state) or (0, 0)
    vacant = lines.board.cells & ~state.occupied & ~controls[1 - side]
    return vacant | state.stones[1 - side] & controls[side]


def can_wait(lines: Lines) -> Iterator[Fact]:
    """Yield that the mover still plays on the cell of the played turn in the better line.

    The opponent does not play there first.
    """
    if lines.played is None:
        return
    played = lines.played.turns[0]
    count, remaining = 0, played.cells & ~lines.better.turns[0].cells
    for turn in lines.better.turns[1:]:
        count += turn.colour == lines.mover
        remaining &= ~turn.cells if turn.colour != lines.mover else lines.board.cells
        if turn.colour == lines.mover and (cells := turn.cells & remaining):
            key = "reach" if cells & played.flipped and cells & turn.flipped else "wait"
            for cell in bits(cells):
                yield lines.fact(key, 1 << cell, cell=lines.board.cell_name(cell), count=count)
            return


def forecast(lines: Lines) -> Iterator[Fact]:
    """Yield the cells whose holder changes in games played on, and the price."""
    contested = [*contested_cells(lines.comparison)]
    if not any(one.better > one.played for one in contested):
        return  # a price alone explains nothing
    for cells, better, played in contested:
        key = "forecast" if better > played else "forecast-price"
        yield lines.cells_fact(key, cells, percent=better, less=played)


def ends(lines: Lines) -> Iterator[Fact]:
    """Yield who wins at the ends of the lines that reach the end of the game."""
    game, mover = lines.game, lines.mover
    outcomes = [
        game.outcome(line.states[-1]) if line else None for line in (lines.better, lines.played)
    ]
    if all(outcomes) and len({outcome.winner for outcome in outcomes if outcome}) == 1:
        return
    better_keys = ("better-wins", "better-wins-sizes", "better-wins-products")
    played_keys = ("played-loses", "played-loses-sizes", "played-loses-products")
    stated = list[tuple[str, dict[str, object]]]()
    for (key, sizes_key, products_key), line, outcome, winner in (
        (better_keys, lines.better, outcomes[0], mover),
        (played_keys, lines.played, outcomes[1], 1 - mover),
    ):
        if line and outcome and outcome.winner == winner:
            sides = (winner, 1 - winner)
            sizes = outcome.compared_sizes
            if outcome.deciding_rank == 0 and all(sizes) and outcome.reason == "cascade":
                own, other = (sizes[side][0] for side in sides)
                stated.append((sizes_key, {"own": own, "other": other}))
            elif outcome.reason == "product":
                products = [format_number(game.score(line.states[-1], side)) for side in sides]
                stated.append((products_key, {"own": products[0], "other": products[1]}))
            else:
                stated.append((key, {}))
    keys = [key for key, _ in stated]
    for both, pair in (
        ("both-end-sizes", (better_keys[1], played_keys[1])),
        ("both-end-products", (better_keys[2], played_keys[2])),
    ):
        if keys == [*pair]:
            ours, theirs = (values for _, values in stated)
            yield lines.fact(both, **ours, more=theirs["own"], less=theirs["other"])
            return
    for key, values in stated:
        yield lines.fact(key, **values)
