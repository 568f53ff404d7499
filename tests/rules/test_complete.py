"""Every game has all required parts; for a new game the tests list the missing ones."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from greylox_web.drawing.board_layers import SHADES
from greylox_web.engine.strengths import STRENGTHS
from greylox_web.engine.tuning import TUNING
from greylox_web.formats import style
from greylox_web.rules import GAMES, Game
from greylox_web.rules.board import bits, get_board
from greylox_web.rules.options import BOARD, BoolOption, IntOption
from greylox_web.rules.play import random_game, replay
from greylox_web.rules.shapes import SHAPES, BoardShape
from greylox_web.session.preferences import Preferences
from greylox_web.words import WORDS
from greylox_web.words.ending import ENDING_WORDS
from greylox_web.words.layers import LAYERS_WORDS
from greylox_web.words.moments import MOMENT_WORDS
from greylox_web.words.new_game import OPTION_WORDS
from greylox_web.words.reasons import SENTENCES
from tests import css_tokens, sixth
from tests.reference_rules import COLOURS
from tests.rules.playouts import OFFERED, SMALL, game_of
from tests.sixth.siege_colours import TILES

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
SHEETS = ROOT / "assets" / "rules"
TOKENS_SHEET = "assets/style/tokens.css"


def read(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def missing_parts(kind: type[Game]) -> list[str]:
    """Return the missing parts of a game, each with the path where it belongs."""
    colours = [line for colour in kind.colours for line in no_colour(colour)]
    colours += no_glaze(kind.name)
    return [
        *missing_strings(kind),
        *colours,
        *missing_sheet_parts(kind.name),
        *missing_tests(kind.name),
        *missing_tuning(kind.name),
    ]


def missing_strings(kind: type[Game]) -> Iterator[str]:
    """Yield the missing strings of a game; random games show which it needs."""
    game = kind()
    expected = {f"goal-{kind.name}", *kind.colours}
    options = [option for option in kind.option_schema if option is not BOARD]
    expected |= {f"no-{option.key}" for option in options if isinstance(option, BoolOption)}
    expected |= {f"with-{option.key}" for option in options if isinstance(option, IntOption)}
    reasons, result_keys, begins = set(), set(), set()
    if kind.interim_label:
        expected |= {f"{part}-{kind.interim_label}" for part in ("standing", "stands")}
    if kind.score_label:
        expected.add(f"score-{kind.score_label}")
        result_keys.add(f"draw-{kind.score_label}")
    for seed in range(8):
        phase = game.start().phase
        for state in replay(game, random_game(game, Random(seed))):
            if state.phase != phase:
                begins.add(f"begins-{game.prompt_key(state)}")
            phase = state.phase
            reasons |= game.forbidden(state).keys()
            outcome = game.outcome(state)
            if outcome is None:
                expected.add(f"due-{game.prompt_key(state)}")
            elif outcome.winner is not None:
                result_keys |= {f"{voice}won-{outcome.reason}" for voice in ("", "you-")}
                result_keys.add(f"you-lost-{outcome.reason}")
    yield from (f"words/__init__.py: {key!r}" for key in sorted(expected - WORDS.keys()))
    yield from (f"words/ending.py: {key!r}" for key in sorted(result_keys - ENDING_WORDS.keys()))
    yield from (f"words/moments.py: {key!r}" for key in sorted(begins - MOMENT_WORDS.keys()))
    yield from (f"words/reasons.py: {key!r}" for key in sorted(reasons - SENTENCES.keys()))
    labels = {option.key for option in kind.option_schema} - OPTION_WORDS.keys()
    yield from (f"words/new_game.py: {key!r}" for key in sorted(labels))
    if kind.score_label and f"after-{kind.score_label}" not in LAYERS_WORDS:
        yield f"words/layers.py: 'after-{kind.score_label}'"


def no_colour(colour: str) -> Iterator[str]:
    """Yield what a stone colour lacks compared with white."""
    if colour not in SHADES:
        yield f"drawing/board_layers.py: {colour!r}"
    parts = [name.split("-") for name in style.LIGHT]
    expected = ["-".join(p).replace("white", colour) for p in parts if "white" in p]
    yield from (f"formats/style.py: {name!r}" for name in expected if name not in style.LIGHT)
    light, flat = css_tokens.colours("light"), css_tokens.colours("light", stones="flat")
    yield from (f"{TOKENS_SHEET}: '--{name}'" for name in expected if name not in light)
    for name in (f"{colour}-0", f"{colour}-2"):
        if name in flat and flat[name] != flat.get(f"{colour}-1"):
            yield f"{TOKENS_SHEET}: '--{name}' of flat stones"
    tokens_of_colour = css_tokens.stone_rule(colour)
    for name in css_tokens.stone_rule("white"):
        if name not in tokens_of_colour:
            yield f"{TOKENS_SHEET}: '--{name}' of '.{colour}'"
    for rule in (f".body.{colour}", *(f".{colour}-{part}" for part in range(3))):
        if f"\n{rule} {{" not in css_tokens.TOKENS:
            yield f"{TOKENS_SHEET}: {rule!r}"


def no_glaze(name: str) -> Iterator[str]:
    """Yield the missing parts of a game's glaze; none if it has no glaze."""
    ceramic, wood = css_tokens.colours("light"), css_tokens.colours("light", board="wood")
    glaze, rule = f"tile-{name}", f'.board[data-game="{name}"]'
    checks = {
        f"formats/style.py: {glaze!r}": glaze in style.LIGHT,
        f"{TOKENS_SHEET}: '--{glaze}'": glaze in ceramic,
        f"{TOKENS_SHEET}: {rule!r}": f"\n{rule} {{" in css_tokens.TOKENS,
        f"{TOKENS_SHEET}: '--{glaze}' of wood": glaze in wood and wood[glaze] == wood["tile-other"],
    }
    yield from (
        line for line, is_present in checks.items() if any(checks.values()) and not is_present
    )


def missing_sheet_parts(name: str) -> Iterator[str]:
    """Yield the missing parts of the rule sheet for players."""
    path, sheet = f"assets/rules/{name}.md", read(SHEETS / f"{name}.md")
    if not sheet:
        yield f"{path}: the rule sheet"
        return
    figures, _, text = sheet.partition("\n---\n")
    paragraphs = figures.split("\n\n")
    if paragraphs[0] != f"# {name.capitalize()}":
        yield f"{path}: the game's name as its first heading"
    if "**" not in paragraphs[1]:
        yield f"{path}: the aim, first of all"
    if len(re.findall(r"^\d\. !\[", figures, re.M)) < 5:
        yield f"{path}: five figures or more"
    headings = re.findall(r"^#+ .*$", text, re.M)
    yield from (
        f"{path}: {heading!r}"
        for heading in ("## The end", "## Good to know", "## Credits")
        if heading not in headings
    )
    if headings[-1] != "## Credits" or "invented by" not in text.rpartition("## Credits")[2]:
        yield f"{path}: who invented it, in the last section"
    if not all(heading.startswith("## ") for heading in headings):
        yield f"{path}: headings of one rank"
    if not 250 <= len(text.split()) <= 450:
        yield f"{path}: 250 to 450 words"
    if re.search(r"<|\]\((?!#)|https?:|www\.", text):
        yield f"{path}: text without HTML, images and links"


def missing_tests(name: str) -> Iterator[str]:
    """Yield the missing tests."""
    if len(re.findall(r"^def test_", read(FOLDER / f"test_{name}.py"), re.M)) < 10:
        yield f"tests/rules/test_{name}.py: ten tests, one for each sentence of the sheet"
    golden = read(FOLDER / "golden" / f"{name}.txt").splitlines()
    if not golden or game_of(golden[0]).name != name:
        yield f"tests/rules/golden/{name}.txt: a golden game"
    if not re.search(rf"^{name}\d\S* +\d", read(FOLDER / "perft.txt"), re.M):
        yield "tests/rules/perft.txt: a line of numbers"
    if not re.search(rf"^ok\t\w+\t1/{name}\d", read(FOLDER / "corpus" / "links.txt"), re.M):
        yield "tests/rules/corpus/links.txt: a link that stays readable"
    for title, specs in (("SMALL", SMALL), ("OFFERED", OFFERED)):
        if not any(re.match(rf"{name}\d", spec) for spec in specs):
            yield f"tests/rules/playouts.py: a board in {title}"
    if name not in COLOURS:
        yield "tests/reference_rules.py: the game once more, slow and obvious"
    if not read(ROOT / "tests/features/prompt/spoken" / f"{name}.txt"):
        yield f"tests/features/prompt/spoken/{name}.txt: what is heard"


def missing_tuning(name: str) -> Iterator[str]:
    """Yield the missing measurements for the engine; it can play without them."""
    if name not in TUNING:
        yield "engine/tuning.py: nothing is measured"
    if name not in STRENGTHS:
        yield "engine/strengths.py: the strengths of the levels are not measured"
    if not (ROOT / "assets/nets" / f"{name}.npz").exists():
        yield f"assets/nets/{name}.npz: no network, plain search"
    if not read(ROOT / "assets/nets" / f"{name}.md"):
        yield f"assets/nets/{name}.md: the card of the network"


@pytest.mark.parametrize("name", GAMES)
def test_game_has_all_required_texts_and_files(name):
    assert missing_parts(GAMES[name]) == []


def test_new_game_reports_each_missing_item(monkeypatch):
    others = [
        "assets/rules/siege.md: the rule sheet",
        "tests/rules/test_siege.py: ten tests, one for each sentence of the sheet",
        "tests/rules/golden/siege.txt: a golden game",
        "tests/rules/perft.txt: a line of numbers",
        "tests/rules/corpus/links.txt: a link that stays readable",
        "tests/rules/playouts.py: a board in SMALL",
        "tests/rules/playouts.py: a board in OFFERED",
        "tests/reference_rules.py: the game once more, slow and obvious",
        "tests/features/prompt/spoken/siege.txt: what is heard",
        "engine/tuning.py: nothing is measured",
        "engine/strengths.py: the strengths of the levels are not measured",
        "assets/nets/siege.npz: no network, plain search",
        "assets/nets/siege.md: the card of the network",
    ]
    parts = ("violet-0", "violet-1", "violet-2", "violet-rim", "on-violet", "ground-violet")
    parts = (*parts, "ground-line-violet")
    colours = [
        "drawing/board_layers.py: 'violet'",
        *(f"formats/style.py: {part!r}" for part in parts),
        *(f"{TOKENS_SHEET}: '--{part}'" for part in parts),
        *(f"{TOKENS_SHEET}: '--{name}' of '.violet'" for name in css_tokens.stone_rule("white")),
        f"{TOKENS_SHEET}: '.body.violet'",
        *(f"{TOKENS_SHEET}: '.violet-{part}'" for part in range(3)),
    ]
    assert missing_parts(sixth.Siege) == [
        *(f"words/__init__.py: {key!r}" for key in sorted(sixth.SIEGE_WORDS)),
        *(f"words/ending.py: {key!r}" for key in sorted(sixth.SIEGE_ENDING_WORDS)),
        "words/new_game.py: 'wall'",
        *colours,
        *others,
    ]
    sixth.register(monkeypatch)
    assert missing_parts(GAMES["siege"]) == others


@pytest.mark.parametrize(
    ("lines", "lacks"),
    [
        ("  --violet-rim: #1d0f40;\n", "'--violet-rim'"),
        ("  --stone-inlay: var(--violet-1);\n", "'--stone-inlay' of '.violet'"),
        ("    --violet-2: var(--violet-1);\n", "'--violet-2' of flat stones"),
        (".body.violet {\n  fill: url(#paint-violet);\n}\n", "'.body.violet'"),
        (".violet-1 {\n  stop-color: var(--violet-1);\n}\n", "'.violet-1'"),
        ("    --tile-siege: light-dark(#af8d61, #8b6b46);\n", "'--tile-siege' of wood"),
        (TILES, """'.board[data-game="siege"]'"""),
    ],
)
def test_colour_reports_each_missing_css_line(monkeypatch, lines, lacks):
    sixth.register(monkeypatch)
    missing = missing_parts(GAMES["siege"])
    assert css_tokens.TOKENS.count(lines) == 1
    monkeypatch.setattr(css_tokens, "TOKENS", css_tokens.TOKENS.replace(lines, ""))
    assert set(missing_parts(GAMES["siege"])) - set(missing) == {f"{TOKENS_SHEET}: {lacks}"}


@pytest.mark.parametrize("name", ["violet-2", "tile-siege"])
def test_colour_reports_each_missing_picture_style(monkeypatch, name):
    sixth.register(monkeypatch)
    missing = missing_parts(GAMES["siege"])
    monkeypatch.delitem(style.LIGHT, name)
    assert set(missing_parts(GAMES["siege"])) - set(missing) == {f"formats/style.py: {name!r}"}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=list(SHAPES))
def test_board_shape_has_all_required_texts(shape: BoardShape):
    parts = ("size-{}", "board-{}", "shape-{}", "about-{}", "about-{}-usual")
    assert {part.format(shape.name) for part in parts} <= WORDS.keys()
    assert shape.name in Preferences._fields
    assert [other for other in SHAPES.values() if other.flag == shape.flag] == [shape]
    assert shape.flag[:1] == (BOARD.flag if shape.flag else "")
    assert {shape.default_size, shape.max_newcomer_size, *shape.offered_sizes} <= set(shape.sizes)
    for size in shape.sizes:
        board = get_board(shape.name, size)
        columns, rows = zip(*map(board.column_row, bits(board.cells)), strict=True)
        assert min(columns) == min(rows) == 0 and max(columns) == max(rows) == board.width - 1
        assert board.cells.bit_count() == sum(map(len, board.row_columns))


def test_texts_and_files_belong_to_existing_games():
    for path in [*SHEETS.glob("*.md"), *(FOLDER / "golden").glob("*.txt")]:
        assert path.stem.partition("-")[0] in GAMES
    assert set(TUNING) | set(STRENGTHS) | set(COLOURS) <= set(GAMES)
