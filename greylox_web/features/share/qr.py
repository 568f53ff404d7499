"""QR codes, by a library that is loaded for the first one."""

import json

from js import document
from pyodide.http import pyfetch

from ...formats.share_card import QrModules

LONG = 1000  # letters, from which on the code holds fewer spare ones


async def make_qr(address: str) -> QrModules:
    """The modules of an address's QR code; ImportError if the library cannot be loaded."""
    try:
        import segno
    except ImportError:
        facts = json.loads(document.querySelector("meta[name=greylox-build]").content)
        try:
            await (await pyfetch(facts["extras"])).unpack_archive()
        except (AttributeError, OSError) as error:  # the first when the line breaks in its middle
            raise ImportError("the library for QR codes cannot be had") from error
        import segno
    qr = segno.make(address, micro=False, error="m" if len(address) < LONG else "l")
    return tuple(bytes(row) for row in qr.matrix)
