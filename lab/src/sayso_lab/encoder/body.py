"""The body of a network in a graph: embeddings and layers, under whatever heads there are."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from torch import nn

from sayso_lab.encoder.graph import GraphBuilder
from sayso_lab.encoder.network import FAR, Embeddings, Layer
from sayso_lab.encoder.observing import SeenByProduct
from sayso_lab.encoder.writer import Writer

SPLIT_HEADS = "split_heads"
"""The constant [texts, tokens, heads, numbers of each], noughts for what stays as it is."""


@dataclass(frozen=True)
class Masks:
    """Which tokens are there, and which are padding."""

    shown: str
    """1 and 0, [texts, tokens, 1]."""
    hidden: str
    """0 and `FAR`, [texts, tokens, 1]."""
    unseen: str
    """0 and `FAR`, [texts, 1, 1, tokens]."""


def make_masks(builder: GraphBuilder) -> Masks:
    real = builder.add("Cast", "mask", to=1)
    one, far = (builder.hold(np.array(number, np.float32)) for number in (1.0, FAR))
    away = builder.add("Mul", builder.add("Sub", one, real), far)
    last = builder.hold_numbers(2)
    return Masks(
        builder.add("Unsqueeze", real, last),
        builder.add("Unsqueeze", away, last),
        builder.add("Unsqueeze", away, builder.hold_numbers(1, 2)),
    )


def embed(writer: Writer, embeddings: Embeddings, words: str) -> str:
    """What goes into the first layer, from the `words`' own vectors, both [texts, tokens, width]."""
    builder = writer.builder
    length = builder.add("Gather", builder.add("Shape", "mask"), builder.hold(np.array(1, np.int64)))
    zero, one = builder.hold(np.array(0, np.int64)), builder.hold(np.array(1, np.int64))
    places = builder.add("Range", zero, length, one)
    # The kind of sentence is the same for every token: it goes into the table of places.
    table = writer.look_up_exactly(embeddings.places.weight, places, added=embeddings.kind)
    return writer.norm(embeddings.norm, builder.add("Add", words, table))


def add_layers(
    writer: Writer,
    layers: Iterable[nn.Module],
    states: str,
    masks: Masks,
    *,
    seen: Sequence[SeenByProduct] | None = None,
) -> tuple[str, str]:
    """What the last layer gives, and what its first token looks at."""
    last: tuple[Layer, list[str]] | None = None
    for number, layer in enumerate(layers):
        assert isinstance(layer, Layer)
        products: SeenByProduct = seen[number] if seen else {}
        mixed = _mix(writer, layer, states, products)
        last = (layer, mixed)
        states = _add_layer(writer, layer, states, _attend(writer, layer, mixed, masks), products)
    assert last is not None, "a body has layers"
    return states, _add_attention(writer, *last, masks)


def _mix(writer: Writer, layer: Layer, states: str, seen: SeenByProduct) -> list[str]:
    """What each token asks, offers and carries."""
    mixed = writer.add_linear(states, layer.mix, seen.get("mix"))
    parts = writer.builder.add("Split", mixed, outputs=3, axis=2, num_outputs=3)
    return [f"{parts}.{number}" for number in range(3)]


def _attend(writer: Writer, layer: Layer, mixed: Sequence[str], masks: Masks) -> str:
    """In plain steps, in the order that the runtime knows as attention and takes at once."""
    builder, width = writer.builder, layer.out.in_features
    each = width // layer.heads
    shape = builder.hold(np.array([0, 0, layer.heads, each], np.int64), SPLIT_HEADS)
    asked, offered, carried = (
        builder.add("Transpose", builder.add("Reshape", part, shape), perm=perm)
        for part, perm in zip(mixed, ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]), strict=True)
    )
    scale = builder.hold(np.array(1 / math.sqrt(each), np.float32))
    likeness = builder.add("Mul", builder.add("MatMul", asked, offered), scale)
    shares = builder.add("Softmax", builder.add("Add", likeness, masks.unseen), axis=-1)
    found = builder.add("Transpose", builder.add("MatMul", shares, carried), perm=[0, 2, 1, 3])
    return builder.add("Reshape", found, builder.hold_numbers(0, 0, width))


def _add_layer(writer: Writer, layer: Layer, states: str, attended: str, seen: SeenByProduct) -> str:
    out = writer.add_linear(attended, layer.out, seen.get("out"))
    middle = writer.norm(layer.norm, writer.builder.add("Add", out, states))
    up = writer.bend(writer.add_linear(middle, layer.up, seen.get("up")))
    down = writer.add_linear(up, layer.down, seen.get("down"))
    return writer.norm(layer.last_norm, writer.builder.add("Add", down, middle))


def _add_attention(writer: Writer, layer: Layer, mixed: Sequence[str], masks: Masks) -> str:
    """A second time for the first token alone, since the runtime's attention keeps its shares to itself."""
    builder, width = writer.builder, layer.out.in_features
    each = width // layer.heads
    asked = builder.add("Gather", mixed[0], builder.hold_numbers(0), axis=1)
    by_head = np.kron(np.eye(layer.heads), np.ones((each, 1))) / math.sqrt(each)
    likeness = builder.add(
        "MatMul", builder.add("Mul", asked, mixed[1]), builder.hold(by_head.astype(np.float32))
    )
    shares = builder.add("Softmax", builder.add("Add", likeness, masks.hidden), axis=1)
    return builder.add("ReduceMean", shares, builder.hold_numbers(2), keepdims=0)
