"""The network as an ONNX graph, in full or with its weights in eight bits."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from torch import nn

from sayso_lab.encoder.body import Masks, add_layers, embed, make_masks
from sayso_lab.encoder.graph import GraphBuilder, Weights
from sayso_lab.encoder.network import OUTPUTS, WORD_OUTPUTS, Heads, Network
from sayso_lab.encoder.observing import SeenByProduct
from sayso_lab.encoder.writer import Writer

ATTENTION = "attention"
"""What the first token looks at in the last layer, [texts, tokens]: shares of one, the mean of all heads."""


def export_graph(
    network: Network, *, weights: Weights = "int8", seen: Sequence[SeenByProduct] | None = None
) -> bytes:
    """Inputs `ids` and `mask` (int64, texts by tokens); outputs `OUTPUTS` and `ATTENTION`.

    With what was `seen` to come into the layers' products, their weights are rounded for that. The same
    arguments always give the same bytes.
    """
    writer = Writer(network, weights=weights)
    masks = make_masks(writer.builder)
    words = writer.look_up(network.embeddings.words.weight, "ids")
    states = embed(writer, network.embeddings, words)
    states, attention = add_layers(writer, network.layers, states, masks, seen=seen)
    writer.builder.rename(attention, ATTENTION)
    _add_heads(writer, network.heads, _pool(writer.builder, states, masks), states)
    return writer.builder.build(("ids", "mask"), _list_shapes())


def _list_shapes() -> dict[str, tuple[str | int, ...]]:
    shapes: dict[str, tuple[str | int, ...]] = {ATTENTION: ("texts", "tokens")}
    for name, size in OUTPUTS.items():
        shapes[name] = ("texts", "tokens", size) if name in WORD_OUTPUTS else ("texts", size)
    return shapes


def _add_heads(writer: Writer, heads: Heads, pooled: str, states: str) -> None:
    inputs = dict.fromkeys(OUTPUTS, _bend(writer, heads.dense, pooled))
    inputs["classes"] = _bend(writer, heads.dense_classes, pooled)
    for name in WORD_OUTPUTS:
        inputs[name] = _bend(writer, _as_linear(heads.dense_words[name]), states)
    for name in OUTPUTS:
        last = _as_linear(heads.last[name])
        product = writer.multiply(inputs[name], last, keep=True)
        writer.builder.rename(writer.builder.add("Add", product, writer.hold(last.bias)), name)


def _as_linear(module: Any) -> nn.Linear:
    assert isinstance(module, nn.Linear)
    return module


def _bend(writer: Writer, linear: nn.Linear, states: str) -> str:
    return writer.bend(writer.add_linear(states, linear))


def _pool(builder: GraphBuilder, states: str, masks: Masks) -> str:
    """First token, mean and maximum over the tokens that are there."""
    first = builder.add("Gather", states, builder.hold(np.array(0, np.int64)), axis=1)
    shown = builder.add("Mul", states, masks.shown)
    total = builder.add("ReduceSum", shown, builder.hold_numbers(1), keepdims=0)
    count = builder.add("ReduceSum", masks.shown, builder.hold_numbers(1), keepdims=0)
    highest = builder.add(
        "ReduceMax", builder.add("Add", states, masks.hidden), builder.hold_numbers(1), keepdims=0
    )
    return builder.add("Concat", first, builder.add("Div", total, count), highest, axis=1)
