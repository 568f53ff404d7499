"""Exact values: the solver, and tables of all positions of a small board."""
