"""How fast which weights learn, and when."""

from typing import Any

import torch

from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.network import Network

BETAS = (0.9, 0.98)
EPSILON = 1e-6


def make_optimiser(network: Network, config: EncoderConfig) -> torch.optim.AdamW:
    """AdamW; the lower a layer, the slower, because what it knows is more general. Biases do not decay."""
    groups: dict[tuple[float, float], list[torch.nn.Parameter]] = {}
    for name, parameter in network.named_parameters():
        decay = config.weight_decay if parameter.ndim > 1 else 0.0
        groups.setdefault((find_rate(name, network, config), decay), []).append(parameter)
    described = [
        {"params": parameters, "lr": rate, "base": rate, "weight_decay": decay}
        for (rate, decay), parameters in sorted(groups.items(), key=lambda group: group[0])
    ]
    return torch.optim.AdamW(described, betas=BETAS, eps=EPSILON)


def find_rate(name: str, network: Network, config: EncoderConfig) -> float:
    """The highest rate of a parameter, by its place in the network."""
    room, _, rest = name.partition(".")
    if room == "heads":
        return config.head_rate
    depth = 1 + int(rest.partition(".")[0]) if room == "layers" else 0
    return config.rate * config.layer_decay ** (network.shape.layers - depth)


def set_rates(optimiser: torch.optim.AdamW, *, share: float) -> None:
    """Every group at this share of its highest rate."""
    groups: list[dict[str, Any]] = optimiser.param_groups
    for group in groups:
        group["lr"] = group["base"] * share


def plan_rate(done: float, *, warm_up: float) -> float:
    """From 0 up to 1 in the warm-up, then straight down to 0; `done` is the share of the run."""
    if done < warm_up:
        return done / warm_up
    return max(0.0, (1 - done) / (1 - warm_up))
