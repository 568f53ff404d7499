"""Read texts with this version's code; packed with it, and run by the tests of later versions."""

import json
import sys

from greylox_web.features.library.entry import NewerVersion, is_damaged, load_match, read_entry
from greylox_web.formats import read
from greylox_web.progress import read_fact
from greylox_web.session.last_choices import read_choices


def row(text: str) -> str | None:
    """The link of a stored game; None if it counts as damaged, "newer" if of a newer version."""
    if is_damaged(text):
        return None
    try:
        entry = read_entry(text)
    except NewerVersion:
        return "newer"
    load_match(entry)
    return entry.link


READERS = {
    "row": row,
    "fact": lambda text: read_fact(text).kind,
    "text": lambda text: read(text).error,
    "choices": lambda text: " ".join(read_choices(text).games.values()),
}

if __name__ == "__main__":
    print(json.dumps([READERS[kind](text) for kind, text in json.load(sys.stdin)]))
