"""The command ``gtp``: the Go Text Protocol on standard input and output."""
