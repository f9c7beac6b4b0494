"""The features of many texts as one sparse matrix, by the same hashing that scores them later."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.core.errors import MissingExtra
from sayso.scoring.hashing import FeatureHasher, HashedTexts

RUN = 2000


def import_sparse() -> Any:
    try:
        from scipy import sparse  # pyright: ignore[reportMissingTypeStubs]  # it has none
    except ImportError as error:
        raise MissingExtra("Training", "train") from error
    return sparse


def make_matrix(hasher: FeatureHasher, texts: Sequence[str], *, damping: float) -> Any:
    """A row per text, a column per bucket: how often it occurs, damped."""
    sparse = import_sparse()
    runs = [_make_rows(hasher, texts[begin : begin + RUN], damping) for begin in range(0, len(texts), RUN)]
    shape = (len(texts), hasher.scheme.buckets)
    return sparse.vstack(runs, format="csr") if runs else sparse.csr_matrix(shape, dtype=np.float32)


def _make_rows(hasher: FeatureHasher, texts: Sequence[str], damping: float) -> Any:
    hashed = hasher.hash(texts)
    rows, buckets = _list_features(hashed, hasher.scheme.empty)
    values = hashed.shrink(damping)[rows].astype(np.float32)
    shape = (len(texts), hasher.scheme.buckets)
    return import_sparse().csr_matrix((values, (rows, buckets)), shape=shape)


def _list_features(hashed: HashedTexts, empty: int) -> tuple[NDArray[np.intp], NDArray[np.int32]]:
    places: NDArray[np.intp] = np.arange(hashed.grams.shape[1], dtype=np.intp)
    owners = np.searchsorted(hashed.starts, places, side="right") - 1
    every = [(owners, buckets) for buckets in hashed.grams]
    every += [(owners[hashed.word_positions], buckets) for buckets in hashed.word_buckets]
    present = [(rows[buckets != empty], buckets[buckets != empty]) for rows, buckets in every]
    return np.concatenate([rows for rows, _ in present]), np.concatenate([found for _, found in present])
