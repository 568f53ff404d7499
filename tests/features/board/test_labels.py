"""The accessible names of cells, which are described set by set, are those of each cell alone."""

from random import Random

import pytest

from greylox_web.features.board.labels import LAYERS, cell_labels, spoken_marks
from greylox_web.features.board.marks import cell_ranks, layers
from greylox_web.match.match import Match
from greylox_web.match.tree import tree_from_record
from greylox_web.rules import GAMES, default_game
from greylox_web.rules.board import bits, partition
from greylox_web.rules.notation.actions import GameRecord, Mark
from greylox_web.rules.play import random_game
from greylox_web.session.session import Session
from greylox_web.words import WORDS

SIDES = "first", "second"
SPOKEN = (*(f"{kind}-{side}" for kind in ("control", "claimed") for side in SIDES), *LAYERS)


def one_label(session: Session, masks: dict[str, int], cell: int) -> str:
    """The accessible name of a cell, by a look at each mask."""
    on = [name for name, mask in masks.items() if mask >> cell & 1]
    words = {side: WORDS[colour] for side, colour in zip(SIDES, session.game.colours, strict=True)}
    stone = next((side for side in SIDES if side in on), None)
    parts = [session.game.board.cell_name(cell), words[stone] if stone else WORDS["vacant"]]
    for side in SIDES:
        for kind in ("control", "claimed"):
            if f"{kind}-{side}" in on:
                parts.append(WORDS[f"says-{kind}"].format(colour=words[side]))
    rival = words["first" if stone == "second" else "second"]
    for name in LAYERS:
        key = name
        if name == "legal" and stone:
            key = "flip"
        if name == "last" and "flipped" in on:
            key = "swapped-here" if masks.get("swapped-here") else "last-flip"
        if name in on and not (key == "threatened" and WORDS["says-flip"] in parts):
            parts.append(WORDS[f"says-{key}"].format(Colour=rival))
    if rank := cell_ranks(session).get(cell):
        key = "says-alternative" if rank[0].isalpha() else "says-choice"
        parts.append(WORDS[key].format(rank=rank))
    return ", ".join([*parts, *spoken_marks(session, cell)])


@pytest.mark.parametrize("name", GAMES)
def test_labels_are_those_of_each_cell_alone(name: str):
    random, game = Random(name), default_game(name)
    board = game.board
    for _ in range(12):
        actions = random_game(game, random)
        record = GameRecord(game, tuple(actions[: random.randrange(len(actions))]))
        session = Session(Match(*tree_from_record(record)))
        cell = random.choice([*bits(board.cells)])
        marks = (Mark("circle", cell), Mark("arrow", cell, end=random.choice([*bits(board.cells)])))
        session = session.with_match(tree=session.tree.with_node(session.cursor, marks=marks))
        shown = layers(session)
        added = random.sample((*SPOKEN, "flipped", "swapped-here"), 8)
        for masks in (shown, shown | {name: random.getrandbits(256) for name in added}):
            label = cell_labels(session, masks)
            for cell in bits(board.cells):
                assert label(cell) == one_label(session, masks, cell)


def test_partition_has_each_cell_with_its_masks():
    random = Random(1)
    for _ in range(50):
        cells = random.getrandbits(40)
        masks = [(str(n), random.getrandbits(40) & random.getrandbits(40)) for n in range(6)]
        of_cell = {
            cell: (part, names) for part, names in partition(cells, masks) for cell in bits(part)
        }
        assert of_cell.keys() == set(bits(cells))
        for cell, (part, names) in of_cell.items():
            assert part >> cell & 1
            assert names == [name for name, mask in masks if mask >> cell & 1]
