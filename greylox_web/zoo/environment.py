"""One game as an environment of PettingZoo; the package's docstring documents it."""

from typing import Any, TypeAlias

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from ..api.position import Position
from ..rules import Game
from ..rules.board import NO_CELL, bits
from ..rules.notation.actions import GameRecord
from ..rules.play import IllegalAction, illegal_reason
from ..rules.state import OPENING, State
from . import MODES, PLANES, VERSIONS

Array = np.ndarray[Any, np.dtype[np.int8]]
Observation = dict[str, Array]
Wrapped: TypeAlias = OrderEnforcingWrapper[str, Observation, int]

AGENTS = ("player_0", "player_1")


class Environment(AECEnv[str, Observation, int]):
    """A game between `player_0` and `player_1`."""

    metadata = {  # noqa: RUF012 (the base class declares it so)
        "render_modes": list(MODES),
        "name": "greylox",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, game: Game, render_mode: str | None, max_actions: int) -> None:
        super().__init__()
        self.game, self.render_mode, self.max_actions = game, render_mode, max_actions
        self.metadata = self.metadata | {
            "name": f"greylox_{game.name}_v{VERSIONS.get(game.name, 1)}"  # 1: a game still in work
        }
        board = game.board
        self.width = board.width
        self.cells = list(bits(board.cells))
        self.rows, self.columns = self._rows_and_columns()
        self.rule_actions = {  # the action of the environment -> the rules' own
            row * self.width + column: cell
            for cell, row, column in zip(self.cells, self.rows, self.columns, strict=True)
        }
        self.rule_actions |= {self.width**2: board.end_action, self.width**2 + 1: board.swap_action}
        self.env_actions = {action: env_action for env_action, action in self.rule_actions.items()}
        self.static_planes = np.zeros((self.width, self.width, len(PLANES)), np.int8)
        self._mark(self.static_planes, "board", board.cells)
        count = self.width**2 + 2
        shape = self.static_planes.shape
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, shape, np.int8),
                    "action_mask": Box(0, 1, (count,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: Discrete(count) for agent in AGENTS}

    def _rows_and_columns(self) -> tuple[list[int], list[int]]:
        pairs = [self.game.board.column_row(cell) for cell in self.cells]
        return [row for _, row in pairs], [column for column, _ in pairs]

    # ---- a game

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; there is no chance in it, so the seed is ignored."""
        self.agents = list(AGENTS)
        self.states: list[State] = [self.game.start()]
        self.actions: list[int] = []
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.states[-1].mover]

    @property
    def position(self) -> Position:
        """The game so far, as `greylox_web.api` has it."""
        return Position(GameRecord(self.game, tuple(self.actions)), tuple(self.states))

    def step(self, action: int | None) -> None:
        """Take an action; raise IllegalAction, with nothing changed, when it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = NO_CELL if action is None else self.rule_actions.get(int(action), NO_CELL)
        refusal = illegal_reason(self.game, self.states[-1], chosen)
        if refusal:
            raise IllegalAction(refusal.message)
        self._cumulative_rewards[agent] = 0
        self.actions.append(chosen)
        self.states.append(self.game.play(self.states[-1], chosen))
        outcome = self.game.outcome(self.states[-1])
        self._clear_rewards()
        if outcome is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if outcome.winner is not None:
                self.rewards = {AGENTS[outcome.winner]: 1, AGENTS[1 - outcome.winner]: -1}
        elif len(self.actions) >= self.max_actions:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[self.states[-1].mover]
        self._accumulate_rewards()
        self._deads_step_first()

    # ---- what is seen of it

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What an agent sees of the position, and what it may do."""
        state, own = self.states[-1], AGENTS.index(agent)
        mask = np.zeros(self.action_spaces[agent].n, np.int8)
        legal = self.game.legal(state)
        if own == state.mover:
            mask[[self.env_actions[action] for action in bits(legal)]] = 1
        return {"observation": self._planes(state, own, legal), "action_mask": mask}

    def _planes(self, state: State, own: int, legal: int) -> Array:
        planes, game = self.static_planes.copy(), self.game
        control = game.controlled(state) or (0, 0)
        edges = [
            first_edge | second_edge
            for first_edge, second_edge in (pair or (0, 0) for pair in game.edges)
        ]
        masks = {
            "own": state.stones[own],
            "other": state.stones[1 - own],
            "placed": state.placed,
            "anchor": 0 if state.anchor == NO_CELL else 1 << state.anchor,
            "own_control": control[own],
            "other_control": control[1 - own],
            "own_edges": edges[own],
            "other_edges": edges[1 - own],
            "flip": legal & state.stones[1 - state.mover],
        }
        for name, cells in masks.items():
            self._mark(planes, name, cells)
        facts = {
            "first": own == 0,
            "to_move": own == state.mover,
            "opening": state.phase == OPENING,
        } | {f"quota_{quota}": state.quota == quota for quota in (1, 2, 3)}
        for name, fact in facts.items():
            planes[:, :, PLANES.index(name)] = fact
        return planes

    def _mark(self, planes: Array, name: str, cells: int) -> None:
        values = [cells >> cell & 1 for cell in self.cells]
        planes[self.rows, self.columns, PLANES.index(name)] = values

    def render(self) -> str | None:
        """The position as text or as a picture, as `render_mode` wants it."""
        if self.render_mode == "svg":
            return self.position.svg()
        return self.position.diagram if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def wrap(inner: Environment) -> Wrapped:
    """The environment as PettingZoo's own games are handed out."""
    checked = AssertOutOfBoundsWrapper(TerminateIllegalWrapper(inner, illegal_reward=-1))
    return OrderEnforcingWrapper(checked)
