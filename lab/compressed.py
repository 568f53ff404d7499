"""JSON Lines files that are stored compressed, as ``NAME.jsonl.xz``.

    python3 -m lab.compressed lab/studies/results/byg/*.jsonl
    python3 -m lab.compressed --plain lab/seconds.jsonl

The first command compresses files, the second decompresses them.  Readers accept both forms; if
both exist, the plain file is the newer one.  A command that adds to a compressed file decompresses
it meanwhile.  If the command is killed, the plain file remains, and the first command or the next
run compresses it.
"""

import lzma
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .command_line import make_parser

FULL = 9 | lzma.PRESET_EXTREME


def compressed_path(path: Path) -> Path:
    """Return the path of a plain file's compressed form."""
    return path.with_name(f"{path.name}.xz")


def is_stored(path: Path) -> bool:
    """Return whether a file exists, plain or compressed."""
    return path.exists() or compressed_path(path).exists()


def load_bytes(path: Path) -> bytes:
    """Return the content of a file that is stored plain or compressed."""
    if path.exists() or not compressed_path(path).exists():
        return path.read_bytes()
    return lzma.decompress(compressed_path(path).read_bytes())


def load_text(path: Path) -> str:
    """Return the text of a file that is stored plain or compressed."""
    return load_bytes(path).decode()


def compress_file(path: Path) -> None:
    """Replace a plain file by its compressed form, which is written only if its content differs."""
    content, target = path.read_bytes(), compressed_path(path)
    if not target.exists() or lzma.decompress(target.read_bytes()) != content:
        write_whole(target, lzma.compress(content, preset=FULL))
    path.unlink()


def write_plain(path: Path) -> None:
    """Write the plain form of a compressed file, unless it exists."""
    if not path.exists():
        write_whole(path, load_bytes(path))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


@contextmanager
def edit_files(*paths: Path | None) -> Iterator[None]:
    """Decompress the compressed ones of these files for the block, and compress them again."""
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
    """Compress files, or decompress them if ``plain``; both forms of a name are accepted."""
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
