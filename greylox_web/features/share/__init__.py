"""Sharing a game: links, files, pictures, films, QR codes."""
