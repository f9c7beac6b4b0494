"""Texts to numbered features, for a whole batch at once: words, word pairs and character n-grams.

All texts stand in one buffer of code points, each framed by `BOUNDARY`. An n-gram's hash is computed for
every position of the buffer in a few passes of numpy; what lies across a boundary, or spans words, goes to
the bucket `EMPTY`, whose weight is always nought. So a text's features do not depend on its neighbours.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sayso.scoring.folding import DROPPED, MASK, SPACE, FoldTable

BOUNDARY = 1
SHORTEST_SPELLING = 3
_MULTIPLIER = np.uint32(0x01000193)
_SPREAD = np.uint32(0x9E3779B1)
_POSITION = np.uint32(0x85EBCA6B)
_PAIR = np.uint32(0xC2B2AE35)

Codes = NDArray[np.uint32]
Flags = NDArray[np.bool_]
Positions = NDArray[np.intp]

_LEET = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"}
_LEET_INSIDE = {"!": "i", "|": "l"}


def _ascii_table(pairs: dict[str, str]) -> Codes:
    table = np.zeros(128, np.uint32)
    for sign, letter in pairs.items():
        table[ord(sign)] = ord(letter)
    return table


_LEET_TABLE = _ascii_table(_LEET | _LEET_INSIDE)
_INSIDE_ONLY = _ascii_table(_LEET_INSIDE) > 0


@dataclass(frozen=True, slots=True)
class HashingScheme:
    """How features are made: sizes of character n-grams and the number of buckets as a power of two."""

    sizes: tuple[int, ...] = (2, 3, 4, 5)
    bits: int = 20
    words: bool = True

    @property
    def buckets(self) -> int:
        return 1 << self.bits

    @property
    def empty(self) -> int:
        """The bucket of positions that hold no feature."""
        return self.buckets


@dataclass(frozen=True, slots=True)
class HashedTexts:
    """The buckets of a batch. `grams` has a row per size and a column per position of the buffer.

    `word_buckets` (words, then pairs) stand at `word_positions`. The features of text `i` are those at
    positions `starts[i]` up to `starts[i + 1]`, and `counts[i]` says how many there are.
    """

    grams: NDArray[np.int32]
    word_positions: Positions
    word_buckets: NDArray[np.int32]
    starts: Positions
    counts: NDArray[np.int64]

    def shrink(self, damping: float) -> NDArray[np.float64]:
        """What each text's sum is multiplied by, so that length alone does not win: 1 / count ** damping."""
        return np.maximum(self.counts, 1) ** -damping


class FeatureHasher:
    """Applies one scheme, with one folding table."""

    def __init__(self, scheme: HashingScheme, folds: FoldTable) -> None:
        self.scheme = scheme
        self._folds = folds
        self._shift = np.uint32(32 - scheme.bits)

    def hash(self, texts: Sequence[str]) -> HashedTexts:
        """The features of every text, in order."""
        stream = self.normalise(texts)
        apart = (stream == SPACE) | (stream == BOUNDARY)
        starts = np.flatnonzero(stream[:-1] == BOUNDARY)
        mixed = np.where(apart, np.uint32(SPACE), stream) * _SPREAD
        mixed ^= mixed >> np.uint32(16)
        grams = self._hash_grams(mixed, apart)
        positions, buckets = self._hash_words(mixed, apart, starts)
        present = (grams != self.scheme.empty).sum(axis=0, dtype=np.int64)
        present[positions] += (buckets != self.scheme.empty).sum(axis=0)
        counts = np.add.reduceat(present, starts)
        return HashedTexts(grams, positions, buckets, starts, counts)

    def normalise(self, texts: Sequence[str]) -> Codes:
        """The folded buffer: boundary, words with single spaces between them, boundary, and so on."""
        joined = "\n".join(["", *texts, ""])  # a blank before, between and after them
        codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
        stream = _squeeze(self._fold(codes, texts))
        return _join_spellings(stream)

    def _fold(self, codes: Codes, texts: Sequence[str]) -> Codes:
        letters = self._folds.letters.take(np.minimum(codes, self._folds.letters.size - 1))
        folded = _unmask(_unleet(codes, self._folds.apply(codes), letters), letters)
        ends = np.cumsum(np.fromiter((len(text) + 1 for text in texts), np.intp, len(texts)))
        folded[0] = BOUNDARY
        folded[ends] = BOUNDARY
        return folded

    def _bucket(self, hashes: Codes, salt: int) -> NDArray[np.int32]:
        salted = hashes ^ np.uint32((salt * 0x27D4EB2F) & 0xFFFFFFFF)
        salted ^= salted >> np.uint32(15)
        salted *= _SPREAD
        salted >>= self._shift
        return salted.view(np.int32)

    def _hash_grams(self, mixed: Codes, apart: Flags) -> NDArray[np.int32]:
        """Within a word, with the blank before and after it; the rest is `EMPTY`."""
        length = len(mixed)
        grams = np.full((len(self.scheme.sizes), length), self.scheme.empty, np.int32)
        rolling, valid = mixed.copy(), np.ones(length, np.bool_)
        for size in range(2, max(self.scheme.sizes, default=1) + 1):
            span = length - size + 1
            if span <= 0:
                break
            rolling = rolling[:span] * _MULTIPLIER + mixed[size - 1 :]
            valid = (
                ~(apart[:-1] & apart[1:]) if size == 2 else valid[:span] & ~apart[size - 2 : size - 2 + span]
            )
            if size in self.scheme.sizes:
                buckets = self._bucket(rolling, size)
                np.copyto(grams[self.scheme.sizes.index(size), :span], buckets, where=valid)
        return grams

    def _hash_words(
        self, mixed: Codes, apart: Flags, starts: Positions
    ) -> tuple[Positions, NDArray[np.int32]]:
        begins, ends = _word_edges(apart)
        if not self.scheme.words or not len(begins):
            return np.empty(0, np.intp), np.empty((2, 0), np.int32)
        hashes = _hash_each_word(mixed, begins, ends)
        pairs = np.full(len(begins), self.scheme.empty, np.int32)
        neighbours = np.searchsorted(starts, begins[:-1]) == np.searchsorted(starts, begins[1:])
        both = self._bucket(hashes[:-1] * _PAIR + hashes[1:], 101)
        np.copyto(pairs[:-1], both, where=neighbours)
        return begins, np.stack([self._bucket(hashes, 100), pairs])


def _unleet(codes: Codes, folded: Codes, letters: Flags) -> Codes:
    """Signs and digits beside a letter become the letter they are drawn like: `sh1t`, `b@d`."""
    letter_for = _LEET_TABLE.take(np.minimum(codes, 127))
    spots = np.flatnonzero(letter_for[1:-1]) + 1
    if not len(spots):
        return folded
    before, after = letters[spots - 1], letters[spots + 1]
    inside_only = _INSIDE_ONLY[codes[spots]]
    chosen = spots[np.where(inside_only, before & after, before | after)]
    folded[chosen] = letter_for[chosen]
    return folded


def _unmask(folded: Codes, letters: Flags) -> Codes:
    """A star stays a part of the word where it stands for a letter (`f**k`), else it is a blank."""
    stars = np.flatnonzero(folded == MASK)
    if len(stars):
        wordish = letters | (folded == MASK)
        stays = wordish[stars - 1] & wordish[stars + 1]
        folded[stars[~stays]] = SPACE
    return folded


def _squeeze(folded: Codes) -> Codes:
    """Without dropped characters, the third and further of a run of letters, and needless blanks."""
    stream = folded[folded != DROPPED]
    twin = stream[1:] == stream[:-1]
    keep = np.ones(len(stream), np.bool_)
    keep[2:] = ~(twin[1:] & twin[:-1])
    apart = (stream == SPACE) | (stream == BOUNDARY)
    blank = stream == SPACE
    keep[1:] &= ~(blank[1:] & apart[:-1])
    keep |= stream == BOUNDARY
    stream = stream[keep]
    trailing = np.flatnonzero((stream[:-1] == SPACE) & (stream[1:] == BOUNDARY))
    return np.delete(stream, trailing) if len(trailing) else stream


def _word_edges(apart: Flags) -> tuple[Positions, Positions]:
    """Where words begin and end (half-open)."""
    begins = np.flatnonzero(apart[:-1] & ~apart[1:]) + 1
    ends = np.flatnonzero(~apart[:-1] & apart[1:]) + 1
    return begins, ends


def _join_spellings(stream: Codes) -> Codes:
    """Takes the blanks out of spelled-out words: three or more single letters in a row."""
    begins, ends = _word_edges((stream == SPACE) | (stream == BOUNDARY))
    single = (ends - begins) == 1
    if single.sum() < SHORTEST_SPELLING:
        return stream
    linked = single[:-1] & single[1:] & (stream[ends[:-1]] == SPACE)
    inside = np.zeros(len(linked), np.bool_)
    couples = linked[:-1] & linked[1:]
    inside[:-1] |= couples
    inside[1:] |= couples
    return np.delete(stream, ends[:-1][inside]) if inside.any() else stream


def _hash_each_word(mixed: Codes, begins: Positions, ends: Positions) -> Codes:
    """A hash per word: the sum of its letters, each stirred with its place in the word."""
    lengths = ends - begins
    firsts = np.cumsum(lengths) - lengths
    offsets = np.arange(int(lengths.sum())) - np.repeat(firsts, lengths)
    letters = mixed[np.repeat(begins, lengths) + offsets]
    stirred = (letters ^ (offsets.astype(np.uint32) * _POSITION)) * _SPREAD
    stirred ^= stirred >> np.uint32(13)
    stirred *= _PAIR
    return np.add.reduceat(stirred, firsts, dtype=np.uint32)
