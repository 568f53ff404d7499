"""The offer to keep the page as an app."""

from ..translation import translated

INSTALL_WORDS = {
    "offer": "Install Greylox Web as an app? It also works without a network.",
    "offer-by-hand": "Keep Greylox Web on the home screen? Tap Share, then “Add to Home Screen”. It also works without a network.",
    "install": "Install",
    "refuse": "No, thanks",
} | translated("INSTALL_WORDS")
