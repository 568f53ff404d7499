"""Sharing a game: links, QR codes, pictures, films and files."""
