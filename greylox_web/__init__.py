"""Five hexagonal games in the browser: Greylox, Lox, Brink, Multiplicity and Byg.

The packages, in the order in which they are best read; each imports only earlier ones:

0. ``words``    every sentence that players read, in English, and nothing else.
1. ``rules``    the games themselves: standard library only, no page and no search.
   ``shapes`` -> ``board`` -> ``state`` -> one of ``games`` (``brink`` is the shortest) ->
   ``registry`` -> ``play`` -> ``notation`` (actions, set-ups, links and records as text).
   Modules next to it: ``text`` and ``schema`` clean and check what people and files write.
2. ``match``    a game in progress as a value: ``tree`` (positions and variations) -> ``match``
   (one game with its id, seats and terms) -> ``move_list``, ``merge`` (two versions of one match,
   and how one continues another).
   Next to it: ``explanations``, why a turn is better than another, as facts that rules count.
3. ``drawing``  the board and what lies on it, as SVG.
   Modules next to it: ``progress``, what a person has achieved, as facts; ``glicko``, ratings;
   ``repetition``, when what was missed comes again.
4. ``session``  the state of the page as one value, and how events change it: ``session`` ->
   ``event`` -> ``update`` -> ``playing``, ``load_match``; ``requests`` decides what the engine
   computes; ``prompt`` and ``visible_report`` format the texts; ``local_record`` stores the match
   for the next visit.
5. ``formats``  games as text: our JSON, SGF, diagrams, pictures.
6. ``engine``   the computer's play, which needs only the rules; the search needs numpy, too.
   Callers use ``engine``; ``messages`` and ``client`` are the page's side of the web worker, in
   which ``worker`` runs it; ``compiled`` has rules, network and search again in WebAssembly.
7. ``page``     what every feature uses in the browser: ``dom`` -> ``visit`` (the matches since the
   page was opened) -> ``feature`` (the base class of all features) -> ``store`` (the session, its
   ``dispatch`` and the features); ``bottom_sheet`` makes dialogs swipeable.
8. ``features`` one folder each: ``board``, ``prompt``, ``players``, ``moves``, ``controls``,
   ``analysis`` and ``study`` are there from the start; the others, such as ``lessons``, ``library``
   (my games) or ``share``, are imported with their first use.
9. ``browser``  the page as a whole: ``registry`` (all features), ``controls`` (buttons),
   ``router`` (the address), ``engine`` (the worker), ``main``, ``deferred_features`` (what starts
   after the engine).
10. ``command`` the command line: GTP, matches, studies, exact values.
11. ``api``     what a researcher imports: positions that can be played, drawn and solved.
12. ``zoo``     the games as environments for reinforcement learning (PettingZoo).

``words`` has all sentences, and ``translation`` those of another language.  The modules that the
build packs into one file are imported by ``tools/site/sitecustomize.py``.  The contracts
in ``pyproject.toml`` say who may import whom.  The page never loads numpy.

Glossary, one word per idea:

cell      a hexagon of the board; the same small integer everywhere (``row * stride + column``),
          except that networks number the cells 0, 1, ...
mask      a set of cells as one integer, in which bit ``cell`` is set for each cell of the set
stone     a cell that a colour holds
group     a maximal set of connected stones of one colour
size      how many stones a group has; of a board, how many cells its first row has
ray       one of the six straight rows of cells that start at a cell
sees      the first stone on a ray sees the cell where the ray starts
line      a path through the tree of a game: its main line, or a variation
control   a colour controls a cell if the number of its stones that see it exceeds half the number
          of the cell's neighbours
law       a reason why a cell is illegal, such as "occupied"; each has a sentence
action    one stone placed or flipped, or ``END`` (end of turn, pass) or ``SWAP``
ply       one action as a unit of length; the index of a position in a line
turn      one or more consecutive actions by one player
placement a stone put on a vacant cell
mover     the colour that is to move
anchor    the opponent's last stone, which a bound stone must touch
quota     how many stones the mover may still place in this turn
phase     ``OPENING`` or ``MAIN``
outcome   how a finished game ended
tally     the numbers that decided the outcome: group sizes, or a product
value     the result of a position from the first colour's side: 1 wins, 0 draws, -1 loses; the
          ``mover_value`` is the same from the mover's side
interim score  the score of a colour during the game: a number that the page also draws
colour    a side on the board: 0 moves first, 1 second
seat      the player of a colour: a person, a remote player, or the engine at a level
remote    a player on another device, who sends links back; texts call them a friend
match     one game in progress, with an id from the start; two matches are the same if, and only
          if, their ids are equal
terms     what the players agree for one game: time, takebacks
node      one position in the tree of a game and its variations, or in a search tree
leaf      the end of the line that is shown; in a search, a node that is not expanded
cursor    the node whose position the board shows
session   the state of the page as one immutable value: match, seats, engine, activities
event     a change of the session, caused by a person, the page or the engine
Store     the object that holds the session; ``dispatch`` is its only way to change the session
dispatch  apply an event to the session, then notify the engine and the features
listener  a callback for events of the browser or of the engine's worker
activity  a part of the session besides the game, such as a hint or a review
feature   a part of the page: it handles events, renders, and handles its buttons and addresses
purpose   the reason of a search: to play, the chances in a game, a hint, a review, an analysis,
          thinking ahead, a forecast
forecast  who holds each cell at the end of games that the engine plays on from a position
first thought  how likely the network finds an action before any search: its prior
report    the engine's view of a position; the last report on a request is its answer
candidate an action in a report, with its evaluation and its PV
PV        principal variation: the best line of play that a search has found
evaluation  the first colour's chances in a position: a value, or as displayed a percentage
search    what the session asks the engine for; the worker gets it as a ``SearchRequest``
retry     a turn of a reviewed game that the player plays again
tablebase the exact values of all positions of a game, computed backwards from its end
repository  the storage of matches in the browser's database
revision  the counter of an entry in the repository; another one means that another tab wrote it
playout   a random game to its end
exercise  a task on a given position, with a judge of the answers
verdict   the judge's answer: done, wrong, or right so far
fact      one thing that a person has achieved, such as a solved puzzle; facts are only added
route     an address that names a view or an exercise instead of a game
ghost     the preview of a stone on a cell that is pressed and not yet played
plate     a player beside the board: stone, name, clock, number
sheet     a dialog that slides in from below on a small screen; a drawer shrinks the board instead
"""

__version__ = "1.0.0"
