"""Integrated gradients (Sundararajan, Taly and Yan 2017): what each word adds on the way from an empty text.

The empty text has the same places, with padding where words would be. Needs torch and a graph that can be
turned back into its network.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from sayso.core import Attribute, WordWeight
from sayso.scoring.encoder_file import EncoderMetadata, load_metadata
from sayso.scoring.encoder_tokenizer import EncoderTokenizer, ReadText, find_tokens
from sayso.text.words import split_words
from sayso_lab.encoder.network import FAR, Network
from sayso_lab.encoder.rebuild import rebuild_network

STEPS: Final = 50
PADDING: Final = 0
"""The id of `[PAD]`."""
BATCH_TOKENS: Final = 4096
"""Tokens that go through the network at once: what is kept for the way back takes a few hundred MB."""
Array = NDArray[np.float64]


class GradientExplainer:
    """A word's weight is the size of what its tokens add to the probability of TOXICITY, for or against it.

    The size, because RECAST compares it so; the sum over all tokens, with its sign, is what the text's
    probability differs by from the empty one's.
    """

    name = "gradients"

    def __init__(self, card: EncoderMetadata, network: Network, *, steps: int = STEPS) -> None:
        self._reader = EncoderTokenizer(card)
        self._network = network.eval().requires_grad_(False)
        self._lane = card.attributes.index(Attribute.TOXICITY)
        self._room = card.windows.size - 2
        self._steps = steps

    def explain(self, texts: Sequence[str]) -> list[tuple[WordWeight, ...]]:
        return [self._explain(text) for text in texts]

    def _explain(self, text: str) -> tuple[WordWeight, ...]:
        read = self._reader.read(text)
        adds = self.attribute(read)
        words = split_words(text)
        return tuple(
            WordWeight(word.span, abs(float(adds[tokens].sum())), word.text)
            for word, tokens in zip(words, find_tokens(words, *read.find_places()), strict=True)
        )

    def attribute(self, read: ReadText) -> Array:
        """What each token of the text adds; windows of a long text are taken one by one."""
        windows = [self._integrate(ids) for ids in self._cut(read.ids)]
        return np.concatenate([window[1:-1] for window in windows])

    def _cut(self, ids: list[int]) -> Iterator[list[int]]:
        first, *body, last = ids
        for begin in range(0, max(len(body), 1), self._room):
            yield [first, *body[begin : begin + self._room], last]

    def _integrate(self, ids: list[int]) -> Array:
        """The gradient's mean over the middles of equal steps, times how far each token has come."""
        given, empty = self.embed(ids), self.embed([ids[0], *[PADDING] * (len(ids) - 2), ids[-1]])
        shares = (torch.arange(self._steps) + 0.5) / self._steps
        slopes = torch.zeros_like(given)
        for some in torch.chunk(shares, -(-self._steps * len(ids) // BATCH_TOKENS)):
            slopes += self._find_slopes(empty + some[:, None, None] * (given - empty))
        adds = ((given - empty) * slopes / self._steps).sum(-1)
        return adds.double().numpy()

    def _find_slopes(self, path: Tensor) -> Tensor:
        """The gradient, summed over the points of the path."""
        (slopes,) = torch.autograd.grad(self.judge(path.requires_grad_()).sum(), path)
        return slopes.sum(0)

    def embed(self, ids: Sequence[int]) -> Tensor:
        """The words' vectors, [tokens, width], before place and norm."""
        return self._network.embeddings.words(torch.tensor(ids))

    def judge(self, vectors: Tensor) -> Tensor:
        """Vectors of texts of one length, [texts, tokens, width], to the probability of TOXICITY."""
        embeddings = self._network.embeddings
        mask = torch.ones(vectors.shape[:2])
        states = embeddings.norm(vectors + embeddings.places.weight[: vectors.shape[1]] + embeddings.kind)
        far = (1.0 - mask)[:, None, None, :] * FAR
        for layer in self._network.layers:
            states = layer(states, far)
        answers = cast("dict[str, Tensor]", cast("Any", self._network.heads)(states, mask))
        return torch.sigmoid(answers["attributes"][:, self._lane])


def load_gradients(card_path: Path, *, steps: int = STEPS) -> GradientExplainer:
    """For the model of a card and the graph beside it."""
    return GradientExplainer(load_metadata(card_path), rebuild_network(card_path), steps=steps)
