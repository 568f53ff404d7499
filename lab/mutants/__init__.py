"""Mutation testing: do the tests detect a fault inserted into the program?

``sample`` selects the faults, ``run`` inserts each and runs the tests that cover it, ``plugin`` is
the pytest plugin of these runs; ``__main__`` is the command.
"""
