"""Five hexagonal games in the browser: Greylox, Lox, Brink, Multiplicity and Byg.

Where things live, in the order in which they are best read:

0. ``words``    every sentence that players read, in English; nothing else.
1. ``rules``    what the games are: the standard library only, no page, no search.
   ``board`` -> ``state`` -> one of ``games`` (``brink`` is the shortest) -> ``registry`` ->
   ``play`` -> ``notation`` (actions, set-ups, links and records as text).
2. ``app``      what a player does; pure.  Its rooms, each of which knows only those before it:
   ``thinking`` (what the engine is asked and what it said), ``progress`` (what a person has
   achieved), ``session`` (the table as one value, and what an event makes of it: ``session`` ->
   ``events`` -> ``update``, with rooms for ``starting`` a game, its ``terms``, the ``engine``'s
   part and ``studying``; ``exercise`` is what lessons and puzzles are made of), ``drawing`` (a
   board and what lies on it, as SVG), ``lessons`` (a course for each game), ``scores`` (results
   against the engine's levels), ``view`` (what is to be seen and heard: of the ``board``, in the
   ``panel``), ``formats`` (games as text), ``library`` (my games) and ``puzzles``.
3. ``search``   what the engine thinks: the only part that needs numpy.  ``engine`` is its door;
   its rooms: ``tree`` (the searches), ``network`` (what they ask), ``exact`` (what can be proven),
   ``compiled`` (the rules once more, for speed).
4. ``worker``   what runs in the engine's worker.
5. ``browser``  what touches the page: the only part that may import ``js`` and ``pyscript``.  Its
   rooms are ``board``, ``panels``, ``dialogs`` (with rooms for ``starting`` a game, my ``games``
   and ``sharing``), ``exercises`` and ``storage``; ``dom`` -> ``table`` -> a room -> ``main``.
   ``sheet`` lets sheets be swiped away, ``playing`` leads from game to game.
6. ``command``  the engine for other programs: GTP, matches, studies, exact values.
7. ``api``      what a researcher imports: positions that show themselves, play and are solved.
8. ``zoo``      the games as environments for reinforcement learning (PettingZoo).

``archives`` serves ``worker`` and ``browser``: how they import another language's sentences.  What
the build has put into one piece they import by ``tools/site/sitecustomize.py``.

Arrows of import: search -> rules, app -> rules, worker -> search and app, browser -> app,
command -> search and app, api -> command, zoo -> api, and whoever talks -> words.  The page never
loads numpy.

Glossary, one word per idea:

cell      a place on the board; the same small integer everywhere (``row * stride + column``)
mask      a set of cells as one integer: bit ``cell`` is set when the cell belongs
stone     a cell that a colour holds
group     a maximal set of connected stones of one colour
size      how many stones a group has
line      one of the six straight rows of cells that leave a cell
sees      the first stone met on a line sees the cell where the line starts
control   more stones of a colour see a cell than half its neighbours
action    one stone placed or flipped, or ``END`` (end of turn, pass) or ``SWAP``
turn      one or more actions by one player
placement a stone put on a vacant cell
anchor    the opponent's last stone, which a bound stone must touch
quota     how many stones the mover may still place in this turn
phase     ``OPENING`` or ``MAIN``
outcome   how a finished game ended
standing  how a colour stands while the game goes on: one number, and what is drawn of it
plate     a player beside the board: stone, name, clock, number
fact      one thing that a person has achieved, such as a puzzle solved; facts are only added
sheet     what comes from below on a small screen; a drawer makes the board smaller instead
tally     the numbers that decided: group sizes, or a product
colour    a side on the board: 0 moves first, 1 second
terms     what is agreed for one game: time, takebacks
exercise  something to be done on a given position, and a judge that answers
verdict   what the judge says: done, wrong, or go on
route     an address that names a view or an exercise instead of a game
ghost     the stone shown on a cell that is pressed and not yet played
seat      who plays a colour at the table: a person, or the engine at a level
node      one position in the tree of a game and its variations
event     what a person does, or what the page or the engine tells the table
command   what the table asks the page to do, such as to put a question to the engine
purpose   what a question is for: to play, the chances in a game, a hint, a review, an analysis
report    what the engine says of a position; the last one on a question is its answer
evaluation  the chances in a report, in per cent of the first colour's
"""

__version__ = "0.1.0"
