"""A network of BERT-base's size, run as Detoxify runs its own: torch, fp32, padded to the longest text.

Its weights are random, which take as long as trained ones.
"""

from collections.abc import Sequence
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn

MOST_TOKENS = 512


class BertLayer(nn.Module):
    """One of twelve, after Devlin and others (2018): attention, then two layers, each with its own norm."""

    def __init__(self, width: int = 768, inner: int = 3072) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norms = nn.ModuleList(nn.LayerNorm(width, eps=1e-12) for _ in range(2))

    def forward(self, states: Tensor, mask: Tensor) -> Tensor:
        shape = (*states.shape[:2], 12, -1)
        parts = (part(states).view(shape).transpose(1, 2) for part in (self.query, self.key, self.value))
        mixed = nn.functional.scaled_dot_product_attention(*parts, attn_mask=mask)
        states = self.norms[0](states + self.out(mixed.transpose(1, 2).flatten(2)))
        return self.norms[1](states + self.down(nn.functional.gelu(self.up(states))))


class BertBase(nn.Module):
    """As large as bert-base-uncased with Detoxify's six outputs; its weights are random."""

    def __init__(self, *, width: int = 768, words: int = 30_522, outputs: int = 6) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(MOST_TOKENS, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(BertLayer(width) for _ in range(12))
        self.pooler, self.last = nn.Linear(width, width), nn.Linear(width, outputs)

    def forward(self, ids: Tensor, mask: Tensor) -> Tensor:
        states = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1])))
        shown = mask.bool()[:, None, None, :]
        for layer in self.layers:
            states = layer(states, shown)
        return torch.sigmoid(self.last(torch.tanh(self.pooler(states[:, 0]))))


class Peer:
    """Texts to scores the way Detoxify does it: tokens cut at 512, padded to the longest, one call."""

    def __init__(self, tokenizer: str) -> None:
        self._model = BertBase().eval()
        self._tokenizer: Any = Tokenizer.from_str(tokenizer)
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._tokenizer.enable_padding()

    def score(self, texts: Sequence[str]) -> Any:
        encodings = self._tokenizer.encode_batch(list(texts))
        ids = torch.tensor([one.ids for one in encodings])
        mask = torch.tensor([one.attention_mask for one in encodings])
        with torch.no_grad():
            return self._model(ids, mask).numpy()
