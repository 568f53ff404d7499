"""The walk: a person's use of the site in steps, each of which returns or raises Fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .page import Fault, Page
from .wire import Refused

MOST_STONES = 80
GAME = "#1/greylox3/mc1d2a3b3d4e4a1b2c5b4a2d3b1e3a3"
LEGAL = "[...document.querySelectorAll('.cell.legal')].map((cell) => cell.dataset.cell)"
KEPT = """navigator.serviceWorker.controller !== null ||
(navigator.serviceWorker.ready.then((kept) => (window.walkKept = kept.active.state)),
 window.walkKept === 'activated')"""
DIALOGS = {  # the button that opens each -> the dialog
    "open-rules": "rules",
    "open-new": "new-game",
    "open-settings": "settings",
    "open-games": "library",
    "open-share": "share",
    "open-more": "more",
    "open-learn": "learn",
    "open-puzzles": "puzzles",
}


SEEN = "e3", "c5", "b3"  # the answer to the first lesson of Greylox
PUZZLE, WRONG = "greylox-2", "d1"
WISH, ABROAD = "fr", "in French"
RULES = "Règles"  # what the button of the rules says then


class Walk:
    """The walk through the site in one browser; ``times`` are in milliseconds."""

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
        """Open the page; the board can be played, the engine is ready, and a copy is kept."""
        page = self.page
        page.go("about:blank")
        page.usual_size()
        page.go(self.url)
        self.times[f"board, {kind}"] = page.mark("board-interactive")
        self.times[f"engine, {kind}"] = page.mark("engine-ready")
        page.until(KEPT)

    def game(self) -> None:
        """Play a small game against the lowest level to its end, by mouse."""
        page = self.page
        page.click("#open-new")
        for choice in ("name-greylox", "size-3", "opponent-engine"):
            page.click(f"#new-{choice}")
            page.until("document.querySelector(arguments[0]).checked", f"#new-{choice}")
        page.click("#new-start")
        page.gone("#new-game")
        page.until("location.hash.startsWith('#1/greylox3/')")
        page.settle()
        self.to_the_end(page.click)
        page.check("the result has no words", page.text("#result").strip())

    def review(self) -> None:
        """Have the game reviewed, and go to the first turn that lost much."""
        page = self.page
        page.click("#ending-review")
        page.until("document.querySelector('#review-status')?.textContent.includes('Reviewed.')")
        page.click("#ending-review")  # now the whole of it
        page.gone("#ending")
        page.check("no curve was drawn", page.count("#graph .curve"))
        if page.count("#mistakes .turn"):
            page.click("#mistakes .turn")
            page.until("document.querySelector('#review-here')?.textContent")
            page.click("#tab-moves")
            page.click("#last")

    def share(self) -> None:
        """Open Share: the address, its code, the picture, and a film that is made."""
        page = self.page
        page.click("#open-share")
        page.wait("#share-qr svg")
        shared = page.ask("document.querySelector('#share-link').value")
        page.check("another address is shared", shared == page.ask("location.href"))
        page.until("document.querySelector('#share-picture').naturalWidth")
        page.press("Escape")
        page.gone("#share")

    def my_games(self) -> None:
        """The game is in My games, and is opened from there."""
        page = self.page
        before = page.ask("location.hash")
        page.go(self.url + "#1/byg3/mc2")
        page.mark("library-ready")
        page.click("#open-games")
        page.wait("#library")
        page.wait("#library-games > *")
        page.check("no game was kept", page.count("#library-games > *"))
        page.press("Escape")
        page.gone("#library")
        page.go(self.url + before)
        page.mark("board-interactive")

    def link(self) -> None:
        """A link shows its position, and a link within the page another one."""
        page = self.page
        page.go("about:blank")
        page.go(self.url + GAME)
        page.mark("board-interactive")
        page.until("document.querySelectorAll('#moves [data-node]').length > 8")
        page.run("location.hash = arguments[0]", "1/lox5/mb4a4e1")
        page.until("document.querySelectorAll('#board [data-cell]').length === 25")
        page.run("history.back()")
        page.until("document.querySelectorAll('#board [data-cell]').length === 19")
        page.run("location.hash = '1/lox5/mzz99'")
        page.until("!document.querySelector('#notice').hidden")

    def analysis(self) -> None:
        """The engine analyses a position until it is stopped."""
        page = self.page
        page.go("about:blank")
        page.go(self.url + "#1/greylox4/md4d5b1")
        page.mark("engine-ready")
        page.click("#tab-analysis")
        page.click("#analyse")
        page.wait("#candidates li")
        page.wait("#evaluation")
        page.click("#analyse")
        page.wait("#analyse:not(.main)")

    def dialogs(self) -> None:
        """Each dialog opens, has the keyboard inside, and goes away with Escape."""
        page = self.page
        for button, dialog in DIALOGS.items():
            page.click(f"#{button}")
            page.wait(f"#{dialog}[open]")
            page.until("document.activeElement.closest('dialog')?.id === arguments[0]", dialog)
            page.check(f"{dialog} is wider than the page", self.fits())
            page.press("Escape")
            page.gone(f"#{dialog}")

    def settings(self) -> None:
        """Another look is taken on at once, and kept."""
        page = self.page
        page.click("#theme")
        theme = page.until("document.documentElement.dataset.theme")
        page.reload()
        page.mark("board-interactive")
        page.until("document.documentElement.dataset.theme === arguments[0]", theme)
        page.click("#theme")
        page.until("document.documentElement.dataset.theme !== arguments[0]", theme)

    def keyboard(self) -> None:
        """Walk the board with the arrow keys and type the name of a cell."""
        page = self.page
        page.go("about:blank")
        page.go(self.url + "#1/greylox3/m")
        page.mark("board-interactive")
        page.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
        for key, cell in (("ArrowRight", "b1"), ("ArrowUp", "c2"), ("Shift+ArrowUp", "c3")):
            page.press(key)
            page.until("document.activeElement.dataset.cell === arguments[0]", cell)
        page.press("Enter")
        page.until("document.querySelectorAll('#moves [data-node]').length === 1")
        page.press("d", "3", "Enter")
        page.until("document.querySelectorAll('#moves [data-node]').length === 2")
        page.press("Tab")
        page.check("Tab leads nowhere", page.ask("document.activeElement !== document.body"))

    def lesson(self) -> None:
        """A course begins; its first lesson is done as it asks, and leads to the next."""
        page = self.page
        page.go("about:blank")
        page.go(self.url + "#learn/greylox/see")
        page.wait("#exercise")
        title = page.until("document.querySelector('#exercise-title').textContent.trim()")
        for name in SEEN:
            page.click(f"#board [data-cell='{name}']")
        page.until("document.querySelector('#exercise-said').textContent.trim()")
        page.click("#exercise-buttons [data-name=next]")
        page.until("!location.hash.endsWith('/see')")
        page.until("document.querySelector('#exercise-title').textContent !== arguments[0]", title)

    def puzzle(self) -> None:
        """The puzzle of the day is there; in another one a wrong stone is answered, and why."""
        page = self.page
        page.go("about:blank")
        page.go(f"{self.url}#puzzle/today")
        page.wait("#exercise")
        page.until("document.querySelector('#exercise-title').textContent.includes(' to play ')")
        page.run("location.hash = arguments[0]", f"puzzle/{PUZZLE}")
        page.until("document.querySelectorAll('#board [data-cell]').length === arguments[0]", 37)
        page.settle()
        page.click(f"#board [data-cell='{WRONG}']")
        page.until("document.querySelector('#exercise-said').textContent.includes(' loses: ')")

    def phone(self) -> None:
        """On the narrowest window the browser can have, nothing is wider than the page."""
        page = self.page
        page.size(390, 844)
        page.go("about:blank")
        page.go(self.url + GAME)
        page.mark("board-interactive")
        page.until("document.querySelectorAll('#moves [data-node]').length > 8")
        page.check("the page is wider than its window", self.fits())
        page.go(self.url + "#home")
        page.wait("#home")
        page.check("home is wider than its window", self.fits())

    def touch(self) -> None:
        """Play a small game against the engine to its end with a finger."""
        page = self.page
        page.go("about:blank")
        page.go(self.url + "#1/greylox3/m")
        page.mark("engine-ready")
        page.select("#side-1 .seat", "1")
        page.settle()
        self.to_the_end(page.tap)

    def offline(self) -> None:
        """With the server stopped the page starts, the engine plays, and puzzles are there."""
        page = self.page
        self.stop_server()
        page.go("about:blank")
        page.go(self.url + "#1/lox5/m")
        page.mark("board-interactive")
        page.mark("engine-ready")
        page.click("#tab-analysis")
        page.click("#analyse")
        page.wait("#candidates li")
        page.click("#analyse")
        page.run("location.hash = 'puzzle/today'")
        page.wait("#exercise")

    # -------------------------------------------------------------- what they share

    def to_the_end(self, press: Callable[[str], None]) -> None:
        """Play the first legal cell whenever it is one's turn, until there is a result."""
        page = self.page
        due = f"""!document.getElementById('result').hidden && 'over' ||
            document.getElementById('now').hidden && {LEGAL}[0]"""
        for _ in range(MOST_STONES):
            cell = page.until(due)
            if cell == "over":
                return
            before = page.ask("location.hash")
            press(f"#board [data-cell='{cell}']")
            page.until("location.hash !== arguments[0]", before)
            page.settle()
        raise Fault("the game has no end")

    def fits(self) -> bool:
        """Whether nothing makes the page scroll sideways."""
        return bool(self.page.ask("document.documentElement.scrollWidth <= innerWidth"))


class Abroad(Walk):
    """The walk with another language, preferred by the browser or chosen on the page."""

    def steps(self) -> dict[str, Callable[[], None]]:
        """The only step."""
        return {ABROAD: self.abroad}

    def abroad(self) -> None:
        """The page speaks it, also when it is loaded again, and the engine plays a whole game."""
        page = self.page
        page.go(self.url + "#1/greylox3/m")
        page.mark("engine-ready")
        wishes = page.ask("navigator.languages.join()")
        if not wishes.startswith(WISH):  # WebKit cannot be told
            page.click("#open-settings")
            page.wait("#settings-language")
            page.select("#settings-language", WISH)
            page.until("document.documentElement.lang === arguments[0]", WISH)
        for _ in range(2):
            page.check(
                "it is in another language", page.ask("document.documentElement.lang") == WISH
            )
            page.until("document.querySelector('#open-rules').title === arguments[0]", RULES)
            page.reload()
            page.mark("engine-ready")
        page.select("#side-1 .seat", "1")
        page.settle()
        self.to_the_end(page.click)
        page.check("the result has no words", page.text("#result").strip())


def walked(walk: Walk, only: str = "") -> Iterator[tuple[str, list[str]]]:
    """Run the steps; yield the name and the faults of each.  A failed step ends no walk."""
    known: set[str] = set()
    for name, step in walk.steps().items():
        if only not in name:
            continue
        faults = []
        try:
            step()
        except (Fault, Refused, TimeoutError) as fault:
            faults.append(str(fault).strip().splitlines()[0])
        complaints = [told for told in walk.page.faults() if told not in known]
        known.update(complaints)
        yield name, faults + complaints
