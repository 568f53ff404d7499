"""The film of a game as an animated GIF, with a frame for each turn; it can be cancelled."""

import asyncio

from js import URL, document
from pyscript import js_import

from ...formats.film_frames import film_frames
from ...formats.share_card import PictureOptions
from ...page.dom import build_facts, by_id, set_status, set_text
from ...page.download import offer_download
from ...page.lifetime import Lifetime
from ...session.session import Session
from ...words.share import SHARE_WORDS as WORDS
from .raster import RasterError, pixels


class FilmExport:
    """The running export of a film, if any, and its progress on the page."""

    def __init__(self, lifetime: Lifetime) -> None:
        self.lifetime = lifetime
        self.task: asyncio.Task[None] | None = None
        lifetime.on_end(self.cancel)

    def cancel(self) -> None:
        """Stop the export without saving a file."""
        if self.task is not None:
            self.task.cancel()

    def start(
        self, session: Session, turn: int, options: PictureOptions, fonts: str, name: str
    ) -> None:
        """Make the film and save it as ``name``, unless an export is running.

        ``fonts`` is CSS with the fonts to embed in the pictures.
        """
        if self.task is not None:
            return
        by_id("share-bar").value = 0
        set_text("share-step", "")
        by_id("share-progress").hidden = False
        set_text("share-status", "")
        self.task = asyncio.ensure_future(
            encode_gif(self.lifetime, session, turn, options, fonts, name)
        )
        self.task.add_done_callback(self.on_done)

    def on_done(self, task: "asyncio.Task[None]") -> None:
        """Hide the progress, and report a failure."""
        self.task = None
        by_id("share-progress").hidden = True
        if not task.cancelled() and (error := task.exception()):
            set_status("share-status", WORDS["film-failed"])
            if not isinstance(error, RasterError):  # a RasterError has no details to report
                raise error


async def encode_gif(
    lifetime: Lifetime,
    session: Session,
    turn: int,
    options: PictureOptions,
    fonts: str,
    name: str,
) -> None:
    """Draw frame by frame, yielding to the page between frames."""
    facts = build_facts()
    (encoder,) = await js_import(URL.new(facts["film"], document.baseURI).href)
    frames = film_frames(session, turn, options)
    canvas, samples = None, []
    for frame in (frames[len(frames) // 2], frames[-1]):  # the result has colours of its own
        canvas, pixel_data = await pixels(frame.draw(fonts), frame.width, canvas)
        samples.append(pixel_data)
    film = encoder.createEncoder(*samples)
    for number, frame in enumerate(frames):
        show_progress(number, len(frames) - 1)
        canvas, pixel_data = await pixels(frame.draw(fonts), frame.width, canvas)
        film.add(pixel_data, frame.millis)
        await asyncio.sleep(0)
    offer_download(lifetime, f"{name}.gif", film.end(), "image/gif")


def show_progress(number: int, last: int) -> None:
    """Show the progress of the film."""
    by_id("share-bar").value = number / max(last, 1)
    set_text("share-step", WORDS["filming"].format(turn=number, turns=last))
