"""The files of the site: ``collect`` gathers them, and ``tools.pack`` names them."""
