"""The New game dialog; what is asked of a game's options, and what they mean (``about-``)."""

from ..translation import PluralString, translated

NEW_WORDS = {
    "new-game": "New game",
    "close": "Close",
    "game": "Game",
    "board": "Board",
    "shape": "Shape of the board",
    "less": "{option}: less",
    "more": "{option}: more",
    # what a study has found, of 100 games between equals
    "equals-even": "Between equals, {Colour} and {Other} win equally often.",
    "equals": "Between equals, {Colour} wins {wins} of 100 games.",
    "equals-first": "Between equals, the first player, {Colour}, wins {wins} of 100 games.",
    "equals-second": "Between equals, the second player, {Colour}, wins {wins} of 100 games.",
    "equals-drawn": PluralString("{drawn} is a draw.", "{drawn} are draws.", count_field="drawn"),
    "equals-study": "Study (in English)",
    # the sides
    "side": "You play",
    "side-first": "{Colour}, first",
    "side-either": "Either",
    "opponent": "Opponent",
    "opponent-engine": "Computer",
    "opponent-here": "Friend here",
    "opponent-link": "Friend by link",
    "about-here": "You both play at this screen, turn by turn. You can enter your names.",
    "player-name": "{Colour}'s name",
    "about-link": "You send each move as a link, and the answer comes back as one. No account, no server.",
    "level": "Level of the computer",
    # the slider: ten opponents, and after them those that think for a set time
    "level-of": "{Name}, {rank}",
    "rank": "{level} of {count} · {word}",
    "ticks-timed": "+1 to +4: more time to think",
    "rank-timed": "stronger than the ten · {word}",
    "wins-against": "Wins {wins} of 100 games against level {level}.",
    "wins-beginner": "Wins {wins} of 100 games against level {level}.",
    "details": "Details",
    "elo": "Level {level}: {elo} Elo above level 1 (±{margin} from the level below).",
    "elo-note": "Measured by games between the levels on the usual board; from one level "
    "to the next the error is ±{margin} at most.",
    "elo-elsewhere": "That was measured on another board than the one chosen.",
    # the terms
    "clock": "Clock",
    "clock-none": "None",
    "clock-some": "{minutes} + {seconds}",
    "clock-other": "Other",
    "about-clock-none": "Take your time.",
    "about-clock-link": "By link there is no clock.",
    "about-clock-teach": "A game that stops after costly turns has no clock.",
    "about-clock-plain": PluralString(
        "{minutes} minute each.", "{minutes} minutes each.", count_field="minutes"
    ),
    "about-clock-bonus": PluralString(
        "{minutes} min each, and {seconds} second more after each turn.",
        "{minutes} min each, and {seconds} seconds more after each turn.",
        count_field="seconds",
    ),
    "minutes": "Minutes each",
    "seconds": "Seconds a turn",
    "teach": "Teach me",
    "about-teach": "Stop me after a costly turn, say why, and let me take it back. Such a game does not count.",
    "takebacks": "Takebacks",
    "about-takebacks": "Undo is allowed during the game.",
    "measure": "Measure this variant",
    "set-up": "Set up a position",
    "start": "Start",
} | translated("NEW_WORDS")

OPTION_WORDS = {
    "board": "Board",
    "x": "Winning lead (X)",
    "about-x": "The side with the smaller largest group wins, unless the other's is larger by {value} or more.",
    "opening": "Opening",
    "about-opening": "Two stones a turn: one next to the opponent's last, one apart, until none fits apart.",
    "swap": "Swap",
    "about-swap": "On the first turn, the second player may take over the opponent's stone instead of placing one.",
} | translated("OPTION_WORDS")
