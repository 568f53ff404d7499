"""A search that shares its leaves with other cores, against the same in Python, to the bit."""

import asyncio
from random import Random
from time import perf_counter

import pytest

from greylox_web.engine import cores
from greylox_web.engine import messages as wire
from greylox_web.engine.compiled import search as guided
from greylox_web.engine.compiled.leaves import BATCH_SIZE
from greylox_web.engine.compiled.network import make_encoder
from greylox_web.engine.compiled.search import CompiledPuctSearch
from greylox_web.engine.cores import QUEUE_DEPTH, SHORT_INTERVAL, EvaluatorPool, ParallelismTuner
from greylox_web.engine.nets import load_networks
from greylox_web.engine.search import PROVEN_SENTINEL, descend
from greylox_web.engine.service import Service
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_spec, write_link
from lab.cores import LocalEvaluator
from tests.engine.agreeing import both_ways, same_trees
from tests.engine.samples import positions, some_weights

BOARDS = "greylox3 greylox5 lox4 lox5-n brink3-x2 brink5-x3 multiplicity3 byg3 byg5-d".split()
LEAST = guided.MIN_ARENA_BYTES
LESS = 0.1  # how much worse than it seems an action counts that waits


def gather(search, most):
    """Walk to leaves that wait: the ways to them, with what each action counts as until then."""
    waiting = []
    for _ in range(most):
        if search.root.proven_value is not None:
            break
        style = search.params
        way, leaf = descend(
            search.game, search.root, style.exploration, transpositions=search.transpositions
        )
        if leaf.pending:
            for spot, place in way:
                spot.remove_virtual_loss(place, style.fpu_reduction)
            break
        if leaf.proven_value is not None:
            bring_back(way, leaf, [-1.0] * len(way))
            continue
        leaf.pending = True
        counted = []
        for spot, place in way:
            total, visits = spot.child_value_sums[place] + 1.0, spot.child_visits[place]
            seemed = max(spot.sign * spot.raw_value - style.fpu_reduction, -1.0)
            counted.append((total / (visits - 1) if visits > 1 else seemed) - LESS)
            spot.child_value_sums[place] = total + counted[-1]
            if spot.q_values[place] > PROVEN_SENTINEL:
                spot.q_values[place] = spot.child_value_sums[place] / visits
        waiting.append((way, leaf, counted))
    return waiting


def scatter(search, waiting):
    """Take in what the network says of the leaves that wait."""
    for way, leaf, counted in waiting:
        look(search, leaf)
        leaf.pending = False
        bring_back(way, leaf, counted)


def step(search):
    """Visit one leaf, even one that waits."""
    way, leaf = descend(
        search.game, search.root, search.params.exploration, transpositions=search.transpositions
    )
    look(search, leaf)
    bring_back(way, leaf, [-1.0] * len(way))


def look(search, leaf):
    if leaf.proven_value is None and leaf.actions is None:
        waiting = leaf.pending
        leaf.expand(search.evaluator([leaf.state], [leaf.legal])[0], search.params.fpu_reduction)
        leaf.pending = waiting


def bring_back(way, leaf, counted):
    """Put the leaf's value in the place of what counted until now."""
    news = leaf.proven_value is not None
    value = leaf.proven_value if news else leaf.raw_value
    if news:
        leaf.propagate_proven()
    leaf.visits += 1
    leaf.value_sum += value
    for (spot, place), worth in zip(reversed(way), reversed(counted), strict=True):
        spot.child_value_sums[place] = spot.child_value_sums[place] - worth + spot.sign * value
        if spot.q_values[place] > PROVEN_SENTINEL:
            spot.q_values[place] = spot.child_value_sums[place] / spot.child_visits[place]
        if news:
            spot.set_child_proven(place, value)
            news = spot.proven_value is not None
        if spot.proven_value is not None:
            value = spot.proven_value
        elif spot.sign * value < spot.proven_lower_bound:
            value = spot.sign * spot.proven_lower_bound
        spot.visits += 1
        spot.value_sum += value


def said(core, brief, leaves):
    """What the core answers."""
    core.submit(brief, leaves.positions)
    while not (answers := core.answers()):
        pass
    return answers[0]


@pytest.mark.parametrize("spec", BOARDS)
@pytest.mark.parametrize("least", [1 << 15, LEAST])
def test_it_is_the_search_in_python_whatever_the_order(spec, least, monkeypatch):
    """In a small pool the tree moves while leaves wait."""
    monkeypatch.setattr(guided, "MIN_ARENA_BYTES", least)
    game, random = read_spec(spec, allow_small=True), Random(spec)
    weights, nodes = some_weights(make_encoder(game), seed=3), 0
    for state in [game.start(), *random.sample(positions(game, 2), 3)]:
        fast, slow = both_ways(game, weights, state)
        brief, core, out = fast.kernel.evaluator_image(), LocalEvaluator(), []
        while slow.root.visits < 150 and slow.root.proven_value is None:
            act = random.random()
            if act < 0.4 and slow.root.visits:
                most = random.randint(1, BATCH_SIZE)
                leaves, waiting = fast.collect_batch(most), gather(slow, most)
                assert (leaves.count if leaves else 0) == len(waiting)
                if leaves:
                    out.append((leaves, waiting))
            elif act < 0.7:
                fast.step(1)
                step(slow)
            elif out:
                leaves, waiting = out.pop(random.randrange(len(out)))
                fast.back_up_batch(leaves, random.choice([said(core, brief, leaves), None]))
                scatter(slow, waiting)
        for leaves, waiting in out:
            fast.back_up_batch(leaves, said(core, brief, leaves))
            scatter(slow, waiting)
        nodes += same_trees(fast, slow, moved=least != LEAST)
    assert nodes > 150


def sound(search):
    """Nothing waits, and every visit has come back."""
    root = search.root
    assert int(root.child_visits.sum()) == root.visits - 1
    assert (abs(root.child_value_sums) <= root.child_visits).all()
    return root.visits


@pytest.mark.parametrize("name", GAMES)
def test_a_core_thinks_as_the_worker_does(name):
    game = new_game(name)
    guide = load_networks()[0].evaluator(game)
    brief, core = guide.evaluator_image(), LocalEvaluator()
    search = CompiledPuctSearch(game, game.start(), guide)
    while search.root.visits < 100:
        search.step()
    leaves = search.collect_batch(BATCH_SIZE)
    answers = said(core, brief, leaves)
    guide.evaluate_batch(guide.told, leaves.count, leaves.records, leaves.answers)
    assert leaves.buffers[2][: len(answers)].tobytes() == answers
    search.back_up_batch(leaves, answers)
    assert sound(search) > 100


def test_what_waits_in_a_tree_that_may_not_grow_is_forgotten(monkeypatch):
    monkeypatch.setattr(guided, "MIN_ARENA_BYTES", 1 << 15)
    monkeypatch.setattr(guided, "MAX_ARENA_BYTES", 1 << 16)
    game = new_game("brink", 4)
    fast, _ = both_ways(game, some_weights(make_encoder(game), seed=1), game.start())
    out = []
    while not fast.is_full:
        fast.step()
        if fast.root.visits > 20 and (leaves := fast.collect_batch(3)):
            out.append(leaves)
            fast.back_up_batch(out.pop(0)) if len(out) > 3 else None
    for leaves in out:
        fast.back_up_batch(leaves)
    assert sound(fast) > 20 and len(fast.arena) == 1 << 16


class Silent(LocalEvaluator):
    """A core that has died."""

    closed = False

    def answers(self):
        return []

    def close(self):
        self.closed = True


def test_a_core_that_falls_silent_is_given_up_and_its_work_done(monkeypatch):
    game, now = new_game("greylox", 4), [0.0]
    search = CompiledPuctSearch(game, game.start(), load_networks()[0].evaluator(game))
    while search.root.visits < cores.MIN_VISITS_PER_LEAF * QUEUE_DEPTH * 3:
        search.step()
    core = Silent()
    crew = EvaluatorPool([core], lambda: now[0])
    crew.dispatch_leaves(search)
    assert crew.has_pending and crew.size == 1
    for _ in range(cores.TIMEOUT_POLLS + 1):
        now[0] += cores.TIMEOUT_SECONDS / 20
        assert crew.has_pending and not core.closed
        crew.collect_results(search)
    assert core.closed and not crew and not crew.has_pending
    crew.dispatch_leaves(search)  # it may happen in the middle of a slice
    assert not crew.has_pending
    sound(search)


def asked(worker, game, purpose, level=10):
    record = GameRecord(game, ())
    report = worker.begin(
        wire.write_request(wire.SearchRequest(1, write_link(record), level, purpose))
    )
    return wire.read_report(report)


def shared(worker, until):
    """Reports of slices until one is as wanted."""
    while not until(report := wire.read_report(asyncio.run(worker.slice_parallel(1, 20)))):
        assert report.error is None and not report.final
    return report


def test_an_analysis_is_shared_and_says_so():
    worker = Service(Random(1), nets=load_networks()[0])
    crew = EvaluatorPool([LocalEvaluator(), LocalEvaluator()])
    worker.get_pool = lambda: crew
    assert not asked(worker, new_game("greylox", 4), "analyse").final
    report = shared(worker, lambda report: report.playouts > 3000)
    assert report.cores == 3 and not crew.has_pending
    assert sum(top.visits for top in report.top) < report.playouts
    sound(worker.active_request.task.search)
    assert wire.read_report(worker.stop(1)).final


def test_a_timed_level_is_shared_and_another_is_not():
    for level, of in ((11, 2), (10, 1)):
        worker = Service(Random(1), nets=load_networks()[0])
        crew = EvaluatorPool([LocalEvaluator()])
        worker.get_pool = lambda crew=crew: crew
        asked(worker, new_game("greylox"), "play", level)
        start = perf_counter()
        report = shared(worker, lambda report: report.final)
        assert report.cores == of and report.action and perf_counter() - start < 20


class Broken(LocalEvaluator):
    def answers(self):
        raise ValueError("no answer")


def test_a_fault_on_the_way_is_told_and_the_cores_are_let_go():
    worker = Service(Random(1), nets=load_networks()[0])
    crew = EvaluatorPool([Broken()])
    worker.get_pool = lambda: crew
    asked(worker, new_game("greylox", 4), "analyse")
    while (report := wire.read_report(asyncio.run(worker.slice_parallel(1, 20)))).error is None:
        assert not report.final
    assert report.final and "no answer" in report.error and not crew
    asked(worker, new_game("greylox", 4), "analyse")  # and it goes on without
    assert shared(worker, lambda report: report.playouts > 500).cores == 1


@pytest.mark.parametrize(("paces", "share"), [((1000, 1700), 0.9), ((1000, 700), 0.1)])
def test_the_cores_are_asked_only_while_they_help(paces, share):
    trials, ways = ParallelismTuner(), []
    for _ in range(200):
        together = trials.use_pool()
        ways.append(together)
        trials.record_pace(together, round(paces[together] / 20), 0.05)
    assert ways[0] and True in ways[-40:] and False in ways[-40:]  # it keeps an eye on both
    assert abs(sum(ways) / len(ways) - share) < 0.1
    for _ in range(60):  # and it notices a change
        together = trials.use_pool()
        trials.record_pace(together, round(paces[not together] / 20), 0.05)
    ways = [trials.use_pool() for _ in range(40)]
    assert abs(sum(ways) / len(ways) - (1 - share)) < 0.1


def test_the_other_way_is_tried_now_and_then_while_neither_is_much_faster():
    trials, ways = ParallelismTuner(), []
    for _ in range(3 * SHORT_INTERVAL):
        ways.append(together := trials.use_pool())
        trials.record_pace(together, 60 if together else 50, 0.05)
    assert ways == ([True] * (SHORT_INTERVAL - 1) + [False]) * 3


class Starting(LocalEvaluator):
    """A core that has not started yet."""

    is_ready = False

    def submit(self, image, positions):
        raise AssertionError("it is not ready")


def test_a_core_is_asked_once_it_has_started():
    game = new_game("greylox", 4)
    search = CompiledPuctSearch(game, game.start(), load_networks()[0].evaluator(game))
    crew = EvaluatorPool([Starting()])
    while search.root.visits < cores.MIN_VISITS_PER_LEAF * QUEUE_DEPTH * 3:
        search.step()
        crew.dispatch_leaves(search)
    assert crew.size == 0 and not crew.has_pending
    sound(search)


def test_a_young_search_is_not_shared():
    game = new_game("greylox", 4)
    search = CompiledPuctSearch(game, game.start(), load_networks()[0].evaluator(game))
    crew = EvaluatorPool([LocalEvaluator()])
    while search.root.visits < cores.MIN_VISITS_PER_LEAF * QUEUE_DEPTH:
        assert not crew.has_pending
        search.step(1)
        crew.dispatch_leaves(search)
    assert crew.has_pending
