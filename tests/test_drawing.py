"""The board in the style sheet: signs are distinct without hue, animations are short."""

from __future__ import annotations

import re
from itertools import product

import pytest

from greylox_web.drawing import board_layers
from greylox_web.drawing.board_layers import SHADES
from greylox_web.drawing.tray import board_markup, paints_markup
from greylox_web.formats.style import attributes
from greylox_web.rules import GAMES, new_game
from tests.css_tokens import (
    BOARDS,
    STONES,
    THEMES,
    colours,
    contrast,
    resolve_variables,
    stone_variables,
)
from tools import ROOT
from tools.site.styles import read_sheets

SHEETS = read_sheets(ROOT)
BOARD_SHEETS = [f"style/{name}.css" for name in ("tokens", "board", "marks", "motion")]
THEME_COMBINATIONS = list(product(THEMES, BOARDS, STONES))
CASED_SIGNS = {"mark": "case", "mint": "rim", "iris": "rim"}  # colour of a line -> its casing
MIN_TEXT_CONTRAST = 4.5
MIN_SIGN_CONTRAST = 3.0  # of a sign against its background, by WCAG
MIN_GROUND_CONTRAST = (
    1.7  # ratio of two large grounds that are clearly different; they are hatched too
)
DRAWING_GROUPS = (
    "cells below stones above over beneath standing engine-layer passing coordinates stone pins "
    "rings disc small"
)


def blend(colour: str, ground: str, opacity: float) -> str:
    """Return a colour blended with its ground."""
    mixed = (
        round(int(colour[at : at + 2], 16) * opacity + int(ground[at : at + 2], 16) * (1 - opacity))
        for at in (1, 3, 5)
    )
    return "#" + "".join(f"{part:02x}" for part in mixed)


def ground_colour(theme_colours: dict[str, str], game: str, colour: str) -> str:
    """Return the ground of a colour on the tiles of a game."""
    tile, opacity = theme_colours[f"tile-{game}"], float(theme_colours["ground-opacity"])
    return blend(theme_colours[f"ground-{colour}"], tile, opacity)


@pytest.mark.parametrize(("theme", "board", "stones"), THEME_COMBINATIONS)
@pytest.mark.parametrize("game", [name for name, kind in GAMES.items() if kind.uses_sight])
def test_ground_differs_in_outline_and_lightness(game: str, theme: str, board: str, stones: str):
    theme_colours = colours(theme, board, stones)
    tile = theme_colours[f"tile-{game}"]
    grounds = {}
    for colour in new_game(game).colours:
        fill = grounds[colour] = ground_colour(theme_colours, game, colour)
        assert (
            max(contrast(theme_colours[f"ground-line-{colour}"], g) for g in (tile, fill))
            >= MIN_SIGN_CONTRAST
        )
        parts = (theme_colours[f"{colour}-{part}"] for part in ("1", "rim"))
        assert max(contrast(part, fill) for part in parts) >= MIN_SIGN_CONTRAST, (
            "a stone on its own ground"
        )
    first, second = grounds.values()
    assert contrast(first, second) >= MIN_GROUND_CONTRAST


@pytest.mark.parametrize(("theme", "board", "stones"), THEME_COMBINATIONS)
@pytest.mark.parametrize("game", [*GAMES, "other"])
def test_signs_stand_out_from_the_tiles(game: str, theme: str, board: str, stones: str):
    theme_colours = colours(theme, board, stones)
    tile = theme_colours[f"tile-{game}"]
    won_case = blend(theme_colours["brass-rim"], tile, 0.9)
    for line, case in (
        (theme_colours["brass"], won_case),
        *((theme_colours[n], theme_colours[f"{n}-{c}"]) for n, c in CASED_SIGNS.items()),
    ):
        assert contrast(line, case) >= MIN_SIGN_CONTRAST
        assert max(contrast(line, tile), contrast(case, tile)) >= MIN_SIGN_CONTRAST
    lit = blend(theme_colours["mint"], tile, float(theme_colours["mint-a"]))
    assert contrast(theme_colours["mint-rim"], lit) >= MIN_SIGN_CONTRAST
    assert contrast(theme_colours["shut-line"], tile) >= MIN_SIGN_CONTRAST, "a cell that is closed"
    assert contrast(theme_colours["on-iris"], theme_colours["iris"]) >= MIN_TEXT_CONTRAST
    assert contrast(theme_colours["on-iris-rim"], theme_colours["iris-rim"]) >= MIN_TEXT_CONTRAST
    for colour in SHADES:
        assert (
            contrast(stone_variables(colour, theme_colours)["inlay"], theme_colours["tray"])
            >= MIN_SIGN_CONTRAST
        )


def board_sheet() -> str:
    """Return the design tokens and the board's rules."""
    return "".join(SHEETS[name] for name in BOARD_SHEETS)


def parse_rules(sheet: str) -> list[tuple[frozenset[str], dict[str, str]]]:
    """Return each plain selector's classes and declarations, without media queries."""
    text = re.sub(r"/\*.*?\*/", "", sheet, flags=re.S)
    text = re.sub(r"@[^{]+\{(?:[^{}]|\{[^{}]*\})*\}", "", text)
    parsed = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        declared = dict(re.findall(r"([\w-]+): ([^;]+);", body))
        several = re.fullmatch(r"\s*((?:\.[\w-]+)*):is\(([^()]*)\)\s*", selectors)
        head, listed = (several[1], several[2]) if several else ("", selectors)
        for selector in listed.split(","):
            if re.fullmatch(r"(\.[\w-]+)+", whole := head + selector.strip()):
                parsed.append((frozenset(whole[1:].split(".")), declared))
    return parsed


def test_every_drawn_class_has_a_css_rule():
    sheet = board_sheet()
    for name in GAMES:
        game = new_game(name)
        first_mask, second_mask = 0b111 << 1, 0b11 << game.board.stride * 3
        masks = {
            "first": first_mask,
            "second": second_mask,
            "grouped": first_mask | second_mask,
            "chain": first_mask,
        }
        masks |= dict.fromkeys(
            ("control-first", "lit", "hint", "target", "cause", "won", "tilted"), first_mask
        )
        masks |= dict.fromkeys(
            ("control-second", "lost", "claimed-first", "last", "line-second"), second_mask
        )
        masks |= dict.fromkeys(
            ("flipped", "pending", "chosen", "anchor", "mark-cross", "mark-square"), second_mask
        )
        masks["swapped"] = 1 << 2 * game.board.stride
        texts = {kind: {3: "1", 4: "B"} for kind in ("label", "rank", "plaque")}
        markups = [
            board_markup(game),
            paints_markup(),
            *board_layers.layers_below_stones(game, 0, masks),
        ]
        markups += board_layers.layers_above_stones(game, 0, masks, texts)
        markups += board_layers.stones_markup(
            game, 0, board_layers.stone_kinds(game, masks)
        ).values()
        classes = {
            c for value in re.findall(r'class="([^"]*)"', "".join(markups)) for c in value.split()
        }
        groups = {c for c in classes if c in DRAWING_GROUPS.split() or c.startswith("sign-")}
        unknown = {c for c in classes - groups if not re.search(rf"\.{c}\b", sheet)}
        assert unknown <= {"ringed"}


def test_group_size_includes_claimed_vacant_cell():
    board = new_game("greylox", 3).board
    stones, vacant = (
        (1 << board.parse_cell("c3") | 1 << board.parse_cell("c4")),
        1 << board.parse_cell("c5"),
    )
    masks = {"first": stones, "claimed-first": vacant, "grouped": stones | vacant}
    (text,) = board_layers.sizes_markup(new_game("greylox", 3), 0, masks)
    assert ">3</text>" in text
    centre = board_layers.geometry(board, 0).centres[board.parse_cell("c4")]
    assert f'x="{centre.x:.1f}"' in text, "on the stone in the middle, not on the vacant cell"


def test_pictures_are_drawn_as_the_style_sheet_says():
    theme_colours, sheet = colours("light"), parse_rules(board_sheet())
    own = {"tray-shadow", "tile", "tile-foot"}  # mixed from other colours
    kinds = ("fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "stroke-opacity")
    for name, attribute_text in attributes(new_game("greylox")).items():
        classes = set(name.split())
        expected: dict[str, str] = {}
        for selector, declared in sorted(sheet, key=lambda rule: len(rule[0])):
            if selector <= classes:
                expected |= declared
        variables = theme_colours | {
            n[2:]: value for n, value in expected.items() if n.startswith("--")
        }
        if resolve_variables(expected.get("stroke", "none"), variables) == "none":
            for kind in ("stroke", "stroke-width"):
                expected.pop(kind, None)
        actual = dict(re.findall(r'([\w-]+)="([^"]*)"', attribute_text))
        for kind in () if name in own else (*kinds, "opacity", "stop-color"):
            value = resolve_variables(expected.get(kind, ""), variables)
            value = re.sub(r"^0(?=\.)", "", value).removesuffix("px")
            assert re.sub(r"^0(?=\.)", "", actual.get(kind, "")) == value, (name, kind)


def test_animations_are_short_and_absent_with_reduced_motion():
    moves = re.compile(r"(animation|transition)(?:-duration)?:([^;]*?)([\d.]+)(ms|s)\b")
    media = r"@media \(prefers-reduced-motion: %s\) \{(?:[^{}]|\{[^{}]*\})*\}"
    lengths: dict[str, list[float]] = {}
    durations = colours("light")  # "calm" -> "150ms"
    for sheet in SHEETS.values():
        timed = re.sub(r"var\(--(quick|calm|tell)\)", lambda m: durations[m[1]], sheet)
        for _, effect, length, unit in moves.findall(timed):
            lengths.setdefault(effect.strip(), []).append(
                float(length) * (1 if unit == "ms" else 1000)
            )
    long = {effect for effect, durations in lengths.items() if max(durations) > 150}
    taste = {effect for effect in lengths if effect.startswith("taste-")}
    slow = {"drawn", "folded calc(", "unfolded calc("}  # the end of a game, and a swap
    assert lengths and taste and long - taste <= {"phase-toast", "offer-waits", *slow}, (
        "a word that goes again; what is waited for; the first turns of a first visit"
    )
    for name, sheet in SHEETS.items():
        unwanted = "".join(re.findall(media % "reduce", sheet))
        for _, effect, length, _ in moves.findall(re.sub(media % "no-preference", "", sheet)):
            if float(length):  # a zero duration is no motion
                assert "animation: none" in unwanted, (name, effect)
