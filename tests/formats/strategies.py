"""Random games, set-ups, records and trees, for the tests of notations and formats."""

from random import Random

from hypothesis import strategies as st

from greylox_web.match.tree import ROOT, new_tree
from greylox_web.rules import NotationError
from greylox_web.rules.board import NO_CELL, bits
from greylox_web.rules.notation.actions import MARKS, GameRecord, Mark
from greylox_web.rules.notation.links import read_spec
from greylox_web.rules.notation.setup import make_position
from greylox_web.rules.play import random_game, replay
from greylox_web.rules.state import MAIN, OPENING
from greylox_web.text import sanitize, sanitize_label
from lab.fuzz.samples import SPECS
from tests.thoroughness import examples

NASTY_TEXTS = (
    *("]", "\\", "\\]", "[", ")", "(;B[e5])", ";", ":", "]]>", "</text>", "<script>", "&amp;", '"'),
    *("'", "\n", "\n\n", "\t", " ", "é", "棋", "🜨", "\u202e", "\u200d", "#1/greylox5/m", "{", "}"),
    *("\r\n", "\r", "\x00", "\x1b[31m", "\ud800", "\x85", "\u2028", "%20", "after 1:", "1. e5"),
)
games = st.sampled_from([read_spec(spec) for spec in SPECS])
randoms = st.integers(0, 1 << 32).map(Random)
many = examples(250)


def random_actions(game, random, setup=None):
    """The actions of a random game up to a random ply, often within a turn."""
    actions = random_game(game, random, setup)
    return tuple(actions[: random.randint(0, len(actions))])


def random_setup(game, random):
    """A random start position: from a game, or with stones on random cells."""
    if random.random() < 0.5:
        return replay(game, random_actions(game, random))[-1]
    for _ in range(8):
        density = random.random()
        stones, cells = [0, 0], list(bits(game.board.cells))
        for cell in cells:
            if random.random() < density:
                stones[random.randrange(2)] |= 1 << cell
        mover, phase = random.randrange(2), random.choice((MAIN, MAIN, OPENING))
        own, other = stones[mover], stones[1 - mover]
        anchor = random.choice([NO_CELL, *bits(other)]) if phase == OPENING else NO_CELL
        placed = 0
        for cell in bits(own):
            placed |= (random.random() < 0.1) << cell
        try:
            return make_position(game, (stones[0], stones[1]), mover, phase, placed, anchor)
        except NotationError:
            continue
    return game.start()


def random_record(game, random):
    """A random record: set-up, actions, variations, cursor and resignation."""
    setup = random_setup(game, random) if random.random() < 0.3 else None
    actions = random_actions(game, random, setup)
    states = replay(game, actions, setup)
    variations = []
    for _ in range(random.choice((0, 0, 1, 3, 16))):
        ply = random.randint(0, len(actions))
        variation = random_actions(game, random, states[ply])[: random.randint(1, 20)]
        if variation:
            variations.append((ply, variation))
    cursor = random.choice((None, random.randint(0, len(actions))))
    resigned = bool(game.legal(states[-1])) and random.random() < 0.2
    cursor = None if cursor == len(actions) else cursor
    return GameRecord(game, actions, setup, tuple(variations), cursor, resigned)


def random_text(random):
    """A comment of characters that are likely to break a format."""
    words = [random.choice(NASTY_TEXTS) for _ in range(random.randint(1, 6))]
    return "".join(words) + chr(random.choice((random.randrange(0x250), random.randrange(0x11000))))


def random_tree(game, random, max_actions=40):
    """A random tree with comments, marks, resignations and deletions, its leaf and its cursor."""
    setup = random_setup(game, random) if random.random() < 0.3 else None
    tree, at = new_tree(game, setup), ROOT
    for _ in range(random.randint(0, max_actions)):
        at = at if random.random() < 0.7 else random.randrange(len(tree.nodes))
        legal = list(bits(game.legal(tree.nodes[at].state)))
        if legal:
            tree, at = tree.add(at, random.choice(legal))
    cells = list(bits(game.board.cells))
    for node in range(len(tree.nodes)):
        if random.random() < 0.3:
            kinds = random.sample(MARKS, random.randint(0, 5))
            signs = [(kind, random.choice(cells)) for kind in kinds for _ in range(2)]
            marks = tuple(
                Mark(k, c, sanitize_label(random_text(random)) if k == "label" else "")
                for k, c in dict.fromkeys(signs)
            )
            start, end = random.sample(cells, 2)
            marks += (Mark("arrow", start, end=end),) * (random.random() < 0.5)
            tree = tree.with_node(node, comment=sanitize(random_text(random)), marks=marks)
        if random.random() < 0.1 and game.legal(tree.nodes[node].state):
            tree = tree.resign(node)
    if len(tree.nodes) > 3 and random.random() < 0.3:
        tree = tree.delete(random.randrange(1, len(tree.nodes)))
    leaf = tree.line_end(random.choice(tree.reachable()))
    return tree, leaf, random.choice(tree.path(leaf))


def tree_content(tree, leaf, cursor):
    """The content of a tree, independent of node numbers and of the order of marks."""
    order = tree.reachable()
    numbers = {node: number for number, node in enumerate(order)}
    contents = []
    for node in order:
        node_data = tree.nodes[node]
        parent = numbers[node_data.parent]
        marks = tuple(sorted(node_data.marks))
        contents.append(
            (
                parent,
                node_data.action,
                node_data.state,
                node_data.resigned,
                node_data.comment,
                marks,
            )
        )
    return tree.game, tree.setup, contents, numbers[leaf], numbers[cursor]
