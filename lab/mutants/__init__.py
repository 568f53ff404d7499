"""Planted faults: do the tests notice when a line of the engine or the rules is wrong?

``sample`` draws the faults, ``trial`` plants each and runs the tests that cover it, ``plugin`` is
what pytest loads for both; ``__main__`` is the command.
"""
