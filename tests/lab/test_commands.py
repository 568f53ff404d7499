"""Every documented command of the lab is parsed; none is run."""

import argparse
from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.documents import LAB, split_command


class Parsed(Exception):
    """Raised after a command line is parsed, to skip the run."""


@pytest.mark.parametrize("command", LAB)
def test_the_lab_understands_its_commands(command, monkeypatch):
    parse = argparse.ArgumentParser.parse_args

    def parse_then_raise(parser, *words):
        parse(parser, *words)
        raise Parsed

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", parse_then_raise)
    name, *words = split_command(command)[2:]
    monkeypatch.setattr("sys.argv", [name, *words])
    package = find_spec(name).submodule_search_locations
    with pytest.raises(Parsed):
        import_module(f"{name}.__main__" if package else name).main()
