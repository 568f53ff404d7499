"""The games for programs and notebooks: positions that can be played, drawn and solved.

The names here and their meaning are stable from version to version; everything else in the package
may change.  Positions are immutable: playing returns a new one.  In a notebook a position is shown
as the page draws it.

```python
from greylox_web.api import Engine, new_game, read

lox = new_game("lox", 5)                # any game, size and options that the page offers
later = lox.play("b4", "d2")            # cells by name; two stones in one turn: "e6+b2"
later.legal                             # what may be played: ("a1", "b1", ...)
read("lox5 1. b4  2. d2") == later      # links and records, as Share writes them
new_game("lox", 3, swap=False).solve()  # Value(winner='red', best='b3', nodes=540)
Engine(level=3, seed=1).move(later)     # what the computer would play
Engine().analyse(later, visits=200)     # what it thinks of each action
```

Positions need the standard library only.  `Position.solve` and `Engine` need numpy:
`pip install ".[engine]"`.  A game, a size or an action that does not exist raises `NotationError`,
whose message is a sentence that says why.
"""

from ..rules.board import NotationError
from .engine import Analysis, CandidateMove, Considered, Engine
from .position import Position, Value, games, new_game, read

__all__ = [
    "Analysis",
    "CandidateMove",
    "Considered",
    "Engine",
    "NotationError",
    "Position",
    "Value",
    "games",
    "new_game",
    "read",
]
