"""SVG as pixels: drawn by the browser on a canvas."""

from asyncio import Future
from urllib.parse import quote

from js import Blob, Element, Image, document
from pyodide.ffi import create_once_callable


def address_of(drawn: str) -> str:
    """An address under which an image finds the SVG."""
    return f"data:image/svg+xml,{quote(drawn)}"


async def canvas_of(drawn: str, width: int, canvas: "Element | None" = None) -> Element:
    """The SVG on a canvas of that width, in pixels; a canvas that is given is used again."""
    image = Image.new()
    image.src = address_of(drawn)
    await image.decode()
    canvas = canvas or document.createElement("canvas")
    canvas.width = width
    canvas.height = round(image.naturalHeight * width / image.naturalWidth)
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas


async def png(drawn: str, width: int) -> Blob:
    """The SVG as a PNG of that width."""
    canvas = await canvas_of(drawn, width)
    done: Future[Blob] = Future()
    canvas.toBlob(create_once_callable(done.set_result), "image/png")
    return await done
