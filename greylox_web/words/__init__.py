"""Every sentence that players read, in English, apart from the code.

One table for each part of the page, so that the start loads only the first:

here         the game view, the board, the panel
``home``     the first page
``rules``    the rules dialog
``reasons``  why an action is refused
``reading``  what is wrong with a link, a record, a file or a set-up
``new_game`` New game, and ``opponents`` the levels and what a game counts for
``layers``   what can be shown on the board
``review``   hints, and the review of a game; ``explanations`` why a turn is better than another
``ending``   who won, and why
``moments``  which phase begins, and what signs mean
``signs``    the legend of the board
``share``    links, files and pictures, and ``friends`` games by link
``library``  My games, and ``statistics`` what came of them
``exercise`` what lessons and puzzles have in common, then ``lessons`` with ``courses``, ``puzzles``
``settings`` the settings
``install``  the offer to keep the page as an app
``page``     the still text of index.html and boot.js, which the build writes into them

A sentence is found by its key; ``{names}`` in it are filled in by the code.  In another language
``translated`` adds its sentences to each table, under the same keys.
"""

from ..translation import PluralString, translated
from . import locale_format

WORDS = {
    # colours, boards, levels
    "white": "White",
    "black": "Black",
    "red": "Red",
    "blue": "Blue",
    "board-of": "{Game} board",
    "pair": "{what}: {told}",
    "size-hexhex": "base {size}",
    "board-hexhex": "Hexagon",
    "shape-hexhex": "hexagonal",
    "about-hexhex": "{size} to a side, {cells} cells",
    "about-hexhex-usual": "{size} to a side, {cells} cells: the usual board",
    "size-rhombus": "{size} × {size}",
    "board-rhombus": "Rhombus",
    "shape-rhombus": "rhombic",
    "about-rhombus": "{size} × {size}, {cells} cells",
    "about-rhombus-usual": "{size} × {size}, {cells} cells: the usual board",
    "board-against": "{board} · against {Name}, {level}",
    "with-x": "X {value}",
    "with-swap": "swap",
    "no-opening": "no opening",
    "no-swap": "no swap",
    # actions that are no cells, in the list of moves
    "action-end": "end",
    "action-pass": "pass",
    "action-swap": "swap",
    "last-move": "last move",
    "no-stones": "no stones",
    "level-0": "for practice",
    "level-1": "beginner",
    "level-2": "learner",
    "level-3": "casual",
    "level-4": "fair",
    "level-5": "club",
    "level-6": "good",
    "level-7": "strong",
    "level-8": "expert",
    "level-9": "master",
    "level-10": "full strength",
    "level-11": "1 second a turn",
    "level-12": "3 seconds a turn",
    "level-13": "10 seconds a turn",
    "level-14": "30 seconds a turn",
    "opponent-0": "Random",
    "opponent-1": "Pip",
    "opponent-2": "Fern",
    "opponent-3": "Wren",
    "opponent-4": "Clay",
    "opponent-5": "Hazel",
    "opponent-6": "Flint",
    "opponent-7": "Juno",
    "opponent-8": "Sable",
    "opponent-9": "Vesper",
    "opponent-10": "Onyx",
    "opponent-11": "Garnet",
    "opponent-12": "Cobalt",
    "opponent-13": "Aurora",
    "opponent-14": "Polaris",
    "computer": "level {level}",
    # notices
    "over": "The game is over.",
    "fault": "Something went wrong on the page ({error}). Your game is kept; reload if it does not continue.",
    "engine-turn": "It is the computer's turn. Undo, or let it move.",
    "friend-turn": "{Name} is to move: the answer comes as a link. Or take this colour yourself.",
    "forged": "This link also plays for {Colour}, which is your colour, so it was not accepted.",
    "between-cells": "That was between two cells, so nothing was played.",
    "no-takebacks": "Takebacks are off in this game: moves stand until it is over.",
    "friend-due": "Send the link. Your friend answers with another link.",
    "friend-first": "{Name} begins: send the link.",
    "friend-played": "{Name} played",
    "offered": "From a friend? Play {Colour}, and answer with a link.",
    "take-seat": "Play {Colour}",
    "deleted": "Deleted. Restore brings it back.",
    "promoted": "This is the main line now. Restore brings the old one back.",
    "editor": "Setting up a position",
    "editor-fine": "A game can go on from this position.",
    "editor-over": "In this position the game is over; it can be shown, but not played.",
    "bad-link": "This link cannot be opened.",
    "cut-link": "This link has no proper end. Perhaps it was cut off.",
    "damaged-link": "This link is damaged from here on; the game is shown up to its last legal move.",
    "damaged-text": "This text is wrong from here on; the game is shown up to its last legal move.",
    "tapped-early": "You chose {cell} before the game had loaded, so nothing was played.",
    "file-too-large": "This file is too large to be a game.",
    "file-unreadable": "This file could not be read.",
    "link-rest": "Not read:",
    "no-answer": "The engine gave no answer.",
    "bad-answer": "The engine chose a move that is not legal here.",
    "copied": "Link copied.",
    "not-copied": "The browser did not copy it. Here is the link:",
    "storage": "This browser stores nothing for this page, but the address still holds the game.",
    "news": "New since your last visit: {count}",
    "news-close": "Hide the news",
    "update-current": "This is the newest version.",
    "update-arriving": "A new version is being fetched.",
    "update-waiting": "A new version is ready.",
    "update-failed": "The new version could not be stored; perhaps there is no room. You keep this one.",
    "update-unkept": "No offline copy is kept here, so each reload brings the newest version.",
    "offline-failed": "No offline copy could be stored; perhaps there is no room. You can still play online.",
    "update-unreachable": "There is no network, so the page could not look for a newer version.",
    "engine-failed": "The engine is not running. Two people can still play.",
    # what the game is about; with "first-" before the first stones, where control is not known yet
    "goal-greylox": "Goal: own the largest group when the player to move can neither place nor flip. Vacant cells count for whoever controls them.",
    "first-goal-greylox": "Goal: own the largest group of connected stones at the end.",
    "goal-lox": "Goal: join the two edges of your colour. The connection must survive one turn.",
    "first-goal-lox": "Goal: join the two edges of your colour, and hold the connection for one more turn.",
    "goal-brink": "Goal: on the full board, your largest group must be smaller than your opponent's, or larger by {x} or more.",
    "goal-brink-any": "Goal: on the full board, your largest group must be larger than your opponent's.",
    "goal-multiplicity": "Goal: multiply the sizes of your groups; when one cell is left, the higher product wins.",
    "goal-byg": "Goal: own the largest group when the board is full.",
    # whose turn, and what is due
    "you": "You",
    "your-friend": "Your friend",
    "level": "Level {level}",
    "level-named": "{Name}, {level}",
    "your-move": "Your turn",
    "your-move-two": "Your turn: two stones",
    "your-move-more": "Your turn: one stone more",
    "to-move": "{Name} to move",
    "to-move-two": "{Name} to move: two stones",
    "to-move-more": "{Name} to move: one stone more",
    "thinking": "{Name} is thinking",
    "trying": "A try: {Name} to move",
    "trying-two": "A try: {Name} to move, two stones",
    "trying-more": "A try: {Name} to move, one stone more",
    "your-try": "A try: your turn",
    "your-try-two": "A try: your turn, two stones",
    "your-try-more": "A try: your turn, one stone more",
    "due-first": "First stone: any cell.",
    # *terms* are bold; "-drawn" sentences contain the signs that the board shows
    "due-bound": "*Bound:* touching {Other}'s last stone, {anchor}",
    "due-bound-drawn": "*Bound:* on a lit cell {lit}, touching {Other}'s last stone {touch}",
    "due-bound-done": "*Bound:* {cell} touches {Other}'s last stone",
    "due-bound-last": "The opening's last stone, *bound:* touching {Other}'s last stone, {anchor}",
    "due-bound-last-drawn": "The opening's last stone, *bound:* on a lit cell {lit}, touching {Other}'s last stone {touch}",
    "due-free": "*Free:* where it touches no stone",
    "due-free-drawn": "*Free:* on a lit cell {lit}; these touch no stone",
    "due-sight": "Place where {Other} has no control, or flip a stone on a cell you control.",
    "due-sight-drawn": "Place where {Other} has no control, or flip one of {Other}'s stones that lean {lean}",
    "due-sight-place": "Place where {Other} has no control.",
    "due-sight-begins": "The opening is over. From now on, one stone a turn: place where {Other} has no control, or flip a stone on a cell you control.",
    "due-sight-begins-drawn": "The opening is over. From now on, one stone a turn: place where {Other} has no control, or flip one of {Other}'s stones that lean {lean}",
    "due-sight-place-begins": "The opening is over. From now on, one stone a turn: place where {Other} has no control.",
    "due-any-begins": "The opening is over. From now on, one stone a turn, on any vacant cell.",
    "due-break": "{Other} is connected. Break the connection now, or {Other} wins.",
    "due-any": "One stone: any vacant cell.",
    "due-swap": "One stone; or swap: {Other}'s stone becomes yours, on its mirror cell.",
    "due-swap-here": "One stone; or swap: {Other}'s stone becomes yours where it lies.",
    "due-pass": "You can neither place nor flip: pass.",
    "due-byg": "Up to {most} stones, in different groups.",
    "due-byg-more": "{placed} of up to {most} stones placed: go on, or end the turn.",
    "due-byg-again": "Just this once, {Colour} moves twice in a row: one stone, any vacant cell.",
    "due-byg-one": "One stone: any vacant cell. More groups will allow more stones.",
    "waiting": "The computer is getting ready …",
    "paused": "Stopped. Let it move, or take this colour yourself.",
    "browsing": "You are looking back. Play from here, or return to the end.",
    "to-move-now": "to move",
    "other-game": "{Game}: play another game",
    # how the colours stand
    "standing-largest": "Groups, largest first",
    "standing-product": "Factors",
    "standing-to-join": "To the edges",
    "standing-lead": "If the game ended now",
    "standing-lead-over": "How it ended",
    "lead-wins": "{Colour}'s largest group is larger by {lead}. {x} is enough, so {Colour} wins.",
    "lead-loses": "{Colour}'s largest group is larger by {lead}. It needs {x}, so {Other} wins.",
    "lead-none": "The largest groups are equal, so the next largest decide.",
    "stands-largest": "largest group",
    "stands-product": "product",
    "stands-to-join": PluralString("stone to connect", "stones to connect", count_field="count"),
    "stands-to-join-none": "cut off",
    "about-to-join": "The fewest stones still needed; flips are not counted.",
    "leads": "{Colour} is larger by",
    "group-sizes": "{Colour}: {sizes}",
    # the phases of a game, during its opening
    "opening": "Opening",
    "phase-turn": "turn {turn}",
    "phase-turn-of": "turn {turn} of about {turns}",
    "phase-greylox": "Place or flip",
    "phase-greylox-about": "control begins",
    "phase-greylox-end": "count",
    "phase-multiplicity": "One stone a turn",
    "phase-multiplicity-about": "on any vacant cell",
    "phase-multiplicity-end": "multiply",
    "phase-end": "End",
    # sides
    "person": "Person",
    "who-plays": "{Colour}: who plays",
    "friend": "Friend, by link",
    "stones": "Stones",
    "groups": "Groups",
    "control": "Controls",
    "threatened": "Can be flipped",
    "score-product": "Product",
    "connected": "Connected: must survive one turn.",
    "none": "none",
    "tap-again": "Tap {cell} again to play there. Escape or a tap elsewhere cancels.",
    "time-of": "{Colour}'s time",
    "typed": "Cell {text}: press Enter to play there.",
    # for screen readers
    "says-action": "{Name} plays {action}.",
    "says-flipped": "{Name} flips {action}.",
    "says-end": "{Name} ends the turn.",
    "says-pass": "{Name} passes.",
    "says-you-action": "You play {action}.",
    "says-you-flipped": "You flip {action}.",
    "says-you-end": "You end the turn.",
    "says-you-pass": "You pass.",
    "says-taken-back": "Taken back",
    "vacant": "vacant",
    "says-control": "controlled by {colour}",
    "says-legal": "you may place here",
    "says-shut": "closed to you",
    "says-flip": "can be flipped now",
    "says-last": "last turn",
    "says-last-flip": "last turn, a flip",
    "says-swapped-here": "last turn, a swap",
    "says-swapped": "the stone lay here before the swap",
    "says-pending": "placed in this turn",
    "says-anchor": "the next stone must touch it",
    "says-threatened": "{Colour} may flip it",
    "says-claimed": "counts as {colour}",
    "says-chain": "in the connection",
    "says-won": "decided the game",
    "says-cause": "what the message is about",
    "says-explained": "the explanation is about it",
    "says-hint": "the hint",
    "says-hint-region": "in the region of the hint",
    "says-target": "the cell of the task",
    "says-chosen": "chosen",
    "link-comment-here": "The link's author comments on this position",
    "link-has-comments": "The link has comments by its author. Open them under the moves.",
    "says-circle": "marked with a circle",
    "says-square": "marked with a square",
    "says-triangle": "marked with a triangle",
    "says-cross": "marked with a cross",
    "says-label": "marked {text}",
    "says-arrow": "arrow to {cell}",
    "says-arrow-end": "arrow from {cell}",
    "says-arrow-begun": "Arrow from {cell}: choose the cell it points to.",
    "says-erased": "Erased on {cell}",
    "says-choice": "the engine's stone {rank}",
    "says-alternative": "the engine's choice {rank}",
    # the engine in trouble
    "engine-lost": "The engine stopped ({why}); it is being restarted.",
    "engine-given-up": "The engine stopped twice in a row ({why}), so it gives up this move.",
    "engine-not-started": "The engine could not be started ({why}). Two people can still play.",
    "engine-silent": "no sign of life for {seconds:.0f} seconds",
    "engine-broke-off": "its program crashed while it started",
    "engine-astray": "it answered another question",
    "engine-error": "an error",
    "network-coming": "it is still loading",
    "engine-no-network": "Its network cannot be used ({error}); the engine plays with plain search, weaker.",
    "engine-not-trained": "Its network was not trained with X above {most}, so it may play worse.",
    "engine-fault": "The engine failed: {error}.",
    "engine-puzzled": "The engine did not understand the page: {error}.",
    "engine-no-level": "There is no level {level}.",
    "engine-no-position": "The engine cannot read the position: {error}.",
    "engine-other-question": "The engine is not thinking about question {ticket}.",
    "hint": "Hint",
    # the engine's report
    "engine-is-starting": "The engine is getting ready …",
    "engine-is-ready": "The analysis is off.",
    "engine-is-over": "The game is over: step back to analyse a position.",
    "engine-is-failed": "The engine is not running.",
    "engine-does-play": "The engine is thinking …",
    "engine-does-assess": "The engine is weighing the chances …",
    "engine-does-ponder": "The engine is thinking ahead …",
    "analysis-uncounted": "With the analysis, this game does not count.",
    "engine-does-hint": "The engine is looking for a hint …",
    "engine-does-review": "The engine is reviewing the game …",
    "engine-does-proof": "The engine is proving the position …",
    "engine-does-analyse": "The engine is analysing …",
    "engine-does-teach": "The engine is judging the turn …",
    "engine-does-forecast": "The engine is playing games on …",
    "report": "Chances: {Colour} {percent}%",
    "work": "Games and positions looked at: {playouts}.",
    "work-longer": "The longer the search, the surer the chances.",
    "work-cores": "{cores} cores of the processor share the work.",
    "work-memory": "The search uses up to {memory} MB of memory; at {room} MB it ends.",
    "memory-full": "The memory for this analysis is full, so the search has ended.",
    "work-shares": "The best moves, and how often each was tried: {shares}.",
    "chances": "Chances",
    "chance-of": "{Name} {percent}%",
    "evaluation-proven": "{Colour} {percent}%, proven",
    "proven-win": "{Colour} wins for certain",
    "proven-draw": "A proven draw",
    # the place in an order: in words as far as they go, then a number with an ending by its last digit
    "ordinal-1": "second",
    "ordinal-2": "third",
    "ordinal-3": "fourth",
    "ordinal-4": "fifth",
    "ordinal-5": "sixth",
    "ordinal-6": "seventh",
    "ordinal-7": "eighth",
    "ordinal-8": "ninth",
    "ordinal-ending-0": "th",
    "ordinal-ending-1": "st",
    "ordinal-ending-2": "nd",
    "ordinal-ending-3": "rd",
} | translated("WORDS")


def ordinal_word(rank: int) -> str:
    """``second`` for 1, ``third`` for 2, in words as far as they go."""
    if word := WORDS.get(f"ordinal-{rank}"):
        return word
    number = rank + 1
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return f"{number}{WORDS[f'ordinal-ending-{last if last < 4 else 0}']}"


def labelled(label: str, value: str) -> str:
    """What is told of something: ``Hint: e5``."""
    return WORDS["pair"].format(what=label, told=value)


def format_number(value: int) -> str:
    """A whole number as people read it: ``1,234``."""
    return locale_format.formats.number(value)


def error_text(key: str, **values: object) -> str:
    """What is wrong with a text or a set-up; these sentences are loaded with the first fault."""
    from .reading import WRONG, QuotedText

    formatted = {
        name: format_number(v) if isinstance(v, int) else QuotedText(v) if isinstance(v, str) else v
        for name, v in values.items()
    }
    return WRONG[key].format(**formatted)
