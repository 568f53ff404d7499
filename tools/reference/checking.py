"""Check that every link of the reference has a target, and that none leaves the site."""

import re
from html.parser import HTMLParser
from pathlib import Path

MODULE_NAME = re.compile(r"greylox_web(?:\.\w+)+")


class Page(HTMLParser):
    """A parser that collects the links, anchors and module names of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.subresources: list[str] = []  # fetched automatically, and inline code
        self.names: list[str] = []  # modules in code that are not links
        self.open_tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Record the anchor, link or subresource of a tag."""
        named = {name: value or "" for name, value in attributes}
        self.anchors.add(named.get("id", ""))
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        elif "href" in named or "src" in named:
            self.subresources.append(named.get("href") or named["src"])
        if tag in ("script", "style", "iframe") or "style" in named:
            self.subresources.append(f"<{tag}>")
        if tag in ("a", "code", "pre"):
            self.open_tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Record the end of a tag."""
        if self.open_tags and self.open_tags[-1] == tag:
            self.open_tags.pop()

    def handle_data(self, data: str) -> None:
        """Record the names in code that are not links."""
        if "code" in self.open_tags and "a" not in self.open_tags and "pre" not in self.open_tags:
            self.names += MODULE_NAME.findall(data)


def link_errors(folder: Path, source: Path) -> list[str]:
    """A message for each link without a target or to another site, and each unknown name."""
    paths = sorted(folder.rglob("*.html"))
    pages = {path.resolve(): Page(path.read_text("utf-8")) for path in paths}
    errors = []
    for path, page in pages.items():
        where = path.relative_to(folder.resolve()).as_posix()
        for link in [*page.links, *page.subresources]:
            if link.startswith("../" * where.count("/") + "../"):
                continue  # leads out of the reference to the site
            name, _, anchor = link.partition("#")
            target = (path.parent / name).resolve() if name else path
            if not target.is_file():
                errors.append(f"{where} refers to {link}, which is not there")
            elif anchor and anchor not in pages[target].anchors:
                errors.append(f"{where} refers to {link}, where there is no such place")
        for named in page.names:
            if not is_hidden_module(named, source):
                errors.append(f"{where} names {named}, which is not there")
    return errors


def is_hidden_module(name: str, source: Path) -> bool:
    """Whether a name that is not a link is a module of the package."""
    path = source / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()
