"""The board as the style sheet has it: meanings survive without hue, nothing moves long."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from greylox_web.drawing import pieces
from greylox_web.drawing.pieces import SHADES
from greylox_web.drawing.tray import board_markup, paints_markup
from greylox_web.formats.style import attributes
from greylox_web.rules import GAMES, new_game
from tests.tokens import BOARDS, STONES, THEMES, colours, contrast, drawn_with, resolved
from tools.page import bundle_css

ASSETS = Path(__file__).parents[1] / "assets"
SHEETS = {p.relative_to(ASSETS).as_posix(): p.read_bytes() for p in ASSETS.rglob("*.css")}
EVERY = list(product(THEMES, BOARDS, STONES))
SIGN = 3.0  # of a sign to what it lies on, as WCAG wants it
TOLD_APART = 1.7  # ratio of two large grounds that nobody takes for the same; they are hatched too
GROUPS = "cells below stones above over beneath standing passing coordinates stone pins rings small"


def over(colour: str, ground: str, opacity: float) -> str:
    """A colour that lets its ground shine through."""
    mixed = (
        round(int(colour[at : at + 2], 16) * opacity + int(ground[at : at + 2], 16) * (1 - opacity))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def ground_of(look: dict[str, str], game: str, colour: str) -> str:
    """The ground of a colour as it is seen on the tiles of a game."""
    tile, opacity = look[f"glaze-{game}"], float(look["ground-opacity"])
    return over(look[f"ground-{colour}"], tile, opacity)


@pytest.mark.parametrize(("theme", "board", "stones"), EVERY)
@pytest.mark.parametrize("game", [name for name, kind in GAMES.items() if kind.uses_sight])
def test_ground_is_told_by_outline_and_lightness(game: str, theme: str, board: str, stones: str):
    look = colours(theme, board, stones)
    tile = look[f"glaze-{game}"]
    seen = {}
    for colour in new_game(game).colours:
        fill = seen[colour] = ground_of(look, game, colour)
        assert max(contrast(look[f"ground-line-{colour}"], g) for g in (tile, fill)) >= SIGN
        parts = (look[f"{colour}-{part}"] for part in ("1", "rim"))
        assert max(contrast(part, fill) for part in parts) >= SIGN, "a stone on its own ground"
    first, second = seen.values()
    assert contrast(first, second) >= TOLD_APART


@pytest.mark.parametrize(("theme", "board", "stones"), EVERY)
@pytest.mark.parametrize("game", [*GAMES, "other"])
def test_signs_stand_out_from_the_tiles(game: str, theme: str, board: str, stones: str):
    look = colours(theme, board, stones)
    tile = look[f"glaze-{game}"]
    case = over(look["brass-rim"], tile, 0.9)
    assert contrast(case, tile) >= SIGN and contrast(look["brass"], case) >= SIGN
    assert contrast(look["shut-line"], tile) >= SIGN, "a cell that is closed"
    assert contrast("#ffffff", look["brass-rim"]) >= SIGN, "the ring of the focus in its casing"
    for colour in SHADES:
        assert contrast(drawn_with(colour, look)["inlay"], look["tray"]) >= SIGN


def rules(sheet: str) -> list[tuple[frozenset[str], dict[str, str]]]:
    """The classes of each plain selector, with what it declares; media are left out."""
    text = re.sub(r"/\*.*?\*/", "", bundle_css(sheet, SHEETS), flags=re.S)
    text = re.sub(r"@[^{]+\{(?:[^{}]|\{[^{}]*\})*\}", "", text)
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        declared = dict(re.findall(r"([\w-]+): ([^;]+);", body))
        several = re.fullmatch(r"\s*((?:\.[\w-]+)*):is\(([^()]*)\)\s*", selectors)
        head, listed = (several[1], several[2]) if several else ("", selectors)
        for selector in listed.split(","):
            if re.fullmatch(r"(\.[\w-]+)+", whole := head + selector.strip()):
                found.append((frozenset(whole[1:].split(".")), declared))
    return found


def test_every_class_that_is_drawn_is_known_to_the_style_sheet():
    sheet = bundle_css("tokens.css", SHEETS) + bundle_css("board.css", SHEETS)
    for name in GAMES:
        game = new_game(name)
        some, other = 0b111 << 1, 0b11 << game.board.stride * 3
        masks = {"first": some, "second": other, "grouped": some | other, "chain": some}
        masks |= dict.fromkeys(("control-first", "lit", "hint", "cause", "won", "tilted"), some)
        masks |= dict.fromkeys(
            ("control-second", "lost", "claimed-first", "last", "line-second"), other
        )
        masks |= dict.fromkeys(("flipped", "pending", "anchor", "mark-cross", "mark-square"), other)
        masks["swapped"] = 1 << 2 * game.board.stride
        texts = {kind: {3: "1", 4: "2"} for kind in ("label", "rank", "plaque")}
        drawn = [board_markup(game), paints_markup(), *pieces.layers_below_stones(game, 0, masks)]
        drawn += pieces.layers_above_stones(game, 0, masks, texts)
        drawn += pieces.stones_markup(game, 0, pieces.stone_kinds(game, masks)).values()
        classes = {
            c for found in re.findall(r'class="([^"]*)"', "".join(drawn)) for c in found.split()
        }
        groups = {
            c for c in classes if c in GROUPS.split() or c.startswith(("sign-", "plaque-place"))
        }
        unknown = {c for c in classes - groups if not re.search(rf"\.{c}\b", sheet)}
        assert unknown <= {"ringed"}


def test_a_vacant_cell_that_counts_for_a_group_is_in_its_number():
    board = new_game("greylox", 3).board
    stones, vacant = (
        (1 << board.parse_cell("c3") | 1 << board.parse_cell("c4")),
        1 << board.parse_cell("c5"),
    )
    masks = {"first": stones, "claimed-first": vacant, "grouped": stones | vacant}
    (text,) = pieces.sizes_markup(new_game("greylox", 3), 0, masks)
    assert ">3</text>" in text
    place = pieces.geometry(board, 0).centres[board.parse_cell("c4")]
    assert f'x="{place.x:.1f}"' in text, "on the stone in the middle, not on the vacant cell"


def test_pictures_are_drawn_as_the_style_sheet_says():
    look, sheet = colours("light"), rules("tokens.css") + rules("board.css")
    own = {"tray-shadow", "tile", "tile-foot"}  # mixed from others
    kinds = ("fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "stroke-opacity")
    for name, drawn in attributes(new_game("greylox")).items():
        classes = set(name.split())
        wanted: dict[str, str] = {}
        for selector, declared in sorted(sheet, key=lambda rule: len(rule[0])):
            if selector <= classes:
                wanted |= declared
        known = look | {n[2:]: value for n, value in wanted.items() if n.startswith("--")}
        if resolved(wanted.get("stroke", "none"), known) == "none":
            for kind in ("stroke", "stroke-width"):
                wanted.pop(kind, None)
        given = dict(re.findall(r'([\w-]+)="([^"]*)"', drawn))
        for kind in () if name in own else (*kinds, "opacity", "stop-color"):
            value = resolved(wanted.get(kind, ""), known)
            value = re.sub(r"^0(?=\.)", "", value).removesuffix("px")
            assert re.sub(r"^0(?=\.)", "", given.get(kind, "")) == value, (name, kind)


def test_nothing_moves_for_long_and_nothing_at_all_where_motion_is_unwanted():
    sheets = {name: bundle_css(name, SHEETS) for name in SHEETS if "/" not in name}
    moves = re.compile(r"(animation|transition)(?:-duration)?:([^;]*?)([\d.]+)(ms|s)\b")
    media = r"@media \(prefers-reduced-motion: %s\) \{(?:[^{}]|\{[^{}]*\})*\}"
    lengths: dict[str, list[float]] = {}
    for sheet in sheets.values():
        for _, what, length, unit in moves.findall(sheet):
            lengths.setdefault(what.strip(), []).append(
                float(length) * (1 if unit == "ms" else 1000)
            )
    long = {what for what, found in lengths.items() if max(found) > 150}
    assert lengths and long <= {"moment", "home-waits"}, (
        "a word that goes again; what is waited for"
    )
    for name, sheet in sheets.items():
        unwanted = "".join(re.findall(media % "reduce", sheet))
        for _, what, length, _ in moves.findall(re.sub(media % "no-preference", "", sheet)):
            if float(length):  # what lasts no time is no motion
                assert "animation: none" in unwanted, (name, what)
