"""The end of a game: who won, why, and what can be done next.

Each reason has three voices: ``won-`` tells it of others, ``you-won-`` and ``you-lost-`` to the
one who plays here.
"""

from ..translation import PluralString, translated

ENDING_WORDS = {
    # who won
    "you-win": "You win",
    "wins": "{Name} wins",
    "draw": "Draw",
    # why nobody plays on
    "stuck": "{Name} can neither place nor flip a stone.",
    "you-stuck": "You can neither place nor flip a stone.",
    "full": "The board is full.",
    "left-one": "Only one cell is left, so the game is over.",
    "closed": "No more stones can be placed.",
    # why
    "won-first": "{Name}'s largest group holds {ours}, {Rival}'s {theirs}.",
    "you-won-first": "Your largest group holds {ours}, {Rival}'s {theirs}.",
    "you-lost-first": "{Name}'s largest group holds {ours}, yours {theirs}.",
    "won-cascade": "The larger groups are equal; {Name}'s {ordinal} largest holds {ours}, {Rival}'s {theirs}.",
    "you-won-cascade": "The larger groups are equal; your {ordinal} largest holds {ours}, {Rival}'s {theirs}.",
    "you-lost-cascade": "The larger groups are equal; {Name}'s {ordinal} largest holds {ours}, yours {theirs}.",
    "won-smaller": "{Rival}'s largest group is larger by {lead}, {theirs} to {ours}. It needs {x}, so it loses.",
    "you-won-smaller": "{Rival}'s largest group is larger by {lead}, {theirs} to {ours}. It needs {x}, so it loses.",
    "you-lost-smaller": "Your largest group is larger by {lead}, {theirs} to {ours}. It needs {x}, so it loses.",
    "won-gap": "{Name}'s largest group is larger by {lead}, {ours} to {theirs}. {x} is enough, so it wins.",
    "you-won-gap": "Your largest group is larger by {lead}, {ours} to {theirs}. {x} is enough, so it wins.",
    "you-lost-gap": "{Name}'s largest group is larger by {lead}, {ours} to {theirs}. {x} is enough, so it wins.",
    "won-connection": "{Name}'s connection from edge to edge survived {Rival}'s turn.",
    "you-won-connection": "Your connection from edge to edge survived {Rival}'s turn.",
    "you-lost-connection": "{Name}'s connection from edge to edge survived your turn.",
    "won-product": "{Name}'s groups multiply to {ours}, {Rival}'s to {theirs}.",
    "you-won-product": "Your groups multiply to {ours}, {Rival}'s to {theirs}.",
    "you-lost-product": "{Name}'s groups multiply to {ours}, yours to {theirs}.",
    "won-time": "{Rival} has no time left.",
    "you-won-time": "{Rival} has no time left.",
    "you-lost-time": "Your time is up.",
    "won-resigned": "{Rival} resigned.",
    "you-won-resigned": "{Rival} resigned.",
    "you-lost-resigned": "You resigned.",
    "draw-groups": "All groups are equal.",
    "draw-product": "Both sides' groups multiply to {score}.",
    # the groups, one place after the other
    "step-equal-first": "Largest groups: {most} each, equal.",
    "step-equal": "The {ordinal} largest: {most} each, equal.",
    "step-decides-first": "Largest groups: {most} to {least}. They decide.",
    "step-decides": "The {ordinal} largest: {most} to {least}. They decide.",
    "step-on": "Next groups",
    "step-again": "Step by step",
    # the card
    "kicker": PluralString("{Game} · {turns} turn", "{Game} · {turns} turns", count_field="turns"),
    "how-it-went": "How it went",
    "as-seen": "As the engine saw it during the game.",
    "review-tells": "A review shows how the chances changed.",
    "reviewing": "Reviewing: {done} of {total} positions.",
    "try": "Try again",
    "rematch": "Rematch",
    "other-colour": "Other colour",
    "harder": "Harder: {Name}",
    "easier": "Easier: {Name}",
    "review": "Review",
    "whole-review": "Whole review",
    "share": "Share",
    "send": "Send the result",
    "new": "New game",
    "close": "Look at the board",
    # before the end
    "resign-question": "Resign this game?",
    "play-on": "Play on",
    "resign": "Resign",
    # after the device has slept
    "slept-question": "Play on?",
    "slept": "The page was not running for a while, as when the device sleeps. The clock is stopped, and that time is not counted.",
    "later": "Later",
    # on the board
    "claimed": PluralString(
        "The small stone is a vacant cell that counts for {Name}.",
        "The small stones are vacant cells that count for {Name}.",
        count_field="count",
    ),
    "claimed-you": PluralString(
        "The small stone is a vacant cell that counts for you.",
        "The small stones are vacant cells that count for you.",
        count_field="count",
    ),
} | translated("ENDING_WORDS")
