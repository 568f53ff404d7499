"""The page "My games": cards, search, names, copies, deletion with undo, import and export."""

import asyncio
import time
from collections.abc import Coroutine, Iterator

from js import JSON, Element, Event
from pyodide.ffi import JsException

from ...formats.encoding import Decoded
from ...formats.game_json import MAX_LIBRARY_CHARACTERS
from ...page.database import StorageError
from ...page.dom import by_id, create_element, focus_in_place, set_status, write
from ...page.download import dated_file_name, offer_download
from ...page.store import Store
from ...page.tabs import is_persistent
from ...page.view import View
from ...progress import VALID_GAME_ID, new_fact
from ...words import WORDS as COMMON_WORDS
from ...words.library import LIBRARY_WORDS as WORDS
from .collection import search, write_one
from .entry import CorruptEntry, Entry
from .file_text import decoded_file
from .game_menu import GameMenu
from .game_repository import StoredGames
from .markup import broken_item, game_item, make_list, rename_form

PAGE_SIZE = 24  # the number of games shown at once: whole rows of two, three and four
PAUSE_AFTER = 0.02  # seconds of work on new cards, after which the page can paint
UNDO_SECONDS = 8  # a deletion can be undone for at least this time, and while the page is shown


class Library(View):
    """The page, which is empty until the stored games can be read."""

    name, route = "library", "you"

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.file_to_import: Decoded | None = None

    def open(self, path: str) -> bool:
        """Show the list of games."""
        self.store.lifetime.spawn(self.show())
        return True

    async def show(self) -> None:
        """Show the list once the stored games can be read; until then, say that they load."""
        if not self.store.library_ready.is_set():
            waiting = create_element("p", WORDS["not-yet"], role="status")
            self.body.replaceChildren(waiting)
            await self.store.library_ready.wait()
            waiting.remove()
        if not self.is_shown:
            return
        games = self.store.get_part(get_list)
        games.show()
        file, self.file_to_import = self.file_to_import, None
        if file is not None:
            games.run_storage_task(games.import_games(file))

    def import_text(self, file: Decoded) -> None:
        """Show the list and import the games of a file's text."""
        self.file_to_import = file
        self.go()


async def finish(chunks: Iterator[None]) -> None:
    """Run the rest of a generator; the page can paint between its steps."""
    for _ in chunks:
        await asyncio.sleep(0)


def get_list(store: Store) -> "MyGames":
    """Return the list of games, made at its first use."""
    make_list()
    return MyGames(store)


class MyGames:
    """The list of games and its actions."""

    def __init__(self, store: Store) -> None:
        assert store.autosave is not None
        self.lifetime = store.lifetime
        self.autosave = store.autosave
        self.progress = store.progress()
        self.repository = self.autosave.repository
        self.loaded = StoredGames([], {}, {})
        self.shown_count = PAGE_SIZE
        # id -> the shown game and its card; None for a card that is to be made again
        self.cards: dict[str, tuple[Entry | None, Element]] = {}
        self.drawing: asyncio.Future[object] | None = None  # adds the cards after the first ones
        self.last_deleted: list[tuple[float, Entry]] = []  # time of the deletion, deleted entry
        self.menu = GameMenu(self.lifetime, self.on_choice)
        listen = self.lifetime.listen
        listen(by_id("library-search"), "input", lambda _: self.draw(PAGE_SIZE))
        listen(by_id("library-more"), "click", lambda _: self.draw(self.shown_count + PAGE_SIZE))
        listen(by_id("library-export"), "click", lambda _: self.run_storage_task(self.export()))
        listen(by_id("library-import"), "click", lambda _: by_id("library-file").click())
        listen(by_id("library-file"), "change", lambda _: self.run_storage_task(self.read_file()))
        listen(by_id("library-undo"), "click", self.on_undo)
        listen(by_id("library"), "click", self.on_click)
        listen(by_id("library"), "submit", self.on_submit)
        listen(by_id("library"), "keydown", self.on_key)

    def show(self) -> None:
        """Show the newest games."""
        since = time.monotonic() - UNDO_SECONDS
        self.last_deleted = [(when, entry) for when, entry in self.last_deleted if when > since]
        by_id("library-search").value = ""
        self.show_message("")
        self.render_undo()
        self.run_storage_task(self.save_and_refresh())

    def run_storage_task(self, work: Coroutine[object, object, None]) -> None:
        """Run a database task; show its failure as a message above the list."""

        async def guarded() -> None:
            try:
                await work
            except StorageError as error:
                self.show_message(WORDS[error.reason])
            except CorruptEntry as error:
                self.show_message(WORDS["not-imported"].format(reason=error))

        self.lifetime.spawn(guarded())

    def show_message(self, text: str) -> None:
        """Show a message above the list."""
        set_status("library-message", text)

    # ------------------------------------------------------------ the list

    async def save_and_refresh(self) -> None:
        """Show everything, the games that are being saved included."""
        await self.autosave.finish_saving()
        await self.refresh()

    async def refresh(self, game: str = "", action: str = "") -> None:
        """Reload and show everything, then focus a button of ``game``."""
        self.loaded = await self.repository.read_all()
        self.draw(self.shown_count)
        self.render_broken()
        if game:
            if self.drawing is not None and not self.card(game):
                await asyncio.wait([self.drawing])
            self.focus(game, action)
        by_id("library-not-persistent").hidden = not self.loaded.entries or await is_persistent()

    def draw(self, limit: int) -> None:
        """Show at most ``limit`` of the games that match the search."""
        self.shown_count = limit
        words = by_id("library-search").value
        by_id("library-search").parentElement.hidden = len(self.loaded.entries) < 2
        matches = search(self.loaded.entries, words)
        if self.drawing is not None:
            self.drawing.cancel()
        chunks = self.draw_cards(matches[:limit])
        next(chunks, None)
        self.drawing = self.lifetime.spawn(finish(chunks))
        by_id("library-more").hidden = len(matches) <= limit
        text = WORDS["shown"].format(shown=min(limit, len(matches)), all=len(self.loaded.entries))
        if not matches:
            text = WORDS["nothing-found" if self.loaded.entries else "empty"]
        write(by_id("library-count"), text)

    def draw_cards(self, entries: list[Entry]) -> Iterator[None]:
        """Show the cards of these games; keep unchanged ones, and pause during long work."""
        box, before, same, began = by_id("library-games"), self.cards, 0, time.monotonic()
        shown = list(before.items())
        while same < min(len(shown), len(entries)) and shown[same][1][0] == entries[same]:
            same += 1
        for _, (_, card) in shown[same:]:
            card.remove()
        self.cards = dict(shown[:same])
        for entry in entries[same:]:
            old = before.get(entry.id)
            if old is None or old[0] != entry:
                if time.monotonic() - began > PAUSE_AFTER:
                    yield
                    began = time.monotonic()
                old = entry, game_item(entry)
            self.cards[entry.id] = old
            box.append(old[1])

    def render_broken(self) -> None:
        """Show the entries that cannot be opened: those of a newer version, and damaged ones."""
        items = [broken_item(k, WORDS["newer"], "download") for k in self.loaded.newer]
        items += [broken_item(k, k, "download", "delete") for k in self.loaded.damaged]
        by_id("library-damaged-list").replaceChildren(*items)
        by_id("library-damaged").hidden = not items

    def entry(self, game: str) -> Entry | None:
        """Return the listed entry with that id."""
        return next((entry for entry in self.loaded.entries if entry.id == game), None)

    def card(self, game: str) -> Element:
        """Return the card of that game; a false value if it is not shown."""
        return by_id("library-games").querySelector(f"[data-game={JSON.stringify(game)}]")

    def focus(self, game: str, action: str) -> None:
        """Focus a button of a game, if the game is shown."""
        if card := self.card(game):
            card.querySelector(f"[data-action={action}]").focus()

    # ------------------------------------------------------------ actions

    def on_click(self, event: Event) -> None:
        """Handle a button of a card or of a broken entry."""
        button = event.target.closest("[data-action]")
        if not button:
            return
        item, action = button.closest("li"), button.dataset.action
        key = item.getAttribute("data-key")
        if isinstance(key, str):
            self.run_storage_task(self.on_broken(key, action))
        elif action == "menu":
            self.menu.open(button)
        else:
            self.on_choice(item.dataset.game, action)

    def on_choice(self, game: str, action: str) -> None:
        """Carry out an action on a game of the list."""
        entry = self.entry(game)
        if entry is None:
            return
        if action == "rename":
            card = self.card(game)
            self.cards[game] = None, card
            card.querySelector(".library-text").replaceWith(rename_form(entry))
            card.querySelector("input").focus()
        elif action == "cancel":
            card = game_item(entry)
            self.card(game).replaceWith(card)
            self.cards[game] = entry, card
            self.focus(game, "menu")
        elif action == "export":
            offer_download(
                self.lifetime,
                f"{dated_file_name(entry.spec)}.json",
                write_one(entry),
                "application/json",
            )
        elif action == "open":
            self.run_storage_task(self.open(entry))
        else:
            self.run_storage_task({"duplicate": self.copy, "delete": self.delete}[action](entry))

    def on_key(self, event: Event) -> None:
        """Handle Escape: it cancels renaming and keeps the list open."""
        form = event.target.closest(".library-form")
        if form and event.key == "Escape":
            event.preventDefault()
            self.on_choice(form.dataset.game, "cancel")

    def on_submit(self, event: Event) -> None:
        """Store the new names that were submitted."""
        event.preventDefault()
        form = event.target
        self.run_storage_task(
            self.rename(
                form.dataset.game, *(field.value for field in form.querySelectorAll("input"))
            )
        )

    async def open(self, entry: Entry) -> None:
        """Open the game."""
        if not await self.autosave.open(entry.id):
            await self.refresh()

    async def rename(self, game: str, name: str, opponent: str) -> None:
        """Rename a game."""
        renamed = await self.repository.rename(game, name, opponent)
        self.autosave.on_renamed(game, opponent)
        self.show_message("" if renamed else WORDS["gone"])
        await self.refresh(game, "menu")

    async def copy(self, entry: Entry) -> None:
        """Duplicate a game."""
        copy = await self.repository.duplicate(entry)
        await self.refresh(copy.id, "open")

    async def delete(self, entry: Entry) -> None:
        """Delete a game; the undo bar restores it."""
        await self.autosave.delete(entry.id)
        self.mark_deleted(entry, deleted=True)
        self.last_deleted.append((time.monotonic(), entry))
        self.show_message("")
        await self.refresh()
        self.render_undo()
        undo = by_id("library-undo").querySelector("button")
        focus_in_place(undo)

    def mark_deleted(self, entry: Entry, *, deleted: bool) -> None:
        """Record that a game was deleted, or restored: facts about it go along."""
        if VALID_GAME_ID.fullmatch(entry.id):
            self.progress.add(new_fact("game-deleted", match=entry.id, deleted=deleted))

    def render_undo(self) -> None:
        """Show the last deletion and the button to undo it."""
        bar = by_id("library-undo")
        bar.hidden = not self.last_deleted
        if self.last_deleted:
            title, count = self.last_deleted[-1][1].title, len(self.last_deleted)
            key = "deleted-one" if count == 1 else "deleted-many"
            undo = create_element("button", WORDS["undo"], type="button")
            bar.replaceChildren(
                create_element("span", WORDS[key].format(title=title, count=count)), undo
            )

    def on_undo(self, event: Event) -> None:
        """Restore the game that was deleted last."""
        if event.target.closest("button") and self.last_deleted:
            self.run_storage_task(self.restore(self.last_deleted.pop()[1]))

    async def restore(self, entry: Entry) -> None:
        """Store a deleted game again."""
        await self.repository.merge(entry)
        self.mark_deleted(entry, deleted=False)
        self.render_undo()
        self.show_message(WORDS["restored"].format(title=entry.title))
        await self.refresh(entry.id, "open")

    async def on_broken(self, key: str, action: str) -> None:
        """Download or delete a broken entry."""
        if action == "download":
            text = self.loaded.damaged.get(key) or self.loaded.newer.get(key, "")
            offer_download(self.lifetime, "greylox-damaged-game.txt", text, "text/plain")
        else:
            await self.repository.delete_quarantined(key)
            await self.refresh()
            by_id("you-heading").focus()

    # ------------------------------------------------------------ files

    async def export(self) -> None:
        """Offer all games as one file."""
        await self.progress.wait_loaded()
        text, count = await self.repository.export(self.progress.facts)
        offer_download(
            self.lifetime, f"{dated_file_name('greylox-games')}.json", text, "application/json"
        )
        self.show_message(WORDS["exported"].format(count=count))

    async def read_file(self) -> None:
        """Import the games of the chosen file."""
        file_input = by_id("library-file")
        if not file_input.files.length:
            return
        file = file_input.files.item(0)
        try:
            if file.size > MAX_LIBRARY_CHARACTERS:
                raise CorruptEntry(COMMON_WORDS["file-too-large"])
            content = await decoded_file(file)
        except JsException as error:
            raise CorruptEntry(str(error)) from None
        finally:
            file_input.value = ""
        await self.import_games(content)

    async def import_games(self, file: Decoded) -> None:
        """Import the games and facts of a file's text, and show their numbers."""
        text, doubt = file
        try:
            counts = await self.repository.import_games(text)
            messages = [WORDS["imported"].format(**counts._asdict())]
        except CorruptEntry as error:  # its message contains no counts
            messages = [WORDS["not-imported"].format(reason=error)]
        finally:
            await self.refresh()
        if new := await self.progress.import_facts(text):
            messages.append(WORDS["imported-progress"].format(count=new))
        self.show_message(" ".join(filter(None, [*messages, doubt])))
