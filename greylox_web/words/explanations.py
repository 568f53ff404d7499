"""The sentences that explain why a turn is better than another.

{turn} is the better turn of {Colour} and {played} the one that was played.  What is said of the
best line holds along it; what is said after {played}, along the best play from there.
"""

from .locale_format import PluralString

EXPLANATION_WORDS = {
    # the end of a list of cells: "a1, b2 and 3 more"
    "more": PluralString("{count} more", "{count} more", count_field="count"),
    # the card's title
    "title-not-wait": "{cell} could not wait",
    "title-not-wait-other": "{cell} could not wait, {other} could",
    "title-first": "{cell} before {Other} takes it",
    "title-costs": "{played} costs {cells}",
    # who wins
    "better-wins": "The best line ends the game: {Colour} wins.",
    "better-wins-sizes": "At the end of the best line, {Colour}'s largest group has {own} stones and {Other}'s {other}: {Colour} wins.",
    "better-wins-products": "At the end of the best line, {Colour}'s product is {own} and {Other}'s {other}: {Colour} wins.",
    "played-loses": "The line that was played ends the game: {Other} wins.",
    "played-loses-sizes": "At the end of the line that was played, {Other}'s largest group has {own} stones and {Colour}'s {other}: {Other} wins.",
    "played-loses-products": "At the end of the line that was played, {Other}'s product is {own} and {Colour}'s {other}: {Other} wins.",
    # the best answer is on the best cell
    "takes-joins": "{Colour} should take {cell} first: after {played}, {Other} plays there and joins groups of {sizes}.",
    "takes-joins-both": "{cell} joins {Colour}'s groups of {own}; after {played}, {Other} plays there and joins groups of {sizes}.",
    "takes-own-joins": "{cell} joins {Colour}'s groups of {sizes}; after {played}, {Other} plays there, and no single stone joins them.",
    "takes-room": "{cell} leaves {Colour}'s group of {size} open, with {more} vacant cells beside it; after {played}, {Other} plays there and leaves it only {less}.",
    "takes-hems": "{cell} hems in {Other}'s group of {size}, with only {less} vacant cells beside it; after {played}, {Other} plays there and it has {more}.",
    "takes-leans": "{Colour} should take {cell} first: after {played}, {Other} plays there and threatens to flip {cells}.",
    "takes-leans-both": "{cell} threatens to flip {own}; after {played}, {Other} plays there and threatens to flip {cells}.",
    "takes-leans-joins": "{Colour} should take {cell} first: after {played}, {Other} plays there and threatens to flip {other}, which would join groups of {sizes}.",
    "takes-saves": "{Colour} should take {cell} first: after {played}, {Other} plays there and keeps {cells} from being flipped.",
    "takes-cuts": "{cell} joins {Colour}'s groups of {sizes}; after {played}, {Other} plays there and they stay apart.",
    "takes-factor": PluralString(
        "{Colour} should take {cell} first: after {played}, {Other} plays there and turns {Other}'s factor {sizes} into {size}.",
        "{Colour} should take {cell} first: after {played}, {Other} plays there and turns {Other}'s factors {sizes} into {size}.",
        count_field="count",
    ),
    "takes-both-factors": "{cell} gives {Colour} a factor of {own_size} instead of {own}; after {played}, {Other} plays there and gets a factor of {size} instead of {sizes}.",
    "takes-own-factor": PluralString(
        "{cell} turns {Colour}'s factor {sizes} into {size}; after {played}, {Other} plays there.",
        "{cell} turns {Colour}'s factors {sizes} into {size}; after {played}, {Other} plays there.",
        count_field="count",
    ),
    # what can wait
    "wait": PluralString(
        "{cell} can wait: in the best line, {Colour} still plays it next turn.",
        "{cell} can wait: in the best line, {Colour} still plays it later.",
        count_field="count",
    ),
    "reach": PluralString(
        "{cell} stays in reach: in the best line, {Colour} still flips it next turn.",
        "{cell} stays in reach: in the best line, {Colour} still flips it later.",
        count_field="count",
    ),
    # flips
    "not-wait": "{cell} could not wait: after {played}, {Other} answers {reply}, and {Colour} can no longer flip {cell}.",
    "not-now": "{Colour} could flip {cell} at once; after {played}, {Other} answers {reply} and protects it for now.",
    "flipped-now": "After {played}, {Other} flips {cells} at once; in the best line, {Colour} keeps it.",
    "flipped-now-joins": "After {played}, {Other} flips {cell} at once and joins groups of {sizes}; in the best line, {Colour} keeps it.",
    "kept-line": PluralString(
        "{cell} protects {cells}: later after {played}, {Other} flips it, but {Colour} keeps it in the best line.",
        "{cell} protects {cells}: later after {played}, {Other} flips them, but {Colour} keeps them in the best line.",
        count_field="count",
    ),
    "kept": PluralString(
        "Later after {played}, {Other} flips {cells}; in the best line, {Colour} keeps it.",
        "Later after {played}, {Other} flips {cells}; in the best line, {Colour} keeps them.",
        count_field="count",
    ),
    "flips-line": PluralString(
        "{cell} helps {Colour} to flip {cells} later in the best line; after {played}, it stays {Other}'s.",
        "{cell} helps {Colour} to flip {cells} later in the best line; after {played}, they stay {Other}'s.",
        count_field="count",
    ),
    "flips": PluralString(
        "Later in the best line, {Colour} flips {cells}; after {played}, it stays {Other}'s.",
        "Later in the best line, {Colour} flips {cells}; after {played}, they stay {Other}'s.",
        count_field="count",
    ),
    "price": "The price: in the best line, {Other} flips {cells}.",
    "saves": PluralString(
        "{turn} keeps {cells} from being flipped; after {played}, {Other} flips it at once.",
        "{turn} keeps {cells} from being flipped; after {played}, {Other} flips them at once.",
        count_field="count",
    ),
    "leans": "{turn} threatens to flip {cells}, so {Other}'s best answer is {answer}, which prevents that.",
    "leans-flips": PluralString(
        "{turn} threatens to flip {cells}, and in the best line, {Colour} flips it.",
        "{turn} threatens to flip {cells}, and in the best line, {Colour} flips them.",
        count_field="count",
    ),
    "leans-joins": "{turn} threatens to flip {cell}; in the best line, {Colour} flips it and so joins groups of {sizes}.",
    # who moves first after the opening
    "opening-first": "In the best line, {Colour} has the first turn after the opening; after {played}, {Other} has that turn.",
    "opening-flips": "In the best line, {Colour} has the first turn after the opening and flips {cells}; after {played}, {Other} has that turn.",
    "opening-flipped": "After {played}, {Other} has the first turn after the opening and flips {cells}; in the best line, {Colour} has that turn.",
    # groups
    "joins": "In the best line, {Colour} joins groups of {sizes} at {cell}; after {played}, they stay apart.",
    "joins-flip": "In the best line, {Colour} flips {cell} and so joins groups of {sizes}; after {played}, they stay apart.",
    "parts": "After {played}, {Other} joins groups of {sizes} at {cell}; in the best line, they stay apart.",
    "parts-flip": "After {played}, {Other} flips {cell} and so joins groups of {sizes}; in the best line, they stay apart.",
    "largest": "{turns} turns later in the best line, {Colour}'s largest group has {own} stones and {Other}'s {other}; after {played}, {less} and {more}.",
    "allowance": PluralString(
        "After {played}, {Colour} may place only one stone next turn; in the best line, {more}.",
        "After {played}, {Colour} may place only {count} stones next turn; in the best line, {more}.",
        count_field="count",
    ),
    # connections of edges
    "breaks": "{turn} breaks {Other}'s connection.",
    "connects": "{turn} connects {Colour}'s edges.",
    "lets-connect": "After {played}, {Other} answers {reply} and is connected; in the best line, {Other} is not.",
    "passes": "In the line after {played}, {Colour} has to pass; in the best line, {Colour} does not.",
    "needs": "Stones or flips to connect: after {turn} and {answer}, {own} for {Colour} and {other} for {Other}; after {played} and {reply}, {less} and {more}.",
    "needs-fewer": PluralString(
        "After {turn} and {answer}, {Colour} needs one stone or flip to connect; after {played} and {reply}, {less}.",
        "After {turn} and {answer}, {Colour} needs {need} stones or flips to connect; after {played} and {reply}, {less}.",
        count_field="need",
    ),
    "needs-more": PluralString(
        "After {turn} and {answer}, {Other} needs {need} stones or flips to connect; after {played} and {reply}, only one.",
        "After {turn} and {answer}, {Other} needs {need} stones or flips to connect; after {played} and {reply}, only {less}.",
        count_field="less",
    ),
    # leads, and the lead of X that wins
    "lead-enough": "{turns} turns later in the best line, {Colour}'s largest group is larger by {lead}, and {x} is enough; after {played}, it is larger by only {less}.",
    "lead-won": "{turns} turns later in the best line, {Colour}'s largest group is larger by {lead}, and {x} is enough; after {played}, it is not larger.",
    "lead-short": "{turns} turns later in the best line, {Other}'s largest group is larger by {lead}, but it needs {x}; after {played}, it is larger by {less}.",
    "lead-smaller": "{turns} turns later, the larger group is {Other}'s in the best line and {Colour}'s after {played}; a lead of less than {x} loses.",
    # factors and products
    "factor": PluralString(
        "In the best line, {Colour} plays {cell} and turns {Colour}'s factor {sizes} into {size}; after {played}, {Other} takes that cell.",
        "In the best line, {Colour} plays {cell} and turns {Colour}'s factors {sizes} into {size}; after {played}, {Other} takes that cell.",
        count_field="count",
    ),
    "their-factor": PluralString(
        "After {played}, {Other} plays {cell} and turns {Other}'s factor {sizes} into {size}; in the best line, {Colour} takes that cell.",
        "After {played}, {Other} plays {cell} and turns {Other}'s factors {sizes} into {size}; in the best line, {Colour} takes that cell.",
        count_field="count",
    ),
    "loss": "After {played}, {Colour} plays {cell} and so joins {Colour}'s factors {sizes}, together {product}, into only {size}; in the best line, {Other} plays there.",
    "their-loss": "In the best line, {Other} plays {cell} and so joins {Other}'s factors {sizes}, together {product}, into only {size}; after {played}, {Colour} plays there.",
    "products": "{turns} turns later, {Colour}'s product is larger in the best line, {own} to {other}; after {played}, {Other}'s is larger.",
    # games that the engine plays on; several cells: their mean
    "forecast": PluralString(
        "In games played on, {cells} ends up {Colour}'s {percent}% of the time after {turn}, but {less}% after {played}.",
        "In games played on, {cells} end up {Colour}'s {percent}% of the time after {turn}, but {less}% after {played}.",
        count_field="count",
    ),
    "forecast-price": "The price is {cells}: {Colour}'s {percent}% of the time after {turn}, {less}% after {played}.",
    # a good turn alone
    "only-flip": "{Colour} may flip {cell} now.",
    "only-flip-save": "{Colour} may flip {cell} now, and {Other} could save it next turn.",
    "only-flip-wait": "{Colour} may flip {cell} now, and {Other} could save it next turn; {cells} can wait.",
    "only-saves": "{turn} keeps {cells} from being flipped.",
    "only-leans": "{turn} threatens to flip {cells}.",
    "only-joins": "{cell} joins {Colour}'s groups of {sizes}.",
    "only-apart": "{cell} keeps {Other} from joining groups of {sizes} there.",
    "only-closer": PluralString(
        "After {turn}, {Colour} needs one stone or flip to connect instead of {less}.",
        "After {turn}, {Colour} needs {need} stones or flips to connect instead of {less}.",
        count_field="need",
    ),
    "only-longer": PluralString(
        "After {turn}, {Other} needs {need} stones or flips to connect instead of one.",
        "After {turn}, {Other} needs {need} stones or flips to connect instead of {less}.",
        count_field="less",
    ),
    "only-factor": PluralString(
        "{cell} turns {Colour}'s factor {sizes} into {size}.",
        "{cell} turns {Colour}'s factors {sizes} into {size}.",
        count_field="count",
    ),
    "only-blocks": "{cell} keeps {Other} from making a factor of {size} there.",
    # the same without the cell, while a hint shows only a region
    "there-only-flip": "A stone of {Other} leans there.",
    "there-only-flip-save": "A stone of {Other} leans there, and {Other} could save it next turn.",
    "there-only-flip-wait": "A stone of {Other} leans there, and {Other} could save it next turn. Others that lean can wait.",
    "there-only-saves": "A stone there keeps one of yours from being flipped.",
    "there-only-leans": "A stone there makes one of {Other}'s stones lean.",
    "there-only-closer": "A stone there leaves you fewer stones to connect.",
    "there-only-longer": "A stone there leaves {Other} more stones to connect.",
    "there-only-joins": "A stone there joins groups of yours.",
    "there-only-apart": "Groups of {Other} could join there.",
    "there-only-factor": "A stone there makes your product larger.",
    "there-only-blocks": "A stone there keeps {Other}'s product smaller.",
}
