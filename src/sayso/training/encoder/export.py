"""The network as an ONNX graph, in full or with its weights in eight bits."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from torch import Tensor, nn

from sayso.training.encoder.graph import FAST, GraphBuilder, Weights
from sayso.training.encoder.network import FAR, OUTPUTS, WORD_OUTPUTS, Heads, Layer, Network

Floats = NDArray[np.float32]


def export_graph(network: Network, *, weights: Weights = "int8") -> bytes:
    """Inputs `ids` and `mask` (int64, texts by tokens); outputs as in `OUTPUTS`. Always the same bytes."""
    builder = GraphBuilder(weights=weights)
    states = _embed(builder, network)
    mask = builder.add("Cast", "mask", to=6)
    for layer in network.layers:
        assert isinstance(layer, Layer)
        states = _add_layer(builder, layer, states, mask)
    _add_heads(builder, network.heads, states)
    return builder.build(("ids", "mask"), OUTPUTS, WORD_OUTPUTS)


def _take(tensor: Tensor) -> Floats:
    return tensor.detach().float().numpy()


def _embed(builder: GraphBuilder, network: Network) -> str:
    embeddings = network.embeddings
    length = builder.add("Gather", builder.add("Shape", "ids"), builder.hold(np.array(1, np.int64)))
    zero, one = builder.hold(np.array(0, np.int64)), builder.hold(np.array(1, np.int64))
    places = builder.add("Range", zero, length, one)
    # The kind of sentence is the same for every token: it goes into the table of places.
    table = _take(embeddings.places.weight) + _take(embeddings.kind)
    found = builder.add(
        "Add",
        builder.look_up(_take(embeddings.words.weight), "ids"),
        builder.look_up(table, places),
    )
    return _norm(builder, embeddings.norm, found)


def _norm(builder: GraphBuilder, norm: nn.LayerNorm, states: str) -> str:
    return builder.add(
        "LayerNormalization",
        states,
        builder.hold(_take(norm.weight)),
        builder.hold(_take(norm.bias)),
        epsilon=norm.eps,
    )


def _add_layer(builder: GraphBuilder, layer: Layer, states: str, mask: str) -> str:
    attended = _attend(builder, layer, states, mask)
    middle = _add_and_norm(builder, layer.out, layer.norm, attended, states)
    up = builder.multiply(middle, _take(layer.up.weight))
    inner = builder.add("BiasGelu", up, builder.hold(_take(layer.up.bias)), domain=FAST)
    return _add_and_norm(builder, layer.down, layer.last_norm, inner, middle)


def _attend(builder: GraphBuilder, layer: Layer, states: str, mask: str) -> str:
    mixed = builder.multiply(states, _take(layer.mix.weight))
    parts = builder.add("Split", mixed, outputs=3, axis=2)
    names = [f"{parts}.{number}" for number in range(3)]
    return builder.add(
        "MultiHeadAttention",
        *names,
        builder.hold(_take(layer.mix.bias)),
        mask,
        domain=FAST,
        num_heads=layer.heads,
        mask_filter_value=FAR,
    )


def _add_and_norm(builder: GraphBuilder, linear: nn.Linear, norm: nn.LayerNorm, states: str, old: str) -> str:
    """norm(linear(states) + old) in two nodes."""
    constants = (builder.hold(_take(one)) for one in (norm.weight, norm.bias, linear.bias))
    return builder.add(
        "SkipLayerNormalization",
        builder.multiply(states, _take(linear.weight)),
        old,
        *constants,
        domain=FAST,
        epsilon=norm.eps,
    )


def _add_heads(builder: GraphBuilder, heads: Heads, states: str) -> None:
    pooled = _pool(builder, states)
    inputs = dict.fromkeys(OUTPUTS, _bend(builder, heads.dense, pooled))
    inputs["classes"] = _bend(builder, heads.dense_classes, pooled)
    for name in WORD_OUTPUTS:
        inputs[name] = _bend(builder, _as_linear(heads.dense_words[name]), states)
    for name in OUTPUTS:
        last = _as_linear(heads.last[name])
        product = builder.multiply(inputs[name], _take(last.weight), keep=True)
        builder.rename(builder.add("Add", product, builder.hold(_take(last.bias))), name)


def _as_linear(module: Any) -> nn.Linear:
    assert isinstance(module, nn.Linear)
    return module


def _bend(builder: GraphBuilder, linear: nn.Linear, states: str) -> str:
    product = builder.multiply(states, _take(linear.weight))
    return builder.add("BiasGelu", product, builder.hold(_take(linear.bias)), domain=FAST)


def _pool(builder: GraphBuilder, states: str) -> str:
    """First token, mean and maximum over the tokens that are there."""
    real = builder.add("Unsqueeze", builder.add("Cast", "mask", to=1), builder.hold_numbers(2))
    first = builder.add("Gather", states, builder.hold(np.array(0, np.int64)), axis=1)
    total = builder.add("ReduceSum", builder.add("Mul", states, real), builder.hold_numbers(1), keepdims=0)
    count = builder.add("ReduceSum", real, builder.hold_numbers(1), keepdims=0)
    one, far = (builder.hold(np.array(number, np.float32)) for number in (1.0, FAR))
    away = builder.add("Mul", builder.add("Sub", one, real), far)
    highest = builder.add("ReduceMax", builder.add("Add", states, away), axes=[1], keepdims=0)
    return builder.add("Concat", first, builder.add("Div", total, count), highest, axis=1)
