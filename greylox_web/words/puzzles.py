"""The sentences of puzzles."""

from .locale_format import PluralString

PUZZLE_WORDS = {
    # the task
    "eyebrow": "Puzzle · {Game}",
    "eyebrow-today": "Today's puzzle · {Game}",
    "task-win": "{Colour} to play and win",
    "task-draw": "{Colour} to play and draw",
    "claim-win": PluralString(
        "One turn wins, the other one loses: proven, not guessed.",
        "One turn wins, the other {count} lose: proven, not guessed.",
        count_field="count",
    ),
    "claim-win-drawn": PluralString(
        "One turn wins; of the other {count}, one draws, the rest lose: proven, not guessed.",
        "One turn wins; of the other {count}, {drawn} draw, the rest lose: proven, not guessed.",
        count_field="drawn",
    ),
    "claim-win-all-drawn": PluralString(
        "One turn wins, the other one only draws: proven, not guessed.",
        "One turn wins, the other {count} only draw: proven, not guessed.",
        count_field="count",
    ),
    "claim-draw": PluralString(
        "One turn draws, the other one loses: proven, not guessed.",
        "One turn draws, the other {count} lose: proven, not guessed.",
        count_field="count",
    ),
    # its difficulty, and its rating
    "difficulty": "{difficulty} · {rating}",
    "very-easy": "Very easy",
    "easy": "Easy",
    "medium": "Medium",
    "hard": "Hard",
    "very-hard": "Very hard",
    # the answer; a turn that is a flip, at the beginning of a sentence
    "flip-of": "Flipping {cell}",
    "right-win": "{turn} is the only turn that wins.",
    "right-draw": "{turn} is the only turn that draws.",
    "lost": "{turn} loses: {Other} answers {reply}.",
    "lost-flip": "{turn} loses: {Other} flips {reply}.",
    "lost-over": "{turn} ends the game, and {Other} wins.",
    "drawn": "{turn} only draws: {Other} answers {reply}.",
    "drawn-flip": "{turn} only draws: {Other} flips {reply}.",
    "drawn-over": "{turn} ends the game in a draw.",
    # why, said after that: of the position that the reply leads to
    "why-forced": "The rest is forced: {reason}",
    "why-lost": "Now {Other} wins, whatever {Colour} plays.",
    "why-drawn": "Now {Colour} can no longer win.",
    "why-holds": "{Other} is connected, and {Colour} cannot break it.",
    "why-connected": "{Other} is connected, and {Colour} must break it at once.",
    "why-broken": "That breaks {Colour}'s connection.",
    "why-nearer": "Stones still needed to connect: {Other} {ours}, {Colour} {theirs}.",
    "why-largest": "The largest groups are now {ours} for {Other}, {theirs} for {Colour}.",
    "why-cascade": "The larger groups are now equal; {Other}'s {ordinal} largest holds {ours}, {Colour}'s {theirs}.",
    "why-smaller": "{Colour}'s largest group is now larger, {theirs} to {ours}, but by less than {x}.",
    "why-gap": "{Other}'s largest group is now larger, {ours} to {theirs}; a lead of {x} or more wins.",
    "why-product": "The products are now {ours} for {Other}, {theirs} for {Colour}.",
    "why-joined": "That joins {Other}'s stones into a group of {size}.",
    # why the right turn is the only one, where the board tells nothing
    "refutes-all": "{Other} answers every other turn with {reply}.",
    "refutes-all-flip": "{Other} answers every other turn by flipping {reply}.",
    "refutes-most": "{Other} answers most other turns with {reply}.",
    "refutes-most-flip": "{Other} answers most other turns by flipping {reply}.",
    # a game of which nothing is known yet; leads to its lessons
    "new-here": "New to {Game}? Learn it in two minutes.",
    # buttons
    "skip": "Skip",
    "next": "Next puzzle",
    "all": "All puzzles",
    "send": "Share the result",
    "sent": "Copied: paste it wherever you like.",
    "not-sent": "The browser does not let this page copy, so copy the text by hand.",
    # how it went
    "solved": "Solved",
    "solved-first": "On the first try.",
    "solved-now": "This time on the first try.",
    "solved-helped": "With a hint; it will come again.",
    "solved-later": "Not on the first try; it will come again.",
    "solved-shown": "It will come again.",
    "days": PluralString("day in a row", "days in a row", count_field="count"),
    "row": PluralString(
        "{count} day with the day's puzzle solved",
        "{count} days in a row with the day's puzzle solved",
        count_field="count",
    ),
    "week": "Daily puzzles this week",
    "day-first": "{day}: solved on the first try",
    "day-done": "{day}: solved",
    "day-past": "{day}: not solved",
    "day-today": "{day}, today: not solved yet",
    "day-future": "{day}: still to come",
    # told to others
    "result-first": "{Game}, puzzle of {day}: solved on the first try ⬢",
    "result-later": "{Game}, puzzle of {day}: not on the first try ⬡",
    "result-none": "{Game}, puzzle of {day}",
    "result-other": "{Game}, a puzzle: {task}",
    "result-row": PluralString(
        "{count} day in a row", "{count} days in a row", count_field="count"
    ),
    # the page of puzzles
    "puzzles": "Puzzles",
    "about": "One turn is right. Every other is proven wrong, and the board shows why.",
    "today": "Today's puzzle",
    "today-done": "Solved today",
    "today-failed": "Answered today",
    "play-today": "Solve it",
    "look-today": "Look again",
    "by-game": "By game",
    "count": "{solved} of {all} solved",
    "again": PluralString("{count} to try again", "{count} to try again", count_field="count"),
    "strength": "strength {rating} ± {doubt}",
    "go": "Go on",
    "start": "Start",
    "go-game": "{go}: {Game}",
    "not-there": "The puzzles could not be fetched: there is no network, and this browser has no copy yet.",
    "no-such": "There is no puzzle with that name. These are all the puzzles.",
    "close": "Close",
}

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKDAY_LETTERS = ("M", "T", "W", "T", "F", "S", "S")
