"""The sentences of puzzles that players make."""

from ..translation import PluralString, translated

OWN_PUZZLE_WORDS = {
    "own": "A player's puzzle",
    # until it is proven
    "checking": "Being checked: the exact solver proves whether exactly one turn is right. After that you can try it.",
    "begun": "The position is being solved …",
    "checked": "{checked} of {turns} turns checked",
    "stop": "Stop",
    "again": "Check again",
    "no-engine": "The engine is not running, so the position cannot be checked.",
    # the proof, told to the player who made the puzzle; a sentence each
    "only-win": "Proven: only {turn} wins.",
    "only-draw": "Proven: nothing wins, and only {turn} draws.",
    "lose": PluralString("{count} turn loses.", "{count} turns lose.", count_field="count"),
    "draw": PluralString(
        "{count} turn only draws.", "{count} turns only draw.", count_field="count"
    ),
    # in the place of the difficulty
    "difficulty": PluralString(
        "{count} wrong turn · proof of {nodes} positions",
        "{count} wrong turns · proof of {nodes} positions",
        count_field="count",
    ),
    # why it is no puzzle
    "no-puzzle": "Not a puzzle",
    "no-proof": "Not proven",
    "several-win": "More than one turn wins: {turns}.",
    "several-draw": "Nothing wins, and more than one turn draws: {turns}.",
    "all-lose": "Every turn loses, so none is right.",
    "forced": "Only one turn is possible, so there is nothing to find.",
    "many-turns": "There are more than {most} possible turns, too many for a proof.",
    "again-to-move": "The same side would move again after its turn, so there is no reply that refutes a wrong one.",
    "out-of-time": "The solver found no proof in {seconds} seconds. Fewer vacant cells make it faster: here are {vacant}.",
    "out-of-work": "The solver found no proof within its limit of {millions} million positions. Fewer vacant cells make it faster: here are {vacant}.",
    "many-vacant": "{vacant} cells are vacant. In {Game} the solver tries at most {most}.",
    "over": "The game is over in this position.",
    "mid-turn": "This position is in the middle of a turn. Finish the turn or take it back first.",
    "counting": "This game still counts for your strength, and a proof would be help. Make the puzzle after the game.",
    "stopped": "The check was stopped before the end.",
    "bad-link": "The link of this puzzle cannot be read: {problem}.",
    "long-link": "it is longer than {most} characters",
    # below the puzzle
    "unrated": "Made by a player: it changes neither your puzzle rating nor the puzzle of the day nor a streak.",
    "open-game": "Open as a game",
    "copy": "Copy link",
    "share": "Share",
} | translated("OWN_PUZZLE_WORDS")
