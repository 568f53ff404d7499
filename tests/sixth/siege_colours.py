"""The colours of Siege: violet stones, which no other game has, and a glaze for its tiles."""

SHADE = {"violet": 0.22}
TOKENS = {
    "violet-0": "#c3aef0",
    "violet-1": "#8d6fd1",
    "violet-2": "#5d3fa6",
    "violet-rim": "#1d0f40",
    "on-violet": "#ffffff",
    "ground-violet": "light-dark(#a08cd4, #8a76c0)",
    "ground-line-violet": "light-dark(#2c1466, #160a38)",
    "tile-siege": "light-dark(#a18d9f, #7e6b7c)",
}
LIGHT = {name: text.removeprefix("light-dark(")[:7] for name, text in TOKENS.items()}
WOOD = {"tile-siege": "light-dark(#af8d61, #8b6b46)"}
FLAT = {"violet-0": "var(--violet-1)", "violet-2": "var(--violet-1)"}
BLOCK = """
.violet,
[data-colour="violet"],
[data-stone="violet"] {
  --stone-0: var(--violet-0);
  --stone-1: var(--violet-1);
  --stone-2: var(--violet-2);
  --stone-rim: var(--violet-rim);
  --on-stone: var(--on-violet);
  --stone-ground: var(--ground-violet);
  --stone-ground-line: var(--ground-line-violet);
  --stone-inlay: var(--violet-1);
  --stone-under: var(--violet-1);
  --stone-groove: 0.42;
  --stone-casing: var(--violet-2);
  --stone-sign: #fff;
  --stone-pill: var(--violet-2);
  --stone-pill-line: var(--on-violet);
  --stone-bar: var(--violet-1);
  --stone-part: var(--violet-2);
  --stone-edge: var(--violet-rim);
}
.body.violet {
  fill: url(#paint-violet);
}
.violet-0 {
  stop-color: var(--violet-0);
}
.violet-1 {
  stop-color: var(--violet-1);
}
.violet-2 {
  stop-color: var(--violet-2);
}
"""
TILES = """.board[data-game="siege"] {
  --tile: var(--tile-siege);
}
"""
