"""The encoder: a BERT of our own writing, and on top of it a head for each answer.

The arithmetic is BERT's; queries, keys and values come from one product, because that is faster.
"""

import math
from typing import Final, cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from sayso.core.errors import BadFile
from sayso_lab.data.labels import ATTRIBUTES, CLASSES, GROUPS, IMPLIED, PERSPECTIVE, TYPED
from sayso_lab.encoder.base import Base, load_tensors
from sayso_lab.encoder.rng import keep_rng
from sayso_lab.encoder.shape import Shape

Answers = dict[str, Tensor]
"""Logits by output: [texts, ...], and [texts, tokens, ...] for those about words."""

OUTPUTS: Final[dict[str, int]] = {
    "attributes": len(ATTRIBUTES),
    "classes": len(CLASSES),
    "groups": len(GROUPS),
    "implied": len(IMPLIED),
    "perspective": len(PERSPECTIVE),
    "words_hatexplain": 1,
    "words_toxicspans": 1 + len(TYPED),
}
WORD_OUTPUTS: Final = ("words_hatexplain", "words_toxicspans")
FAR: Final = -1e4
"""Added to what must not be looked at."""
# Most texts are harmless and attack nobody: heads that start there need not learn it first.
_FIRST_BIASES = {"attributes": -2.0, "groups": -3.0, "implied": -2.0}


class Embeddings(nn.Module):
    """Word and place; the kind of sentence is the same for all, so one vector is enough for it."""

    def __init__(self, shape: Shape, *, dropout: float) -> None:
        super().__init__()
        self.words = nn.Embedding(shape.vocabulary, shape.width)
        self.places = nn.Embedding(shape.positions, shape.width)
        self.kind = nn.Parameter(torch.zeros(shape.width))
        self.norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        self.dropout = nn.Dropout(dropout)

    def forward(self, ids: Tensor) -> Tensor:
        places = self.places.weight[: ids.shape[1]]
        return self.dropout(self.norm(self.words(ids) + places + self.kind))


class Layer(nn.Module):
    """Attention, then two layers per token; each adds to what came in and is normed."""

    def __init__(self, shape: Shape, *, dropout: float) -> None:
        super().__init__()
        self.heads = shape.heads
        self.mix = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        self.up = nn.Linear(shape.width, shape.inner)
        self.down = nn.Linear(shape.inner, shape.width)
        self.last_norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        self.dropout = nn.Dropout(dropout)

    def forward(self, states: Tensor, far: Tensor) -> Tensor:
        attended = self.norm(self.dropout(self.out(self._attend(states, far))) + states)
        inner = functional.gelu(self.up(attended))
        return self.last_norm(self.dropout(self.down(inner)) + attended)

    def _attend(self, states: Tensor, far: Tensor) -> Tensor:
        texts, tokens, width = states.shape
        each = width // self.heads
        parts = self.mix(states).reshape(texts, tokens, 3, self.heads, each).permute(2, 0, 3, 1, 4)
        asked, offered, carried = parts[0], parts[1], parts[2]
        likeness = torch.matmul(asked / math.sqrt(each), offered.transpose(-1, -2)) + far
        found = torch.matmul(torch.softmax(likeness, -1), carried)
        return found.transpose(1, 2).reshape(texts, tokens, width)


class Heads(nn.Module):
    """All answers. HateXplain's classes have a layer of their own, and so has each set of marked words:
    the sets mean different things by nearly the same question."""

    def __init__(self, width: int, *, dropout: float) -> None:
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.dense = nn.Linear(3 * width, width)
        self.dense_classes = nn.Linear(3 * width, width)
        self.dense_words = nn.ModuleDict({name: nn.Linear(width, width // 2) for name in WORD_OUTPUTS})
        self.last = nn.ModuleDict(
            {
                name: nn.Linear(width // 2 if name in WORD_OUTPUTS else width, size)
                for name, size in OUTPUTS.items()
            }
        )
        for name, bias in _FIRST_BIASES.items():
            nn.init.constant_(cast("nn.Linear", self.last[name]).bias, bias)

    def forward(self, states: Tensor, mask: Tensor) -> Answers:
        pooled = self.dropout(pool(states, mask))
        text = self.dropout(functional.gelu(self.dense(pooled)))
        classes = self.dropout(functional.gelu(self.dense_classes(pooled)))
        tokens = self.dropout(states)
        words = {name: functional.gelu(self.dense_words[name](tokens)) for name in WORD_OUTPUTS}
        inputs = dict.fromkeys(OUTPUTS, text) | {"classes": classes} | words
        return {name: self.last[name](inputs[name]) for name in OUTPUTS}


def pool(states: Tensor, mask: Tensor) -> Tensor:
    """The first token, the mean and the maximum of all tokens, side by side."""
    real = mask.unsqueeze(-1).to(states.dtype)
    mean = (states * real).sum(1) / real.sum(1).clamp(min=1)
    highest = (states + (1 - real) * FAR).max(1).values
    return torch.cat([states[:, 0], mean, highest], -1)


class Network(nn.Module):
    """Ids and mask, both [texts, tokens], to answers."""

    def __init__(self, shape: Shape, *, dropout: float = 0.0, head_dropout: float = 0.0) -> None:
        super().__init__()
        self.shape = shape
        self.embeddings = Embeddings(shape, dropout=dropout)
        self.layers = nn.ModuleList(Layer(shape, dropout=dropout) for _ in range(shape.layers))
        self.heads = Heads(shape.width, dropout=head_dropout)

    def forward(self, ids: Tensor, mask: Tensor, *, bfloat16: bool = False) -> Answers:
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=bfloat16):
            states = self.embeddings(ids)
            far = (1.0 - mask.to(torch.float32))[:, None, None, :] * FAR
            for layer in self.layers:
                states = layer(states, far)
        return self.heads(states.float(), mask)


def load_base(base: Base, *, seed: int, dropout: float = 0.0, head_dropout: float = 0.0) -> Network:
    """The base model under new heads, whose first weights come from the seed alone."""
    with keep_rng(seed):
        network = Network(base.shape, dropout=dropout, head_dropout=head_dropout)
    heads = {f"heads.{name}": tensor for name, tensor in network.heads.state_dict().items()}
    try:
        network.load_state_dict(load_tensors(base) | heads)
    except RuntimeError as error:
        raise BadFile(
            f"{base.folder}: model.safetensors and config.json do not fit each other.",
            hint="Fetch or copy both again.",
        ) from error
    return network
