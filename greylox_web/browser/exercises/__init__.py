"""Lessons and puzzles on the page: their panel, their overviews and their cards at home."""
