"""Networks and games for the tests of training."""

from dataclasses import replace

import torch

from greylox_web.rules import GAMES
from lab.training.model import Model, network_config, weights
from lab.training.selfplay import SelfPlayConfig
from lab.training.source import LocalSource

SPEC = {name: f"{name}3" for name in GAMES} | {"lox": "lox5", "brink": "brink3-x3"}
SMALL_CONFIG = SelfPlayConfig(visits=6, fast_visits=2, max_considered_actions=4)


def small_network_config(name):
    """Return the game's network configuration with two narrow blocks."""
    return replace(network_config(name), channels=16, blocks=2)


def make_model(name):
    """Return an untrained network with random batch statistics."""
    torch.manual_seed(1)
    model = Model(small_network_config(name))
    for module in model.modules():
        if isinstance(module, torch.nn.BatchNorm1d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    return model.eval()


def make_games(name, positions=60, config=SMALL_CONFIG):
    weighted = weights(make_model(name))
    return LocalSource(config, seed=1).games(SPEC[name], weighted, positions)
