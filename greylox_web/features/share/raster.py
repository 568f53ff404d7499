"""SVG as pixels: drawn by the browser on a canvas."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

from js import Blob, Element, Image, document
from pyodide.ffi import JsException, create_once_callable

PATIENCE_SECONDS = 15.0  # for one picture; a slow phone takes two


class NotDrawn(Exception):
    """The browser cannot make a picture, or does not answer."""


def address_of(drawn: str) -> str:
    """An address under which an image finds the SVG."""
    return f"data:image/svg+xml,{quote(drawn)}"


async def pixels(drawn: str, width: int, canvas: "Element | None" = None) -> tuple[Element, object]:
    """The SVG on a canvas of that width, and its pixels; raise NotDrawn.

    A canvas that is given is used again.
    """
    async with drawing():
        canvas = await canvas_of(drawn, width, canvas)
        context = context_of(canvas)
        return canvas, context.getImageData(0, 0, canvas.width, canvas.height)


async def png(drawn: str, width: int) -> Blob:
    """The SVG as a PNG of that width; raise NotDrawn."""
    async with drawing():
        canvas = await canvas_of(drawn, width)
        made: asyncio.Future[Blob] = asyncio.get_running_loop().create_future()

        def take(blob: Blob) -> None:
            if not made.done():  # it may come too late
                made.set_result(blob)

        canvas.toBlob(create_once_callable(take), "image/png")
        blob = await made
    if not blob:
        raise NotDrawn
    return blob


@asynccontextmanager
async def drawing() -> AsyncIterator[None]:
    """Draw within the time; whatever the browser refuses raises NotDrawn."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            yield
    except (JsException, AttributeError, TimeoutError, ZeroDivisionError) as error:
        raise NotDrawn from error


async def canvas_of(drawn: str, width: int, canvas: "Element | None" = None) -> Element:
    """The SVG on a canvas of that width, in pixels; a canvas that is given is used again."""
    image = Image.new()
    image.src = address_of(drawn)
    await image.decode()
    canvas = canvas or document.createElement("canvas")
    canvas.width = width
    canvas.height = round(image.naturalHeight * width / image.naturalWidth)
    context_of(canvas).drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas


def context_of(canvas: Element) -> Any:
    """What draws on a canvas; raise NotDrawn if the browser has none to give."""
    context = canvas.getContext("2d")
    if not context:
        raise NotDrawn
    return context
