"""QR codes, made by a library that is loaded for the first code."""

from pyodide.http import pyfetch

from ...formats.share_card import QrModules
from ...page.dom import build_facts

LONG = 1000  # longer addresses get less error correction


async def make_qr(address: str) -> QrModules:
    """Return the modules of an address's QR code.

    Raise ImportError if the library cannot be loaded.
    """
    try:
        import segno
    except ImportError:
        facts = build_facts()
        try:
            await (await pyfetch(facts["extras"])).unpack_archive()
        except (AttributeError, OSError) as error:  # AttributeError: interrupted download
            raise ImportError("the library for QR codes cannot be had") from error
        import segno
    qr = segno.make(address, micro=False, error="m" if len(address) < LONG else "l")
    return tuple(bytes(row) for row in qr.matrix)
