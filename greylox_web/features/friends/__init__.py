"""Sending a game to a friend who answers with a link."""
