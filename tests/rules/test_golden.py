"""One short complete game of each kind, turn by turn; the files show any change of the rules."""

import re
from pathlib import Path

import pytest

from greylox_web.rules import Game
from greylox_web.rules.notation.actions import GameRecord, ParseResult, group_by_turn
from greylox_web.rules.notation.records import position_summary
from greylox_web.rules.state import PHASES, State
from tests.diagrams import draw_state
from tests.rules.play_by_name import play_names
from tests.rules.playouts import game_of, twin_of, word
from tests.rules.test_reference_rules import package_summary, reference_summary

FOLDER = Path(__file__).parent / "golden"
FILES = sorted(FOLDER.glob("*.txt"))


def for_both(values: dict[str, list[object]]) -> str:
    """Return the values of each colour as one line."""
    return ", ".join(
        f"{colour} {' '.join(map(str, value)) or '-'}" for colour, value in values.items()
    )


def facts(game: Game, state: State) -> str:
    """Return the description of a position without its stones."""
    summary_data = position_summary(ParseResult(GameRecord(game, setup=state), (state,)))
    scores = {colour: [score] for colour, score in summary_data["score"].items()}
    lines = [f"groups   {for_both(summary_data['groups'])}", f"score    {for_both(scores)}"]
    if "control" in summary_data:
        lines.append(f"control  {for_both(summary_data['control'])}")
    if summary_data["over"]:
        lines.append(f"winner   {summary_data['winner']}")
    else:
        to_play = f"{summary_data['mover']} may play {' '.join(summary_data['legal'])}"
        lines.append(f"{PHASES[state.phase]:8} {to_play}")
    return "\n".join(lines)


def golden_text(spec: str, played: list[list[str]]) -> str:
    """Return the text of a game's golden file."""
    game = game_of(spec)
    state, parts = game.start(), [f"{spec}\n"]
    for number, names in enumerate(played, 1):
        colour = game.colours[state.mover]
        state = play_names(game, " ".join(names), state)
        title = f"{number}. {colour} {'+'.join(names)}"
        parts.append(f"{title}\n{draw_state(game, state)}\n{facts(game, state)}\n")
    return "\n".join(parts)


def words(text: str) -> list[list[str]]:
    """Return the names of the actions of each turn."""
    return [turn.split("+") for turn in re.findall(r"^\d+\. \w+ (\S+)$", text, re.M)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_golden_game_matches_expected_positions(path):
    text = path.read_text("utf-8")
    assert golden_text(text.splitlines()[0], words(text)) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_is_complete_and_its_turns_are_turns(path):
    text = path.read_text("utf-8")
    game = game_of(text.splitlines()[0])
    assert game.name == path.stem.partition("-")[0]
    actions, states = [], [game.start()]
    for turn in words(text):
        for name in turn:
            states.append(play_names(game, name, states[-1]))
            actions.append(name)
    assert game.outcome(states[-1])
    grouped = [[actions[index] for index in turn] for turn in group_by_turn(states, actions)]
    assert grouped == words(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_twin_tells_the_same(path):
    text = path.read_text("utf-8")
    game = game_of(text.splitlines()[0])
    twin, states, actions = twin_of(game), [game.start()], []
    for name in (name for turn in words(text) for name in turn):
        actions.append(
            next(a for a in range(game.board.swap_action + 1) if game_names(game, a) == name)
        )
        states.append(game.play(states[-1], actions[-1]))
        twin.play(name)
        assert package_summary(game, states, actions) == reference_summary(twin)


def game_names(game: Game, action: int) -> str | None:
    """Return the name of an action number, or None for a guard cell."""
    special = action in (game.board.end_action, game.board.swap_action)
    return word(game, action) if special or game.board.cells >> action & 1 else None
