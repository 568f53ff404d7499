"""Actions on the page (cells, buttons, tabs), and functions that wait for their effects."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from playwright.sync_api import BrowserContext, Page, expect

TIMEOUT_MILLIS = 30_000

PAINTED = """
() => new Promise((done) =>
  setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done))))
"""


class Cases:
    """Several cases on one page: all are run, and the test reports each one that failed."""

    def __init__(self) -> None:
        self.failures: list[str] = []

    @contextmanager
    def case(self, *name: object) -> Iterator[None]:
        """Run one case; record a failure under the name of the case."""
        try:
            yield
        except AssertionError as error:
            self.failures.append(f"{' '.join(map(str, name))}: {error}")

    def __enter__(self) -> Cases:
        return self

    def __exit__(
        self, kind: type | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        report = "\n".join(self.failures)
        if error is None:
            assert not self.failures, report
        elif report:
            error.add_note(report)


def wait_until(page: Page, script: str, argument: object = None) -> None:
    """Wait until the script, which may be asynchronous, returns a true value.

    `page.wait_for_function` would count the promise itself as true.
    """
    deadline = time.monotonic() + TIMEOUT_MILLIS / 1000
    while not page.evaluate(script, argument):
        assert time.monotonic() < deadline, f"never true: {script}"
        page.wait_for_timeout(50)


def leave(page: Page) -> None:
    """Close an open dialog or layer menu, or go back from pages of the site to the board."""
    shown_script = "document.documentElement.dataset.view === 'board'"
    if page.evaluate(shown_script):
        page.keyboard.press("Escape")
    while not page.evaluate(shown_script):
        page.go_back()
        wait_painted(page)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("#game-view")).to_be_visible()


def switch_game(page: Page, name: str) -> None:
    """Open another game in the menu of games, and wait until its board is shown."""
    page.click("#pick-game")
    page.click(f"#game-switcher [data-press='play:{name}']")
    expect(page.locator("#board svg.board")).to_have_attribute("data-game", name)


RECORD_TAB_OF = {  # button -> its tab in the record panel
    **dict.fromkeys(("analyse", "review-game"), "analysis"),
    **dict.fromkeys(("promote", "delete", "restore", "edit"), "study"),
}


def open_record_tab(page: Page, name: str) -> None:
    """Open a tab of the record panel: "moves", "analysis" or "study"; in play by the menu."""
    wait_painted(page)  # whether the tabs are shown depends on the events so far
    if page.locator(f"#tab-{name}").is_visible():
        page.click(f"#tab-{name}")
    elif name == "moves":
        if not page.locator("#page-moves").is_visible():
            page.click("#open-record")
    elif name == "analysis":
        page.click("#open-more")
        page.click("#more [data-press='record:analyse']")
        if page.locator("#analyse").is_visible():  # it is not once the game is over
            page.click("#analyse")  # stops the analysis, which the menu has started
    else:
        page.click("#open-more")
        page.click(f"#more [data-press='record:{name}']")


PLACES = ("go-home", "open-play", "open-learn", "open-puzzles", "open-you")
TABS_OF_YOU = {
    "open-statistics": "#you/strength",
    "open-mistakes": "#you/mistakes",
    "open-settings": "#you/settings",
}


def press(page: Page, name: str) -> None:
    """Press the button with this id, or its menu item; open its record tab if needed.

    On a phone the navigation is hidden while the board is shown, and has no settings.
    """
    wait_painted(page)  # what is shown depends on the events so far
    if name in (*PLACES, *TABS_OF_YOU) and not page.locator(f"#{name}").is_visible():
        if page.locator("#leave-board").is_visible() and not page.locator("#open-you").is_visible():
            page.click("#leave-board")
        if name in TABS_OF_YOU:
            page.click("#open-you")
            page.click(f".tabs [href='{TABS_OF_YOU[name]}']")
        else:
            page.click(f"#{name}")
    elif page.locator(f"#{name}").is_visible():
        page.click(f"#{name}")
    elif name == "analyse" and not page.locator("#tab-analysis").is_visible():
        page.click("#open-more")
        page.click("#more [data-press='record:analyse']")  # starts it
    elif name in RECORD_TAB_OF:
        open_record_tab(page, RECORD_TAB_OF[name])
        page.click(f"#{name}")
    else:
        does = page.locator(f"#{name}").get_attribute("data-press")
        page.click("#open-more")
        page.click(f"#more [data-press='{does}']")


GAMES = {
    "greylox": ("3", "wins"),
    "lox": ("5", "wins"),
    "brink": ("3", "wins"),
    "multiplicity": ("3", ""),
    "byg": ("3", "wins"),
}


def cell(page: Page, name: str):
    return page.locator(f'[data-cell="{name}"]')


def play(page: Page, *names: str) -> None:
    for name in names:
        cell(page, name).click()


def prefer_language(page: Page | BrowserContext, code: str) -> None:
    """Make the browser prefer an unknown language, then this one; call it before the page opens."""
    languages = f"['eo', '{code}-AT', 'en']"
    page.add_init_script(f"Object.defineProperty(navigator, 'languages', {{value: {languages}}})")


PATCH_SCRIPT = """({ owner, name }, value) => {
  const place = owner.split(".").reduce((object, part) => object[part], window);
  const original = Object.getOwnPropertyDescriptor(place, name);
  (window.unpatch ??= []).push(() => {
    if (original) Object.defineProperty(place, name, original);
    else delete place[name];
  });
  Object.defineProperty(place, name, { value, configurable: true, writable: true });
}"""


@contextmanager
def patched(page: Page, path: str, value: str) -> Iterator[None]:
    """Give a property of the page's browser, such as ``navigator.share``, another value, a script.

    What the page reads at its start needs a restart afterwards.
    """
    owner, _, name = path.rpartition(".")
    target = f"{{ owner: '{owner}', name: '{name}' }}"
    page.evaluate(f"() => ({PATCH_SCRIPT})({target}, {value})")
    yield
    page.evaluate("() => window.unpatch.pop()()")


def wait_painted(page: Page) -> None:
    """Wait until the page is painted after an event."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def cells_with_class(page: Page, name: str) -> list[str]:
    """The cells with a class, once the events so far are painted."""
    wait_painted(page)
    cells = page.locator(f"#board [data-cell].{name}")
    return cells.evaluate_all("cells => cells.map(cell => cell.dataset.cell)")


def fragment(page: Page) -> str:
    """The fragment of the address once the events so far are painted."""
    wait_painted(page)
    return page.evaluate("location.hash")


def has_result(page: Page) -> bool:
    """Whether the game has a result; on a phone the result card covers ``#result``."""
    wait_painted(page)
    return page.evaluate("!document.getElementById('result').hidden")


def show_chances(page: Page) -> None:
    """Switch on the chances during play, and return to the board."""
    press(page, "open-settings")
    page.check("#settings-chances")
    leave(page)


def wait_evaluated(page: Page) -> None:
    """Wait until the engine has evaluated the current turn."""
    expect(page.locator("#evaluation")).to_be_visible()
    expect(page.locator("#evaluation")).to_have_attribute("aria-busy", "false")


# The controls whose centre is covered after scrolling to them, with the covering elements.
COVERED_CONTROLS_SCRIPT = """root => [...root.querySelectorAll(
    "button, a[href], input, select, textarea, summary, [tabindex='0']"
)].filter(node => node.checkVisibility({ visibilityProperty: true }) && !node.disabled)
.map(node => {
    node.scrollIntoView({ block: "nearest", behavior: "instant" });
    const { left, top, width, height } = node.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const own = node.contains(hit) || hit?.closest("label")?.control === node;
    const both = [hit, node].map(part => part?.outerHTML.slice(0, 60));
    return own || width < 2 ? "" : both.join(" over ");
}).filter(Boolean)"""
WINDOW_SIZES = [(1440, 900), (1366, 640), (390, 844)]


def check_uncovered(page: Page, root: str) -> None:
    """Check that no bar covers a control of this part of the page after scrolling to it."""
    for width, height in WINDOW_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wait_painted(page)
        if not page.locator(root).is_visible():
            page.click("#open-record")
        assert page.locator(root).evaluate(COVERED_CONTROLS_SCRIPT) == [], (root, width, height)
