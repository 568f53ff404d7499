"""The style sheets: which form each bundle, and the windows that ``media.css`` names."""

from __future__ import annotations

import re
from pathlib import Path

from tools.pack import BuildError

WINDOWS_SHEET = "style/media.css"
"""The sheet that names windows by ``@custom-media``; the build replaces their names."""

BUNDLES = {
    "start.css": (
        "style/boot.css",
        "style/fonts.css",
        "style/tokens.css",
        "style/base.css",
        "style/site.css",
        "style/frame.css",
        "style/stage.css",
        "features/prompt/style.css",
        "features/players/style.css",
        "features/moves/style.css",
        "features/board/legend.css",
        "style/layout_phone.css",
        "style/layout_landscape.css",
        "style/layout_tablet.css",
        "style/layout_desktop.css",
        "style/board.css",
        "style/marks.css",
        "style/motion.css",
        "features/home/style.css",
        "features/home/first_visit.css",
        "features/home/taste.css",
    ),
    "late.css": (
        "features/rules/style.css",
        "features/share/style.css",
        "features/friends/style.css",
        "features/library/style.css",
        "features/statistics/style.css",
        "features/statistics/cards.css",
        "features/line_player/style.css",
        "features/analysis/style.css",
        "features/review/style.css",
        "features/teach/style.css",
        "features/ending/style.css",
        "features/prompt/toasts.css",
        "features/install/style.css",
        "features/news/style.css",
        "features/exercise/style.css",
        "features/lessons/style.css",
        "features/puzzles/style.css",
        "features/puzzles/page.css",
        "features/mistakes/style.css",
        "style/dialogs.css",
        "style/controls.css",
        "features/new_game/style.css",
        "features/measure/style.css",
        "features/measure/charts.css",
        "features/settings/style.css",
        "features/layers/style.css",
        "style/print.css",
        "style/embedded.css",
    ),
    "404.css": ("404.css",),
    "embed.css": ("embed/style.css",),  # and what tools.site.embed adds
    "studies/article.css": ("studies/article.css",),
    "go/page.css": ("go/page.css",),
}
"""The sheets of each bundle, in the order that decides between rules of equal specificity.  The
page's first paint includes ``start.css``; ``late.css`` is loaded after it."""


def read_sheets(source: Path) -> dict[str, str]:
    """All sheets by name: the path below ``assets``, or below ``greylox_web`` for a feature's."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for folder in (source / "assets", source / "greylox_web")
        for path in sorted(folder.rglob("*.css"))
    }


def build_bundles(sheets: dict[str, str]) -> dict[str, str]:
    """All bundles by name; raise BuildError for a sheet that none or more than one contains."""
    listed = [WINDOWS_SHEET, *(name for names in BUNDLES.values() for name in names)]
    for name in {*listed, *sheets}:
        if (listed.count(name), name in sheets) != (1, True):
            raise BuildError(f"{name} is not both a style sheet and once in the list of bundles.")
    windows = named_windows(sheets[WINDOWS_SHEET])
    return {
        bundle: replace_windows("".join(sheets[name] for name in names), windows)
        for bundle, names in BUNDLES.items()
    }


def named_windows(sheet: str) -> dict[str, str]:
    """The media queries that a sheet names: ``(--name)`` -> queries."""
    named = re.findall(r"^@custom-media (--[\w-]+) ([^;]+);", sheet, re.M)
    return {f"({name})": queries for name, queries in named}


def replace_windows(sheet: str, windows: dict[str, str]) -> str:
    """The sheet with the queries of each named window; a name stands alone, or between commas."""

    def replace_names(match: re.Match[str]) -> str:
        queries = re.split(r",\s*", match[0])
        if unknown := [query for query in queries if "--" in query and query not in windows]:
            raise BuildError(f"{WINDOWS_SHEET} does not name the window {unknown[0]}.")
        return ", ".join(windows.get(query, query) for query in queries)

    return re.sub(r"(?<=@media )[^{]+(?= \{)", replace_names, sheet)
