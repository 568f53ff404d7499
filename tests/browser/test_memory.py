"""Chromium frees a page that was left, with all of its memory."""

from __future__ import annotations

from playwright.sync_api import Page

from tools.chromium import HAS_MARK_SCRIPT

LEAKED_METRIC = "DetachedScriptStates"  # counts pages that were left and not freed


def test_left_page_is_garbage_collected(fresh_page: Page, open_game):
    """A pending task, as Pyodide schedules them, does not hold the page in memory."""
    page = open_game(fresh_page, "#1/greylox3/m")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    devtools.send("HeapProfiler.enable")

    def metrics() -> dict[str, float]:
        devtools.send("HeapProfiler.collectGarbage")
        samples = devtools.send("Performance.getMetrics")["metrics"]
        return {metric["name"]: metric["value"] for metric in samples}

    first = metrics()["Nodes"]
    page.evaluate("() => { scheduler.postTask(() => {}, { delay: 600_000 }); }")
    page.reload()
    page.wait_for_function(HAS_MARK_SCRIPT, arg="board-interactive")
    for _ in range(100):
        if metrics()[LEAKED_METRIC] == 0:
            break
        page.wait_for_timeout(100)
    assert metrics()[LEAKED_METRIC] == 0
    assert metrics()["Nodes"] < 1.5 * first


def test_delayed_task_returns_result_or_error(page: Page, open_game):
    """The promise settles with the task's result or error, with and without a delay."""
    page = open_game(page, "#1/greylox3/m")
    results = page.evaluate(
        """async () => {
          const seen = (...words) => words.length;
          const failed = (task, options) => scheduler.postTask(task, options).catch(String);
          const wrong = () => { throw "wrong"; };
          return [
            await scheduler.postTask(seen, { delay: 1 }), await scheduler.postTask(seen),
            await failed(wrong, { delay: 1 }), await failed(wrong, {}),
          ];
        }"""
    )
    assert results == [0, 0, "wrong", "wrong"]
