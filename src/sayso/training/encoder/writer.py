"""A network's weights on their way into a graph, each under the name that the network has for it."""

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from sayso.training.encoder.graph import FAST, GraphBuilder, Weights
from sayso.training.encoder.observing import Seen
from sayso.training.encoder.row_product import Inputs, add_product, round_product

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

    def look_up(self, tensor: Tensor, ids: str, *, added: Tensor | None = None) -> str:
        """Rows of a table, with a vector that is `added` to each of them."""
        table = take(tensor) if added is None else take(tensor) + take(added)
        return self.builder.look_up(table, ids, name=self._names[id(tensor)])

    def multiply(self, states: str, linear: nn.Linear, *, keep: bool = False) -> str:
        name = self._names[id(linear.weight)]
        return self.builder.multiply(states, take(linear.weight), name=name, keep=keep)

    def multiply_rows(self, states: str, linear: nn.Linear, seen: Seen | None, inputs: Inputs) -> str:
        """In eight bits on both sides, if it was seen what comes into it."""
        if self.builder.is_exact or seen is None:
            return self.multiply(states, linear)
        # What GELU gives is rounded from zero up: evening it out would cost the small numbers their place.
        product = round_product(take(linear.weight), seen, even=inputs.is_signed)
        return add_product(self.builder, states, product, inputs, name=self._names[id(linear.weight)])

    def norm(self, norm: nn.LayerNorm, states: str) -> str:
        constants = (self.hold(norm.weight), self.hold(norm.bias))
        return self.builder.add("LayerNormalization", states, *constants, epsilon=norm.eps)

    def bend(self, product: str, linear: nn.Linear) -> str:
        """gelu(product + bias)."""
        return self.builder.add("BiasGelu", product, self.hold(linear.bias), domain=FAST)
