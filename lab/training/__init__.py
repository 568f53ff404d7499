"""How the networks are trained: self-play, the network in PyTorch, the loop."""
