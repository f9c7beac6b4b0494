"""Averages of weights: the running one of a run, which is what is kept because it wobbles less than the
weights themselves, and the mean of several runs."""

from collections.abc import Mapping, Sequence
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


def average_runs(runs: Sequence[tuple[Mapping[str, Tensor], float]]) -> dict[str, Tensor]:
    """The weighted mean of runs that share a beginning: those of 0.4 and 1.0 at three to one give 0.55."""
    total = sum(share for _, share in runs)
    return {
        name: torch.stack([weights[name].double() * (share / total) for weights, share in runs])
        .sum(0)
        .to(tensor.dtype)
        for name, tensor in runs[0][0].items()
    }
