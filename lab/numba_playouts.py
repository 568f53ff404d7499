"""Random games compiled by numba: the twin of ``Playouts``.

How many stones see a place is kept up to date stone by stone: an action costs a few steps along
six lines instead of a look at the whole board.  In Byg the groups are kept, by union and find.
A board is an array of colours with room around it: ``cell + ROOM`` is the place of a cell, and a
step off the board lands on ``OFF``.

Actions are drawn as ``some_bit`` draws them: eight times any cell of the board, then one of all
actions.  That decides how rarely a random player ends its turn of Byg early, or swaps.  Brink
and Multiplicity are filled at once, as there.
"""

from random import Random
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from greylox_web.rules.board import bits
from greylox_web.rules.games.byg import MOST as MOST_STONES
from greylox_web.rules.state import MAIN, OPENING, Game, State
from greylox_web.search.tree.playouts import PlayoutResult, Playouts

ROOM = 18  # more than the longest step
LENGTH = 240 + 2 * ROOM  # the largest boards have 15 rows of 15 columns and a guard
VACANT, OFF = 2, 3
BYTES = 32  # of a mask
TRIES = 8
NONE, END, SWAP = -1, -2, -3  # instead of a place

Array = NDArray[np.generic]


# ------------------------------------------------------------------ chance


@njit(cache=True)
def below(count, chance):
    """A number from 0 to ``count - 1`` (SplitMix64, Steele and others 2014)."""
    chance[0] += np.uint64(0x9E3779B97F4A7C15)
    word = chance[0]
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    word = word ^ (word >> np.uint64(31))
    return np.int64(((word >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32))


@njit(cache=True)
def one_of(allowed, places, ends, chance):
    """One of the places that are marked in ``allowed``, or of the ``ends`` other actions.

    ``NONE`` where there is neither; ``END`` stands for the first of the others.
    """
    count = ends
    for place in places:
        count += allowed[place]
    if count == 0:
        return NONE
    left = below(count, chance)
    for place in places:
        left -= allowed[place]
        if left < 0:
            return place
    return END


# ------------------------------------------------------------------ stones and masks


@njit(cache=True)
def set_up(places, stones):
    """The colours of all places, from the masks of both colours as bytes."""
    colours = np.full(LENGTH, OFF, np.uint8)
    for place in places:
        cell = place - ROOM
        first = stones[cell >> 3] >> (cell & 7) & 1
        second = stones[BYTES + (cell >> 3)] >> (cell & 7) & 1
        colours[place] = 0 if first else 1 if second else VACANT
    return colours


@njit(cache=True)
def write(colours, places, stones):
    """The masks of both colours as bytes."""
    stones[:] = 0
    for place in places:
        if colours[place] < VACANT:
            cell = place - ROOM
            stones[colours[place] * BYTES + (cell >> 3)] |= 1 << (cell & 7)


@njit(cache=True)
def note(count, action, allowed, end, swap, moves, masks):
    """Keep the action, and all that were allowed, while there is room for it."""
    if count < len(moves):
        moves[count] = action
        masks[count] = allowed
        masks[count, 0], masks[count, 1] = end, swap


@njit(cache=True)
def push(colours, steps, here, seen, stack, top):
    """Put the neighbours of the same colour that are new onto the stack; its new height."""
    for step in steps:
        near = here + step
        if colours[near] == colours[here] and not seen[near]:
            seen[near] = 1
            stack[top] = near
            top += 1
    return top


@njit(cache=True)
def groups(colours, places, steps):
    """How many groups of each size the colours have: (2, sizes)."""
    counts = np.zeros((2, LENGTH), np.int64)
    stack = np.empty(LENGTH, np.int64)
    seen = np.zeros(LENGTH, np.uint8)
    for place in places:
        colour = colours[place]
        if colour >= VACANT or seen[place]:
            continue
        seen[place] = 1
        stack[0] = place
        top, size = 1, 0
        while top:
            top -= 1
            here = stack[top]
            size += 1
            top = push(colours, steps, here, seen, stack, top)
        counts[colour, size] += 1
    return counts


@njit(cache=True)
def cascade(colours, places, steps):
    """The value of larger groups, from the first colour's side."""
    counts = groups(colours, places, steps)
    for size in range(LENGTH - 1, 0, -1):
        lead = counts[0, size] - counts[1, size]
        if lead:
            return 1.0 if lead > 0 else -1.0
    return 0.0


@njit(cache=True)
def gap(counts):
    """By how much the first colour's largest group is larger."""
    found = np.zeros(2, np.int64)
    for size in range(LENGTH):
        for colour in range(2):
            if counts[colour, size]:
                found[colour] = size
    return found[0] - found[1]


# ------------------------------------------------------------------ Greylox and Lox


@njit(cache=True)
def unit(colour):
    """One stone of a colour among those that see a place: each has four bits of a count."""
    return (1 if colour == 0 else 16) if colour < VACANT else 0


@njit(cache=True)
def seers(shown, place, colour):
    """How many stones of a colour see the place."""
    return shown[place] >> 4 * colour & 15


@njit(cache=True)
def show(colours, shown, place, step, change):
    """Add to what all places see, from the next one up to a stone, which sees too."""
    place += step
    while colours[place] == VACANT:
        shown[place] += change
        place += step
    if colours[place] < VACANT:
        shown[place] += change


@njit(cache=True)
def beyond(colours, place, step):
    """The colour of the first stone in this direction, or ``OFF``."""
    place += step
    while colours[place] == VACANT:
        place += step
    return colours[place]


@njit(cache=True)
def put(colours, shown, place, colour, steps):
    """Place a stone or flip one."""
    new, old = unit(colour), unit(colours[place])
    for pair in range(0, 6, 2):
        ahead, back = steps[pair], steps[pair + 1]
        if old:
            show(colours, shown, place, ahead, new - old)
            show(colours, shown, place, back, new - old)
        else:
            behind, before = beyond(colours, place, back), beyond(colours, place, ahead)
            if behind != colour:
                show(colours, shown, place, ahead, new - unit(behind))
            if before != colour:
                show(colours, shown, place, back, new - unit(before))
    colours[place] = colour


@njit(cache=True)
def may_take(colours, shown, needs, place, mover):
    """Whether the mover may place a stone here, or flip the one that is here.

    Without branches: then the compiler looks at many places at once.
    """
    other = 1 - mover
    open_ = (colours[place] == VACANT) & (seers(shown, place, other) < needs[place])
    return open_ | (colours[place] == other) & (seers(shown, place, mover) >= needs[place])


@njit(cache=True)
def may_open(colours, steps, place, anchor):
    """Whether a stone of the opening may go here: next to the anchor, or free of all stones."""
    if colours[place] != VACANT:
        return False
    for step in steps:
        if anchor == NONE:
            if colours[place + step] < VACANT:
                return False
        elif place + step == anchor:
            return True
    return anchor == NONE


@njit(cache=True)
def joins(colours, edges, steps, place, seen, stack):
    """Whether the group of a stone joins its colour's edges; marks it in ``seen``."""
    colour = colours[place]
    wanted = 3 << 2 * np.int64(colour)
    found = 0
    seen[place] = 1
    stack[0] = place
    top = 1
    while top:
        top -= 1
        here = stack[top]
        found |= edges[here]
        if found & wanted == wanted:
            return True
        top = push(colours, steps, here, seen, stack, top)
    return False


@njit(cache=True)
def joined(colours, edges, places, steps, colour, seen, stack):
    """Whether a colour joins its edges."""
    seen[:] = 0
    for place in places:
        if (
            colours[place] == colour
            and not seen[place]
            and joins(colours, edges, steps, place, seen, stack)
        ):
            return True
    return False


@njit(cache=True)
def is_alone(colours, places):
    """Whether there is one stone, of the first colour."""
    count = 0
    for place in places:
        if colours[place] < VACANT:
            count += 1 + np.int64(colours[place])
    return count == 1


@njit(cache=True)
def sight_game(
    places, steps, needs, edges, swaps, before, mover, opening, anchor, seed, stones, moves, masks
):
    """Play Greylox or, with edges to join, Lox; the value, who is to move, and the length.

    ``opening`` is the number of stones still due in this turn of the opening, or 0.
    """
    chance = np.array([seed], np.uint64)
    colours = set_up(places, before)
    shown = np.zeros(LENGTH, np.uint8)
    for place in places:
        colour = colours[place]
        if colour < VACANT:
            for step in steps:
                show(colours, shown, place, step, unit(colour))
    connects = len(edges) > 0
    chains = np.zeros(2, np.bool_)
    seen = np.zeros(LENGTH, np.uint8)
    stack = np.empty(LENGTH, np.int64)
    if connects:
        for colour in range(2):
            chains[colour] = joined(colours, edges, places, steps, colour, seen, stack)
    allowed = np.zeros(LENGTH, np.uint8)
    tracing = len(moves) > 0
    count = 0
    while not (connects and chains[mover]):
        may_swap = swaps and count < 2 and mover == 1 and is_alone(colours, places)
        action = NONE
        for _ in range(TRIES):
            place = places[below(len(places), chance)]
            if (
                may_open(colours, steps, place, anchor)
                if opening
                else may_take(colours, shown, needs, place, mover)
            ):
                action = place
                break
        if opening and (action == NONE or tracing):
            for place in places:
                allowed[place] = may_open(colours, steps, place, anchor)
        elif action == NONE or tracing:
            for place in range(ROOM, LENGTH - ROOM):
                allowed[place] = may_take(colours, shown, needs, place, mover)
        if action == NONE:
            action = one_of(allowed, places, np.int64(may_swap), chance)
            if action == END:
                action = SWAP
        if action == NONE and opening:
            opening, anchor, mover = 0, NONE, 1 - mover
            continue
        if action == NONE and connects:
            action = END
        if action == NONE:
            break
        if tracing:
            note(count, action, allowed, action == END, may_swap, moves, masks)
        count += 1
        if action == SWAP:
            for place in places:
                if colours[place] == 0:
                    row, column = divmod(place - ROOM, steps[2])
                    action = ROOM + column * steps[2] + row
            colours[places] = VACANT
            shown[:] = 0
            put(colours, shown, action, 1, steps)
        elif action != END:
            put(colours, shown, action, mover, steps)
            if connects:
                if not chains[mover]:
                    seen[:] = 0
                    chains[mover] = joins(colours, edges, steps, action, seen, stack)
                other = 1 - mover
                if chains[other]:
                    chains[other] = joined(colours, edges, places, steps, other, seen, stack)
            elif opening == 2:
                opening, anchor = 1, NONE
                continue
            elif opening == 1:
                opening, anchor = 2, action
        mover = 1 - mover
    write(colours, places, stones)
    if connects:
        return 1.0 - 2.0 * mover, mover, 1, count
    for place in places:
        if colours[place] == VACANT:
            colours[place] = 1 - mover  # who controls it: else the mover could go there
    return cascade(colours, places, steps), mover, 1, count


# ------------------------------------------------------------------ Byg


@njit(cache=True)
def root(parents, place):
    """The stone that stands for the group of a stone."""
    while parents[place] != place:
        parents[place] = parents[parents[place]]
        place = parents[place]
    return place


@njit(cache=True)
def add(colours, parents, groups, place, colour, steps):
    """Place a stone and join the groups that it touches."""
    colours[place] = colour
    parents[place] = place
    groups[colour] += 1
    for step in steps:
        near = place + step
        if colours[near] == colour:
            other = root(parents, near)
            if other != place:
                parents[other] = place
                groups[colour] -= 1


@njit(cache=True)
def may_add(colours, parents, grown, turn, steps, place, mover, begun):
    """Whether a stone may go here: it must not grow a group twice in a turn."""
    if colours[place] != VACANT:
        return False
    if begun:
        for step in steps:
            near = place + step
            if colours[near] == mover and grown[root(parents, near)] == turn:
                return False
    return True


@njit(cache=True)
def byg_game(places, steps, before, mover, opening, quota, seed, stones, moves, masks):
    """Play Byg; the value, who is to move, the stones due and the length."""
    chance = np.array([seed], np.uint64)
    start = set_up(places, before)
    colours = np.full(LENGTH, OFF, np.uint8)
    colours[places] = VACANT
    parents = np.zeros(LENGTH, np.int64)
    groups = np.zeros(2, np.int64)
    grown = np.zeros(LENGTH, np.int64)  # the turn in which a group grew last
    for place in places:
        if start[place] < VACANT:
            add(colours, parents, groups, place, np.int64(start[place]), steps)
    turn, begun = 1, False
    for place in places:
        cell = place - ROOM
        if before[2 * BYTES + (cell >> 3)] >> (cell & 7) & 1:
            grown[root(parents, place)] = turn
            begun = True
    allowed = np.zeros(LENGTH, np.uint8)
    tracing = len(moves) > 0
    count = 0
    while True:
        action = NONE
        for _ in range(TRIES):
            place = places[below(len(places), chance)]
            if may_add(colours, parents, grown, turn, steps, place, mover, begun):
                action = place
                break
        if action == NONE or tracing:
            for place in places:
                allowed[place] = may_add(colours, parents, grown, turn, steps, place, mover, begun)
        passes = False
        if action == NONE:
            if allowed.any():
                action = one_of(allowed, places, np.int64(begun), chance)
            elif not begun:
                break
        if action == NONE:
            passes = True
        else:
            if tracing:
                note(count, action, allowed, begun, False, moves, masks)
            count += 1
            if action == END:
                passes = True
            else:
                add(colours, parents, groups, action, mover, steps)
                if opening:
                    opening = mover == 0
                    mover = 0  # after either stone the second player goes on
                    passes = True
                else:
                    grown[action] = turn
                    begun = True
                    quota -= 1
                    passes = quota == 0
        if passes:
            mover = 1 - mover
            quota = max(1, min(MOST_STONES, groups[mover]))
            turn += 1
            begun = False
    write(colours, places, stones)
    return cascade(colours, places, steps), mover, quota, count


# ------------------------------------------------------------------ Brink and Multiplicity


@njit(cache=True)
def filling(places, steps, before, mover, left, margin, seed, stones):
    """Fill the board but for ``left`` cells; the value.

    ``margin``: by how much the largest group must be larger to win (Brink); 0: the larger
    product of sizes wins.
    """
    chance = np.array([seed], np.uint64)
    colours = set_up(places, before)
    vacant = places[colours[places] == VACANT]
    for count in range(len(vacant), left, -1):
        chosen = below(count, chance)
        colours[vacant[chosen]] = mover
        vacant[chosen] = vacant[count - 1]
        mover = 1 - mover
    write(colours, places, stones)
    if margin:
        lead = gap(groups(colours, places, steps))
        if lead == 0:
            return cascade(colours, places, steps)
        return 1.0 if (lead > 0) == (abs(lead) >= margin) else -1.0
    counts = groups(colours, places, steps)
    products = np.ones(2, np.int64)
    for size in range(2, LENGTH):
        for colour in range(2):
            products[colour] *= size ** counts[colour, size]
    return 0.0 if products[0] == products[1] else 1.0 if products[0] > products[1] else -1.0


# ------------------------------------------------------------------ the evaluator


class Finish(NamedTuple):
    """A random game."""

    value_first: float
    last: State
    actions: list[int]
    legal: list[int]  # what was allowed where each action was chosen, as masks


class Ground(NamedTuple):
    """What the compiled games know of a board."""

    places: Array
    steps: tuple[int, ...]
    needs: Array  # how many stones must see a place to control it
    edges: Array  # Lox: 1 and 2 for the edges of the first colour, 4 and 8 for the second


GROUNDS: dict[Game, Ground] = {}


def ground_of(game: Game) -> Ground:
    """The board of a game, made once; nothing in it may be changed."""
    if game not in GROUNDS:
        GROUNDS[game] = ground(game)
    return GROUNDS[game]


def ground(game: Game) -> Ground:
    """The board of a game as arrays."""
    board = game.board
    places = np.array(list(bits(board.cells)), np.int64) + ROOM
    a, b, c = board.steps
    steps = (a, -a, b, -b, c, -c)  # a tuple, which compiled code walks quicker than an array
    needs = np.zeros(LENGTH, np.uint8)
    needs[places] = [board.needed(cell) for cell in bits(board.cells)]
    edges = np.zeros(LENGTH if all(game.edges) else 0, np.uint8)
    if all(game.edges):
        for number, edge in enumerate(edge for colour in game.edges for edge in colour):
            edges[[cell + ROOM for cell in bits(edge)]] |= 1 << number
    return Ground(places, steps, needs, edges)


PLAYED = ("greylox", "lox", "byg")
FILLED = ("brink", "multiplicity")
NO_MOVES, NO_MASKS = np.zeros(0, np.int64), np.zeros((0, LENGTH), np.uint8)


class NumbaPlayouts(Playouts):
    """Random games by compiled code; the opening of Multiplicity, and games unknown here, as ever.

    But for that, one number of ``random`` decides a game.
    """

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.stones = np.zeros(2 * BYTES, np.uint8)

    def __call__(self, game: Game, state: State) -> PlayoutResult:
        """The outcome of one random game from ``state`` on."""
        if game.name in PLAYED:
            value, *_ = self.run(game, state, NO_MOVES, NO_MASKS)
        elif game.name in FILLED and state.phase == MAIN:
            value = self.fill(game, state)
        else:
            return super().__call__(game, state)
        return PlayoutResult(value, self.held())

    def last(self, game: Game, state: State) -> State:
        """The finished position of a random game."""
        if game.name in PLAYED:
            return self.finish(game, state, 0).last
        if game.name in FILLED and state.phase == MAIN:
            self.fill(game, state)
            stones = game.legal(state).bit_count() - (game.left_vacant or 0)
            return State(self.held(), state.mover ^ (max(stones, 0) & 1))
        return super().last(game, state)

    def finish(self, game: Game, state: State, most: int = 4000) -> Finish:
        """A random game that takes note of its first actions, so many at most."""
        moves, masks = np.zeros(most, np.int64), np.zeros((most, LENGTH), np.uint8)
        value, mover, quota, count = self.run(game, state, moves, masks)
        board = game.board
        named = {END: board.end, SWAP: board.swap}
        actions = [named.get(move, move - ROOM) for move in moves[:count].tolist()]
        legal = []
        for mask in masks[:count]:
            octets = np.packbits(mask[ROOM:], bitorder="little").tobytes()
            extra = int(mask[0]) << board.end | int(mask[1]) << board.swap
            legal.append(int.from_bytes(octets, "little") | extra)
        return Finish(value, State(self.held(), mover, quota=quota), actions, legal)

    def held(self) -> tuple[int, int]:
        """The stones that the game before ended with."""
        octets = self.stones.tobytes()
        return int.from_bytes(octets[:BYTES], "little"), int.from_bytes(octets[BYTES:], "little")

    def run(
        self, game: Game, state: State, moves: Array, masks: Array
    ) -> tuple[float, int, int, int]:
        """A random game: its value, who would be next with how many stones, and its length."""
        ground, before = ground_of(game), written(state)
        seed = self.random.getrandbits(63)
        kept = (seed, self.stones, moves, masks)
        opening = state.phase == OPENING
        found: tuple[float, int, int, int]
        if game.name == "byg":
            places, steps, *_ = ground
            found = byg_game(places, steps, before, state.mover, opening, state.quota, *kept)
            return found
        due = state.quota if opening else 0
        anchor = state.anchor + ROOM if due == 2 else NONE
        swaps = bool(game.options.get("swap"))
        found = sight_game(*ground, swaps, before, state.mover, due, anchor, *kept)
        return found

    def fill(self, game: Game, state: State) -> float:
        """Fill the board at random; the value."""
        places, steps, *_ = ground_of(game)
        seed = self.random.getrandbits(63)
        before, left = written(state), game.left_vacant
        kept = (game.margin, seed, self.stones)
        value: float = filling(places, steps, before, state.mover, left, *kept)
        return value


def written(state: State) -> Array:
    """The masks of both colours and of the stones placed in this turn, as bytes."""
    octets = [mask.to_bytes(BYTES, "little") for mask in (*state.stones, state.placed)]
    return np.frombuffer(b"".join(octets), np.uint8)
