"""The page's fonts have the characters of its texts, and are small."""

import io

import pytest
from fontTools.ttLib import TTFont

from tools import ROOT
from tools.environment import ensure_npm
from tools.fonts import CHARACTERS, FONTS
from tools.site.collect import fonts

TEXTS = (
    *("index.html", "greylox_web/words/**/*.py", "greylox_web/features/**/*.py"),
    *("assets/rules/*.md", "languages/*/*.po", "CHANGELOG.md"),
)
OTHER_FONTS = set("←→⬡⬢\n")
"""Characters that neither font has: arrows, and hexagons, which are for messages."""
ONLY_LITERATA = set("↑↓")
MAX_BYTES = 42_000


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    site = fonts(ensure_npm())
    return {name: site[f"fonts/{name}"] for name in FONTS}


@pytest.mark.slow
def test_fonts_have_the_characters_of_the_texts(files: dict[str, bytes]):
    paths = [path for pattern in TEXTS for path in ROOT.glob(pattern)]
    used = set("".join(path.read_text("utf-8") for path in paths))
    assert len(paths) > 100 and used - CHARACTERS == OTHER_FONTS
    for name, data in files.items():
        characters = set(map(chr, TTFont(io.BytesIO(data)).getBestCmap()))
        missing = set() if name == "literata.woff2" else ONLY_LITERATA
        assert CHARACTERS - characters == missing, name


@pytest.mark.slow
def test_fonts_are_small_and_have_tabular_figures(files: dict[str, bytes]):
    assert sum(map(len, files.values())) < MAX_BYTES
    for data in files.values():
        features = TTFont(io.BytesIO(data))["GSUB"].table.FeatureList.FeatureRecord
        assert {"tnum"} <= {record.FeatureTag for record in features}
