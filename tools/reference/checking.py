"""Checks that every link of the reference has a target, and that none leaves the site."""

import re
from html.parser import HTMLParser
from pathlib import Path

NAMED = re.compile(r"greylox_web(?:\.\w+)+")


class Page(HTMLParser):
    """The links of a page, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.asked: list[str] = []  # what a browser fetches by itself
        self.names: list[str] = []  # in code, and no link
        self.inside: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        named = {name: value or "" for name, value in attributes}
        self.places.add(named.get("id", ""))
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        elif "href" in named or "src" in named:
            self.asked.append(named.get("href") or named["src"])
        if tag in ("script", "style", "iframe") or "style" in named:
            self.asked.append(f"<{tag}>")
        if tag in ("a", "code", "pre"):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Note the end of a tag."""
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        """Note the names in code that are no links."""
        if "code" in self.inside and "a" not in self.inside and "pre" not in self.inside:
            self.names += NAMED.findall(data)


def faults(folder: Path, source: Path) -> list[str]:
    """A sentence for each link without a target or to another site."""
    paths = sorted(folder.rglob("*.html"))
    pages = {path.resolve(): Page(path.read_text("utf-8")) for path in paths}
    found = []
    for path, page in pages.items():
        where = path.relative_to(folder.resolve()).as_posix()
        for link in [*page.links, *page.asked]:
            if link.startswith("../" * where.count("/") + "../"):
                continue  # to the site itself
            name, _, place = link.partition("#")
            target = (path.parent / name).resolve() if name else path
            if not target.is_file():
                found.append(f"{where} refers to {link}, which is not there")
            elif place and place not in pages[target].places:
                found.append(f"{where} refers to {link}, where there is no such place")
        for named in page.names:
            if not exists(named, source):
                found.append(f"{where} names {named}, which is not there")
    return found


def exists(name: str, source: Path) -> bool:
    """Whether a name is a module of the package that is not shown."""
    path = source / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()
