"""The board and what lies on it as SVG: ``hex_geometry``, ``tray``, ``board_layers``, ..."""
