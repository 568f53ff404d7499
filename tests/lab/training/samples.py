"""Networks and games for the tests of training."""

from dataclasses import replace

import torch

from greylox_web.rules import GAMES
from lab.training.model import Model, network_config, weights
from lab.training.selfplay import SelfPlayConfig
from lab.training.source import LocalSource

SPEC = {name: f"{name}3" for name in GAMES} | {"lox": "lox5", "brink": "brink3-x3"}
LITTLE = SelfPlayConfig(visits=6, fast_visits=2, max_considered_actions=4)


def little_shape(name):
    """Two narrow blocks of what the game's network is shown."""
    return replace(network_config(name), channels=16, blocks=2)


def some_model(name):
    """A network that was not trained, with statistics as if it had been."""
    torch.manual_seed(1)
    model = Model(little_shape(name))
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    return model.eval()


def some_games(name, positions=60, effort=LITTLE):
    weighted = weights(some_model(name))
    return LocalSource(effort, seed=1).games(SPEC[name], weighted, positions)
