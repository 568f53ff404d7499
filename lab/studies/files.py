"""The file of a board or variant in a study, which may be compressed (``lab.compressed``)."""

from pathlib import Path

from greylox_web.command.study.results import Results, stored_network
from greylox_web.measure.rows import StudyParameters, parse_header
from lab.compressed import is_stored, load_text


def load_results(path: Path, study_parameters: StudyParameters, **metadata: str) -> Results:
    """Load the games in a file; to add games, decompress a compressed one (``edit_files``).

    ``metadata`` is also written into the first line of a new file.
    """
    if path.exists() or not is_stored(path):
        return Results(path, study_parameters, **metadata)
    results = Results(None, study_parameters, **metadata)
    results.load_lines(load_text(path).splitlines(), path)
    return results


def load_network(path: Path, study_parameters: StudyParameters) -> str:
    """Return the network of the games in a file, by default the one of ``study_parameters``."""
    if path.exists():
        return stored_network(path, study_parameters)
    first = load_text(path).partition("\n")[0] if is_stored(path) else ""
    stored_parameters = parse_header(first)
    return study_parameters.network if stored_parameters is None else stored_parameters.network
