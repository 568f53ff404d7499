"""The sentences of the courses, a table for each game."""
