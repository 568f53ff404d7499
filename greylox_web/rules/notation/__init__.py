"""Positions and games as text: ``actions``, ``setup``, ``links``, ``records``."""
