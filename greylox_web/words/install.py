"""The offer to keep the page as an app."""

INSTALL_WORDS = {
    "offer": "Install Greylox Web as an app? It also works without a network.",
    "install": "Install",
    "refuse": "No, thanks",
}
