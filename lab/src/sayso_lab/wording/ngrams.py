"""The recipe of the n-gram model: everyday sentences counted in threes, Kneser-Ney, pruned, in eight bits."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sayso.core.errors import BadFile
from sayso.predicting.ngrams import NUMBER, SPECIAL, name_tokens, name_unknown, save_ngrams, to_bytes
from sayso_lab.data import columns as col
from sayso_lab.data.columns import read_columns
from sayso_lab.data.files import hash_file

NAME = "ngrams.v1"
VOCABULARY = 40_000
LEAST_PAIR, LEAST_TRIPLE = 2, 2
"""How often a pair or a triple must have been seen to be kept."""
Ids = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class NgramJob:
    data_dir: Path
    out: Path
    date: datetime


@dataclass(frozen=True)
class NgramCounts:
    """What was written."""

    path: Path
    sentences: int
    words: int
    pairs: int
    triples: int


def make_ngrams(job: NgramJob, *, step: Callable[[str], None] = lambda _: None) -> NgramCounts:
    """From everyday_text.parquet; a sentence that is there many times counts once."""
    source = job.data_dir / "everyday_text.parquet"
    if not source.is_file():
        raise BadFile(f"There is no file {source}.", hint="Give the folder with everyday_text.parquet.")
    step(f"reading {source.name}")
    table = read_columns(source, {name: col.text() for name in ("text", "source", "licence")})
    texts = list(dict.fromkeys(table["text"]))
    sources = Counter(zip(table["source"], table["licence"], strict=True))
    step("counting words in threes")
    words, tables = estimate(name_tokens(text) for text in texts)
    path = job.out / f"{NAME}.npz"
    record = {
        "name": NAME,
        "date": job.date.date().isoformat(),
        "file": source.name,
        "sha256": hash_file(source),
        "sentences": len(texts),
        "sources": [(name, rows, licence) for (name, licence), rows in sources.most_common()],
    }
    save_ngrams(path, words, tables, record=record)
    return NgramCounts(path, len(texts), len(words), len(tables["two"]), len(tables["three"]))


def estimate(
    sentences: Iterable[Sequence[str]],
    *,
    vocabulary: int = VOCABULARY,
    least: tuple[int, int] = (LEAST_PAIR, LEAST_TRIPLE),
) -> tuple[list[str], dict[str, NDArray[np.integer]]]:
    """Words, most frequent first behind the special ones, and the tables of `NgramModel`."""
    kept = [list(sentence) for sentence in sentences]
    counts = Counter(token for sentence in kept for token in sentence)
    frequent = [word for word, _ in counts.most_common(vocabulary) if word != NUMBER]
    words = [*SPECIAL, *frequent]
    places = {word: place for place, word in enumerate(words)}
    numbered = {word: places.get(word, places[name_unknown(word)]) for word in counts}
    flat = np.fromiter(
        (place for sentence in kept for place in (0, 0, *map(numbered.__getitem__, sentence), 1)), np.int64
    )
    return words, _estimate(flat, len(words), least)


def _estimate(flat: Ids, size: int, least: tuple[int, int]) -> dict[str, NDArray[np.integer]]:
    first, second, third = flat[:-2], flat[1:-1], flat[2:]
    inside = (third != 0) & (second != 1)  # a triple does not go on from one sentence into the next
    triples, seen = np.unique(
        (first[inside] * size + second[inside]) * size + third[inside], return_counts=True
    )
    # Kneser-Ney: a pair counts by how many words stood before it, a word by how many pairs it ends.
    pairs, before = np.unique(triples % (size * size), return_counts=True)
    ones = np.bincount(pairs % size, minlength=size).astype(np.float64)
    one = (ones + 0.5) / (ones.sum() + 0.5 * size)
    two_all = _discount(pairs, before, size=size, lower=one[pairs % size])
    totals = np.bincount(np.searchsorted(pairs, triples % (size * size)), weights=seen)
    keep2 = totals >= least[0]
    pairs2, two = pairs[keep2], two_all[keep2]
    lower3 = two_all[np.searchsorted(pairs, triples % (size * size))]
    three_all = _discount(triples, seen, size=size, lower=lower3)
    keep3 = (seen >= least[1]) & np.isin(triples // size, pairs2)
    triples3, three = triples[keep3], three_all[keep3]
    one_back = _back_off(pairs2 // size, two, one[pairs2 % size], size)
    head_place = np.searchsorted(pairs2, triples3 // size)
    kept_lower = _pair_probability(triples3 % (size * size), pairs2, two, one, one_back, size)
    two_back = _back_off(head_place, three, kept_lower, len(pairs2))
    return {
        "one": to_bytes(np.log(one)),
        "one_back": to_bytes(np.log(np.minimum(one_back, 1))),
        "two_counts": np.bincount(pairs2 // size, minlength=size).astype(np.uint16),
        "two_last": (pairs2 % size).astype(np.uint16),
        "two": to_bytes(np.log(two)),
        "two_back": to_bytes(np.log(np.minimum(two_back, 1))),
        "three_counts": np.bincount(head_place, minlength=len(pairs2)).astype(np.uint16),
        "three_last": (triples3 % size).astype(np.uint16),
        "three": to_bytes(np.log(three)),
    }


def _discount(keys: Ids, counts: Ids, *, size: int, lower: Floats) -> Floats:
    """Interpolated probabilities: each count less a discount, and what that frees by the lower order."""
    once, twice = int((counts == 1).sum()), int((counts == 2).sum())
    off = once / max(1, once + 2 * twice)
    heads, place, kinds = np.unique(keys // size, return_inverse=True, return_counts=True)
    total = np.bincount(place, weights=counts, minlength=len(heads))
    return np.maximum(counts - off, 0) / total[place] + (off * kinds / total)[place] * lower


def _back_off(heads: Ids, kept: Floats, lower: Floats, size: int) -> Floats:
    """What each head leaves to the lower order, so that everything adds up to one."""
    left = 1 - np.bincount(heads, weights=kept, minlength=size)
    lower_left = 1 - np.bincount(heads, weights=lower, minlength=size)
    return np.clip(left, 1e-3, None) / np.clip(lower_left, 1e-3, None)


def _pair_probability(
    wanted: Ids, pairs: Ids, two: Floats, one: Floats, one_back: Floats, size: int
) -> Floats:
    place = np.minimum(np.searchsorted(pairs, wanted), len(pairs) - 1)
    unseen = np.minimum(one_back[wanted // size], 1) * one[wanted % size]
    return np.where(pairs[place] == wanted, two[place], unseen)
