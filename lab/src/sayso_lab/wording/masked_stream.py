"""Texts with words hidden, in an order that is a function of the seed: chunk after chunk of batches."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from sayso.core.errors import BadFile
from sayso_lab.encoder.batches import group_by_length
from sayso_lab.encoder.stream import HIDDEN
from sayso_lab.wording.masked_config import MaskedConfig

if TYPE_CHECKING:
    from tokenizers import Tokenizer

Ids = NDArray[np.int64]
SHOWN_AS_MASK, SHOWN_AS_OTHER = 0.8, 0.1
"""Of the hidden words: the share that the mask token replaces, and that another word does; the rest stay."""
_SPECIAL = re.compile(r"\[.+\]")


@dataclass(frozen=True)
class MaskedBatch:
    """Tensors of [texts, tokens], and the right tokens of the hidden places, in order."""

    ids: Tensor
    mask: Tensor
    where: Tensor
    right: Tensor

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class Hiding:
    """Which tokens begin words, which may stand in for others, and the mask token."""

    begins: NDArray[np.bool_]
    ordinary: Ids
    mask_token: int
    share: float

    def choose(self, ids: Ids, mask: Ids, generator: np.random.Generator) -> NDArray[np.bool_]:
        """The places to hide: whole words, all their tokens."""
        real = mask == 1
        begins = np.isin(ids, self.ordinary) & self.begins[ids] & real
        hidden = begins & (generator.random(ids.shape) < self.share)
        for place in range(1, ids.shape[1]):
            goes_on = hidden[:, place - 1] & ~self.begins[ids[:, place]] & real[:, place]
            hidden[:, place] |= goes_on
        return hidden

    def hide(self, ids: Ids, hidden: NDArray[np.bool_], generator: np.random.Generator) -> Ids:
        """The ids as they are shown."""
        drawn = generator.random(ids.shape)
        others = generator.choice(self.ordinary, ids.shape)
        is_other = (drawn >= SHOWN_AS_MASK) & (drawn < SHOWN_AS_MASK + SHOWN_AS_OTHER)
        shown = np.where(is_other, others, np.where(drawn < SHOWN_AS_MASK, self.mask_token, ids))
        return np.where(hidden, shown, ids)


def make_hiding(tokenizer: "Tokenizer", *, share: float) -> Hiding:
    places = tokenizer.get_vocab()
    if HIDDEN not in places:
        raise BadFile(f"The base model's tokenizer has no {HIDDEN}.", hint="Give another folder with --base.")
    names = sorted(places, key=lambda name: places[name])
    ordinary = [places[name] for name in names if not _SPECIAL.fullmatch(name)]
    begins = np.array([not name.startswith("##") for name in names])
    return Hiding(begins, np.array(ordinary, np.int64), places[HIDDEN], share)


@dataclass
class MaskedStream:
    """Batches without end: all texts in one order, then in another."""

    texts: Sequence[str]
    tokenizer: "Tokenizer"
    config: MaskedConfig
    seed: int
    _order: tuple[int, NDArray[np.intp]] = field(default_factory=lambda: (-1, np.zeros(0, np.intp)))

    def __post_init__(self) -> None:
        self._hiding = make_hiding(self.tokenizer, share=self.config.hidden_words)

    def make_chunk(self, number: int) -> Iterator[MaskedBatch]:
        """The batches of a chunk, in an order that mixes lengths."""
        generator = np.random.default_rng([self.seed, number])
        rows = self._tokenise(number)
        tokens = self.config.batch_tokens
        groups = list(group_by_length([len(row) for row in rows], batch_tokens=tokens, batch_texts=tokens))
        Random(f"{self.seed}-{number}").shuffle(groups)  # noqa: S311 - a reproducible draw, no secret
        for group in groups:
            batch = self._make_batch([rows[place] for place in group], generator)
            if len(batch.right):
                yield batch

    def _tokenise(self, number: int) -> list[list[int]]:
        """Texts of the chunk, cut to the length with the token that ends a text at the end."""
        chunk = self.config.chunk
        places = range(number * chunk, (number + 1) * chunk)
        texts = [self._pick(place)[: self.config.longest_text] for place in places]
        rows = [encoding.ids for encoding in self.tokenizer.encode_batch(texts)]
        longest = self.config.longest
        cut = [row if len(row) <= longest else [*row[: longest - 1], row[-1]] for row in rows]
        return [row for row in cut if len(row) >= self.config.shortest]

    def _pick(self, place: int) -> str:
        """The text at a place of a list that is read over and over, each time in another order."""
        number, index = divmod(place, len(self.texts))
        if self._order[0] != number:
            # 1 keeps these draws apart from those of the chunks.
            generator = np.random.default_rng([self.seed, number, 1])
            self._order = (number, generator.permutation(len(self.texts)))
        return self.texts[int(self._order[1][index])]

    def _make_batch(self, rows: Sequence[Sequence[int]], generator: np.random.Generator) -> MaskedBatch:
        ids = np.zeros((len(rows), max(map(len, rows))), np.int64)
        mask = np.zeros_like(ids)
        for place, row in enumerate(rows):
            ids[place, : len(row)] = row
            mask[place, : len(row)] = 1
        hidden = self._hiding.choose(ids, mask, generator)
        shown = self._hiding.hide(ids, hidden, generator)
        where = torch.tensor(hidden)
        return MaskedBatch(torch.tensor(shown), torch.tensor(mask), where, torch.tensor(ids)[where])
