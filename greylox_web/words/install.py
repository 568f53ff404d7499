"""The offer to keep the page as an app."""

INSTALL_WORDS = {
    "offer": "Keep Greylox Web as an app? It also plays without a network.",
    "install": "Install",
    "refuse": "No, thanks",
}
