"""Pictures and films of a game where the browser cannot make them: a sentence, and on it goes."""

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
from greylox_web.session.session import Session
from greylox_web.words.share import SHARE_WORDS
from tests.page.pretended import Thrown, pretended
from tests.session.sittings import begin, click

PATIENCE = 0.05  # seconds for a picture, here


async def answers(*_: object) -> None:
    """What takes no time."""


async def never(*_: object) -> None:
    """What is never answered."""
    await asyncio.Event().wait()


async def refuses(*_: object) -> None:
    raise Thrown("EncodingError")


def throws(*_: object) -> None:
    raise Thrown("SecurityError")


class Device:
    """A browser with the dialog, its canvas, and what it saves."""

    def __init__(self, js: MagicMock, patch: pytest.MonkeyPatch) -> None:
        self.nodes: defaultdict[str, MagicMock] = defaultdict(MagicMock)
        js.document.getElementById = lambda name: self.nodes[name]
        js.document.querySelector.return_value.content = '{"film": "film.js", "extras": "x"}'
        js.document.createElement = lambda _: MagicMock()
        js.document.hidden = False
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
        raster.TIMEOUT_SECONDS = share.TIMEOUT_SECONDS = PATIENCE
        film.offer_download = share.offer_download = lambda _, name, *__: self.saved.append(
            name.rpartition(".")[2]
        )
        js.Image.new = lambda: self.image
        raster.document.createElement = lambda _: self.canvas
        self.mend()
        session = begin("brink", 3)
        for name in ("a1", "b1", "c1"):
            session = click(session, name)
        table = MagicMock(session=session, turn=lambda: 0, address=lambda _=None: "https://a.org/")
        table.painters, table.lifetime = {}, Lifetime(Faults())
        self.sharing = share.ShareDialog(table)

    def mend(self) -> None:
        """Let everything be made."""
        self.image.decode, self.image.naturalWidth, self.image.naturalHeight = answers, 10, 10
        self.context.drawImage = self.context.getImageData = MagicMock()
        self.canvas.getContext = lambda _: self.context
        self.canvas.toBlob = lambda then, _: then(MagicMock())

    def press(self, what: str) -> None:
        """Press the button that saves a picture or a film."""
        button = MagicMock()
        button.closest.return_value.dataset.export = what
        self.sharing.on_export(button)

    async def settle(self) -> None:
        """Wait longer than the page does."""
        for _ in range(20):
            await asyncio.sleep(PATIENCE / 10)

    @property
    def said(self) -> str:
        """What the dialog says."""
        return str(self.nodes["share-said"].textContent)


@pytest.fixture
def device() -> Iterator[Device]:
    with pretended() as js, pytest.MonkeyPatch.context() as patch:
        yield Device(js, patch)


def spoiled(device: Device, how: str) -> None:
    """Let the browser fail in this way."""
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
def test_a_picture_that_cannot_be_made_is_told_and_can_be_asked_for_again(device, how: str):
    async def run() -> None:
        spoiled(device, how)
        device.press("png")
        await device.run_until_idle()
        assert device.message == SHARE_WORDS["picture-failed"] and not device.saved
        device.mend()
        device.press("png")
        await device.run_until_idle()
        assert device.saved == ["png"] and device.message == ""
        assert not device.faults, "it has been told"

    asyncio.run(run())


@pytest.mark.parametrize("how", [*IMAGE, "no pixels"])
def test_a_film_that_cannot_be_made_is_told_and_can_be_asked_for_again(device, how: str):
    async def run() -> None:
        spoiled(device, how)
        device.press("gif")
        await device.run_until_idle()
        assert device.message == SHARE_WORDS["film-failed"] and not device.saved
        assert device.nodes["share-progress"].hidden is True
        device.mend()
        device.press("gif")
        await device.run_until_idle()
        assert device.saved == ["gif"] and device.message == ""

    asyncio.run(run())


def test_an_answer_that_comes_too_late_is_no_fault(device):
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


def test_where_no_picture_can_be_made_the_link_is_shared_all_the_same(device):
    async def run() -> None:
        spoiled(device, "no context")
        device.sharing.share(Session(Match(new_tree(new_game("byg", 3)))))
        await device.run_until_idle()
        assert device.sharing.image is None and device.message == "" and not device.faults
        device.sharing.send()

    asyncio.run(run())
