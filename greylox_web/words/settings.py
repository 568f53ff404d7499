"""How the settings are called: a preference by its name, a value by ``name-value``."""

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
