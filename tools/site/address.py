"""The previews of links to the published site, as in chat programs."""

from __future__ import annotations

import html
import json
import re
import subprocess
import tempfile
from pathlib import Path

from tools import locks
from tools.environment import ensure_venv
from tools.pack import OG_IMAGE, PREVIEWS_FOLDER, BuildError, Site, digest, make_zip
from tools.site.files import build_cached, read_tree
from tools.site.templates import fill_strings

PREVIEW_SIZE = 384, 202  # pixels; some programs want 200 at least
PREVIEW_COLOURS = 20
SITE_NAME = "Greylox Web"


def home_address(url: str) -> str:
    """The address of the site's page; raise BuildError for an invalid one."""
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", url):
        raise BuildError(f"--url wants the whole address of the site, https://... and not {url}")
    return url.rstrip("/") + "/"


def address_tags(url: str) -> str:
    """The meta tags for link previews: the addresses of the page and of a picture."""
    home = home_address(url)
    tags = {"og:url": home, "og:image": home + OG_IMAGE}
    tags |= {"og:image:width": "1200", "og:image:height": "630"}
    lines = [f'    <meta property="{k}" content="{html.escape(v)}">\n' for k, v in tags.items()]
    return "".join(lines) + '    <meta name="twitter:card" content="summary_large_image">\n'


DRAW = """
import io
import json
import sys
import resvg_py
from fontTools.ttLib import TTFont

families, files = [], []
for path in sys.argv[1:]:
    font = TTFont(path)
    families.append(font["name"].getDebugName(1))
    files.append(f"{path}.ttf")
    font.flavor = None  # resvg reads no WOFF2
    font.save(files[-1])
serif, sans = families
names = {"font_family": sans, "serif_family": serif, "sans_serif_family": sans}


def draw(svg, **size):
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg, skip_system_fonts=True, font_files=files, **names, **size
        )
    )
"""

BANNER = """
from greylox_web.formats.banner import banner

sys.stdout.buffer.write(draw(banner()))
"""

PREVIEWS = f"""
from PIL import Image
from greylox_web.features.home.link_previews import link_previews
from greylox_web.features.puzzles.puzzle_set import parse_puzzles

tree, no_dither = Image.Quantize.FASTOCTREE, Image.Dither.NONE
puzzles = [parse_puzzles(text, game).values() for game, text in json.load(sys.stdin).items()]
for page in link_previews(row for rows in puzzles for row in rows):
    picture = Image.open(io.BytesIO(draw(page.svg, width={PREVIEW_SIZE[0]}))).convert("RGB")
    flat = picture.quantize({PREVIEW_COLOURS}, method=tree, dither=no_dither)
    png = io.BytesIO()
    flat.save(png, "PNG", optimize=True)
    print(json.dumps(page[:-1]), png.getvalue().hex())
"""


def run_with_fonts(source: Path, program: str, fonts: Site, given: bytes = b"") -> bytes:
    """What a program prints that draws pictures with the page's fonts."""
    python = str(ensure_venv("build", "banner"))
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / Path(name).name for name in fonts]
        for path, data in zip(paths, fonts.values(), strict=True):
            path.write_bytes(data)
        command = [python, "-c", DRAW + program, *map(str, paths)]
        done = subprocess.run(command, cwd=source, input=given, capture_output=True, check=False)
    if done.returncode:
        raise BuildError(f"The site's pictures could not be drawn:\n{done.stderr.decode()}")
    return done.stdout


def banner(source: Path, fonts: Site) -> bytes:
    """The site's picture as PNG, with the page's fonts."""
    return run_with_fonts(source, BANNER, fonts)


def link_previews(source: Path, fonts: Site, puzzles: Site, home: str) -> Site:
    """The pages of games, courses and puzzles for programs that show previews, and their pictures.

    ``puzzles`` are the files of puzzles, and ``home`` is the address of the site.  PNG, because
    some programs read no other small format.
    """
    texts = {Path(name).stem: data.decode() for name, data in puzzles.items()}
    given = json.dumps(texts).encode()
    modules = {n: d for n, d in read_tree(source / "greylox_web").items() if n.endswith(".py")}
    marks = make_zip(modules | {"fonts": make_zip(fonts), "puzzles": given})
    program = "+".join((DRAW, PREVIEWS, *locks.pins("build", "banner"))).encode()
    name = f"compiled-{digest(marks + program)[:20]}.previews"
    drawn = build_cached(name, lambda _: run_with_fonts(source, PREVIEWS, fonts, given))
    template = (source / "assets" / PREVIEWS_FOLDER / "page.html").read_text("utf-8")
    folder = source / "assets" / PREVIEWS_FOLDER
    site = {f"{PREVIEWS_FOLDER}/{n}": d for n, d in read_tree(folder).items() if n != "page.html"}
    for line in drawn.decode().splitlines():
        facts, _, picture = line.rpartition(" ")
        route, title, description, action = json.loads(facts)
        path = f"{PREVIEWS_FOLDER}/{route}"
        words = {"title": title, "description": description, "action": action, "site": SITE_NAME}
        words |= {"address": home + path, "picture": path.rpartition("/")[2], "route": route}
        words |= dict(zip(("width", "height"), map(str, PREVIEW_SIZE), strict=True))
        site[f"{path}.html"] = fill_strings(template, words).encode()
        site[f"{path}.png"] = bytes.fromhex(picture)
    return site
