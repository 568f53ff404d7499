"""The page restarts many times in place, and nothing remains of the earlier starts."""

from __future__ import annotations

from difflib import unified_diff

from playwright.sync_api import CDPSession, Page, expect

from tests.thoroughness import LONG
from tools.chromium import HAS_MARK_SCRIPT

from .page_actions import fragment, open_record_tab, play, press, wait_until
from .shared_browsers import BOARD, CLEAR_GAMES_SCRIPT, NO_ENGINE_SCRIPT, restart

PYTHON = """{
  const add = window.addEventListener;
  window.addEventListener = (kind, handler, ...how) => {
    if (kind === "greylox:restart" && !globalThis.python) {
      const builtins = handler.__globals__.get("__builtins__");
      const [evaluate, names] = [builtins.get("eval"), builtins.get("dict")()];
      globalThis.python = (text) => evaluate(text, names);
    }
    return add.call(window, kind, handler, ...how);
  };
}"""
"""A script that exposes the page's Python: ``python(text)`` evaluates text in it."""
ENGINE_NOW_AND_THEN = """{
  const Real = window.Worker;
  %s
  const Silent = window.Worker;
  window.setEngine = (comes) => { window.Worker = comes ? Real : Silent; };
  setEngine(true);
}"""
MARKUP = """() => {
  const body = document.body.cloneNode(true);
  for (const node of body.querySelectorAll("script, script-py, #startup, noscript")) node.remove();
  for (const node of body.querySelectorAll("[style='']")) node.removeAttribute("style");
  const root = document.documentElement;
  const names = root.getAttributeNames().sort();
  const attributes = names.map((name) => `${name}=${root.getAttribute(name)}`).join(" ");
  return [document.title, attributes, ...body.innerHTML.split(/\\s*(?=<)/)];
}"""
ONE_ENGINE_SCRIPT = """() => navigator.locks.query().then(({ held }) =>
  held.filter(({ name }) => name.startsWith("greylox-worker")).length === 1)"""
"""Whether exactly one worker runs Python; each holds a lock while it is alive."""
GAME = "1/brink5/m"
COUNTED = (10, 50) if LONG else (5, 20)  # numbers of restarts; five are used differently
ALLOWED = {"objects": 1.02, "Nodes": 1.01, "JSHeapUsedSize": 1.05}
"""The maximum ratio of each count after the last restart to that after the first counted one."""
OBJECTS = "[__import__('gc').collect(), len(__import__('gc').get_objects())][1]"


def engine_starts(number: int) -> bool:
    """Whether this start has an engine, which costs more than everything else."""
    return number % 10 == 2 or number - 1 in COUNTED


def use(page: Page, number: int) -> None:
    """Use the page differently after each restart."""
    match number % 5:
        case 0:
            play(page, "a1", "b2")
            press(page, "open-settings")
        case 1:
            press(page, "open-share")
            expect(page.locator("#share")).to_be_visible()
        case 2 if engine_starts(number):
            page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
            open_record_tab(page, "analysis")
            page.click("#analyse")
            expect(page.locator("#candidates .pick").first).to_be_visible()
        case 3:
            page.evaluate("location.hash = '#learn/lox/join'")
            expect(page.locator("#exercise-title")).to_be_visible()
        case 4:
            press(page, "open-rules")
            page.keyboard.press("Escape")
            press(page, "open-layers")


def count_objects(page: Page, devtools: CDPSession) -> dict[str, float]:
    """The counts of objects in Python and in the browser when the page is idle."""
    page.wait_for_timeout(1000)
    for _ in range(3):
        page.evaluate("text => python(text)", OBJECTS)
        devtools.send("HeapProfiler.collectGarbage")
    metrics = {it["name"]: it["value"] for it in devtools.send("Performance.getMetrics")["metrics"]}
    names = ("JSEventListeners", "Nodes", "Documents", "JSHeapUsedSize")
    objects = page.evaluate("text => python(text)", OBJECTS)
    return {name: metrics[name] for name in names} | {"objects": objects}


def test_restarts_leak_nothing(fresh_page: Page, open_game):
    fresh_page.add_init_script(PYTHON)
    fresh_page.add_init_script(ENGINE_NOW_AND_THEN % NO_ENGINE_SCRIPT)
    page = open_game(fresh_page, f"#{GAME}", library=True)
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    devtools.send("HeapProfiler.enable")
    counts = {}
    for number in range(1, COUNTED[1] + 1):
        use(page, number)
        page.evaluate("comes => setEngine(comes)", engine_starts(number + 1))
        restart(page, GAME)
        page.wait_for_function(HAS_MARK_SCRIPT, arg="library-ready")
        if number in COUNTED:
            page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
            counts[number] = count_objects(page, devtools)
    first, last = (counts[number] for number in COUNTED)
    for name, before in first.items():
        assert last[name] <= ALLOWED.get(name, 1) * before, counts
    wait_until(page, ONE_ENGINE_SCRIPT)  # a worker ends a little late
    play(page, "a1", "b2", "c3")
    assert "/ma1b2c3" in fragment(page)


def test_restarted_page_matches_fresh_page(fresh_page: Page, open_game):
    page = open_game(fresh_page, library=True, engine=True)
    wait_until(page, "() => document.getElementById('version').textContent !== ''")
    first = page.evaluate(MARKUP)
    play(page, "a1", "b2")
    press(page, "open-settings")
    page.check("#settings-theme-dark", force=True)
    page.click("#go-home")  # where the board's sign of the site leads back to
    page.evaluate("location.hash = '#learn/lox/join'")
    expect(page.locator("#exercise-title")).to_be_visible()
    page.mouse.move(0, 0)
    restart(page, BOARD, CLEAR_GAMES_SCRIPT)
    page.wait_for_function(HAS_MARK_SCRIPT, arg="engine-ready")
    assert [*unified_diff(first, page.evaluate(MARKUP), n=0)] == []
