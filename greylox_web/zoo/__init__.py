"""The games as environments for reinforcement learning: PettingZoo's turn-based kind (AEC).

```python
from greylox_web.zoo import env

lox = env("lox", 5, swap=False, render_mode="ansi")
lox.reset(seed=1)
for agent in lox.agent_iter():
    observation, reward, termination, truncation, info = lox.last()
    over = termination or truncation
    mask = observation["action_mask"]
    lox.step(None if over else lox.action_space(agent).sample(mask))
print(lox.render())
```

It needs PettingZoo: `pip install ".[zoo]"`.

**Agents.**  `player_0` has the colour that moves first, `player_1` the other one; they keep their
colours after a swap, which turns the first stone over instead.  One action is one stone placed or
flipped; in a turn of several stones the same agent is selected again.

**Actions.**  On a board of width *w* (a hexhex of base *b* has *w* = 2*b* - 1) the action
*row* * *w* + *column* takes that cell, counted from 0 as in its name (`a1` is 0).  `w * w` ends a
turn or passes, `w * w + 1` swaps.  Corners of the square that are not on a hexhex are never legal.

**Observations.**  A dictionary: `action_mask` has a 1 for every action that is legal for whoever is
to move (all 0 for the other agent), and `observation` has shape (*w*, *w*, planes), rows first, 0
or 1, from the side of the agent that looks.  The board is not turned.  The planes are `PLANES`:

| plane | 1 where |
|---|---|
| board | a cell is on the board |
| own, other | a stone of this agent, of the other one, lies |
| placed | a stone was placed in this turn |
| anchor | the last stone lies which a bound stone must touch |
| own_control, other_control | a colour controls the cell: in Lox, and in Greylox's main phase |
| own_edges, other_edges | the edges are that a colour joins, in Lox |
| flip | a stone may be flipped now, by whoever is to move |
| first | everywhere, when this agent moved first |
| to_move | everywhere, when this agent is to move |
| opening | everywhere, while the opening lasts |
| quota_1, quota_2, quota_3 | everywhere, when so many stones may still be placed in this turn |

**Rewards** come at the end: 1 for the winner, -1 for the loser, 0 for both in a draw.  After
`max_actions` actions both are truncated with 0.  An illegal action ends the game with -1 for the
agent that took it, as usual with PettingZoo; the environment inside (`raw_env`) raises
`IllegalAction` with the reason instead and stays as it was.

**Versions.**  An environment's behaviour is its rules, actions, observations and rewards.  Each
game has a version in `VERSIONS`, which rises when any of these changes.  Only results with the same
version can be compared.  The name in `metadata` ends in it, as in `greylox_lox_v1`.

**Rendering.**  `"ansi"` is a diagram in letters, `"svg"` the board as the page draws it, both as
text.
"""

from typing import TYPE_CHECKING, cast

from ..api.requirements import require
from ..rules import NotationError
from ..rules.options import OptionValue
from ..rules.play import IllegalAction
from ..rules.typed_game import make_game

if TYPE_CHECKING:
    from .environment import Environment, Wrapped

__all__ = [
    "MAX_ACTIONS",
    "MODES",
    "MOST_ACTIONS",
    "PLANES",
    "VERSIONS",
    "IllegalAction",
    "NotationError",
    "env",
    "raw_env",
]

MAX_ACTIONS = 2000
"""After so many actions a game is cut off, unless `max_actions` says otherwise."""
MOST_ACTIONS = MAX_ACTIONS
"""The earlier name of `MAX_ACTIONS`."""

VERSIONS = {"greylox": 1, "lox": 1, "brink": 1, "multiplicity": 1, "byg": 1}
"""The version of each game's environment; it rises when the environment behaves otherwise."""

PLANES = (
    "board",
    "own",
    "other",
    "placed",
    "anchor",
    "own_control",
    "other_control",
    "own_edges",
    "other_edges",
    "flip",
    "first",
    "to_move",
    "opening",
    "quota_1",
    "quota_2",
    "quota_3",
)
"""What each plane of an observation shows, in its order."""

MODES = ("ansi", "svg")
"""What `render_mode` may be, besides None."""


def raw_env(
    game: str,
    size: int | None = None,
    *,
    render_mode: str | None = None,
    max_actions: int = MAX_ACTIONS,
    **options: OptionValue,
) -> "Environment":
    """The environment without wrappers; an action that is not legal raises `IllegalAction`.

    Games, sizes and options are those of `greylox_web.api.games`.  What is not on offer raises
    `NotationError` with a sentence.
    """
    for package in ("numpy", "pettingzoo"):
        require(package, "zoo", "an environment")
    from .environment import Environment

    max_actions = cast(int, options.pop("most_actions", max_actions))  # its earlier name
    rules = make_game(game, size, options)
    if render_mode not in (None, *MODES):
        raise NotationError(f"a render mode is {' or '.join(MODES)}, not {render_mode!r:.40}")
    if type(max_actions) is not int or max_actions < 1:
        raise NotationError(f"max_actions is a whole number from 1 on, not {max_actions!r:.40}")
    return Environment(rules, render_mode, max_actions)


def env(
    game: str,
    size: int | None = None,
    *,
    render_mode: str | None = None,
    max_actions: int = MAX_ACTIONS,
    **options: OptionValue,
) -> "Wrapped":
    """The environment of a game: `env("brink", 4, board="rhombus", x=2)`.

    It has the wrappers of PettingZoo's own games: an illegal action loses, and an action outside
    the action space or a step before `reset` is an error.
    """
    inner = raw_env(game, size, render_mode=render_mode, max_actions=max_actions, **options)
    from .environment import wrap

    return wrap(inner)
