"""What the help says of options is what the commands read."""

import pytest

from greylox_web.__main__ import build_parser, main
from greylox_web.command.arguments import options_help, parse_options
from greylox_web.rules import GAMES, TITLES, NotationError, new_game
from greylox_web.rules.options import BoolOption


def test_the_help_has_an_example_of_every_option_that_works():
    told = {}
    for part in options_help().removesuffix(")").split("), "):
        pair, _, titles = part.partition(" (")
        told[pair] = titles.split(", ")
    seen = set()
    for name, kind in GAMES.items():
        for option in kind.option_schema:
            (pair,) = [pair for pair in told if pair.startswith(f"{option.key}=")]
            assert TITLES[name] in told[pair]
            values = parse_options([pair])
            assert new_game(name, None, values).options[option.key] == values[option.key]
            if isinstance(option, BoolOption):
                assert values[option.key] is not option.default, "the default needs no word"
            seen.add(pair)
    assert seen == set(told)


def test_a_word_that_is_no_option_is_shown_as_far_as_forty_characters():
    with pytest.raises(NotationError, match=f"not '{'x' * 40}'$"):
        parse_options(["x" * 60])


@pytest.mark.parametrize("name", ["perft", "show", "gtp", "match", "study", "solve"])
def test_the_help_of_a_command_says_what_it_does(name, capsys):
    told = next(
        line for line in build_parser().format_help().splitlines() if line.split()[:1] == [name]
    )
    with pytest.raises(SystemExit):
        main([name, "--help"])
    assert f"\n\n{told.split(maxsplit=1)[1]}\n" in capsys.readouterr().out
