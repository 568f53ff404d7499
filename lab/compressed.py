"""Files of lines that are stored compressed, as ``NAME.jsonl.xz``.

    python3 -m lab.compressed lab/studies/results/byg/*.jsonl
    python3 -m lab.compressed --plain lab/seconds.jsonl

The first command compresses these files, the second makes plain ones of them again.  Readers take
either; where there are both, the plain file is the newer one.  A command that adds to a compressed
file makes it plain meanwhile; if it is killed, the plain file stays, and the first command or the
next run compresses it.
"""

import lzma
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .command_line import make_parser

FULL = 9 | lzma.PRESET_EXTREME


def compressed_path(path: Path) -> Path:
    """Where the compressed form of a plain file is stored."""
    return path.with_name(f"{path.name}.xz")


def is_stored(path: Path) -> bool:
    """Whether there is a file, plain or compressed."""
    return path.exists() or compressed_path(path).exists()


def load_bytes(path: Path) -> bytes:
    """The content of a file that is stored plain or compressed."""
    if path.exists() or not compressed_path(path).exists():
        return path.read_bytes()
    return lzma.decompress(compressed_path(path).read_bytes())


def load_text(path: Path) -> str:
    """The text of a file that is stored plain or compressed."""
    return load_bytes(path).decode()


def compress_file(path: Path) -> None:
    """Replace a plain file by its compressed form; one with the same content is not written."""
    content, target = path.read_bytes(), compressed_path(path)
    if not target.exists() or lzma.decompress(target.read_bytes()) != content:
        write_whole(target, lzma.compress(content, preset=FULL))
    path.unlink()


def write_plain(path: Path) -> None:
    """Write the plain form of a file beside its compressed one, unless it is there."""
    if not path.exists():
        write_whole(path, load_bytes(path))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, all of it or nothing."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


@contextmanager
def edit_files(*paths: Path | None) -> Iterator[None]:
    """Have the compressed ones of these files plain during the block, and compress them again."""
    chosen = [path for path in paths if path is not None and compressed_path(path).exists()]
    for path in chosen:
        write_plain(path)
    try:
        yield
    finally:
        for path in chosen:
            if path.exists():
                compress_file(path)


def convert(paths: Iterable[Path], plain: bool) -> None:
    """Compress these files, or make them plain; either form of a name will do."""
    for raw_path in paths:
        path = raw_path.with_suffix("") if raw_path.suffix == ".xz" else raw_path
        if plain:
            write_plain(path)
            compressed_path(path).unlink(missing_ok=True)
        elif path.exists():
            compress_file(path)
        print(path if plain else compressed_path(path))


def main() -> None:
    """Run the command line."""
    command = make_parser("lab.compressed", __doc__)
    command.add_argument("files", nargs="+", type=Path)
    command.add_argument("--plain", action="store_true", help="make plain files of them")
    options = command.parse_args()
    for path in options.files:
        if not is_stored(path):
            command.error(f"there is no file {path}")
    convert(options.files, options.plain)


if __name__ == "__main__":
    main()
