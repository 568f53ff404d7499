"""The smoke test: typical use of the site in steps, each of which returns or raises Fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .page import Fault, Page
from .webdriver import WebDriverError

MAX_STONES = 80
GAME_LINK = "#1/greylox3/mc1d2a3b3d4e4a1b2c5b4a2d3b1e3a3"
LEGAL_CELLS = "[...document.querySelectorAll('.cell.legal')].map((cell) => cell.dataset.cell)"
OFFLINE_READY = """navigator.serviceWorker.controller !== null ||
(navigator.serviceWorker.ready.then(({ active }) => (window.workerState = active.state)),
 window.workerState === 'activated')"""
DIALOGS = {"open-rules": "rules", "open-more": "more", "pick-game": "game-switcher"}
"""The button that opens each dialog -> the dialog."""

PAGES = {
    "go-home": "home",
    "open-play": "new-game",
    "open-learn": "learn",
    "open-puzzles": "puzzles",
    "open-you": "library",
    "open-settings": "settings",
    "open-share": "share",
}
"""The link to each page of the site -> the page."""


LESSON_CELLS = "e3", "c5", "b3"  # the answer to the first lesson of Greylox
PUZZLE_ID, WRONG_CELL = "greylox-2", "d1"
BROWSER_LANGUAGE, LANGUAGE_STEP = "fr", "in French"
RULES = "Règles"  # the title of the rules button in that language


class SmokeTest:
    """The smoke test of the site in one browser; ``times`` are in milliseconds."""

    def __init__(self, page: Page, url: str, stop_server: Callable[[], None]) -> None:
        self.page, self.url, self.stop_server = page, url, stop_server
        self.times: dict[str, float] = {}

    def steps(self) -> dict[str, Callable[[], None]]:
        """The steps in their order, by name."""
        return {
            "first visit": lambda: self.visit("cold"),
            "a game against the engine": self.game,
            "its review": self.review,
            "share": self.share,
            "my games": self.my_games,
            "a link": self.link,
            "analysis": self.analysis,
            "dialogs": self.dialogs,
            "pages": self.pages,
            "settings": self.settings,
            "keyboard": self.keyboard,
            "a lesson": self.lesson,
            "a puzzle": self.puzzle,
            "a phone": self.phone,
            "touch": self.touch,
            "another visit": lambda: self.visit("warm"),
            "without a network": self.offline,
        }

    # -------------------------------------------------------------- the steps

    def visit(self, kind: str) -> None:
        """Open the page; wait for the board, the engine and the offline copy."""
        page = self.page
        page.navigate("about:blank")
        page.set_default_size()
        page.navigate(self.url + "#go-on")
        self.times[f"board, {kind}"] = page.wait_mark("board-interactive")
        self.times[f"engine, {kind}"] = page.wait_mark("engine-ready")
        page.wait_until(OFFLINE_READY)

    def game(self) -> None:
        """Play a small game against the lowest level to its end, by mouse."""
        page = self.page
        page.click("#open-new")
        for choice in ("name-greylox", "size-3", "opponent-engine"):
            page.click(f"#new-{choice}")
            page.wait_until("document.querySelector(arguments[0]).checked", f"#new-{choice}")
        page.click("#new-start")
        page.wait_hidden("#new-game")
        page.wait_until("location.hash.startsWith('#1/greylox3/')")
        page.wait_painted()
        self.play_to_end(page.click)
        page.check("the result has no words", page.text("#result").strip())

    def review(self) -> None:
        """Review the game, and open the first turn that lost much."""
        page = self.page
        page.click("#result-review")
        page.wait_until(
            "document.querySelector('#review-status')?.textContent.includes('Reviewed.')"
        )
        page.click("#result-review")  # opens the whole review
        page.wait_hidden("#result-card")
        page.check("no curve was drawn", page.count("#graph .curve"))
        if page.count("#mistakes .turn"):
            page.click("#mistakes .turn")
            page.wait_until("document.querySelector('#review-position')?.textContent")
            page.click("#tab-moves")
            page.click("#last")

    def share(self) -> None:
        """Open Share: check the address, its QR code and the picture."""
        page = self.page
        before = page.evaluate("location.hash")
        page.click("#open-share")
        page.wait_visible("#share-qr svg")
        shared = page.evaluate("document.querySelector('#share-link').value")
        page.check("another game is shared", before in shared)
        page.wait_until("document.querySelector('#share-picture').naturalWidth")
        page.run("history.back()")
        page.wait_hidden("#share")

    def my_games(self) -> None:
        """Check that My games lists the game, and return to it by its address."""
        page = self.page
        before = page.evaluate("location.hash")
        page.navigate(self.url + "#1/byg3/mc2")
        page.wait_mark("library-ready")
        page.click("#open-you")
        page.wait_visible("#library-games > *")
        page.check("no game was kept", page.count("#library-games > *"))
        page.navigate(self.url + before)
        page.wait_mark("board-interactive")

    def link(self) -> None:
        """Open a link, then another one within the page, and one that cannot be read."""
        page = self.page
        page.navigate("about:blank")
        page.navigate(self.url + GAME_LINK)
        page.wait_mark("board-interactive")
        page.wait_until("document.querySelectorAll('#moves [data-node]').length > 8")
        page.run("location.hash = arguments[0]", "1/lox5/mb4a4e1")
        page.wait_until("document.querySelectorAll('#board [data-cell]').length === 25")
        page.run("history.back()")
        page.wait_until("document.querySelectorAll('#board [data-cell]').length === 19")
        page.run("location.hash = '1/lox5/mzz99'")
        page.wait_until("!document.querySelector('#notice').hidden")

    def analysis(self) -> None:
        """Start and stop the analysis of a position."""
        page = self.page
        page.navigate("about:blank")
        page.navigate(self.url + "#1/greylox4/md4d5b1")
        page.wait_mark("engine-ready")
        page.click("#open-more")
        page.click("#more [data-press='record:analyse']")
        page.wait_visible("#candidates li")
        page.wait_visible("#evaluation")
        page.click("#analyse")
        page.wait_visible("#analyse:not(.main)")

    def dialogs(self) -> None:
        """Check that each dialog opens, has the focus, fits the page and closes with Escape."""
        page = self.page
        for button, dialog in DIALOGS.items():
            page.click(f"#{button}")
            page.wait_visible(f"#{dialog}[open]")
            page.wait_until("document.activeElement.closest('dialog')?.id === arguments[0]", dialog)
            page.check(f"{dialog} is wider than the page", self.fits_window())
            page.press("Escape")
            page.wait_hidden(f"#{dialog}")

    def pages(self) -> None:
        """Check that each page of the site is shown and fits, and that Back leads to the board."""
        page = self.page
        for link, name in PAGES.items():
            page.click(f"#{link}")
            page.wait_visible(f"#{name}")
            page.check(f"{name} is wider than the page", self.fits_window())
            page.run("history.back()")
            page.wait_hidden(f"#{name}")
            page.wait_visible("#game-view")

    def settings(self) -> None:
        """Check that another theme applies at once, and after a reload."""
        page = self.page
        self.toggle_theme()
        theme = page.wait_until("document.documentElement.dataset.theme")
        page.reload()
        page.wait_mark("board-interactive")
        page.wait_until("document.documentElement.dataset.theme === arguments[0]", theme)
        self.toggle_theme()
        page.wait_until("document.documentElement.dataset.theme !== arguments[0]", theme)

    def toggle_theme(self) -> None:
        """Press the button in the menu."""
        self.page.click("#open-more")
        self.page.wait_visible("#theme")
        self.page.click("#theme")

    def keyboard(self) -> None:
        """Move over the board with the arrow keys, and type the name of a cell."""
        page = self.page
        page.navigate("about:blank")
        page.navigate(self.url + "#1/greylox3/m")
        page.wait_mark("board-interactive")
        page.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
        for key, cell in (("ArrowRight", "b1"), ("ArrowUp", "c2"), ("Shift+ArrowUp", "c3")):
            page.press(key)
            page.wait_until("document.activeElement.dataset.cell === arguments[0]", cell)
        page.press("Enter")
        page.wait_until("document.querySelectorAll('#moves [data-node]').length === 1")
        page.press("d", "3", "Enter")
        page.wait_until("document.querySelectorAll('#moves [data-node]').length === 2")
        page.press("Tab")
        page.check("Tab leads nowhere", page.evaluate("document.activeElement !== document.body"))

    def lesson(self) -> None:
        """Complete the first lesson of a course, and continue to the next."""
        page = self.page
        page.navigate("about:blank")
        page.navigate(self.url + "#learn/greylox/see")
        page.wait_visible("#exercise")
        title = page.wait_until("document.querySelector('#exercise-title').textContent.trim()")
        for name in LESSON_CELLS:
            page.click(f"#board [data-cell='{name}']")
        page.wait_until("document.querySelector('#exercise-feedback').textContent.trim()")
        page.click("#exercise-buttons [data-name=next]")
        page.wait_until("!location.hash.endsWith('/see')")
        page.wait_until(
            "document.querySelector('#exercise-title').textContent !== arguments[0]", title
        )

    def puzzle(self) -> None:
        """Open the puzzle of the day; in another one, check the feedback on a wrong stone."""
        page = self.page
        page.navigate("about:blank")
        page.navigate(f"{self.url}#puzzle/today")
        page.wait_visible("#exercise")
        page.wait_until(
            "document.querySelector('#exercise-title').textContent.includes(' to play ')"
        )
        page.run("location.hash = arguments[0]", f"puzzle/{PUZZLE_ID}")
        page.wait_until(
            "document.querySelectorAll('#board [data-cell]').length === arguments[0]", 37
        )
        page.wait_painted()
        page.click(f"#board [data-cell='{WRONG_CELL}']")
        page.wait_until("document.querySelector('#puzzle-heading')?.textContent.includes(' loses')")

    def phone(self) -> None:
        """Check that nothing is wider than a phone's window, or the browser's narrowest one."""
        page = self.page
        page.set_viewport_size(390, 844)
        page.navigate("about:blank")
        page.navigate(self.url + GAME_LINK)
        page.wait_mark("board-interactive")
        page.wait_until("document.querySelectorAll('#moves [data-node]').length > 8")
        page.check("the page is wider than its window", self.fits_window())
        page.navigate(self.url + "#home")
        page.wait_visible("#home")
        page.check("home is wider than its window", self.fits_window())

    def touch(self) -> None:
        """Play a small game against the engine to its end with a finger."""
        page = self.page
        page.navigate("about:blank")
        page.navigate(self.url + "#1/greylox3/m")
        page.wait_mark("engine-ready")
        page.select("#side-1 .seat", "1")
        page.wait_painted()
        self.play_to_end(page.tap)

    def offline(self) -> None:
        """Check that the page starts, the engine analyses and puzzles open without a server."""
        page = self.page
        self.stop_server()
        page.navigate("about:blank")
        page.navigate(self.url + "#1/lox5/m")
        page.wait_mark("board-interactive")
        page.wait_mark("engine-ready")
        page.click("#open-more")
        page.click("#more [data-press='record:analyse']")
        page.wait_visible("#candidates li")
        page.click("#analyse")
        page.run("location.hash = 'puzzle/today'")
        page.wait_visible("#exercise")

    # -------------------------------------------------------------- shared

    def play_to_end(self, press: Callable[[str], None]) -> None:
        """Play the first legal cell in each own turn until there is a result."""
        page = self.page
        next_cell_script = f"""!document.getElementById('result').hidden && 'over' ||
            document.getElementById('move-now').hidden && {LEGAL_CELLS}[0]"""
        for _ in range(MAX_STONES):
            cell = page.wait_until(next_cell_script)
            if cell == "over":
                return
            before = page.evaluate("location.hash")
            press(f"#board [data-cell='{cell}']")
            page.wait_until("location.hash !== arguments[0]", before)
            page.wait_painted()
        raise Fault("the game has no end")

    def fits_window(self) -> bool:
        """Whether the page does not scroll sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


class LanguageSmokeTest(SmokeTest):
    """The smoke test in another language, preferred by the browser or chosen on the page."""

    def steps(self) -> dict[str, Callable[[], None]]:
        """The only step."""
        return {LANGUAGE_STEP: self.other_language}

    def other_language(self) -> None:
        """Check that the page is in the language, also after a reload, and play a whole game."""
        page = self.page
        page.navigate(self.url + "#1/greylox3/m")
        page.wait_mark("engine-ready")
        browser_languages = page.evaluate("navigator.languages.join()")
        if not browser_languages.startswith(BROWSER_LANGUAGE):  # WebKit ignores the setting
            page.click("#open-settings")
            page.wait_visible("#settings-language")
            page.select("#settings-language", BROWSER_LANGUAGE)
            page.wait_until("document.documentElement.lang === arguments[0]", BROWSER_LANGUAGE)
            page.run("history.back()")
            page.wait_visible("#game-view")
        for _ in range(2):
            page.check(
                "it is in another language",
                page.evaluate("document.documentElement.lang") == BROWSER_LANGUAGE,
            )
            page.wait_until("document.querySelector('#open-rules').title === arguments[0]", RULES)
            page.reload()
            page.wait_mark("engine-ready")
        page.select("#side-1 .seat", "1")
        page.wait_painted()
        self.play_to_end(page.click)
        page.check("the result has no words", page.text("#result").strip())


def run_steps(smoke_test: SmokeTest, only: str = "") -> Iterator[tuple[str, list[str]]]:
    """Run the steps; yield the name and the faults of each.  The test continues after faults."""
    reported: set[str] = set()
    for name, step in smoke_test.steps().items():
        if only not in name:
            continue
        faults = []
        try:
            step()
        except (Fault, WebDriverError, TimeoutError) as fault:
            faults.append(str(fault).strip().splitlines()[0])
        complaints = [
            fault_text for fault_text in smoke_test.page.faults() if fault_text not in reported
        ]
        reported.update(complaints)
        yield name, faults + complaints
