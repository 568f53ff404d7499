"""The examples and options in the help are those that the commands accept."""

import pytest

from greylox_web.__main__ import build_parser, main
from greylox_web.command.arguments import options_help, parse_options
from greylox_web.rules import GAMES, TITLES, NotationError, new_game
from greylox_web.rules.options import BoolOption


def test_options_help_examples_are_accepted():
    help_texts = {}
    for part in options_help().removesuffix(")").split("), "):
        pair, _, titles = part.partition(" (")
        help_texts[pair] = titles.split(", ")
    seen_keys = set()
    for name, kind in GAMES.items():
        for option in kind.option_schema:
            pair, title = next(
                (pair, title)
                for pair, titles in help_texts.items()
                for title in titles
                if pair.startswith(f"{option.key}=") and title.partition(" ")[0] == TITLES[name]
            )
            values = parse_options([pair, *title.split(" with ")[1:]])
            assert new_game(name, None, values).options[option.key] == values[option.key]
            if isinstance(option, BoolOption):
                assert values[option.key] is not option.default, "the default needs no word"
            seen_keys.add(pair)
    assert seen_keys == set(help_texts)


def test_invalid_option_is_quoted_up_to_40_characters():
    with pytest.raises(NotationError, match=f"not '{'x' * 40}'$"):
        parse_options(["x" * 60])


@pytest.mark.parametrize("name", ["perft", "show", "gtp", "match", "study", "solve"])
def test_command_help_has_description(name, capsys):
    help_line = next(
        line for line in build_parser().format_help().splitlines() if line.split()[:1] == [name]
    )
    with pytest.raises(SystemExit):
        main([name, "--help"])
    assert f"\n\n{help_line.split(maxsplit=1)[1]}\n" in capsys.readouterr().out
