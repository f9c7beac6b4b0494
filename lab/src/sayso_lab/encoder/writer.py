"""A network's weights on their way into a graph, each under the name that the network has for it."""

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from sayso_lab.encoder.graph import GraphBuilder, Weights
from sayso_lab.encoder.observing import Seen
from sayso_lab.encoder.product import add_product, round_product

Floats = NDArray[np.float32]


def take(tensor: Tensor) -> Floats:
    return tensor.detach().float().numpy()


class Writer:
    """Adds what a network is made of to a graph."""

    def __init__(self, network: nn.Module, *, weights: Weights) -> None:
        self.builder = GraphBuilder(weights=weights)
        self._names = {id(one): name for name, one in network.named_parameters()}

    def hold(self, tensor: Tensor) -> str:
        return self.builder.hold(take(tensor), self._names[id(tensor)])

    def look_up(self, tensor: Tensor, ids: str) -> str:
        return self.builder.look_up(take(tensor), ids, name=self._names[id(tensor)])

    def look_up_exactly(self, tensor: Tensor, ids: str, *, added: Tensor) -> str:
        """Rows of a small table, with a vector that is `added` to each of them."""
        table = take(tensor) + take(added)
        return self.builder.look_up(table, ids, name=self._names[id(tensor)], keep=True)

    def multiply(self, states: str, linear: nn.Linear, *, keep: bool = False) -> str:
        name = self._names[id(linear.weight)]
        return self.builder.multiply(states, take(linear.weight), name=name, keep=keep)

    def add_linear(self, states: str, linear: nn.Linear, seen: Seen | None = None) -> str:
        """states @ weights + bias; rounded for what was seen to come into it, where that is known."""
        if seen is None or self.builder.is_exact:
            product = self.multiply(states, linear)
        else:
            rounded = round_product(take(linear.weight), seen)
            product = add_product(self.builder, states, rounded, name=self._names[id(linear.weight)])
        return self.builder.add("Add", product, self.hold(linear.bias))

    def norm(self, norm: nn.LayerNorm, states: str) -> str:
        constants = (self.hold(norm.weight), self.hold(norm.bias))
        return self.builder.add("LayerNormalization", states, *constants, epsilon=norm.eps)

    def bend(self, states: str) -> str:
        return self.builder.add("Gelu", states)
