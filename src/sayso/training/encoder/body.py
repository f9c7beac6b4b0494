"""The body of a network in a graph: embeddings and layers, under whatever heads there are."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from torch import nn

from sayso.training.encoder.graph import FAST, GraphBuilder
from sayso.training.encoder.network import FAR, Embeddings, Layer
from sayso.training.encoder.observing import SeenByProduct
from sayso.training.encoder.row_product import GELU, SIGNED
from sayso.training.encoder.writer import Writer, take


@dataclass(frozen=True)
class Masks:
    """Which tokens are there, and which are padding."""

    whole: str
    """1 and 0 in whole numbers, [texts, tokens]."""
    shown: str
    """1 and 0, [texts, tokens, 1]."""
    hidden: str
    """0 and `FAR`, [texts, tokens, 1]."""


def make_masks(builder: GraphBuilder) -> Masks:
    shown = builder.add("Unsqueeze", builder.add("Cast", "mask", to=1), builder.hold_numbers(2))
    one, far = (builder.hold(np.array(number, np.float32)) for number in (1.0, FAR))
    hidden = builder.add("Mul", builder.add("Sub", one, shown), far)
    return Masks(builder.add("Cast", "mask", to=6), shown, hidden)


def embed(writer: Writer, embeddings: Embeddings, words: str) -> str:
    """What goes into the first layer, from the `words`' own vectors, both [texts, tokens, width]."""
    builder = writer.builder
    length = builder.add("Gather", builder.add("Shape", "mask"), builder.hold(np.array(1, np.int64)))
    zero, one = builder.hold(np.array(0, np.int64)), builder.hold(np.array(1, np.int64))
    places = builder.add("Range", zero, length, one)
    # The kind of sentence is the same for every token: it goes into the table of places.
    table = writer.look_up(embeddings.places.weight, places, added=embeddings.kind)
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
    """What each token asks, offers and carries, without the biases."""
    mixed = writer.multiply_rows(states, layer.mix, seen.get("mix"), SIGNED)
    parts = writer.builder.add("Split", mixed, outputs=3, axis=2)
    return [f"{parts}.{number}" for number in range(3)]


def _attend(writer: Writer, layer: Layer, mixed: Sequence[str], masks: Masks) -> str:
    return writer.builder.add(
        "MultiHeadAttention",
        *mixed,
        writer.hold(layer.mix.bias),
        masks.whole,
        domain=FAST,
        num_heads=layer.heads,
        mask_filter_value=FAR,
    )


def _add_layer(writer: Writer, layer: Layer, states: str, attended: str, seen: SeenByProduct) -> str:
    out = writer.multiply_rows(attended, layer.out, seen.get("out"), SIGNED)
    middle = _add_and_norm(writer, layer.out, layer.norm, out, states)
    up = writer.multiply_rows(middle, layer.up, seen.get("up"), SIGNED)
    down = writer.multiply_rows(writer.bend(up, layer.up), layer.down, seen.get("down"), GELU)
    return _add_and_norm(writer, layer.down, layer.last_norm, down, middle)


def _add_and_norm(writer: Writer, linear: nn.Linear, norm: nn.LayerNorm, product: str, old: str) -> str:
    """norm(product + bias + old). `Sum`, because the runtime would join two `Add` to a slower node."""
    return writer.norm(norm, writer.builder.add("Sum", product, writer.hold(linear.bias), old))


def _add_attention(writer: Writer, layer: Layer, mixed: Sequence[str], masks: Masks) -> str:
    """A second time for the first token alone, since the runtime's attention keeps its shares to itself.

    The bias of what is offered adds the same to every token, which shares do not notice.
    """
    builder, width = writer.builder, layer.out.in_features
    each = width // layer.heads
    first = builder.add("Gather", mixed[0], builder.hold_numbers(0), axis=1)
    asked = builder.add("Add", first, builder.hold(take(layer.mix.bias)[:width]))
    by_head = np.kron(np.eye(layer.heads), np.ones((each, 1))) / math.sqrt(each)
    likeness = builder.add(
        "MatMul", builder.add("Mul", asked, mixed[1]), builder.hold(by_head.astype(np.float32))
    )
    shares = builder.add("Softmax", builder.add("Add", likeness, masks.hidden), axis=1)
    return builder.add("ReduceMean", shares, axes=[2], keepdims=0)
