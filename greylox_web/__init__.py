"""Five hexagonal games in the browser: Greylox, Lox, Brink, Multiplicity and Byg.

The packages, in the order in which they are best read; each imports only earlier ones:

0. ``words``    every sentence that players read, in English, and nothing else.
1. ``rules``    the games themselves: standard library only, no page and no search.
   ``shapes`` -> ``board`` -> ``state`` -> one of ``games`` (``brink`` is the shortest) ->
   ``registry`` -> ``play`` -> ``notation`` (actions, set-ups, links and records as text).
   ``text`` and ``schema`` beside them: what people and files write, cleaned and checked.
2. ``match``    a game at the table as a value: ``tree`` (positions and variations) -> ``match``
   (one game with its id, who plays, on what terms) -> ``lines`` (the move list), ``merge`` (two
   versions of one match, and how one continues another).
3. ``drawing``  the board and what lies on it, as SVG.
   ``progress`` beside it: what a person has achieved, as facts.
4. ``session``  the table as one value, and how events change it: ``session`` -> ``event`` ->
   ``update`` -> ``playing``, ``opening``; ``asking`` decides what the engine is asked; ``prompt``
   and ``opinion`` put it into words; ``local_record`` is the match as it is stored for the next
   visit.
5. ``formats``  games as text: our JSON, SGF, diagrams, pictures.
6. ``engine``   the computer's play, which needs only the rules; the search needs numpy, too.
   Callers use ``engine``; ``messages`` and ``client`` are the page's side of the web worker, in
   which ``worker`` runs it; ``compiled`` has rules, network and search again in WebAssembly.
7. ``page``     what every feature uses in the browser: ``dom`` -> ``visit`` (the matches since the
   page was opened) -> ``feature`` (the class of all features) -> ``table`` (the session, its
   ``dispatch`` and the features); ``sheet`` makes dialogs swipeable.
8. ``features`` one folder each: ``board``, ``prompt``, ``players``, ``moves``, ``controls``,
   ``analysis`` and ``study`` are there from the start, the others, as ``lessons``, ``library`` (my
   games) or ``share``, are imported with their first use.
9. ``browser``  the page as a whole: ``registry`` (all features), ``listeners`` (buttons),
   ``router`` (the address), ``engine`` (the worker), ``main``, ``late`` (what begins later).
10. ``command`` the command line: GTP, matches, studies, exact values.
11. ``api``     what a researcher imports: positions that can be played, drawn and solved.
12. ``zoo``     the games as environments for reinforcement learning (PettingZoo).

``archives`` lets the worker and the page import the sentences of another language.  The modules
that the build packs into one file are imported by ``tools/site/sitecustomize.py``.  The contracts
in ``pyproject.toml`` say who may import whom.  The page never loads numpy.

Glossary, one word per idea:

cell      a place on the board; the same small integer everywhere (``row * stride + column``)
mask      a set of cells as one integer, in which bit ``cell`` is set for each cell of the set
stone     a cell that a colour holds
group     a maximal set of connected stones of one colour
size      how many stones a group has
line      one of the six straight rows of cells that leave a cell
sees      the first stone on a line sees the cell where the line starts
control   a colour controls a cell that more of its stones see than half the cell's neighbours
action    one stone placed or flipped, or ``END`` (end of turn, pass) or ``SWAP``
turn      one or more consecutive actions by one player
placement a stone put on a vacant cell
mover     the colour that is to move
anchor    the opponent's last stone, which a bound stone must touch
quota     how many stones the mover may still place in this turn
phase     ``OPENING`` or ``MAIN``
outcome   how a finished game ended
tally     the numbers that decided it: group sizes, or a product
value     the result of a position from the first colour's side: 1 wins, 0 draws, -1 loses
worth     the same from the mover's side
standing  how a colour stands while the game goes on: one number, and the drawing of it
colour    a side on the board: 0 moves first, 1 second
seat      who plays a colour: a person, or the engine at a level
match     one game at the table, with an id from its first moment; two matches are one if, and
          only if, their ids are equal
table     where a match is played; its state is a ``Session``
terms     what is agreed for one game: time, takebacks
node      one position in the tree of a game and its variations, or in a search tree
event     something that a person, the page or the engine does to the table
feature   a part of the page: it hears of events, paints, and answers to buttons and addresses
purpose   what a question is for: to play, the chances in a game, a hint, a review, an analysis
report    the engine's view of a position; the last report on a question is its answer
evaluation  the chances in a report, as the first colour's percentage
playout   a random game to its end
exercise  a task on a given position, with a judge of the answers
verdict   the judge's answer: done, wrong, or go on
fact      one thing that a person has achieved, such as a solved puzzle; facts are only added
route     an address that names a view or an exercise instead of a game
ghost     the preview of a stone on a cell that is pressed and not yet played
plate     a player beside the board: stone, name, clock, number
sheet     a dialog that slides in from below on a small screen; a drawer shrinks the board instead
"""

__version__ = "1.0.0"
