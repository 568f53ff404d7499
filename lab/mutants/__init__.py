"""Mutation testing: do the tests notice a fault planted in the engine or the rules?

``sample`` draws the faults, ``run`` plants each and runs the tests that cover it, ``plugin`` is
loaded by pytest for both; ``__main__`` is the command.
"""
