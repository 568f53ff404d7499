"""How the engine's levels play; what counts for one's own strength against them."""

from .locale_format import PluralString

OPPONENT_WORDS = {
    # one sentence for each manner; what is said of numbers is measured or set, not guessed
    "whim": "Plays on a whim what does not look bad at once, and does not look ahead.",
    "mood": "Prefers good moves, but often plays poor ones that look fine at once.",
    "hunch": "Plays on a hunch: the better a move looks, the more likely it is.",
    "eye": "Plays what looks best at first sight, with a slip now and then.",
    "eye-exact": "Plays what looks best at first sight, and the last cells perfectly.",
    "weighs": "Weighs up to {positions} positions before each stone.",
    "weighs-exact": "Weighs up to {positions} positions before each stone, and plays the last cells perfectly.",
    "timed-1": "Thinks for one second in each turn, and plays the last cells perfectly.",
    "timed": "Thinks for {seconds} seconds in each turn, and plays the last cells perfectly.",
    "timed-strength": "How strong that is depends on your device: a faster one looks at more positions.",
    "suggested-first": "{text} A good one to start with.",
    "suggested-won": "{text} Suggested, as you won the last game.",
    "suggested-lost": "{text} Suggested, as you lost the last games.",
    "suggested-fits": "{text} Suggested by your results.",
    # what a game counts for, before and after it
    "counts": "Counts towards your strength if you play without help.",
    "counts-not": "Only games on the usual board count towards your strength: {board}.",
    "counts-time": "Does not count towards your strength: with a time limit, how strong the computer is depends on your device.",
    "against": "{Game}: you have won {won} of {games} against {Name}.",
    "strength": "Your strength in {Game}: about level {level}, most likely {least} to {most}.",
    "strength-sure": "Your strength in {Game}: about level {level}.",
    "strength-later": PluralString(
        "Your strength in {Game} is known after one more game that counts.",
        "Your strength in {Game} is known after {count} more games that count.",
        count_field="count",
    ),
    "next-won": "You won, so the next opponent is {Name}, level {level}.",
    "next-lost": "{Name}, level {level}, may suit you better now.",
    "next-fits": "Next opponent: {Name}, level {level}.",
    "usual": "The usual board has {cells} cells. Games on it count towards your strength.",
    "usual-play": "Play on the usual board",
    "unrated-hint": "Not counted towards your strength: a hint was used.",
    "unrated-analysis": "Not counted towards your strength: the analysis was on.",
    "unrated-takeback": "Not counted towards your strength: a move was taken back.",
    "unrated-seats": "Not counted towards your strength: the players changed during the game.",
    "unrated-setup": "Not counted towards your strength: the game began from a set-up position.",
    "unrated-board": "Not counted towards your strength: only the usual board counts, {board}.",
    "unrated-time": "Not counted towards your strength: the computer played to a time limit, which has no measured level.",
    "unrated-lesson": "Not counted towards your strength: it was a lesson.",
    "unrated-other": "Not counted towards your strength.",
}
