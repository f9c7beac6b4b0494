"""What comes into each product of a layer: needed to round its weights where rounding hurts least."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor, nn

from sayso.scoring.encoder_file import EncoderMetadata
from sayso.text.lexicon import Lexicon
from sayso_lab.data.rows import Row
from sayso_lab.encoder.batches import Tokens, group_by_length, make_batch
from sayso_lab.encoder.network import Layer, Network
from sayso_lab.encoder.samples import make_sample

Floats = NDArray[np.float32]
PRODUCTS = ("mix", "out", "up", "down")
BATCH_TOKENS = 2048
LONGEST_TEXT = 2000
"""In characters."""
LONGEST = 48
"""In tokens: of long texts only the beginning, else the few of them would outvote the many short ones."""
Batch = tuple[Tensor, Tensor]
"""Ids and mask, both [texts, tokens]."""


@dataclass(frozen=True)
class Seen:
    """Of the inputs of one product, over all real tokens: the highest |x| per channel, the sum of x x'."""

    highest: Floats
    moments: NDArray[np.float64]


SeenByProduct = Mapping[str, Seen]


class _Watch:
    """Adds up what goes into one linear layer."""

    def __init__(self, linear: nn.Linear) -> None:
        width = linear.in_features
        self.highest = torch.zeros(width)
        self.moments = torch.zeros(width, width, dtype=torch.float64)
        self.mask = torch.zeros(0)
        self._hook: Any = linear.register_forward_pre_hook(self._take)

    def _take(self, _linear: nn.Module, inputs: tuple[Tensor, ...]) -> None:
        rows = inputs[0][self.mask.bool()]
        self.highest = torch.maximum(self.highest, rows.abs().amax(0))
        self.moments += (rows.T @ rows).double()

    def close(self) -> Seen:
        self._hook.remove()
        return Seen(self.highest.numpy(), self.moments.numpy())


@torch.no_grad()
def observe(network: Network, batches: Iterable[Batch]) -> Sequence[SeenByProduct]:
    """For each layer, what came into its four products while the network read the batches."""
    watches = [_watch(layer) for layer in network.layers]
    try:
        for ids, mask in batches:
            for watch in (one for layer in watches for one in layer.values()):
                watch.mask = mask
            network(ids, mask)
    finally:
        seen = [{name: watch.close() for name, watch in layer.items()} for layer in watches]
    return seen


def _watch(layer: nn.Module) -> dict[str, _Watch]:
    assert isinstance(layer, Layer)
    return {name: _Watch(getattr(layer, name)) for name in PRODUCTS}


def observe_rows(network: Network, card: EncoderMetadata, rows: Sequence[Row]) -> Sequence[SeenByProduct]:
    """What came into the products while the network read these texts, as it will read any."""
    return observe(network, _make_batches(card, rows))


def _make_batches(card: EncoderMetadata, rows: Sequence[Row]) -> Iterator[Batch]:
    tokenizer = Tokenizer.from_str(card.tokenizer)
    lexicon = Lexicon(tokenizer.get_vocab(), card.charged)
    samples = [replace(make_sample(row, lexicon, longest_text=LONGEST_TEXT), longest=LONGEST) for row in rows]
    encodings = tokenizer.encode_batch([sample.text for sample in samples])
    texts = [Tokens(*pair) for pair in zip(samples, encodings, strict=True)]
    lengths = [len(text) for text in texts]
    for places in group_by_length(lengths, batch_tokens=BATCH_TOKENS, batch_texts=len(texts)):
        batch = make_batch([texts[place] for place in places])
        yield batch.ids, batch.mask
