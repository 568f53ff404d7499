"""A pytest plugin that records the lines that each test runs, and runs chosen tests.

If MUTANTS_COVER names a file, the tests run as usual, and the plugin writes each test's seconds and
the lines of MUTANTS_SOURCE that it ran into that file; this needs ``coverage``.  If MUTANTS_PLAN
names a file, that file lists the tests to run, in order, each with its time limit in seconds.
"""

import json
import os
import resource
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import Phase, settings

MEMORY_LIMIT = 4 << 30  # bytes of data that a test process may allocate
MAX_EXAMPLES = 5  # few random examples show which lines a test runs
GENERATE_PHASES = (Phase.explicit, Phase.generate)


class Recorder:
    """A plugin that records the lines of the source that each test runs."""

    def __init__(self, source: str, path: Path) -> None:
        from coverage import Coverage  # type: ignore[import-not-found]

        self.path = path
        self.seconds: dict[str, float] = {}
        self.coverage = Coverage(data_file=None, source=[source], config_file=False)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        lines = {
            str(Path(file).relative_to(Path.cwd())): data.contexts_by_lineno(file)
            for file in data.measured_files()
        }
        self.path.write_text(json.dumps({"seconds": self.seconds, "lines": lines}))


class PlanRunner:
    """A plugin that runs only the tests of a plan, in its order."""

    def __init__(self, plan: dict[str, float]) -> None:
        self.plan = plan

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items_by_id = {item.nodeid: item for item in items}
        items[:] = [items_by_id[name] for name in self.plan if name in items_by_id]
        for item in items:
            item.add_marker(pytest.mark.timeout(self.plan[item.nodeid]))


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugins, limit the memory, and reduce examples or skip their shrinking."""
    if path := os.environ.get("MUTANTS_COVER"):
        config.pluginmanager.register(Recorder(os.environ["MUTANTS_SOURCE"], Path(path)))
        settings.register_profile(
            "mutants", settings.get_profile("usual"), max_examples=MAX_EXAMPLES
        )
    else:
        settings.register_profile("mutants", settings.get_profile("usual"), phases=GENERATE_PHASES)
    settings.load_profile("mutants")
    if path := os.environ.get("MUTANTS_PLAN"):
        plan: dict[str, float] = json.loads(Path(path).read_text())
        config.pluginmanager.register(PlanRunner(plan))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_LIMIT, MEMORY_LIMIT))
