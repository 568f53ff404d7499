"""The page's fonts: npm's variable fonts with fewer axes and characters, as WOFF2.

``python -m tools.fonts MODULES TARGET`` writes them into the folder TARGET; it needs fonttools and
brotli.  The same input always gives the same bytes.
"""

import sys
from pathlib import Path
from typing import NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

CHARACTERS = {
    *map(chr, range(0x20, 0x7F)),
    *map(chr, range(0xA0, 0x100)),
    *"Œœ‘’‚“”„‹›–—•…−€↑↓",  # of these Public Sans has no arrows
}
"""Latin 1, the other letters of the page's languages, and the signs of its sentences."""

FEATURES = "ccmp kern liga locl mark mkmk rvrn tnum".split()
"""OpenType features, without those for fractions; tnum is for figures of equal width."""

NAMES = [0, 1, 2, 3, 4, 5, 6, 13, 14]
"""The entries of the name table that stay: copyright, name, version, licence."""


class Font(NamedTuple):
    """A font: its file in node_modules, and what remains of its axes, a value or a range."""

    source: str
    axes: dict[str, float | tuple[float, float]]


FONTS = {
    "literata.woff2": Font(
        "@fontsource-variable/literata/files/literata-latin-opsz-normal.woff2",
        {"opsz": 40, "wght": 600},
    ),
    "public-sans.woff2": Font(
        "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2",
        {"wght": (400, 700)},
    ),
}


def write_font(font: Font, modules: Path, target: Path) -> None:
    """Write the font into the file ``target``."""
    tables = TTFont(modules / font.source, recalcTimestamp=False)
    tables = instantiateVariableFont(tables, font.axes)
    options = Options(layout_features=FEATURES, name_IDs=NAMES, hinting=False, notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(CHARACTERS))
    subsetter.subset(tables)
    tables.flavor = "woff2"
    tables.save(target)


if __name__ == "__main__":
    for name, font in FONTS.items():
        write_font(font, Path(sys.argv[1]), Path(sys.argv[2]) / name)
