"""What is learned from, in an order that is a function of the seed: chunk after chunk of batches.

Each source has its quota of a chunk and is gone through again and again in a new order. Chunk k depends on
the seed and k alone, so that a run can go on anywhere.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sayso.core.errors import BadFile
from sayso.text.lexicon import Lexicon
from sayso_lab.data.rows import Row
from sayso_lab.encoder.augmentation import Augmentation
from sayso_lab.encoder.batches import Batch, Tokens, group_by_length, make_batch
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.samples import Sample, make_sample

if TYPE_CHECKING:
    from tokenizers import Tokenizer

RowsBySource = Mapping[str, Sequence[Row]]
HIDDEN = "[MASK]"


@dataclass
class Stream:
    """Batches without end."""

    rows: RowsBySource
    tokenizer: "Tokenizer"
    lexicon: Lexicon
    charged: frozenset[str]
    config: EncoderConfig
    seed: int
    _orders: dict[str, tuple[int, NDArray[np.intp]]] = field(
        default_factory=dict[str, tuple[int, NDArray[np.intp]]]
    )

    def __post_init__(self) -> None:
        shares = {name: find_share(name, self.config) for name, rows in self.rows.items() if rows}
        total = sum(shares.values())
        if not total:
            raise BadFile("There is nothing to learn from.", hint="Set a source's share in [mix] over 0.")
        self._quotas = {name: self.config.chunk * share / total for name, share in sorted(shares.items())}
        self._augmentation = Augmentation(self.config, self.lexicon, self.charged)
        self._mask_token = find_mask_token(self.tokenizer, self.config)

    def make_chunk(self, number: int) -> Iterator[Batch]:
        """The batches of a chunk, in an order that mixes lengths."""
        random = Random(f"{self.seed}-{number}")  # noqa: S311 - a reproducible draw, no secret
        texts = self._tokenise([self._prepare(row, random) for row in self._draw(number)], random)
        config = self.config
        batches = list(
            group_by_length(
                [len(text) for text in texts],
                batch_tokens=config.batch_tokens,
                batch_texts=config.batch_texts,
            )
        )
        random.shuffle(batches)
        for batch in batches:
            yield make_batch([texts[place] for place in batch])

    def _draw(self, number: int) -> Iterator[Row]:
        for name, quota in self._quotas.items():
            for place in range(int(number * quota), int((number + 1) * quota)):
                yield self._pick(name, place)

    def _pick(self, name: str, place: int) -> Row:
        """The row at a place of a source that is read over and over, each time in another order."""
        rows = self.rows[name]
        pass_number, index = divmod(place, len(rows))
        if self._orders.get(name, (-1,))[0] != pass_number:
            generator = np.random.default_rng([self.seed, pass_number, *map(ord, name)])
            self._orders[name] = (pass_number, generator.permutation(len(rows)))
        return rows[int(self._orders[name][1][index])]

    def _prepare(self, row: Row, random: Random) -> Sample:
        sample = make_sample(row, self.lexicon, longest_text=self.config.longest_text)
        return self._augmentation.change(sample, random)

    def _tokenise(self, samples: Sequence[Sample], random: Random) -> list[Tokens]:
        encodings = self.tokenizer.encode_batch([sample.text for sample in samples])
        whole = [Tokens(*pair) for pair in zip(samples, encodings, strict=True)]
        hide = self._augmentation.hide
        return [replace(text, hidden=hide(len(text), random), mask_token=self._mask_token) for text in whole]


def find_mask_token(tokenizer: "Tokenizer", config: EncoderConfig) -> int:
    """The token that stands for a hidden one."""
    mask_token = tokenizer.token_to_id(HIDDEN)
    if mask_token is None and config.hidden_texts:
        raise BadFile(f"The base model's tokenizer has no {HIDDEN}.", hint="Set hidden_texts = 0.")
    return mask_token or 0


def find_share(source: str, config: EncoderConfig) -> float:
    """How often a source is drawn from; one that the mix does not know is somebody's own."""
    return config.mix.get(source, config.own_mix)


def fingerprint_rows(rows: RowsBySource) -> str:
    """A digest of everything that is learned from: other texts or labels give another."""
    digest = hashlib.sha256()
    for name, some in sorted(rows.items()):
        digest.update(f"{name} {len(some)} ".encode())
        for row in some:
            digest.update(row.text.encode("utf-8", "surrogatepass"))
            for labels in _list_labels(row):
                digest.update(b"-" if labels is None else labels.tobytes())
    return digest.hexdigest()


def _list_labels(row: Row) -> tuple[NDArray[np.generic] | None, ...]:
    whole = (row.attributes, row.classes, row.groups, row.implied, row.perspective)
    return (*whole, row.word_marks, row.span_marks)
