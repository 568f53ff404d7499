"""The preview of links to the published site, as in chat programs."""

from __future__ import annotations

import html
import re
import subprocess
import tempfile
from pathlib import Path

from tools.environment import ensure_venv
from tools.pack import OG_IMAGE, BuildError, Site


def address_tags(url: str) -> str:
    """The meta tags for link previews: the addresses of the page and of a picture."""
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", url):
        raise BuildError(f"--url wants the whole address of the site, https://... and not {url}")
    home = url.rstrip("/") + "/"
    tags = {"og:url": home, "og:image": home + OG_IMAGE}
    tags |= {"og:image:width": "1200", "og:image:height": "630"}
    lines = [f'    <meta property="{k}" content="{html.escape(v)}">\n' for k, v in tags.items()]
    return "".join(lines) + '    <meta name="twitter:card" content="summary_large_image">\n'


BANNER = """
import sys
import resvg_py
from fontTools.ttLib import TTFont
from greylox_web.formats.banner import banner

families, files = [], []
for path in sys.argv[1:]:
    font = TTFont(path)
    families.append(font["name"].getDebugName(1))
    files.append(f"{path}.ttf")
    font.flavor = None  # resvg reads no WOFF2
    font.save(files[-1])
serif, sans = families
names = {"font_family": sans, "serif_family": serif, "sans_serif_family": sans}
drawn = resvg_py.svg_to_bytes(
    svg_string=banner(), skip_system_fonts=True, font_files=files, **names
)
sys.stdout.buffer.write(bytes(drawn))
"""


def banner(source: Path, fonts: Site) -> bytes:
    """The site's picture as PNG, with the page's fonts."""
    python = str(ensure_venv("build", "banner"))
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / Path(name).name for name in fonts]
        for path, data in zip(paths, fonts.values(), strict=True):
            path.write_bytes(data)
        command = [python, "-c", BANNER, *map(str, paths)]
        done = subprocess.run(command, cwd=source, capture_output=True, check=False)
    if done.returncode:
        raise BuildError(f"The site's picture could not be drawn:\n{done.stderr.decode()}")
    return done.stdout
