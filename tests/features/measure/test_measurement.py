"""A study in the page: playing, pausing, reloading, files and faults, without a browser."""

import asyncio
from itertools import count

import pytest

from greylox_web.command.study.batches import make_batches, play_batch
from greylox_web.command.study.results import Results
from greylox_web.engine.client import WorkerLost
from greylox_web.features.measure.measurement import MAX_LOST, Measurement
from greylox_web.features.measure.measurements import Measurements, plan_of
from greylox_web.features.measure.stored import read_about, read_rows, write_rows
from greylox_web.measure.rows import METHOD, further_points
from greylox_web.rules import NotationError
from tests.features.measure.study_helpers import ENGINE, FakeHost, FakeStorage, small_plan


def run(scenario, *arguments):
    return asyncio.run(scenario(*arguments))


def play_command(path, plan, study=0, ladder=()):
    """The file that the command writes for a study of a plan."""
    parameters = plan.studies[study]
    results = Results(path, parameters, engine=ENGINE, method=METHOD)
    for batch in make_batches(results, [*plan.strengths, *ladder], plan.games):
        for row in play_batch(batch):
            results.add(row)
    return path.read_text()


def lines_of(text):
    head, *lines = text.splitlines()
    return head, sorted(lines)


async def play_all(plan, host=None, **options):
    host = host or FakeHost()
    measurement = Measurement(plan, host, **options)
    measurement.start()
    await host.wait(lambda: not measurement.is_running)
    await host.settle()
    return measurement


def test_the_page_writes_the_file_of_the_command(tmp_path):
    plan = small_plan("byg", "brink", strengths=[2, 5], ladder=[(5, 2)])
    measurement = run(play_all, plan)
    assert measurement.is_complete and measurement.games == plan.all_games == 60
    assert measurement.host.alive == 0 and measurement.fault == ""
    for study, ladder in enumerate((plan.ladder, ())):
        expected = play_command(tmp_path / f"{study}.jsonl", plan, study, ladder)
        assert lines_of(measurement.export_lines(study)) == lines_of(expected)
    rows = measurement.ladder_rows[5, 2]
    assert len(rows) == 12
    for row in rows:
        winner = row["measured"]["winner"]
        assert further_points(row) == (row["visits"][winner] == 5)


def test_the_command_goes_on_with_the_pages_games(tmp_path):
    plan = small_plan(count=5, ladder=[(5, 2)])
    file = tmp_path / "page.jsonl"
    file.write_text(run(play_all, plan).export_lines())
    results = Results(file, plan.studies[0], engine=ENGINE, method=METHOD)
    assert results.missing(2, 7) == results.missing((5, 2), 7) == [5, 6]
    text = play_command(file, plan._replace(games=7), ladder=plan.ladder)
    whole = play_command(tmp_path / "whole.jsonl", plan._replace(games=7), ladder=plan.ladder)
    assert lines_of(text) == lines_of(whole)


def test_the_page_goes_on_with_the_commands_games(tmp_path):
    plan = small_plan(ladder=[(5, 2)])
    text = play_command(tmp_path / "some.jsonl", plan._replace(games=5), ladder=plan.ladder)
    whole = play_command(tmp_path / "whole.jsonl", plan, ladder=plan.ladder)

    async def scenario():
        host = FakeHost()
        measurement = Measurement(plan, host)
        assert await measurement.load_lines(text) == "10 games read."
        assert measurement.games == 10
        again = await measurement.load_lines(text)
        assert again == "0 games read. 10 games were there already and count once."
        measurement.start()
        await host.wait(lambda: not measurement.is_running)
        assert lines_of(measurement.export_lines()) == lines_of(whole)
        await host.settle()

    run(scenario)


def test_reload_goes_on_and_no_game_is_lost_or_counts_twice():
    async def scenario():
        storage = FakeStorage()
        plan = small_plan(count=20)
        first = Measurements(FakeHost(storage))
        measurement = await first.open(plan)
        measurement.start()
        await first.host.wait(lambda: measurement.games >= 9)
        first.flush()
        before = {row["number"] for row in measurement.rows[0, 2]}
        # the page ends without a word; another tab stored the same games
        storage.texts.append(storage.texts[-1])
        second = Measurements(FakeHost(storage))
        [(key, stored)] = (await second.earlier()).items()
        assert stored.plan == plan and stored.is_running and stored.games == len(before)
        resumed = await second.open(plan, resumes=True)
        assert resumed.is_running and resumed.games == len(before)
        assert {row["number"] for row in resumed.rows[0, 2]} == before
        await second.host.wait(lambda: not resumed.is_running)
        await second.host.settle()
        [stored] = (await second.earlier()).values()
        assert stored.games == 20 and not stored.is_running and stored.points[1] == 20
        third = await Measurements(FakeHost(storage)).open(plan, resumes=True)
        assert third.is_complete and not third.is_running
        whole = await play_all(plan)
        assert lines_of(third.export_lines()) == lines_of(whole.export_lines())
        await second.delete(key)
        assert not storage.about and not storage.texts and second.current is None

    run(scenario)


def test_more_games_strengths_or_variants_go_on_from_the_stored_games():
    async def scenario():
        storage = FakeStorage()
        host = FakeHost(storage)
        await play_all(small_plan(count=6), host)
        measurements = Measurements(FakeHost(storage))
        more = await measurements.open(small_plan("brink", "byg", count=9, strengths=[2, 3]))
        assert more.games == 6 and len(more.rows[1, 2]) == 6
        more.start()
        await measurements.host.wait(lambda: not more.is_running)
        await measurements.host.settle()
        assert more.games == 36 and len(storage.about) == 2
        less = await measurements.open(small_plan(count=7))
        assert less.is_complete and less.games == 7
        await measurements.delete(more.key)  # the games of the other study stay
        again = await measurements.open(small_plan(count=9))
        assert again.is_complete
        assert (await measurements.open(small_plan("brink", count=9))).games == 0
        [key] = await measurements.earlier()
        await measurements.delete(key)
        assert not storage.about and not storage.texts

    run(scenario)


def test_pause_ends_the_workers_at_once_and_start_goes_on():
    async def scenario():
        host = FakeHost(workers=3)
        measurement = Measurement(small_plan(count=30), host)
        measurement.start()
        await host.wait(lambda: measurement.games >= 4)
        assert host.made == host.alive == 3
        assert measurement.games_per_minute > 0 and measurement.seconds_left > 0
        measurement.pause()
        assert not measurement.is_running and host.alive == 0
        calls, games = host.calls, measurement.games
        await host.settle()
        assert (host.calls, measurement.games) == (calls, games) and measurement.fault == ""
        assert measurement.games_per_minute == 0 and measurement.seconds_left is None
        measurement.start()
        await host.wait(lambda: not measurement.is_running)
        assert measurement.games == 30
        await host.settle()

    run(scenario)


def test_workers_wait_while_the_player_waits_for_the_engine():
    async def scenario():
        host = FakeHost()
        measurements = Measurements(host)
        measurement = await measurements.open(small_plan())
        measurement.start()
        await host.wait(lambda: host.calls > 5)
        measurements.hold(True)
        assert host.holds == host.alive == 2
        for _ in range(9):
            await asyncio.sleep(0)
        calls = host.calls
        for _ in range(50):
            await asyncio.sleep(0)
        assert host.calls == calls and measurement.is_running
        measurements.hold(False)
        await host.wait(lambda: measurement.is_complete)
        await host.settle()

    run(scenario)


def test_listeners_hear_of_games_and_of_the_end_but_not_of_each_game():
    async def scenario():
        host = FakeHost()
        measurements = Measurements(host)
        measurement = await measurements.open(small_plan(count=40))
        counts = []
        measurements.listeners.append(lambda: counts.append(measurement.games))
        measurement.start()
        for _ in range(200):  # no timer runs
            await asyncio.sleep(0)
        assert measurement.games and not counts
        await host.wait(lambda: not measurement.is_running)
        await host.settle()
        assert counts[-1] == 40 and 1 < len(set(counts)) < 40

    run(scenario)


def test_a_lost_worker_is_replaced_and_its_games_are_played_again():
    async def scenario():
        host = FakeHost()
        host.dies_at = 7
        measurement = await play_all(small_plan(), host)
        assert measurement.is_complete and measurement.fault == "" and host.made == 3
        assert host.alive == 0

    run(scenario)


def test_broken_workers_are_given_up_with_a_sentence():
    async def scenario():
        host = FakeHost()
        host.is_broken = True
        measurement = await play_all(small_plan(), host)
        assert "It broke off." in measurement.fault and measurement.games == 0
        assert host.alive == 0 and host.made <= MAX_LOST + 2

    run(scenario)


def test_workers_that_are_lost_before_they_finish_a_game_are_given_up():
    async def scenario():
        host, calls = FakeHost(), count(1)

        def answer(_: str) -> str:
            if next(calls) % 2 == 0:
                raise WorkerLost("It broke off.")
            return ""  # the first slice of a game

        host.garble = answer
        measurement = await play_all(small_plan(), host)
        assert "It broke off." in measurement.fault and measurement.games == 0
        assert host.alive == 0 and host.made <= MAX_LOST + 2

    run(scenario)


@pytest.mark.parametrize(
    "reply",
    ["x", "{}", "[]", '{"number":0}', "\n", "[" * 3000, '{"number":99,"visits":2,"lowest":1}'],
)
def test_an_impossible_reply_adds_no_game(reply):
    async def scenario():
        host = FakeHost()
        host.garble = lambda text: reply
        measurement = await play_all(small_plan(), host)
        assert measurement.games == 0 and measurement.fault

    run(scenario)


def test_refused_storage_is_told_and_the_games_last():
    async def scenario():
        host = FakeHost()
        host.storage.refuses = True
        measurements = Measurements(host)
        measurement = await measurements.open(small_plan())
        assert "The browser is out of space." in measurement.fault
        measurement.start()
        await host.wait(lambda: measurement.is_complete)
        await host.settle()
        assert "not stored" in measurement.fault and measurement.games == 12
        assert await measurements.earlier() == {}

    run(scenario)


def test_games_of_another_engine_or_network_are_shown_but_none_is_added():
    async def scenario():
        plan = small_plan()
        host = FakeHost()
        old = Measurement(plan, host, "0.0.1-11112222")
        old.start()
        assert not old.is_running and "0.0.1-11112222" in old.fault and host.made == 0
        other = plan._replace(studies=(plan.studies[0]._replace(network="00112233"),))
        older = Measurement(other, host)
        older.start()
        assert not older.is_running and "network of Byg" in older.fault
        assert len({old.key, older.key, Measurement(plan, host).key}) == 3
        await host.settle()

    run(scenario)


def test_damaged_and_foreign_files_get_a_sentence():
    async def scenario():
        plan = small_plan(count=4)
        played = await play_all(plan)
        text = played.export_lines()
        head, *lines = text.splitlines()
        measurement = Measurement(plan, FakeHost())
        wrong = lines[2].replace('"flips":', '"flips":9')
        damaged = "\n".join([head, *lines[:2], lines[0], wrong, "[]", lines[3][:40], ""])
        sentence = await measurement.load_lines(damaged)
        doubled = "One game was there already and counts once."
        assert sentence == f"2 games read. 3 damaged lines, passed over. {doubled}"
        assert measurement.games == 2
        for foreign in ("", "x", "{}", lines[0], "[" * 5000, "\x00" * 50):
            assert "another study" in await measurement.load_lines(foreign)
            with pytest.raises(NotationError, match="no file of a study"):
                await Measurements(FakeHost()).open_file(foreign)
        other = head.replace('"seed": 1', '"seed": 2')
        assert "another study" in await measurement.load_lines(f"{other}\n{lines[2]}")
        theirs = head.replace(ENGINE, "0.0.9")
        assert "0.0.9" in await measurement.load_lines(f"{theirs}\n{lines[2]}")
        assert measurement.games == 2

    run(scenario)


def test_a_file_opens_as_a_study_of_its_own():
    async def scenario():
        played = await play_all(small_plan(count=4, strengths=[2, 3], ladder=[(3, 2)]))
        text = played.export_lines()
        measurements = Measurements(FakeHost())
        assert await measurements.open_file(text) == "12 games read."
        assert measurements.current.plan == played.plan and measurements.current.is_complete
        first = measurements.current
        longer = (await play_all(small_plan(count=6))).export_lines()
        sentence = await measurements.open_file(longer)
        assert sentence == "2 games read. 4 games were there already and count once."
        assert measurements.current is not first and measurements.current.games == 6
        some = "\n".join(longer.splitlines()[:4])
        assert "3 games were there already" in await measurements.open_file(some)
        theirs = Measurements(FakeHost())
        sentence = await theirs.open_file(text.replace(ENGINE, "0.0.9"))
        assert sentence == "12 games read." and theirs.current.games == 12
        theirs.current.start()
        assert theirs.current.fault or theirs.current.is_complete
        await measurements.host.settle()
        await theirs.host.settle()

    run(scenario)


def test_a_file_out_of_the_limits_is_refused():
    plan = small_plan()
    study = plan.studies[0]
    with pytest.raises(NotationError, match="no games yet"):
        plan_of(study, ["{}", '{"number":-1,"visits":2}', '{"number":3}'])
    with pytest.raises(NotationError):
        plan_of(study, ['{"number":1,"visits":90000}'])
    with pytest.raises(NotationError):
        plan_of(study._replace(game="chess8"), ['{"number":1,"visits":2}'])
    assert plan_of(study, ['{"number":11,"visits":2}']) == plan


def test_damaged_storage_is_passed_over():
    async def scenario():
        storage = FakeStorage()
        host = FakeHost(storage)
        measurements = Measurements(host)
        plan = small_plan()
        measurement = await measurements.open(plan)
        measurement.start()
        await host.wait(lambda: measurement.is_complete)
        await host.settle()
        texts = [text for _, text in storage.texts]
        key = measurement.key
        [games] = measurement.games_keys
        storage.texts = [(games, text[:-5] + "00000") for text in texts] + [(games, "")]
        storage.about |= {
            "a": "",
            "b": "{}",
            "c": storage.about[key].replace('"count": 12', '"count": 0'),
        }
        again = Measurements(FakeHost(storage))
        assert list(await again.earlier()) == [key]
        assert (await again.open(plan)).games == 0
        rows = measurement.rows[0, 2]
        assert read_rows(write_rows(rows)) == rows
        assert read_rows(None) == read_rows(3) == read_rows("0\nx") == []
        assert read_about(None) is read_about("[" * 9000) is None

    run(scenario)
