"""The evaluation of positions by a network: features, forward pass, files."""
