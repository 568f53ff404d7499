"""A search that evaluates leaves on other cores, against the same in Python, to the bit."""

import asyncio
from random import Random
from time import perf_counter

import pytest

from greylox_web.engine import evaluator_pool, messages
from greylox_web.engine.compiled import search as puct
from greylox_web.engine.compiled.leaf_batch import MAX_LEAVES
from greylox_web.engine.compiled.network import make_encoder
from greylox_web.engine.compiled.search import CompiledPuctSearch
from greylox_web.engine.evaluator_pool import (
    QUEUE_DEPTH,
    SHORT_INTERVAL,
    EvaluatorPool,
    ParallelismTuner,
)
from greylox_web.engine.network_registry import load_networks
from greylox_web.engine.search import PROVEN_SENTINEL, descend
from greylox_web.engine.service import Service
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import GameRecord
from greylox_web.rules.notation.links import read_spec, write_link
from lab.local_evaluator import LocalEvaluator
from tests.engine.comparisons import compare_trees, make_searches
from tests.engine.samples import positions, random_weights

BOARDS = """
    greylox3 greylox5 lox4 lox5-n brink3-x2 brink5-x3 multiplicity3 byg3 byg5-d brink3-x2-p
    multiplicity4-f-p
""".split()
MIN_ARENA_BYTES = puct.MIN_ARENA_BYTES
PENDING_PENALTY = 0.1  # how far the provisional value of a pending action is below its estimate


def collect_leaves(search, limit):
    """Walk to pending leaves; return them with their paths and provisional values."""
    pending = []
    for _ in range(limit):
        if search.root.proven_value is not None:
            break
        style = search.params
        path, leaf = descend(search.game, search.root, style.exploration, search.transpositions)
        if leaf.pending:
            for spot, child_index in path:
                spot.remove_virtual_loss(child_index, style.fpu_reduction)
            break
        if leaf.proven_value is not None:
            back_up(path, leaf, [-1.0] * len(path))
            continue
        leaf.pending = True
        counted = []
        for spot, child_index in path:
            total, visits = spot.child_value_sums[child_index] + 1.0, spot.child_visits[child_index]
            seemed = max(spot.sign * spot.raw_value - style.fpu_reduction, -1.0)
            counted.append((total / (visits - 1) if visits > 1 else seemed) - PENDING_PENALTY)
            spot.child_value_sums[child_index] = total + counted[-1]
            if spot.q_values[child_index] > PROVEN_SENTINEL:
                spot.q_values[child_index] = spot.child_value_sums[child_index] / visits
        pending.append((path, leaf, counted))
    return pending


def back_up_leaves(search, pending):
    """Evaluate the pending leaves and back up their values."""
    for path, leaf, counted in pending:
        evaluate_leaf(search, leaf)
        leaf.pending = False
        back_up(path, leaf, counted)


def visit_leaf(search):
    """Visit one leaf, even if it is pending."""
    path, leaf = descend(search.game, search.root, search.params.exploration, search.transpositions)
    evaluate_leaf(search, leaf)
    back_up(path, leaf, [-1.0] * len(path))


def evaluate_leaf(search, leaf):
    if leaf.proven_value is None and leaf.actions is None:
        was_pending = leaf.pending
        search.expand(leaf, search.evaluator([leaf.state], [leaf.legal])[0])
        leaf.pending = was_pending


def back_up(path, leaf, counted):
    """Replace the provisional values along the path by the leaf's value."""
    news = leaf.proven_value is not None
    value = leaf.proven_value if news else leaf.raw_value
    if news:
        leaf.propagate_proven()
    leaf.visits += 1
    leaf.value_sum += value
    for (spot, child_index), provisional_value in zip(
        reversed(path), reversed(counted), strict=True
    ):
        spot.child_value_sums[child_index] = (
            spot.child_value_sums[child_index] - provisional_value + spot.sign * value
        )
        if spot.q_values[child_index] > PROVEN_SENTINEL:
            spot.q_values[child_index] = (
                spot.child_value_sums[child_index] / spot.child_visits[child_index]
            )
        if news:
            spot.set_child_proven(child_index, value)
            news = spot.proven_value is not None
        if spot.proven_value is not None:
            value = spot.proven_value
        elif spot.sign * value < spot.proven_lower_bound:
            value = spot.sign * spot.proven_lower_bound
        spot.visits += 1
        spot.value_sum += value


def evaluator_output(core, brief, leaves):
    """Return the core's answer."""
    core.submit(brief, leaves.positions)
    while not (answers := core.answers()):
        pass
    return answers[0]


@pytest.mark.parametrize("spec", BOARDS)
@pytest.mark.parametrize("min_bytes", [1 << 15, MIN_ARENA_BYTES])
def test_batched_search_equals_python_search_in_any_order(spec, min_bytes, monkeypatch):
    """With a small arena the tree moves while leaves are pending."""
    monkeypatch.setattr(puct, "MIN_ARENA_BYTES", min_bytes)
    game, random = read_spec(spec, allow_small=True), Random(spec)
    weights, nodes = random_weights(make_encoder(game), seed=3), 0
    for state in [game.start(), *random.sample(positions(game, 2), 3)]:
        fast, slow = make_searches(game, weights, state)
        brief, core, out = fast.kernel.evaluator_image(), LocalEvaluator(), []
        while slow.root.visits < 150 and slow.root.proven_value is None:
            act = random.random()
            if act < 0.4 and slow.root.visits:
                limit = random.randint(1, MAX_LEAVES)
                leaves, pending = fast.collect_batch(limit), collect_leaves(slow, limit)
                assert (leaves.count if leaves else 0) == len(pending)
                if leaves:
                    out.append((leaves, pending))
            elif act < 0.7:
                fast.step(1)
                visit_leaf(slow)
            elif out:
                leaves, pending = out.pop(random.randrange(len(out)))
                fast.back_up_batch(
                    leaves, random.choice([evaluator_output(core, brief, leaves), None])
                )
                back_up_leaves(slow, pending)
        for leaves, pending in out:
            fast.back_up_batch(leaves, evaluator_output(core, brief, leaves))
            back_up_leaves(slow, pending)
        nodes += compare_trees(fast, slow, moved=min_bytes != MIN_ARENA_BYTES)
    assert nodes > 150


def check_consistent(search):
    """Check that nothing is pending and that all visits are backed up; return the visits."""
    root = search.root
    assert int(root.child_visits.sum()) == root.visits - 1
    assert (abs(root.child_value_sums) <= root.child_visits).all()
    return root.visits


@pytest.mark.parametrize("name", GAMES)
def test_a_core_thinks_as_the_worker_does(name):
    game = new_game(name)
    kernel = load_networks()[0].evaluator(game)
    brief, core = kernel.evaluator_image(), LocalEvaluator()
    search = CompiledPuctSearch(game, game.start(), kernel)
    while search.root.visits < 100:
        search.step()
    leaves = search.collect_batch(MAX_LEAVES)
    answers = evaluator_output(core, brief, leaves)
    kernel.evaluate_batch(kernel.context_address, leaves.count, leaves.records, leaves.answers)
    assert leaves.buffers[2][: len(answers)].tobytes() == answers
    search.back_up_batch(leaves, answers)
    assert check_consistent(search) > 100


def test_pending_leaves_of_full_tree_are_undone(monkeypatch):
    monkeypatch.setattr(puct, "MIN_ARENA_BYTES", 1 << 15)
    monkeypatch.setattr(puct, "MAX_ARENA_BYTES", 1 << 16)
    game = new_game("brink", 4)
    fast, _ = make_searches(game, random_weights(make_encoder(game), seed=1), game.start())
    out = []
    while not fast.is_full:
        fast.step()
        if fast.root.visits > 20 and (leaves := fast.collect_batch(3)):
            out.append(leaves)
            fast.back_up_batch(out.pop(0)) if len(out) > 3 else None
    for leaves in out:
        fast.back_up_batch(leaves)
    assert check_consistent(fast) > 20 and len(fast.arena) == 1 << 16


class DeadEvaluator(LocalEvaluator):
    """A core that has died."""

    closed = False

    def answers(self):
        return []

    def close(self):
        self.closed = True


def test_unresponsive_evaluator_is_dropped_and_replaced(monkeypatch):
    game, now = new_game("greylox", 4), [0.0]
    search = CompiledPuctSearch(game, game.start(), load_networks()[0].evaluator(game))
    while search.root.visits < evaluator_pool.MIN_VISITS_PER_LEAF * QUEUE_DEPTH * 3:
        search.step()
    core = DeadEvaluator()
    pool = EvaluatorPool([core], lambda: now[0])
    pool.dispatch_leaves(search)
    assert pool.has_pending and pool.size == 1
    for _ in range(evaluator_pool.TIMEOUT_POLLS + 1):
        now[0] += evaluator_pool.TIMEOUT_SECONDS / 20
        assert pool.has_pending and not core.closed
        pool.collect_results(search)
    assert core.closed and not pool and not pool.has_pending
    pool.dispatch_leaves(search)  # this may happen in the middle of a slice
    assert not pool.has_pending
    check_consistent(search)


def start_task(worker, game, purpose, level=10):
    record = GameRecord(game, ())
    report = worker.begin(
        messages.write_request(messages.SearchRequest(1, write_link(record), level, purpose))
    )
    return messages.read_report(report)


def share_until(worker, until):
    """Return the first report of a slice that fulfils the condition."""
    while not until(report := messages.read_report(asyncio.run(worker.slice_parallel(1, 20)))):
        assert report.error is None and not report.final
    return report


def test_parallel_analysis_reports_core_count():
    worker = Service(Random(1), nets=load_networks()[0])
    pool = EvaluatorPool([LocalEvaluator(), LocalEvaluator()])
    worker.get_pool = lambda: pool
    assert not start_task(worker, new_game("greylox", 4), "analyse").final
    report = share_until(worker, lambda report: report.visits > 3000)
    assert report.cores == 3 and not pool.has_pending
    assert sum(top.visits for top in report.candidates) < report.visits
    check_consistent(worker.active_request.task.search)
    assert messages.read_report(worker.stop(1)).final


def test_a_timed_level_is_shared_and_another_is_not():
    for level, of in ((11, 2), (10, 1)):
        worker = Service(Random(1), nets=load_networks()[0])
        pool = EvaluatorPool([LocalEvaluator()])
        worker.get_pool = lambda pool=pool: pool
        start_task(worker, new_game("greylox"), "play", level)
        start = perf_counter()
        report = share_until(worker, lambda report: report.final)
        assert report.cores == of and report.action and perf_counter() - start < 20


class WrongEvaluator(LocalEvaluator):
    def answers(self):
        raise ValueError("no answer")


def test_evaluator_error_is_reported_and_pool_closed():
    worker = Service(Random(1), nets=load_networks()[0])
    pool = EvaluatorPool([WrongEvaluator()])
    worker.get_pool = lambda: pool
    start_task(worker, new_game("greylox", 4), "analyse")
    while (report := messages.read_report(asyncio.run(worker.slice_parallel(1, 20)))).error is None:
        assert not report.final
    assert report.final and "no answer" in report.error and not pool
    start_task(worker, new_game("greylox", 4), "analyse")  # the engine continues without the pool
    assert share_until(worker, lambda report: report.visits > 500).cores == 1


@pytest.mark.parametrize(("paces", "share"), [((1000, 1700), 0.9), ((1000, 700), 0.1)])
def test_pool_is_used_only_while_faster(paces, share):
    trials, choices = ParallelismTuner(), []
    for _ in range(200):
        together = trials.use_pool()
        choices.append(together)
        trials.record_pace(together, round(paces[together] / 20), 0.05)
    assert choices[0] and True in choices[-40:] and False in choices[-40:]  # it still tries both
    assert abs(sum(choices) / len(choices) - share) < 0.1
    for _ in range(60):  # it adapts to a change
        together = trials.use_pool()
        trials.record_pace(together, round(paces[not together] / 20), 0.05)
    choices = [trials.use_pool() for _ in range(40)]
    assert abs(sum(choices) / len(choices) - (1 - share)) < 0.1


def test_slower_choice_is_tried_at_short_interval():
    trials, choices = ParallelismTuner(), []
    for _ in range(3 * SHORT_INTERVAL):
        choices.append(together := trials.use_pool())
        trials.record_pace(together, 60 if together else 50, 0.05)
    assert choices == ([True] * (SHORT_INTERVAL - 1) + [False]) * 3


class StartingEvaluator(LocalEvaluator):
    """A core that has not started yet."""

    is_ready = False

    def submit(self, image, positions):
        raise AssertionError("it is not ready")


def test_evaluator_gets_leaves_only_when_ready():
    game = new_game("greylox", 4)
    search = CompiledPuctSearch(game, game.start(), load_networks()[0].evaluator(game))
    pool = EvaluatorPool([StartingEvaluator()])
    while search.root.visits < evaluator_pool.MIN_VISITS_PER_LEAF * QUEUE_DEPTH * 3:
        search.step()
        pool.dispatch_leaves(search)
    assert pool.size == 0 and not pool.has_pending
    check_consistent(search)


def test_a_young_search_is_not_shared():
    game = new_game("greylox", 4)
    search = CompiledPuctSearch(game, game.start(), load_networks()[0].evaluator(game))
    pool = EvaluatorPool([LocalEvaluator()])
    while search.root.visits < evaluator_pool.MIN_VISITS_PER_LEAF * QUEUE_DEPTH:
        assert not pool.has_pending
        search.step(1)
        pool.dispatch_leaves(search)
    assert pool.has_pending
