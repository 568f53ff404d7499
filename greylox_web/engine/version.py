"""The engine's version: games with the same seed are the same only with the same version."""

from zlib import crc32

ENGINE = "0.2.0"  # new if the same seed gives other games: logs resume with the same version only


def format_version(checksum: str) -> str:
    """Return the version, with the checksum of the compiled code if there is one."""
    return f"{ENGINE}-{checksum}" if checksum else ENGINE


def checksum(data: bytes) -> str:
    """Return the CRC-32 of a file in hexadecimal."""
    return f"{crc32(data):08x}"
