"""A running average of the weights, which is what is kept: it wobbles less than the weights themselves."""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

EVERY = 4
"""Steps between two additions, each of which touches every weight."""


@dataclass(frozen=True)
class Average:
    """Exponential: `stays` is the part that stays per step. Early on it is less, to forget the start."""

    weights: dict[str, Tensor]
    stays: float

    @classmethod
    def start(cls, weights: Mapping[str, Tensor], *, stays: float) -> "Average":
        return cls({name: tensor.detach().clone() for name, tensor in weights.items()}, stays)

    @torch.no_grad()
    def add(self, weights: Mapping[str, Tensor], *, step: int) -> None:
        """Takes the weights in on every fourth step."""
        if step % EVERY:
            return
        stays = min(self.stays**EVERY, (1 + step) / (40 + step))
        for name, tensor in weights.items():
            self.weights[name].mul_(stays).add_(tensor, alpha=1 - stays)
