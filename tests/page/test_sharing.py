"""Pictures and films that the browser cannot make: a message is shown, and a retry works."""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Iterator
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from greylox_web.match.match import Match
from greylox_web.match.tree import new_tree
from greylox_web.rules import new_game
from greylox_web.rules.notation.actions import Annotation
from greylox_web.rules.notation.links import read_link
from greylox_web.session.playing import Resign
from greylox_web.session.session import Session
from greylox_web.session.study import Comment
from greylox_web.session.update import update
from greylox_web.words.share import SHARE_WORDS
from tests.page.fake_browser import JsException, fake_js
from tests.session.session_helpers import click_cells, new_session

TIMEOUT_SECONDS = 0.05  # for a picture, shortened for the tests


async def answers(*_: object) -> None:
    """Return immediately."""


async def never(*_: object) -> None:
    """Never return."""
    await asyncio.Event().wait()


async def refuses(*_: object) -> None:
    raise JsException("EncodingError")


def throws(*_: object) -> None:
    raise JsException("SecurityError")


class FakeDevice:
    """A fake browser with the share dialog, its canvas, and the saved files."""

    def __init__(self, js: MagicMock, patch: pytest.MonkeyPatch) -> None:
        self.nodes: defaultdict[str, MagicMock] = defaultdict(MagicMock)
        js.document.getElementById = lambda name: self.nodes[name]
        js.document.querySelector.return_value.content = '{"film": "film.js", "extras": "x"}'
        js.document.createElement = lambda _: MagicMock()
        js.document.hidden = False
        js.fetch = refuses  # the picture is drawn without the page's fonts
        js.window.innerWidth, js.window.innerHeight = 1200, 900
        self.image, self.canvas, self.context = MagicMock(), MagicMock(), MagicMock()
        self.encoder = MagicMock()

        async def js_import(*_: str) -> list[MagicMock]:
            return [self.encoder]

        patch.setitem(sys.modules, "pyscript", SimpleNamespace(js_import=js_import))
        patch.setitem(sys.modules, "pyodide.http", SimpleNamespace(pyfetch=refuses))
        from greylox_web.features.share import film, raster
        from greylox_web.features.share import panel as share
        from greylox_web.page.faults import Faults
        from greylox_web.page.lifetime import Lifetime

        self.faults: list[BaseException] = []
        self.saved: list[str] = []
        Faults.report = lambda _, error: self.faults.append(error)
        raster.TIMEOUT_SECONDS = share.TIMEOUT_SECONDS = TIMEOUT_SECONDS
        film.offer_download = share.offer_download = lambda _, name, *__: self.saved.append(
            name.rpartition(".")[2]
        )
        js.Image.new = lambda: self.image
        raster.document.createElement = lambda _: self.canvas
        self.repair()
        session = new_session("brink", 3)
        for name in ("a1", "b1", "c1"):
            session = click_cells(session, name)
        table = MagicMock(
            session=session, rotation=lambda: 0, address=lambda _=None: "https://a.org/"
        )
        table.painters, table.lifetime = {}, Lifetime(Faults())
        self.sharing = share.SharePage(table)

    def repair(self) -> None:
        """Make every step succeed."""
        self.image.decode, self.image.naturalWidth, self.image.naturalHeight = answers, 10, 10
        self.context.drawImage = self.context.getImageData = MagicMock()
        self.canvas.getContext = lambda _: self.context
        self.canvas.toBlob = lambda then, _: then(MagicMock())

    def press(self, file_format: str) -> None:
        """Press the button that saves a picture or a film."""
        button = MagicMock()
        button.closest.return_value.dataset.export = file_format
        self.sharing.on_export(button)

    async def run_until_idle(self) -> None:
        """Wait longer than the page's timeout."""
        for _ in range(20):
            await asyncio.sleep(TIMEOUT_SECONDS / 10)

    @property
    def message(self) -> str:
        """The message in the dialog."""
        return str(self.nodes["share-status"].textContent)


@pytest.fixture
def device() -> Iterator[FakeDevice]:
    with fake_js() as js, pytest.MonkeyPatch.context() as patch:
        yield FakeDevice(js, patch)


def break_browser(device: FakeDevice, how: str) -> None:
    """Make the browser fail as described."""
    image, canvas, context = device.image, device.canvas, device.context
    match how:
        case "the image is damaged":
            image.decode = refuses
        case "the image never comes":
            image.decode = never
        case "the image has no size":
            image.naturalWidth = image.naturalHeight = 0
        case "no context":
            canvas.getContext = lambda _: None
        case "the context is refused":
            canvas.getContext = throws
        case "nothing can be drawn":
            context.drawImage = throws
        case "null":
            canvas.toBlob = lambda then, _: then(None)
        case "it throws":
            canvas.toBlob = throws
        case "it never answers":
            canvas.toBlob = lambda *_: None
        case "there is no such function":
            del canvas.toBlob
        case "no pixels":
            context.getImageData = throws


IMAGE = [
    *("the image is damaged", "the image never comes", "the image has no size"),
    *("no context", "the context is refused", "nothing can be drawn"),
]
BLOB = ["null", "it throws", "it never answers", "there is no such function"]


@pytest.mark.parametrize("how", [*IMAGE, *BLOB])
def test_failed_picture_shows_message_and_can_be_retried(device, how: str):
    async def run() -> None:
        break_browser(device, how)
        device.press("png")
        await device.run_until_idle()
        assert device.message == SHARE_WORDS["picture-failed"] and not device.saved
        device.repair()
        device.press("png")
        await device.run_until_idle()
        assert device.saved == ["png"] and device.message == ""
        assert not device.faults, "it has been told"

    asyncio.run(run())


@pytest.mark.parametrize("how", [*IMAGE, "no pixels"])
def test_failed_film_shows_message_and_can_be_retried(device, how: str):
    async def run() -> None:
        break_browser(device, how)
        device.press("gif")
        await device.run_until_idle()
        assert device.message == SHARE_WORDS["film-failed"] and not device.saved
        assert device.nodes["share-progress"].hidden is True
        device.repair()
        device.press("gif")
        await device.run_until_idle()
        assert device.saved == ["gif"] and device.message == ""

    asyncio.run(run())


def test_late_picture_after_timeout_is_ignored(device):
    async def run() -> None:
        calls = []
        device.canvas.toBlob = lambda then, _: calls.append(then)
        device.press("png")
        await device.run_until_idle()
        assert device.message == SHARE_WORDS["picture-failed"]
        calls[0](MagicMock())
        await device.run_until_idle()
        assert not device.saved and not device.faults

    asyncio.run(run())


def test_failed_picture_still_shares_link(device):
    async def run() -> None:
        break_browser(device, "no context")
        device.sharing.share(Session(Match(new_tree(new_game("byg", 3)))))
        await device.run_until_idle()
        assert device.sharing.image is None and device.message == "" and not device.faults
        device.sharing.send()

    asyncio.run(run())


def test_share_says_which_comments_and_marks_are_in_the_link(device):
    from greylox_web.features.share.clipboard import annotated_address, link_notes

    session = click_cells(new_session("brink", 3), "a1")
    table = MagicMock(address=lambda _: "https://a.org/#plain")
    assert link_notes(session) == (SHARE_WORDS["link-note"],)
    assert annotated_address(table, session) == "https://a.org/#plain"
    session = click_cells(update(session, Comment("Why?")), "b1")
    assert link_notes(session) == (SHARE_WORDS["link-with-notes"],)
    assert link_notes(session, annotated=False) == (SHARE_WORDS["link-without-notes"],)
    address, hash_sign, link = annotated_address(table, session).partition("#")
    assert (address, hash_sign) == ("https://a.org/", "#")
    assert read_link(link).record.annotations == (Annotation(1, "Why?"),)
    noise = "".join(f"{number * 7919 % 104729:x}" for number in range(2_000))
    too_long = update(session, Comment(noise))
    left_out = SHARE_WORDS["link-left-notes"].format(count=1)
    assert link_notes(too_long) == (SHARE_WORDS["link-with-notes"], left_out)
    assert "1 position do" in left_out
    only_long = update(click_cells(new_session("brink", 3), "a1"), Comment(noise))
    assert link_notes(only_long) == (SHARE_WORDS["link-without-notes"],)


def test_a_finished_game_is_shown_elsewhere_and_another_is_played(device):
    async def run() -> None:
        sharing = device.sharing
        for session, key in (
            (sharing.session, "elsewhere"),
            (update(sharing.session, Resign()), "elsewhere-over"),
        ):
            sharing.share(session)
            assert device.nodes["share-elsewhere-title"].textContent == SHARE_WORDS[key]
        await device.run_until_idle()

    asyncio.run(run())
