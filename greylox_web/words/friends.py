"""The sentences of a game with a friend by link: taking the seat, and sending the answer."""

FRIEND_WORDS = {
    # what is said once on the table
    "you-are": "You are {Colour}.",
    "played": "You are {Colour}. {Name} played {actions}.",
    # the dialog that sends
    "send-to": "Send to {name}",
    "a-friend": "your friend",
    "opens": "The link opens the game: {Colour} is to move there, and the answer is a link, too.",
    "opens-over": "The link shows the game to its end.",
    "name": "Your friend's name",
    "name-note": "Stays on this device: no link carries it.",
    "camera": "Or let a camera read it",
}
