"""The Python side of the compiled search that a network guides; ``puct.ts`` has the walks."""

from random import Random
from struct import Struct
from typing import Any

import numpy as np

from ...rules.state import Game, State
from ..inputs import Batch
from ..network import NetworkEvaluator, Weights
from ..search import SETTLED, Style, style_of
from ..tree import Array, Known, TreeSearch
from . import layout
from .leaves import MOST as TOGETHER
from .leaves import Brief, Image, Leaves
from .network import CompiledEncoder, CompiledNet
from .solver import KEYS

DESK = Struct("<3d14Ii")
HEADER = Struct("<6i")
DEEPEST = 1000  # actions of a walk at most
ROOT = HEADER.size + 16 * DEEPEST
NODE = Struct("<Qd6if2h4bi")
LINK, ACTION = 16, 24  # bytes of a link, and of the statistics of an action
UNKNOWN = 2  # in the place of a proven value
LEAST, MOST = 1 << 18, 1 << 27  # bytes of the smallest and of the largest pool
PART = 8  # visits in one step
MANY = 1_000_000


class Guide(NetworkEvaluator):
    """A network of a compiled game: its searches run without Python between visits."""

    def __init__(self, game: Game, weights: Weights, encoder: CompiledEncoder) -> None:
        self.machine, self.net = encoder.machine, CompiledNet(weights, encoder)
        super().__init__(game, self.net, encoder)
        self.game, self.weights = game, weights
        self.style = style_of(game)
        self.root = self.machine.room(layout.RECORD.size)
        self.compiled, self.where = encoder, encoder.where
        where = self.where
        self.chances = self.machine.room(4 * (encoder.geometry.off + 2)).view(np.float32)
        keys = np.frombuffer(Random(1).randbytes(8 * KEYS), np.uint8)
        # not the encoder's tables, which it overwrites
        self.tables = self.machine.room(layout.TABLES + layout.FILLING)
        places = [
            where["ground"],
            self.machine.address(self.tables),
            where["records"],
            where["view"],
        ]
        places += [self.net.address, self.net.put(keys)]
        names = ("stones", "legal", "placed", "facts", "planes", "numbers")
        places += [where[name] for name in names]
        self.places = [*places, *map(self.machine.address, (self.chances, self.root))]
        self.desk = self.machine.room(DESK.size)
        self.told = self.machine.address(self.desk)
        self._softmax = self.machine.function("softmax")
        self._tried = self.machine.function("rolloutSum")
        self.begin = self.machine.function("initTree")
        self.think = self.machine.function("simulateMany")
        self.walk_by = self.machine.function("simulateFrom")
        self.move = self.machine.function("moveSubtree")
        self.answer = self.machine.function("evaluateBatch")
        self.gather = self.machine.function("collectLeaves")
        self.scatter = self.machine.function("backUpBatch")
        self.forget = self.machine.function("undoPaths")
        self.size = 4 * (1 + encoder.geometry.off + 2)  # bytes of an answer: value and priors
        self.walk = LINK + NODE.size + ACTION * (encoder.geometry.off + 2)
        """The most bytes that one walk to a new leaf allocates, links to transpositions aside."""
        self.free: dict[int, list[Array]] = {}
        self.empty: list[Leaves] = []

    def softmax(self, batch: Batch, may: Array, logits: Array) -> Array:
        inside, rows = self.compiled.inside, []
        for legal, facts, row in zip(batch.legal, batch.facts, logits, strict=True):
            inside.legal[0], inside.facts[0], self.chances[:] = legal, facts, row
            self._softmax(len(row), self.places[-2], self.where["legal"], self.where["facts"] + 8)
            rows.append(self.chances.copy())
        return np.array(rows)

    def sit(self, style: Style, state: bytes) -> None:
        """Write a search's position (a record) and style into the desk."""
        weights = style.exploration, style.fpu_reduction, style.trust
        packed = DESK.pack(*weights, *self.places, style.games)
        self.desk[:] = np.frombuffer(packed, np.uint8)
        self.root[:] = np.frombuffer(state, np.uint8)

    def tried(self, style: Style, state: State) -> int:
        """The sum of the values, for the first colour, of the style's random games from here."""
        self.sit(style, layout.packed(state))
        self.compiled.records[: layout.RECORD.size] = self.root
        return self._tried(self.told)

    def brief(self) -> Brief:
        """What another core needs to evaluate leaves exactly as this one does."""
        image = Image()
        there = Guide(self.game, self.weights, CompiledEncoder(image, self.game))
        there.sit(self.style, layout.packed(self.game.start()))
        leaves = there.leaves()
        octets = image.memory[: image.used].tobytes()
        return Brief(octets, image.used, there.told, leaves.records, leaves.answers, self.size)

    def leaves(self) -> Leaves:
        """A buffer for outstanding leaves, reused or new."""
        if self.empty:
            return self.empty.pop()
        return Leaves(self.machine.room, self.machine.address, self.size)

    def pool(self, size: int) -> Array:
        """Memory for a tree, of ``size`` bytes, reused or new."""
        found = self.free.get(size)
        return found.pop() if found else self.machine.room(size)

    def give_back(self, pool: Array) -> None:
        """Keep a pool for reuse where the machine never frees memory."""
        if not self.machine.gives_back:
            self.free.setdefault(len(pool), []).append(pool)


class GuidedSpot(Known):
    """A view of a node in a search's pool; any but the root is invalid once the pool is resized."""

    __slots__ = ("_legal", "_state", "at", "came", "search")

    def __init__(
        self,
        search: "GuidedSearch",
        at: int,
        state: State | None,
        legal: int | None = None,
        came: "tuple[GuidedSpot, int] | None" = None,
    ) -> None:
        """Without a ``state``, ``came`` is the node before the position and the action between."""
        self.search, self.at, self._state, self._legal = search, at, state, legal
        self.came = came

    @property
    def state(self) -> State:
        if self._state is None:
            assert self.came is not None
            before, action = self.came
            self._state = self.search.game.play(before.state, action)
        return self._state

    @property
    def legal(self) -> int:
        if self._legal is None:
            self._legal = self.search.game.legal(self.state)
        return self._legal

    @property
    def sign(self) -> float:
        return 1.0 - 2.0 * float(self.fields()[13])

    def fields(self) -> tuple[Any, ...]:
        """The fields of the node, in the order of ``Node`` in ``arena.ts``."""
        return NODE.unpack_from(self.search.octets, self.at)

    @property
    def visits_in(self) -> int:
        return int(self.fields()[2])

    @property
    def total(self) -> float:
        return float(self.fields()[1])

    @property
    def guess(self) -> float:
        """The value of the position before any search, from the first colour's side.

        It is the network's, or in part the mean of random games (``Style.trust``).
        """
        return float(self.fields()[8])

    @property
    def open_(self) -> int:
        return int(self.fields()[10])

    @property
    def exact(self) -> float | None:
        value = self.fields()[11]
        return None if value == UNKNOWN else float(value)

    @property
    def floor(self) -> float:
        return float(self.fields()[12])

    @property
    def actions(self) -> Array | None:
        _, _, _, priors, _, _, _, _, _, count, *_ = self.fields()
        if not priors:
            return None
        return self.search.array(priors + 4 * count, count, "<i2").astype(np.intp)

    @property
    def prior(self) -> Array:
        """The network's prior for each action: float32, summing to 1."""
        _, _, _, priors, _, _, _, _, _, count, *_ = self.fields()
        return self.search.array(priors, count, "<f4")

    def known(self, place: int, kind: str) -> Array:
        """Statistics of the actions: 0 worth, 1 weight, 2 visits, 3 offset of the node after."""
        _, _, _, _, known, _, _, _, _, count, *_ = self.fields()
        if not known:
            return np.zeros(count, kind)
        return self.search.array(known + (8 + 4 * place) * count, count, kind)

    @property
    def worth(self) -> Array:
        """The mean worth of each action to the mover, float32; before a visit, an estimate."""
        if self.fields()[4]:
            return self.known(0, "<f4")
        start = max(self.sign * self.guess - self.search.style.fpu_reduction, -1.0)
        return np.full(self.fields()[9], start, np.float32)

    @property
    def weight(self) -> Array:
        """The exploration term prior / (1 + visits) of each action: float32."""
        return self.known(1, "<f4") if self.fields()[4] else self.prior

    @property
    def visits(self) -> Array:
        return self.known(2, "<i4")

    @property
    def totals(self) -> Array:
        """The sum of the worths backed up through each action: float64."""
        _, _, _, _, known, _, _, _, _, count, *_ = self.fields()
        return self.search.array(known, count, "<f8") if known else np.zeros(count)

    @property
    def children(self) -> "list[GuidedSpot | None]":
        places, actions = self.known(3, "<i4").tolist(), self.actions
        assert actions is not None
        return [
            GuidedSpot(self.search, at, None, came=(self, action)) if at else None
            for at, action in zip(places, actions.tolist(), strict=True)
        ]

    @property
    def exacts(self) -> Array:
        """The proven value, for the first colour, after each action; nan where there is none."""
        places = self.known(3, "<i4")
        found = np.full(len(places), np.nan)
        for place in places.nonzero()[0].tolist():
            value = NODE.unpack_from(self.search.octets, int(places[place]))[11]
            if value != UNKNOWN:
                found[place] = value
        return found

    def order(self) -> Array:
        """Visits; ties are broken by the worth, and among unvisited actions by the prior."""
        return self.visits + 0.4 * np.maximum(self.worth, -1.0) + 0.1 * self.prior

    def mean_first(self, place: int) -> float:
        """The mean value of the action at ``place``."""
        return float(self.sign * self.totals[place] / self.visits[place])


class GuidedSearch(TreeSearch):
    """The compiled counterpart of ``puct.Search``; it evaluates leaves one by one."""

    guided = True
    room = MOST

    def __init__(
        self,
        game: Game,
        state: State,
        guide: Guide,
        style: Style | None = None,
        known: GuidedSpot | None = None,
    ) -> None:
        """``known`` is this position in the tree of an earlier search, which is not used again."""
        self.game, self.guide = game, guide
        self.style = style or guide.style
        self.packed = layout.packed(state)
        self.state, self.legal = state, game.legal(state)
        assert self.legal, "the game is over"
        if known is not None and known.search.guide is guide:
            before, size = known.search, len(known.search.pool)
            self.take(guide.pool(size))
            guide.move(before.address, known.at, self.address, size)
            used, _, _, slots, *_ = self.header
            while size // 2 >= max(LEAST, 2 * (used - 4 * slots)):  # a subtree is mostly small
                size //= 2
            if size < len(self.pool):
                self.resize(size)
        else:
            self.take(guide.pool(LEAST))
            guide.sit(self.style, self.packed)
            guide.begin(guide.told, self.address, LEAST)

    def take(self, pool: Array) -> None:
        """Use ``pool`` as the memory of the tree."""
        self.pool = pool
        self.octets = pool.data
        self.address = self.guide.machine.address(pool)
        self.memory = len(pool)

    def __del__(self) -> None:
        if hasattr(self, "pool"):
            self.guide.give_back(self.pool)

    @property
    def root(self) -> GuidedSpot:
        """The position that is searched."""
        return GuidedSpot(self, ROOT, self.state, self.legal)  # not stored: no reference cycle

    @property
    def is_full(self) -> bool:
        """Whether the tree has reached its memory limit."""
        return len(self.pool) >= MOST and bool(self.header[4])

    @property
    def header(self) -> tuple[int, ...]:
        """Bytes used, size in bytes, nodes, slots of the table, whether it is full, depth."""
        return HEADER.unpack_from(self.octets)

    def array(self, at: int, count: int, kind: str) -> Array:
        """A view of ``count`` numbers in the pool, from byte ``at`` on."""
        return np.frombuffer(self.octets, kind, count, at)

    def step(self, most: int = MANY) -> None:
        """Visit a few leaves, at most ``most``."""
        guide, left = self.guide, min(most, PART)
        guide.sit(self.style, self.packed)
        while left > 0:
            left -= guide.think(guide.told, self.address, left)
            if self.root.exact is not None or not self.header[4]:
                return
            if self.is_full:
                return
            self.resize(2 * len(self.pool))

    def gather(self, most: int) -> Leaves | None:
        """Walk to at most ``most`` leaves that are evaluated elsewhere; None if there are none."""
        guide, leaves, most = self.guide, self.guide.leaves(), min(most, TOGETHER)
        if self.header[0] + most * guide.walk > len(self.pool) < MOST:
            self.resize(2 * len(self.pool))
        guide.sit(self.style, self.packed)
        where = leaves.ways, leaves.records
        leaves.count = guide.gather(guide.told, self.address, most, *where)
        if leaves.count:
            return leaves
        guide.empty.append(leaves)
        return None

    def scatter(self, leaves: Leaves, answers: bytes | None = None) -> None:
        """Back up the answers for the leaves; without ``answers`` evaluate them here."""
        guide, done = self.guide, 0
        guide.sit(self.style, self.packed)
        if answers is None:
            guide.answer(guide.told, leaves.count, leaves.records, leaves.answers)
        else:
            leaves.rooms[2][: len(answers)] = np.frombuffer(answers, np.uint8)
        where = leaves.ways, leaves.records, leaves.answers
        while True:
            done = guide.scatter(guide.told, self.address, done, leaves.count, *where)
            if done == leaves.count or self.is_full:
                break
            self.resize(2 * len(self.pool))
        guide.forget(guide.told, self.address, done, leaves.count, leaves.ways)
        guide.empty.append(leaves)

    def visit_by(self, place: int) -> None:
        """Visit one leaf below the action at ``place`` of the root, which has been expanded."""
        guide = self.guide
        guide.sit(self.style, self.packed)
        while not guide.walk_by(guide.told, self.address, place) and not self.is_full:
            self.resize(2 * len(self.pool))

    def resize(self, size: int) -> None:
        """Move to a pool of ``size`` bytes, which must suffice; an interruption changes nothing."""
        guide, old, pool = self.guide, self.pool, self.guide.pool(size)
        guide.move(self.address, ROOT, guide.machine.address(pool), size)
        self.take(pool)
        guide.give_back(old)

    def open_visits(self) -> Array:
        return self.root.visits[self.root.worth > SETTLED]
