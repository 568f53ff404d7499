"""Decoding of chosen and dropped files."""

from js import File, TextDecoder
from pyodide.ffi import JsException, to_js

from ...formats.encoding import Decoded, decode_text
from ...text import sentence_case


async def decoded_file(file: File) -> Decoded:
    """Decode a file; return its text and any warning.  JsException if it is unreadable."""
    data: bytes = (await file.arrayBuffer()).to_bytes()
    text, doubt = decode_text(data, decode)
    return Decoded(text, sentence_case(doubt))


def decode(data: bytes, label: str, strict: bool) -> str:
    """Decode bytes, as the protocol ``Decode`` specifies."""
    try:
        decoder = TextDecoder.new(label, fatal=strict)
    except JsException:
        raise LookupError(label) from None
    try:
        return str(decoder.decode(to_js(data)))
    except JsException:
        raise ValueError(label) from None
