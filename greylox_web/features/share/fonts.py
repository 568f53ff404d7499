"""The page's fonts, to be embedded in pictures: a picture cannot use those of the page."""

from base64 import b64encode

from js import document, fetch
from pyodide.ffi import JsException

from ...formats.share_card import FONTS


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
