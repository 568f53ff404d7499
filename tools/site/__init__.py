"""What makes the site: ``collect`` gathers its files, which ``tools.pack`` names."""
