"""Write measured figures into a document, between marks: mostly into ``lab/soundness.md``."""

import re
from pathlib import Path

SOUNDNESS_DOC = Path(__file__).with_name("soundness.md")


def replace_section(name: str, report: str, path: Path = SOUNDNESS_DOC) -> None:
    """Replace the text between the marks of this name; raise SystemExit if they are missing."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    text = path.read_text("utf-8")
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.S)
    if not pattern.search(text):
        raise SystemExit(f"{path.name} has no {begin} and {end} to write between.")
    path.write_text(pattern.sub(lambda _: f"{begin}\n{report}\n{end}", text), "utf-8")
