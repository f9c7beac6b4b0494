"""Samples to tensors: tokens cut and filled up, labels with `nan` where nobody judged."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Encoding
from torch import Tensor

from sayso_lab.data.rows import FULL_MARK, Floats, Marks
from sayso_lab.encoder.network import OUTPUTS, WORD_OUTPUTS
from sayso_lab.encoder.samples import Sample


@dataclass(frozen=True)
class Batch:
    """Tensors of [texts, tokens], and labels in the shape of the network's answers."""

    ids: Tensor
    mask: Tensor
    labels: dict[str, Tensor]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True)
class Tokens:
    """A sample and its tokens, some of them perhaps hidden: those are neither seen nor are their marks."""

    sample: Sample
    encoding: Encoding
    hidden: frozenset[int] = frozenset()
    """Places of tokens."""
    mask_token: int = 0
    """The token that stands for a hidden one."""

    def __len__(self) -> int:
        return min(len(self.encoding.ids), self.sample.longest)

    @property
    def ids(self) -> list[int]:
        """Cut to the length, with the token that ends a text at the end."""
        body = enumerate(self.encoding.ids[: len(self) - 1])
        shown = [self.mask_token if place in self.hidden else token for place, token in body]
        return [*shown, self.encoding.ids[-1]]

    @property
    def offsets(self) -> list[tuple[int, int]]:
        """Places in the text; empty for the tokens that mark begin and end, and for hidden ones."""
        body = enumerate(self.encoding.offsets[: len(self) - 1])
        return [*((0, 0) if place in self.hidden else span for place, span in body), (0, 0)]


def group_by_length(lengths: Sequence[int], *, batch_tokens: int, batch_texts: int) -> Iterator[list[int]]:
    """Places of texts that go together: of like length, with so many tokens at most when filled up."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda place: (lengths[place], place)):
        is_full = len(batch) == batch_texts or (len(batch) + 1) * lengths[place] > batch_tokens
        if batch and is_full:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def make_batch(texts: Sequence[Tokens]) -> Batch:
    longest = max(map(len, texts))
    ids = torch.zeros(len(texts), longest, dtype=torch.long)
    labels = {name: torch.full(_shape(name, len(texts), longest), math.nan) for name in OUTPUTS}
    for row, text in enumerate(texts):
        ids[row, : len(text)] = torch.tensor(text.ids)
        for name, values in _label(text).items():
            labels[name][row, : len(text) if name in WORD_OUTPUTS else None] = torch.tensor(values)
    lengths = torch.tensor([len(text) for text in texts])
    mask = (torch.arange(longest)[None, :] < lengths[:, None]).long()
    return Batch(ids, mask, labels)


def _shape(name: str, texts: int, tokens: int) -> tuple[int, ...]:
    return (texts, tokens, OUTPUTS[name]) if name in WORD_OUTPUTS else (texts, OUTPUTS[name])


def _label(text: Tokens) -> dict[str, Floats]:
    sample, row = text.sample, text.sample.row
    whole = {
        "attributes": row.attributes,
        "classes": row.classes,
        "groups": sample.groups,
        "implied": row.implied,
        "perspective": row.perspective,
    }
    marks = {
        "words_hatexplain": None if sample.word_marks is None else sample.word_marks[None],
        "words_toxicspans": sample.span_marks,
    }
    given = {name: values for name, values in whole.items() if values is not None}
    return given | {name: average_marks(one, text.offsets) for name, one in marks.items() if one is not None}


def average_marks(marks: Marks, offsets: Sequence[tuple[int, int]]) -> Floats:
    """From rows of marks per character to a row per token: the mean over its characters, as a share."""
    rows = [
        marks[:, begin:end].mean(axis=1) / FULL_MARK if begin < end else np.full(len(marks), np.nan)
        for begin, end in offsets
    ]
    return np.array(rows, np.float32)
