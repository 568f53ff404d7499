"""Pictures of every game for the documents, both themes, desktop and phone.

    python3 build.py bench screenshots

Writes .github/screenshots/*.png from dist/ as it was built last, with 256 colours each.  The
positions come from games between random players with a fixed seed, so the pictures change only
with the page.
"""

from __future__ import annotations

import base64
import json
import struct
import zlib
from random import Random
from typing import Literal

import numpy as np
from playwright.sync_api import Page, ViewportSize, sync_playwright

import build
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.notation.actions import Record
from greylox_web.rules.notation.links import write_link
from greylox_web.rules.play import random_game
from tools import DIST, ROOT
from tools.server import served

Theme = Literal["light", "dark"]
FOLDER = ROOT / ".github" / "screenshots"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SIZES = {
    "desktop": ViewportSize(width=1280, height=800),
    "phone": ViewportSize(width=390, height=844),
}
THEMES: tuple[Theme, ...] = ("light", "dark")
SHARE = {"greylox": 0.62, "lox": 0.45}  # of the random game that is shown
LAYERS = {"greylox": "sight", "multiplicity": "groups"}  # shown in a picture of its own
POINTED = "d4"
COLOURS = 256
READ = """async data => {
    const image = await createImageBitmap(await (await fetch(data)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const bytes = canvas.getImageData(0, 0, image.width, image.height).data;
    let text = "";
    for (let at = 0; at < bytes.length; at += 32768)
        text += String.fromCharCode(...bytes.subarray(at, at + 32768));
    return [image.width, image.height, btoa(text)];
}"""


def link(name: str) -> str:
    """A position from the middle of a random game."""
    game = new_game(name)
    actions = random_game(game, Random(7))
    return write_link(Record(game, tuple(actions[: int(len(actions) * SHARE.get(name, 0.6))])))


def smaller(picture: bytes, blank: Page) -> bytes:
    """The PNG with its most frequent colours only; others become the nearest of these."""
    address = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    width, height, text = blank.evaluate(READ, address)
    pixels = np.frombuffer(base64.b64decode(text), np.uint8).reshape(-1, 4)[:, :3]
    found, places, counts = np.unique(pixels, axis=0, return_inverse=True, return_counts=True)
    palette = found[np.argsort(-counts)[:COLOURS]].astype(np.int32)
    far = np.square(found.astype(np.int32)[:, None, :] - palette[None, :, :]).sum(axis=2)
    rows = far.argmin(axis=1)[places].astype(np.uint8).reshape(height, width)
    plain = np.hstack([np.zeros((height, 1), np.uint8), rows]).tobytes()  # 0: a row without filter
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    colours = palette.astype(np.uint8).tobytes()
    data = zlib.compress(plain, 9)
    parts = (b"IHDR", head), (b"PLTE", colours), (b"IDAT", data), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    with served(DIST) as base, sync_playwright() as api:
        browser = api.chromium.launch(executable_path=build.ensure_chromium(), args=FLAGS)
        blank = browser.new_page()

        def take(name: str, size: str, theme: Theme, layer: str = "") -> None:
            page = browser.new_page(viewport=SIZES[size], color_scheme=theme)
            kept = json.dumps(json.dumps({"greeted": True} | ({layer: True} if layer else {})))
            page.add_init_script(f"localStorage.setItem('greylox-preferences-1', {kept})")
            page.goto(f"{base}#{link(name)}")
            page.wait_for_function("() => performance.getEntriesByName('engine-ready').length > 0")
            if layer:
                page.locator(f"[data-cell={POINTED}] .hex").hover(force=True)
            page.wait_for_timeout(300)
            file = FOLDER / f"{name}-{size}-{layer or theme}.png"
            file.write_bytes(smaller(page.screenshot(), blank))
            page.close()
            print(file.name, flush=True)

        for name in GAMES:
            for size in SIZES:
                for theme in THEMES:
                    take(name, size, theme)
        for name, layer in LAYERS.items():
            take(name, "desktop", "light", layer)
        browser.close()


if __name__ == "__main__":
    main()
