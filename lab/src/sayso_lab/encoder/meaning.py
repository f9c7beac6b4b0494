"""Texts as vectors of the base model, which learned to put those that mean the same close together."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import torch

from sayso_lab.encoder.base import Base, find_base, load_tokenizer
from sayso_lab.encoder.network import Network, load_base

LONGEST: Final = 128
"""Tokens of a text that are read: what is compared are sentences."""


class MeaningEmbedder:
    """The mean over the tokens of the last layer, as all-MiniLM-L6-v2 and its kind are meant to be used."""

    def __init__(self, base: Base, *, longest: int = LONGEST) -> None:
        self.name = base.folder.name
        self._tokenizer: Any = load_tokenizer(base)
        self._tokenizer.enable_truncation(longest)
        self._network: Network = load_base(base, seed=0).eval()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._embed(text) for text in texts]

    def _embed(self, text: str) -> list[float]:
        """One at a time: padding would cost more than batches bring."""
        ids = torch.tensor([self._tokenizer.encode(text).ids])
        with torch.inference_mode():
            states = self._network.embeddings(ids)
            far = torch.zeros(1, 1, 1, ids.shape[1])
            for layer in self._network.layers:
                states = layer(states, far)
            found: list[float] = states[0].mean(0).tolist()  # pyright: ignore[reportUnknownMemberType]  # torch leaves it open
        return found


def load_embedder(folder: Path | None = None) -> MeaningEmbedder:
    """Of the folder given, else of the base model that is installed for training."""
    return MeaningEmbedder(find_base(folder))
