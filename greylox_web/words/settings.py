"""How preferences, terms and options of games are called: by name, a value by ``name-value``."""

SETTINGS_WORDS = {
    "settings": "Settings",
    "close": "Close",
    "confirm": "A second tap on the cell confirms a move",
    "loupe": "Small cells are magnified under the finger",
    "sound": "Sound",
    "pace": "The engine answers",
    "pace-at-once": "at once",
    "pace-calm": "after a second",
    "pace-slow": "after three seconds",
}

TERMS_WORDS = {
    "time": "Clock",
    "time-none": "no clock",
    "time-some": "{number} min each",
    "increment": "Bonus",
    "increment-none": "no bonus",
    "increment-some": "{number} s a turn",
    "takebacks": "Takebacks",
}

OPTION_WORDS = {
    "board": "Board",
    "board-hexhex": "Hexagon",
    "board-rhombus": "Rhombus",
    "x": "Winning lead (X)",
    "opening": "One bound, one free",
    "swap": "Second player may swap",
}
