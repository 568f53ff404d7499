"""A module for each game that has a course: its steps, in order."""
