"""The behaviour of each environment belongs to its version.

``versions.txt`` has a line for each version: the game, the version, and a hash of all that an
agent sees and gets in fixed games.  After a change of behaviour raise the game's version in
``greylox_web.zoo.VERSIONS`` and add the line that the failed test prints.  Never change a line.
"""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from greylox_web.rules import GAMES
from greylox_web.rules.shapes import SHAPES
from greylox_web.zoo import MAX_ACTIONS, PLANES, VERSIONS, env, raw_env
from greylox_web.zoo.environment import Environment

RECORDED = [
    tuple(line.split())
    for line in (Path(__file__).parent / "versions.txt").read_text("utf-8").splitlines()
]
BOARDS = {
    "greylox": [(4, {}), (5, {})],
    "lox": [(5, {}), (5, {"swap": False}), (11, {})],
    "brink": [(4, {"x": 2}), (5, {"x": 3, "board": "rhombus"}), (3, {"x": 1, "swap": True})],
    "multiplicity": [(4, {}), (4, {"opening": False}), (3, {"opening": False, "swap": True})],
    "byg": [(4, {}), (5, {"board": "rhombus"}), (5, {})],
}


def walk(world, seed):
    """Yield all that the agents see and get in a game of actions that the seed chooses."""
    world.reset(seed=seed)
    chance = seed
    while True:
        for agent in world.possible_agents:
            observation = world.observe(agent)
            for name in ("observation", "action_mask"):
                array = observation[name]
                yield f"{array.dtype.name} {array.shape}".encode()
                yield array.tobytes()
        yield json.dumps(
            [world.agent_selection, world.rewards, world.terminations, world.truncations]
        ).encode()
        if not world.agents or any(world.terminations.values()) or any(world.truncations.values()):
            return
        mask = world.observe(world.agent_selection)["action_mask"]
        legal = [action for action, flag in enumerate(mask.tolist()) if flag]
        # not the module ``random``: its choices may change with Python
        chance = (chance * 6364136223846793005 + 1442695040888963407) % 2**64
        world.step(legal[(chance >> 33) % len(legal)])


def behaviour(name):
    """Return a hash of how the environment of a game behaves."""
    total = sha256(json.dumps([PLANES, MAX_ACTIONS]).encode())
    for size, options in BOARDS[name]:
        for seed in (1, 2):
            for part in walk(raw_env(name, size, **options), seed):
                total.update(part)
    for part in walk(raw_env(name, 4, max_actions=5), 1):
        total.update(part)
    world = env(name, 4)
    world.reset()
    world.step(world.action_space("player_0").n - 1)  # a swap is not legal
    total.update(json.dumps([world.rewards, world.terminations]).encode())
    return total.hexdigest()[:32]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")  # PettingZoo warns of the illegal action
def test_a_change_of_behaviour_needs_a_new_version(name):
    line = (name, str(VERSIONS[name]), behaviour(name))
    assert line in RECORDED, (
        f"the environment behaves otherwise: give it a new version in VERSIONS, and add to "
        f"versions.txt: {name} {VERSIONS[name] + 1} {line[2]}"
    )


def test_versions_are_counted_from_1_and_differ():
    assert VERSIONS.keys() == GAMES.keys() == BOARDS.keys()
    for name, version in VERSIONS.items():
        rows = [row for row in RECORDED if row[0] == name]
        assert [int(row[1]) for row in rows] == list(range(1, version + 1))
        assert len({row[2] for row in rows}) == version
        assert env(name).metadata["name"] == f"greylox_{name}_v{version}"


def test_the_fixed_games_have_every_kind_of_board_and_option():
    for name, kind in GAMES.items():
        chosen = [options for _, options in BOARDS[name]]
        boards = {options.get("board", kind.shapes[0].name) for options in chosen}
        assert boards == {shape.name for shape in kind.shapes} and boards <= SHAPES.keys()
        for option in kind.option_schema:
            values = {options.get(option.key, option.default) for options in chosen}
            assert len(values) > 1


@pytest.mark.parametrize("change", ["reward", "plane", "mask"])
@pytest.mark.filterwarnings("ignore")
def test_a_small_change_of_behaviour_is_noticed(change, monkeypatch):
    before, observe, step = behaviour("byg"), Environment.observe, Environment.step

    def changed_observe(self, agent):
        observation = observe(self, agent)
        if change == "plane" and len(self.actions) == 3:
            observation["observation"][0, 0, 0] ^= 1
        if change == "mask" and len(self.actions) == 3:
            observation["action_mask"][observation["action_mask"].argmax()] = 0
        return observation

    def changed_step(self, action):
        step(self, action)
        if change == "reward" and any(self.terminations.values()):
            self.rewards = {agent: 2 * reward for agent, reward in self.rewards.items()}

    monkeypatch.setattr(Environment, "observe", changed_observe)
    monkeypatch.setattr(Environment, "step", changed_step)
    assert behaviour("byg") != before
