"""Fill the page with style sheets, icons and game buttons."""

import html
import re

from .pack import BuildError, hashed_name, integrity, rewrite_paths

SPRITE = "icons.svg"
"""The icons, which are written into the page and not shipped as a file."""

DEFAULT_MARK = "mark-game"
"""The symbol of a game that has no mark of its own."""


FIRST_PAINT_ASSETS = re.compile(
    r'<script src="\./(?P<script>[\w/-]+\.js)"></script>'
    r'|<link rel="stylesheet" href="\./(?P<sheet>[\w/-]+\.css)">\n *'
)
"""The assets that block the first paint: classic scripts, style sheets not ``data-deferred``."""


def inline_assets(page: str, site: dict[str, bytes]) -> tuple[str, dict[str, bytes]]:
    """The page with the assets that block its first paint inlined, and the other files.

    The content security policy gets their hashes: no other inline script may run.  So style sheets
    name fonts by their final names.
    """
    texts: dict[str, list[str]] = {"script": [], "sheet": []}
    other_files = dict(site)

    def extract_asset(match: re.Match[str]) -> str:
        name = match[match.lastgroup or ""]
        if name not in other_files:
            raise BuildError(f"The page wants {name!r}, which is not in assets.")
        texts[match.lastgroup or ""].append(other_files.pop(name).decode())
        return "" if match.lastgroup == "sheet" else "<!-- build:first -->"

    page = FIRST_PAINT_ASSETS.sub(extract_asset, page)
    script, style = ("".join(texts[kind]) for kind in ("script", "sheet"))
    fonts = {path: hashed_name(path, data) for path, data in site.items() if path[:6] == "fonts/"}
    style = rewrite_paths(style, fonts, "A style sheet")
    for directive, text, tag in (("script-src", script, "script"), ("style-src", style, "style")):
        if f"</{tag}" in text:
            raise BuildError(f"A {tag} that is written into the page closes itself.")
        source = f"'{integrity(text.encode())}'"
        page = page.replace(f"{directive} 'self'", f"{directive} 'self' {source}")
    return page.replace(
        "<!-- build:first -->", f"<script>{script}</script>\n    <style>{style}</style>"
    ), other_files


def minify_icons(symbols: str) -> str:
    """The icons without comments and line breaks."""
    return re.sub(r"<!--.*?-->|\s*\n\s*", "", symbols, flags=re.S)


def with_icons(page: str, symbols: str) -> str:
    """The page with each ``<!-- icon:NAME -->`` replaced by that icon, as ``dom.icon`` makes it."""
    icon_names = set(re.findall(r'<symbol id="([\w-]+)"', symbols))

    def icon_markup(match: re.Match[str]) -> str:
        name = match[1] if match[1].startswith("mark-") else f"icon-{match[1]}"
        if name.startswith("mark-") and name not in icon_names:
            name = DEFAULT_MARK
        if name not in icon_names:
            raise BuildError(f"The page wants {name!r}, which is not in {SPRITE}.")
        return f'<svg class="icon" aria-hidden="true"><use href="#{name}"/></svg>'

    return re.sub(r"<!-- icon:([\w-]+) -->", icon_markup, page)


def with_drawn_icons(page: str, symbols: str) -> str:
    """The page with each ``<!-- picture:NAME -->`` replaced by a drawing of that icon."""
    symbols = re.sub(r' id="icon-', ' id="', minify_icons(symbols))

    def drawing(match: re.Match[str]) -> str:
        symbol = re.search(rf'<symbol id="{match[1]}" (viewBox="[^"]*")>(.*?)</symbol>', symbols)
        if symbol is None:
            raise BuildError(f"A page wants {match[1]!r}, which is not in {SPRITE}.")
        return f'<svg {symbol[1]} aria-hidden="true">{symbol[2]}</svg>'

    return re.sub(r"<!-- picture:([\w-]+) -->", drawing, page)


def game_buttons(titles: dict[str, str]) -> str:
    """The markup of a button for each game, which opens a board of that game."""
    return "".join(
        f'<button class="game-item" type="button" data-press="play:{name}">'
        f"<!-- icon:mark-{name} --><span>{html.escape(title)}</span></button>"
        for name, title in titles.items()
    )
