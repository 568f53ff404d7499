"""Every sentence the page shows, apart from the refusals of ``rules.reasons``."""

WORDS = {
    # notices
    "over": "The game is over.",
    "fault": "Something went wrong in the page ({error}). Your game is kept; reload if it does not go on.",
    "engine-turn": "It is the engine's turn. Undo, or let it move.",
    "friend-turn": "Your friend is to move: the answer comes as a link. Or take this colour yourself.",
    "friend-due": "Your move is in the link: send it. The answer is a link too.",
    "friend-first": "Your friend begins: send the link of this empty board.",
    "deleted": "Deleted. Restore brings it back.",
    "editor": "Setting up a position",
    "editor-fine": "This position can be played from.",
    "editor-over": "This position can be shown; the game in it is over.",
    "bad-link": "This link cannot be opened.",
    "damaged-link": "This link is not right from here on; this is the game as far as it is legal.",
    "damaged-text": "This text is not right from here on; this is the game as far as it is legal.",
    "file-too-large": "This file is too large to be a game.",
    "file-unreadable": "This file could not be read.",
    "link-rest": "Not read:",
    "no-answer": "The engine gave no answer.",
    "bad-answer": "The engine answered with an action that is not legal here.",
    "copied": "Link copied.",
    "not-copied": "The browser would not copy. Here is the link:",
    "storage": "This browser keeps nothing for this page; the address still carries the game.",
    "update-current": "This is the newest version.",
    "update-waiting": "A new version is ready.",
    "update-unreachable": "No newer version could be looked for: the network is not there.",
    "engine-failed": "The engine is not running. Two people can still play.",
    # whose turn, and what is due
    "to-move": "{Colour} to move",
    "due-first": "First stone: any cell.",
    "due-bound": "Bound stone: a cell next to {anchor}.",
    "due-free": "Free stone: a cell with only vacant neighbours.",
    "due-sight": "One stone: place where {Other} has no control, or flip a stone you control.",
    "due-any": "One stone: any vacant cell.",
    "due-swap": "One stone, or swap.",
    "due-pass": "You can neither place nor flip: pass.",
    "due-byg-first": "One single stone: any cell.",
    "due-byg": "1 to {most} stones, {placed} placed.",
    "due-byg-one": "1 stone, on any vacant cell.",
    "thinking": "{Colour} is thinking …",
    "waiting": "{Colour} waits for the engine to get ready …",
    "paused": "{Colour}'s engine is paused.",
    "browsing": "You are looking back; play here, or go on to the end.",
    # sides
    "person": "Person",
    "engine": "Engine {level}",
    "friend": "Friend, by link",
    "stones": "Stones",
    "groups": "Groups",
    "control": "Controls",
    "threatened": "Can be flipped",
    "score-product": "Product",
    "score-largest": "Largest group",
    "connected": "Connected: must survive one turn.",
    "none": "none",
    # results
    "wins": "{Colour} wins",
    "draw": "Draw: all groups are equal.",
    "draw-product": "Draw: both products are {score}.",
    "won-cascade": "{Colour} wins: the {ordinal} largest group is {ours} against {theirs}.",
    "won-first": "{Colour} wins: the largest group is {ours} against {theirs}.",
    "won-smaller": "{Colour} wins: {Other}'s largest group is larger, by less than {x} ({theirs} against {ours}).",
    "won-gap": "{Colour} wins: the largest group is larger by at least {x} ({ours} against {theirs}).",
    "won-connection": "{Colour} wins: the connection survived.",
    "won-product": "{Colour} wins: {ours} against {theirs}.",
    "won-resigned": "{Colour} wins: {Other} resigned.",
    # the engine's report
    "report": "{playouts} playouts · {Colour} {percent}%",
    "proven-win": "{playouts} playouts · {Colour} wins for certain",
    "proven-draw": "{playouts} playouts · a certain draw",
}

ORDINALS = ("", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def ordinal(place: int) -> str:
    """``second`` for 1, ``third`` for 2, in words as far as they go."""
    return ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"
