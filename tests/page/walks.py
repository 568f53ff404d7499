"""Random walks over the page and over several tabs, by a seed: no moves are lost.

The tests use a few seeds; ``lab.walks`` uses a thousand and compares versions.
"""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from random import Random

from greylox_web.features.analysis.hint import PressHint
from greylox_web.features.exercise.model import PlayReply, RetryExercise, ShowSolution
from greylox_web.features.lessons.step import COURSES, course
from greylox_web.features.review.model import CloseReview, StartReview
from greylox_web.match.match import PERSON, UNTIMED, GameTerms, Match, Seat
from greylox_web.match.tree import ROOT, Node, Tree, new_tree
from greylox_web.rules import GAMES
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import action_name
from greylox_web.rules.notation.links import read_spec
from greylox_web.session.correspondence import AnswerSeatOffer, StepReplay
from greylox_web.session.event import Event, SetPageVisible, ShowResult
from greylox_web.session.load_match import LeaveExercise, NewGame, Rematch
from greylox_web.session.playing import (
    ClickCell,
    GoToNode,
    GoToSibling,
    PlayAction,
    Redo,
    Resign,
    StepBy,
    Undo,
)
from greylox_web.session.requests import (
    EngineReady,
    MoveNow,
    PauseEngine,
    ResumeEngine,
    ToggleAnalysis,
)
from greylox_web.session.session import Session
from greylox_web.session.study import Comment, Promote
from tests.page.page_simulation import SimulatedPage, whole_page
from tests.page.tab_simulation import BrowserSimulation, saving_modules
from tests.session.session_helpers import OFFERED_GAMES
from tests.thoroughness import LONG

SEEDS = 30 if LONG else 15  # in the tests
STEPS = 70
LESSONS = [f"#learn/{game}/{step.name}" for game in COURSES for step in course(game)]
ENGINE, FRIEND = Seat(2), Seat(remote=True)
SEATS = (
    *((PERSON, ENGINE), (ENGINE, PERSON), (ENGINE, Seat(1))),
    *((PERSON, PERSON), (PERSON, FRIEND), (FRIEND, PERSON)),
)
TERMS = (
    UNTIMED,
    UNTIMED,
    GameTerms(60_000, 2000),
    GameTerms(60_000, 0, False),
    GameTerms(0, 0, False),
)
AT_HOME = MoveNow(), SetPageVisible(False), SetPageVisible(True)
PRESSED = (
    *(Undo(), Undo(), Redo(), Resign(), PauseEngine(), ResumeEngine(), ToggleAnalysis()),
    *(PressHint(), StartReview(), CloseReview(), Comment("a word"), GoToSibling(1)),
    *(StepBy(-1), StepBy(1), StepBy(-99), StepBy(99), ShowResult(False), StepReplay()),
    *(AnswerSeatOffer(True), AnswerSeatOffer(False), ShowSolution(), RetryExercise()),
    *(PlayReply(), LeaveExercise(), *AT_HOME),
)


Lines = set[tuple[object, ...]]


class Digest:
    """A hash of what a walk shows and stores, equal for versions with equal behaviour."""

    def __init__(self) -> None:
        self._hash = sha256()

    def add(self, *values: object) -> None:
        """Add values that are written the same in each version."""
        self._hash.update(repr(values).encode())

    def add_session(self, session: Session) -> None:
        """Add the current game."""
        game = session.game_session.match
        self.add(
            session.link, session.game_session.link, game.leaf, game.cursor, game.takeback_node
        )
        self.add(*(tuple(seat) for seat in game.seats), tuple(game.terms), game.lost_on_time)
        self.add(game.remote_name, game.unrated_reason, game.offered_seat, game.source)
        self.add(session.notice, session.engine.thinking)

    def add_stored(self, browser: BrowserSimulation) -> None:
        """Add the stored games, without ids and times."""
        for row in sorted(
            (
                one.link,
                one.tree,
                one.revision,
                one.seats,
                tuple(one.terms),
                one.helped,
                one.opponent,
            )
            for one in browser.entries
        ):
            self.add(*row)

    def __str__(self) -> str:
        return self._hash.hexdigest()


def played_lines(tree: Tree) -> Lines:
    """The lines to all nodes below the root, each with the game and its set-up."""
    nodes = (node for node in tree.reachable() if node != ROOT)
    return {(tree.game, tree.setup, tree.actions(node)) for node in nodes}


class RandomUser:
    """A person at the page who acts at random."""

    def __init__(self, page: SimulatedPage, rng: Random) -> None:
        self.page, self.rng = page, rng
        self.played = Lines()
        self.linked = Lines()  # opened by a link, which need not be stored

    async def step(self) -> None:
        """Perform one random action."""
        page, rng = self.page, self.rng
        database, session = page.database, page.session
        names = [
            self.press,
            self.act,
            self.act,
            self.answer,
            self.answer,
            self.follow_link,
            self.traverse_history,
        ]
        match rng.choice([*names, "new", "rematch", "open", "time", "wait", "reload"]):
            case "new":
                size, seats, terms = (rng.choice(options) for options in ((3, 5), SEATS, TERMS))
                name, options = rng.choice(OFFERED_GAMES)
                page.do(NewGame(name, size, options, seats, terms))
            case "rematch" if page.is_board_shown:
                page.do(Rematch(session.seats))
            case "open" if database.entries:
                await page.run_until_idle()
                await page.store.autosave.open(rng.choice(database.entries).id)
            case "time":
                for millis in rng.choice([[50], [3000], [3000] * 7, [20_000]]):
                    page.modules.now[0] += millis
                    page.clock.tick()
                if page.clock.question_open:
                    page.clock.on_dialog_closed()
            case "wait":
                await database.pause(rng.randrange(60))
                page.run_idle_callbacks()
            case "reload" if rng.random() < 0.3:
                await self.reload()
            case do if callable(do):
                do()

    def press(self) -> None:
        self.page.do(self.rng.choice(AT_HOME if not self.page.is_board_shown else PRESSED))

    def act(self) -> None:
        session = self.page.session
        legal = list(bits(session.game.legal(session.state)))
        if legal and self.page.is_board_shown:
            action = self.rng.choice(legal[:5])
            is_cell = action < session.game.board.end_action
            self.page.do(ClickCell(action) if is_cell else PlayAction(action))

    def answer(self) -> None:
        session = self.page.session
        if (search := session.engine.active_search) is None:
            return
        legal = list(bits(session.game.legal(search.state)))
        if legal:
            self.page.answer(action_name(session.game.board, self.rng.choice(legal)))

    def follow_link(self) -> None:
        game = self.rng.choice(list(GAMES))
        home = ["#go-on", f"#play/{game}"] if not self.page.is_board_shown else ["#home"]
        self.page.history.follow_link(self.rng.choice([*home, self.rng.choice(LESSONS)]))

    def traverse_history(self) -> None:
        self.page.history.traverse_history(self.rng.choice([-1, -1, -2, 1]))

    def process_hash_changes(self) -> None:
        """Handle the changes of the address; lines of a newly opened game are linked ones."""
        before = self.page.session.game_session
        self.page.process_hash_changes()
        now = self.page.session.game_session
        if not now.is_same_game(before):
            self.linked |= played_lines(now.tree)

    async def reload(self) -> None:
        """Reload the page; some actions happen before the library is loaded."""
        self.process_hash_changes()
        self.page.store.autosave.flush()
        await self.page.database.pause()
        reloaded = SimulatedPage(self.page.modules)

        async def meanwhile() -> None:
            database, self.page = self.page.database, reloaded
            reloaded.database = database
            self.linked |= played_lines(reloaded.session.game_session.tree)
            for _ in range(self.rng.randrange(4)):
                self.rng.choice(
                    [self.press, self.act, self.answer, self.follow_link, self.traverse_history]
                )()
                self.process_hash_changes()
                self.check_invariants()

        await reloaded.start(self.page.database, meanwhile)
        reloaded.do(EngineReady())

    def check_invariants(self) -> None:
        """Check the invariants, and record the played lines."""
        page, session = self.page, self.page.session
        assert (page.open_request is not None) == session.engine.thinking
        if session.exercise_attempt is None and session.is_engine_to_move:
            assert session.engine.thinking or session.engine.status != "ready"
        game = session.game_session
        assert page.store.visit.current.match.id == game.match.id
        assert game.cursor in game.tree.path(game.leaf)
        assert {game.leaf, game.live_node} <= set(game.tree.reachable())
        if game.match.has_started:
            self.played |= played_lines(game.tree) - self.linked


def walk_page(seed: int) -> str:
    """Walk over the page; return a digest of what was shown and stored."""
    digest = Digest()

    async def run() -> None:
        rng = Random(seed)
        browser = BrowserSimulation(modules, Random(f"{seed} database"))
        user = RandomUser(await SimulatedPage(modules).start(browser), rng)
        user.page.do(EngineReady())
        for _ in range(STEPS):
            await user.step()
            if rng.random() < 0.9:
                user.process_hash_changes()
            await user.page.database.pause(3)
            user.check_invariants()
            digest.add_session(user.page.session)
            digest.add(modules.history.entries, modules.history.index, user.page.clock.clock)
        user.process_hash_changes()
        user.page.store.autosave.flush()
        await user.page.run_until_idle()
        await user.page.run_until_idle()
        user.check_invariants()
        for task in user.page.database.tasks:
            assert not task.done() or task.exception() is None
        assert user.played <= Lines().union(*map(played_lines, user.page.database.trees))
        session = user.page.session
        if user.page.is_board_shown and session.faulty_link is None:
            assert modules.js.location.hash == f"#{session.link}"
        digest.add_session(session)
        digest.add_stored(user.page.database)

    with whole_page() as modules:
        asyncio.run(run())
    return str(digest)


def walk_tabs(seed: int, refusals: float = 0.0) -> str:
    """Let two or three tabs play in one game, while a share of the transactions fails.

    Return a digest of the final sessions and stored games.
    """
    digest = Digest()

    async def run() -> None:
        rng = Random(seed)
        browser = BrowserSimulation(storage, Random(f"{seed} database"))
        game = read_spec(rng.choice(["brink3-x3", "brink3-x3-p", "byg3", "lox5", "greylox3"]))
        first = await browser.tab(Session(Match(new_tree(game))))
        first.dispatch(PlayAction(rng.choice(list(bits(game.legal(game.start()))))))
        await browser.run_until_idle()
        for _ in range(rng.randrange(1, 3)):
            other = await browser.tab(Session(Match(new_tree(game))))
            assert await other.autosave.open(first.session.match.id)
        browser.failure_rate = refusals
        done = played_lines(first.session.tree)
        for number in range(40):
            tab = rng.choice(browser.tabs)
            event = random_event(tab.session, rng, number)
            if event is not None:
                tab.dispatch(event)
                done |= played_lines(tab.session.tree)
            elif rng.random() < 0.5:
                tab.run_idle_callbacks()
            else:
                for _ in range(rng.randrange(8)):
                    await browser.pause(1)
                    if rng.random() < 0.6:
                        browser.deliver()
        browser.failure_rate = 0.0
        for tab in browser.tabs:
            tab.autosave.flush()
        await browser.run_until_idle()
        [stored] = browser.trees
        assert done <= played_lines(stored)
        for tab in browser.tabs:
            assert annotations_by_line(tab.session.tree) == annotations_by_line(stored)
            assert tab.session.cursor in tab.session.tree.path(tab.session.leaf)
            digest.add_session(tab.session)
        digest.add_stored(browser)

    with saving_modules() as storage:
        asyncio.run(run())
    return str(digest)


def walk_tabs_with_failures(seed: int) -> str:
    """Walk over several tabs while three of ten transactions fail."""
    return walk_tabs(seed, 0.3)


WALKS: dict[str, Callable[[int], str]] = {
    "page": walk_page,
    "tabs": walk_tabs,
    "refused-tabs": walk_tabs_with_failures,
}


def annotations_by_line(tree: Tree) -> dict[tuple[int, ...], tuple[object, ...]]:
    """The resignation, comment and marks at each position, by the actions that lead there."""
    nodes: dict[tuple[int, ...], Node] = {
        tree.actions(node): tree.nodes[node] for node in tree.reachable()
    }
    return {
        line: (node.resigned, frozenset(node.comment.split("\n")), frozenset(node.marks))
        for line, node in nodes.items()
    }


def random_event(session: Session, rng: Random, number: int) -> Event | None:
    """A random event that a person can cause, or None."""
    tree, legal = session.tree, list(bits(session.game.legal(session.state)))
    act = PlayAction(rng.choice(legal[:4])) if legal and not session.resigned else Undo()
    comment_text = tree.nodes[session.cursor].comment
    comment = Comment(f"{comment_text}\nc{number}" if comment_text else f"c{number}")
    jump, promote = (
        GoToNode(rng.choice(tree.reachable())),
        Promote(rng.choice(tree.reachable())),
    )
    events = [act, Undo(), Redo(), jump, comment, Resign(), promote, None]
    return rng.choices(events, [35, 10, 5, 10, 5, 3, 2, 30])[0]
