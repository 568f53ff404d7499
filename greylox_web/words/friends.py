"""The sentences of a game with a friend by link: taking the seat, and sending the answer."""

FRIEND_WORDS = {
    # what is said once on the table
    "you-are": "You are {Colour}.",
    "played": "You are {Colour}. {Name} played {actions}.",
    # the dialog that sends
    "send-to": "Send to {name}",
    "a-friend": "your friend",
    "opens": "The link opens the game with {Colour} to move. Your friend answers with another link.",
    "opens-over": "The link shows the finished game.",
    "name": "Your friend's name",
    "name-note": "Stays on this device; links do not contain it.",
    "camera": "Or scan it with a camera",
}
