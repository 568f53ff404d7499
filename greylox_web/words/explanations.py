"""The sentences that explain why a turn is better than another.

{turn} is the better turn of {Colour} and {played} the one that was played.  What is said of the
best line holds along it; what is said after {played}, along the best play from there.
"""

from ..translation import PluralString, translated

EXPLANATION_WORDS = {
    # the end of a list of cells: "a1, b2 and 3 more"
    "more": PluralString("{count} more", "{count} more", count_field="count"),
    # the card's title; a sentence with "titled-" follows it and does not repeat it
    "title-not-wait": "Flip {cell} now",
    "title-not-wait-other": "Flip {cell} now, {other} can wait",
    "title-now": "Play {cell} now",
    "title-first": "Play {cell} before {Other} does",
    "title-costs": "{played} costs {cells}",
    "title-leaves": "{played} leaves {cells} to {Other}",
    # a turn that flips a stone, as the subject that begins a sentence
    "flipping": "Flipping {cell}",
    # clauses: what the best answer does, after "After {played}, "
    "reply-flips": "{Other} flips {cells}",
    "reply-plays": "{Other} plays {cells}",
    # clauses without their subject: what the first turn after the opening does
    "use-flips": "flips {cells}",
    "use-plays": "plays {cell}",
    "use-protects": "plays {cell}, which protects {cells}",
    "use-threatens": "plays {cell}, which threatens to flip {cells}",
    # clauses without their subject: what joins into what; a group of one stone has its cell's name
    "join-groups": "joins groups of {sizes} into one of {size}",
    "join-stone": "joins {stones} to a group of {sizes}, which makes {size}",
    "join-mixed": "joins {stones} and groups of {sizes} into one of {size}",
    "join-stones": "joins {stones} into a group of {size}",
    # who wins
    "better-wins": "The best line ends the game: {Colour} wins.",
    "better-wins-sizes": "At the end of the best line, {Colour}'s largest group has {own} stones and {Other}'s {other}: {Colour} wins.",
    "better-wins-products": "At the end of the best line, {Colour}'s product is {own} and {Other}'s {other}: {Colour} wins.",
    "played-loses": "The line that was played ends the game: {Other} wins.",
    "played-loses-sizes": "At the end of the line that was played, {Other}'s largest group has {own} stones and {Colour}'s {other}: {Other} wins.",
    "played-loses-products": "At the end of the line that was played, {Other}'s product is {own} and {Colour}'s {other}: {Other} wins.",
    "both-end-sizes": "At the end of the best line, {Colour}'s largest group has {own} stones and {Other}'s {other}, and {Colour} wins; after {played}, {Other} wins, {more} to {less}.",
    "both-end-products": "At the end of the best line, {Colour}'s product is {own} and {Other}'s {other}, and {Colour} wins; after {played}, {Other} wins, {more} to {less}.",
    # the best answer is on the best cell
    "takes-joins": "{Colour} should play {cell} first: after {played}, {Other} plays there and {joins}.",
    "titled-takes-joins": "After {played}, {Other} plays there and {joins}.",
    "takes-joins-both": "{cell} {own_joins}; after {played}, {Other} plays there and {joins}.",
    "takes-joins-cuts": "{cell} {own_joins}; after {played}, {Other} plays there, keeps them apart and {joins}.",
    "takes-room": "{cell} leaves {more} vacant cells beside {Colour}'s group at {at}; after {played}, {Other} plays there and leaves it only {less}.",
    "takes-hems": "{cell} leaves only {less} vacant cells beside {Other}'s group at {at}; after {played}, {Other} plays there and it has {more}.",
    "takes-leans": "{Colour} should play {cell} first: after {played}, {Other} plays there and threatens to flip {cells}.",
    "titled-takes-leans": "After {played}, {Other} plays there and threatens to flip {cells}.",
    "takes-leans-both": "{cell} threatens to flip {own}; after {played}, {Other} plays there and threatens to flip {cells}.",
    "takes-leans-joins": "{Colour} should play {cell} first: after {played}, {Other} plays there and threatens to flip {other}, which would join groups of {sizes}.",
    "titled-takes-leans-joins": "After {played}, {Other} plays there and threatens to flip {other}, which would join groups of {sizes}.",
    "takes-saves": "{Colour} should play {cell} first: after {played}, {Other} plays there and keeps {cells} from being flipped.",
    "titled-takes-saves": "After {played}, {Other} plays there and keeps {cells} from being flipped.",
    "takes-cuts": "{cell} {joins}; after {played}, {Other} plays there and they stay apart.",
    "takes-factor": PluralString(
        "{Colour} should play {cell} first: after {played}, {Other} plays there and turns {Other}'s factor {sizes} into {size}.",
        "{Colour} should play {cell} first: after {played}, {Other} plays there and turns {Other}'s factors {sizes} into {size}.",
        count_field="count",
    ),
    "titled-takes-factor": PluralString(
        "After {played}, {Other} plays there and turns {Other}'s factor {sizes} into {size}.",
        "After {played}, {Other} plays there and turns {Other}'s factors {sizes} into {size}.",
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
    "not-wait": "{Colour} should flip {cell} now: after {played}, {does}, and then {Colour} can no longer flip {cell}.",
    "titled-not-wait": "After {played}, {does}, and then {Colour} can no longer flip {cell}.",
    "not-now": "{Colour} should flip {cell} now: after {played}, {does}, which protects {cell} for the moment.",
    "titled-not-now": "After {played}, {does}, which protects {cell} for the moment.",
    "closed": "{Colour} should play {cell} now: after {played}, {does} and controls {cell}, so {Colour} may no longer play there.",
    "titled-closed": "After {played}, {does} and controls {cell}, so {Colour} may no longer play there.",
    "flipped-now": "After {played}, {Other} flips {cells} at once; in the best line, {Colour} keeps it.",
    "flipped-now-joins": "After {played}, {Other} flips {cell} at once and {joins}; in the best line, {Colour} keeps it.",
    "flips-prepared": PluralString(
        "{doing} prepares the flip of {cells}, which follows later in the best line; after {played}, it stays {Other}'s.",
        "{doing} prepares the flip of {cells}, which follows later in the best line; after {played}, they stay {Other}'s.",
        count_field="count",
    ),
    "kept-line": PluralString(
        "{doing} protects {cells}; after {played}, {Other} flips it later.",
        "{doing} protects {cells}; after {played}, {Other} flips them later.",
        count_field="count",
    ),
    "kept": PluralString(
        "After {played}, {Other} plays {cell} and later flips {cells}; in the best line, {Colour} keeps it.",
        "After {played}, {Other} plays {cell} and later flips {cells}; in the best line, {Colour} keeps them.",
        count_field="count",
    ),
    "flips-line": PluralString(
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips it next turn; after {played}, it stays {Other}'s.",
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips them next turn; after {played}, they stay {Other}'s.",
        count_field="count",
    ),
    "later-flips-line": PluralString(
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips it later; after {played}, it stays {Other}'s.",
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips them later; after {played}, they stay {Other}'s.",
        count_field="count",
    ),
    "flips": PluralString(
        "Later in the best line, {Colour} flips {cells}; after {played}, it stays {Other}'s.",
        "Later in the best line, {Colour} flips {cells}; after {played}, they stay {Other}'s.",
        count_field="count",
    ),
    "price": "The price: in the best line, {Other} flips {cells}.",
    "saves": PluralString(
        "{doing} keeps {cells} from being flipped; after {played}, {Other} flips it at once.",
        "{doing} keeps {cells} from being flipped; after {played}, {Other} flips them at once.",
        count_field="count",
    ),
    "leans": "{doing} threatens to flip {cells}, so {Other}'s best answer is {answer}, which prevents that.",
    "leans-flips": PluralString(
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips it next turn.",
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips them next turn.",
        count_field="count",
    ),
    "later-leans-flips": PluralString(
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips it later.",
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips them later.",
        count_field="count",
    ),
    "leans-saved": PluralString(
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips it next turn; after {played}, {does}, which protects {cells}.",
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips them next turn; after {played}, {does}, which protects {cells}.",
        count_field="count",
    ),
    "later-leans-saved": PluralString(
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips it later; after {played}, {does}, which protects {cells}.",
        "{doing} threatens to flip {cells}, and in the best line, {Colour} flips them later; after {played}, {does}, which protects {cells}.",
        count_field="count",
    ),
    "leans-closed": PluralString(
        "{cell} threatens to flip {cells}, and in the best line, {Colour} flips it next turn; after {played}, {does}, and {Colour} may no longer play {cell}.",
        "{cell} threatens to flip {cells}, and in the best line, {Colour} flips them next turn; after {played}, {does}, and {Colour} may no longer play {cell}.",
        count_field="count",
    ),
    "later-leans-closed": PluralString(
        "{cell} threatens to flip {cells}, and in the best line, {Colour} flips it later; after {played}, {does}, and {Colour} may no longer play {cell}.",
        "{cell} threatens to flip {cells}, and in the best line, {Colour} flips them later; after {played}, {does}, and {Colour} may no longer play {cell}.",
        count_field="count",
    ),
    "leans-joins": "{doing} threatens to flip {cell}; in the best line, {Colour} flips it and {joins}.",
    # who moves first after the opening
    "opening-first": "In the best line, no free stone is possible after {Other}'s {last}, so {Colour} has the first turn after the opening and {use}; after {played}, {Other} has that turn and {reply_use}.",
    "opening-flipped": "After {played}, {Other} has the first turn after the opening and flips {cells}; in the best line, no free stone is possible after {Other}'s {last}, so {Colour} has that turn and {use}.",
    # groups
    "joins": "{cell} {joins}; after {played}, they stay apart.",
    "joins-flip": "In the best line, {Colour} flips {cell} and {joins}; after {played}, they stay apart.",
    "parts": "After {played}, {Other} later plays {cell} and {joins}; in the best line, they stay apart.",
    "parts-flip": "After {played}, {Other} flips {cell} and {joins}; in the best line, they stay apart.",
    "sizes-so-far": "Before this turn, {Colour}'s largest group has {own} stones and {Other}'s {other}.",
    "largest": "{turns} turns later in the best line, {Colour}'s largest group has {own} stones and {Other}'s {other}; after {played}, {less} and {more}.",
    "allowance": PluralString(
        "After {played}, {Colour} may place only one stone next turn; in the best line, {more}.",
        "After {played}, {Colour} may place only {count} stones next turn; in the best line, {more}.",
        count_field="count",
    ),
    # connections of edges
    "breaks": "{doing} breaks {Other}'s connection.",
    "connects": "{doing} connects {Colour}'s edges.",
    "lets-connect": "After {played}, {Other} answers {reply} and is connected; in the best line, {Other} is not.",
    "passes": "In the line after {played}, {Colour} has to pass; in the best line, {Colour} does not.",
    "needs-fewer": PluralString(
        "As the board stands then, {Colour} needs one stone or flip to connect after {turn} and {answer}, and {less} after {played} and {reply}.",
        "As the board stands then, {Colour} needs {need} stones or flips to connect after {turn} and {answer}, and {less} after {played} and {reply}.",
        count_field="need",
    ),
    "needs-more": PluralString(
        "As the board stands then, {Other} needs {need} stones or flips to connect after {turn}, and only one after {played}.",
        "As the board stands then, {Other} needs {need} stones or flips to connect after {turn}, and only {less} after {played}.",
        count_field="less",
    ),
    # leads, and the lead of X that wins
    "lead-enough": "{turns} turns later in the best line, {Colour}'s largest group is larger by {lead}, and {x} is enough; after {played}, it is larger by only {less}.",
    "lead-won": "{turns} turns later in the best line, {Colour}'s largest group is larger by {lead}, and {x} is enough; after {played}, it is not larger.",
    "lead-short": "{turns} turns later in the best line, {Other}'s largest group is larger by {lead}, but it needs {x}; after {played}, it is larger by {less}.",
    "lead-smaller": "{turns} turns later, the larger group is {Other}'s in the best line and {Colour}'s after {played}; a lead of less than {x} loses.",
    # factors and products
    "factor": PluralString(
        "{cell} turns {Colour}'s factor {sizes} into {size}; after {played}, {Other} later plays there.",
        "{cell} turns {Colour}'s factors {sizes} into {size}; after {played}, {Other} later plays there.",
        count_field="count",
    ),
    "their-factor": PluralString(
        "After {played}, {Other} plays {cell} at once and turns {Other}'s factor {sizes} into {size}; in the best line, {Colour} later plays there.",
        "After {played}, {Other} plays {cell} at once and turns {Other}'s factors {sizes} into {size}; in the best line, {Colour} later plays there.",
        count_field="count",
    ),
    "their-factor-later": PluralString(
        "{Colour} should play {cell} first: after {played}, {Other} later plays there and turns {Other}'s factor {sizes} into {size}.",
        "{Colour} should play {cell} first: after {played}, {Other} later plays there and turns {Other}'s factors {sizes} into {size}.",
        count_field="count",
    ),
    "larger-gain": PluralString(
        "{cell} turns {Colour}'s factor {sizes} into {size}; {played} gains less.",
        "{cell} turns {Colour}'s factors {sizes} into {size}; {played} gains less.",
        count_field="count",
    ),
    "loss": "After {played}, {Colour} later plays {cell} and joins groups of {sizes}, worth {product} as factors, into one of only {size}; in the best line, {Colour} has no such loss.",
    "loss-smaller": "After {played}, {Colour} later plays {cell} and joins groups of {sizes}, worth {product} as factors, into one of only {size}; in the best line, no joining costs {Colour} more than from {more} to {less}.",
    "now-loss": "{cell} joins groups of {sizes}, worth {product} as factors, into one of only {size}; in the best line, {Colour} has no such loss.",
    "their-loss": "Later in the best line, {Other} plays {cell} and joins groups of {sizes}, worth {product} as factors, into one of only {size}; after {played}, {Other} has no such loss.",
    "their-loss-smaller": "Later in the best line, {Other} plays {cell} and joins groups of {sizes}, worth {product} as factors, into one of only {size}; after {played}, no joining costs {Other} more than from {more} to {less}.",
    "now-their-loss": "In the best line, {Other} answers {cell} and joins groups of {sizes}, worth {product} as factors, into one of only {size}; after {played}, {Other} has no such loss.",
    "fall": "After {played}, {Colour} plays {cells}, which together divide {Colour}'s product by at least {factor}; in the best line, {Colour}'s turns never lower it.",
    "fall-smaller": "After {played}, {Colour} plays {cells}, which together divide {Colour}'s product by at least {factor}; in the best line, {Colour}'s turns divide it by at most {less}.",
    "their-fall": "In the best line, {Other} plays {cells}, which together divide {Other}'s product by at least {factor}; after {played}, {Other}'s turns never lower it.",
    "their-fall-smaller": "In the best line, {Other} plays {cells}, which together divide {Other}'s product by at least {factor}; after {played}, {Other}'s turns divide it by at most {less}.",
    "products": "{turns} turns later, {Colour}'s product is larger in the best line, {own} to {other}; after {played}, {Other} leads, {more} to {less}.",
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
    "only-saves": "{doing} keeps {cells} from being flipped.",
    "only-leans": "{doing} threatens to flip {cells}.",
    "only-joins": "{cell} {joins}.",
    "only-apart": "{cell} keeps {Other} from joining groups of {sizes} there.",
    "only-closer": PluralString(
        "As the board stands then, {Colour} needs one stone or flip to connect after {turn}, instead of {less}.",
        "As the board stands then, {Colour} needs {need} stones or flips to connect after {turn}, instead of {less}.",
        count_field="need",
    ),
    "only-longer": PluralString(
        "As the board stands then, {Other} needs {need} stones or flips to connect after {turn}, instead of one.",
        "As the board stands then, {Other} needs {need} stones or flips to connect after {turn}, instead of {less}.",
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
} | translated("EXPLANATION_WORDS")
