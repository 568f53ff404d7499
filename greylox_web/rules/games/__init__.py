"""The five games, and shared rules: ``opening``, ``control_placement``, ``size_comparison``."""
