"""The board and what lies on it as SVG: ``scene`` (coordinates), ``tray``, ``pieces``, ..."""
