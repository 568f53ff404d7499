"""Rasterization of SVG: the browser draws it on a canvas, with fonts that the SVG embeds."""

import asyncio
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

from js import Blob, Element, Image, document, fetch
from pyodide.ffi import JsException, create_once_callable

from ...formats.share_card import FONTS

TIMEOUT_SECONDS = 15.0  # for one picture; a slow phone takes two


class RasterError(Exception):
    """The browser cannot draw a picture, or does not respond."""


def svg_url(svg: str) -> str:
    """Return a data URL of the SVG, for images."""
    return f"data:image/svg+xml,{quote(svg)}"


async def pixels(svg: str, width: int, canvas: "Element | None" = None) -> tuple[Element, object]:
    """Return a canvas of this width with the SVG, and its pixels; raise RasterError.

    A given canvas is reused.
    """
    async with draw_timeout():
        canvas = await draw_on_canvas(svg, width, canvas)
        context = get_context(canvas)
        return canvas, context.getImageData(0, 0, canvas.width, canvas.height)


async def png(svg: str, width: int) -> Blob:
    """Return the SVG as a PNG of this width; raise RasterError."""
    async with draw_timeout():
        canvas = await draw_on_canvas(svg, width)
        blob_future: asyncio.Future[Blob] = asyncio.get_running_loop().create_future()

        def on_blob(blob: Blob) -> None:
            if not blob_future.done():  # the timeout may have cancelled it
                blob_future.set_result(blob)

        canvas.toBlob(create_once_callable(on_blob), "image/png")
        blob = await blob_future
    if not blob:
        raise RasterError
    return blob


@asynccontextmanager
async def draw_timeout() -> AsyncIterator[None]:
    """Limit the time for drawing; turn browser errors and timeouts into RasterError."""
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            yield
    except (JsException, AttributeError, TimeoutError, ZeroDivisionError) as error:
        raise RasterError from error


async def draw_on_canvas(svg: str, width: int, canvas: "Element | None" = None) -> Element:
    """Draw the SVG on a canvas of this width in pixels; a given canvas is reused."""
    image = Image.new()
    image.src = svg_url(svg)
    await image.decode()
    canvas = canvas or document.createElement("canvas")
    canvas.width = width
    canvas.height = round(image.naturalHeight * width / image.naturalWidth)
    get_context(canvas).drawImage(image, 0, 0, canvas.width, canvas.height)
    return canvas


def get_context(canvas: Element) -> Any:
    """Return the drawing context of a canvas; raise RasterError if there is none."""
    context = canvas.getContext("2d")
    if not context:
        raise RasterError
    return context


async def font_faces() -> str:
    """Return the rules of the fonts as CSS, with the fonts themselves; "" without them."""
    rules = []
    for file_name, family in FONTS.items():
        link = document.querySelector(f'link[as=font][href*="{file_name}"]')
        if link is None:
            return ""  # a build without fonts
        try:
            response = await fetch(link.href)
            data = (await response.arrayBuffer()).to_bytes() if response.ok else b""
        except JsException:  # no network and no offline copy
            data = b""
        if not data:
            return ""
        address = f"data:font/woff2;base64,{b64encode(data).decode()}"
        rules.append(f'@font-face{{font-family:"{family}";font-weight:400 700;src:url({address})}}')
    return "".join(rules)
