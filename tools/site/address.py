"""The preview of links to the published site, as in chat programs."""

from __future__ import annotations

import html
import re
import subprocess
from pathlib import Path

from tools.environment import ensure_venv
from tools.pack import OG_IMAGE, BuildError


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
import font_source_serif_pro as fonts
import resvg_py
from greylox_web.formats.banner import banner

family, files = "Source Serif Pro", fonts.font_files_ttf
names = dict.fromkeys(("font_family", "serif_family", "sans_serif_family"), family)
used = [files["SourceSerifPro"], files["SourceSerifProSemibold"]]
drawn = resvg_py.svg_to_bytes(
    svg_string=banner(), skip_system_fonts=True, font_files=used, **names
)
sys.stdout.buffer.write(bytes(drawn))
"""


def banner(source: Path) -> bytes:
    """The site's picture as PNG."""
    python = ensure_venv("build", "banner")
    done = subprocess.run([python, "-c", BANNER], cwd=source, capture_output=True, check=False)
    if done.returncode:
        raise BuildError(f"The site's picture could not be drawn:\n{done.stderr.decode()}")
    return done.stdout
