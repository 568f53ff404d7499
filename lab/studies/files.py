"""The file of a board or variant in a study, which may be compressed (``lab.compressed``)."""

from pathlib import Path

from greylox_web.command.study.results import Results, StudyParameters, parse_header, stored_network
from lab.compressed import is_stored, load_text


def load_results(path: Path, asked: StudyParameters, **told: str) -> Results:
    """The games in a file.  To those of a compressed one none is added; ``edit_files`` is for that.

    ``told`` is what the first line of a new file says, too.
    """
    if path.exists() or not is_stored(path):
        return Results(path, asked, **told)
    results = Results(None, asked, **told)
    results.load_lines(load_text(path).splitlines(), path)
    return results


def load_network(path: Path, asked: StudyParameters) -> str:
    """The network of the games in a file; that of ``asked`` if there is none or it names none."""
    if path.exists():
        return stored_network(path, asked)
    first = load_text(path).partition("\n")[0] if is_stored(path) else ""
    there = parse_header(first)
    return asked.network if there is None else there.network
