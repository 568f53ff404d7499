"""The colours of the style sheets, computed as a browser does for a theme and its sets."""

from __future__ import annotations

import re
from pathlib import Path

TOKENS = (Path(__file__).parents[1] / "assets/style/tokens.css").read_text("utf-8")
BLOCK = re.compile(r"^( *):root(\S*) \{([^}]*)\}", re.M)
VARIABLE = re.compile(r"--([\w-]+): ([^;]+);")
HIGH_CONTRAST_SELECTOR = '[data-theme="contrast"]'  # negated in rules without high contrast

THEMES = ("light", "dark", "high contrast, light", "high contrast, dark")
BOARDS, STONES = ("ceramic", "wood"), ("glazed", "flat")


def colours(theme: str, board: str = "ceramic", stones: str = "glazed") -> dict[str, str]:
    """Return the CSS variables with their values in the theme and sets: name -> value."""
    sets = {f'[data-board="{board}"]', f'[data-stones="{stones}"]'}
    variables: dict[str, str] = {}
    for indent, selector, body in BLOCK.findall(TOKENS):
        plain = selector.endswith(f":where(:not({HIGH_CONTRAST_SELECTOR}))")
        chosen = selector.removesuffix(f":where(:not({HIGH_CONTRAST_SELECTOR}))")
        if indent and not plain:
            continue  # of a media query
        if (not plain or "contrast" not in theme) and (not chosen or chosen in sets):
            variables |= dict(VARIABLE.findall(body))
    dark = theme.endswith("dark")
    split = {
        name: re.sub(r"light-dark\(([^,]+), ([^)]+)\)", r"\2" if dark else r"\1", value)
        for name, value in variables.items()
    }
    return {name: resolve_variables(value, split) for name, value in split.items()}


def stone_rule(colour: str) -> dict[str, str]:
    """Return the declared variables of a stone colour's rule, unresolved."""
    names = "".join(rf',\n\[data-{kind}="{colour}"\]' for kind in ("colour", "stone"))
    match = re.search(rf"^\.{colour}{names} \{{([^}}]*)\}}", TOKENS, re.M)
    return dict(VARIABLE.findall(match[1])) if match else {}


def stone_variables(colour: str, theme_colours: dict[str, str]) -> dict[str, str]:
    """Return a stone colour's variables, resolved and without "stone-": "inlay" -> value."""
    variables = stone_rule(colour).items()
    return {
        name.removeprefix("stone-"): resolve_variables(value, theme_colours)
        for name, value in variables
    }


def resolve_variables(value: str, variables: dict[str, str]) -> str:
    """Return the value with its variables resolved."""
    return re.sub(
        r"var\(--([\w-]+)\)", lambda m: resolve_variables(variables[m[1]], variables), value
    )


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb``, from 0 to 1."""
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours by WCAG 2, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix_colours(ground: str, paint: str, opacity: float) -> str:
    """Return the colour of ``#rrggbb`` paint with an opacity from 0 to 1 on a ground."""
    pairs = ((int(ground[i : i + 2], 16), int(paint[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(g + (p - g) * opacity):02x}" for g, p in pairs)
