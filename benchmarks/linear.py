"""Comments a second of the linear scorer, against scikit-learn's HashingVectorizer and a dot product.

Both hash words, word pairs and letter groups of the same sizes into as many buckets and score six
attributes, in one run on one core. Run: python benchmarks/linear.py [--comments 20000]
"""

import os

os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from sklearn.feature_extraction import (
    text as sklearn_text,  # pyright: ignore[reportMissingTypeStubs]  # it has none
)

from sayso.scoring.linear import LinearScorer
from sayso.scoring.linear_weights import LinearWeights, load_weights
from sayso.scoring.weight_files import LINEAR

TARGET = 20_000
VOCABULARY = 5000


def make_comments(count: int, *, length: int = 60) -> list[str]:
    """Comments of about `length` characters out of 5,000 made-up words, the same each time."""
    chooser = random.Random(1)
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(chooser.choices(letters, k=chooser.randint(1, 9))) for _ in range(VOCABULARY)]
    return [" ".join(chooser.choices(words, k=length // 6)).capitalize() + "." for _ in range(count)]


class Baseline:
    """The usual way: two vectorisers, two sparse matrices, two products."""

    def __init__(self, weights: LinearWeights) -> None:
        sizes = (min(weights.scheme.sizes), max(weights.scheme.sizes))
        make: Any = sklearn_text.HashingVectorizer
        common: dict[str, Any] = {
            "n_features": weights.scheme.buckets,
            "norm": None,
            "alternate_sign": False,
            "dtype": np.float32,
        }
        letters = make(analyzer="char_wb", ngram_range=sizes, **common)
        words = make(analyzer="word", ngram_range=(1, 2), **common)
        self._parts = (letters, words)
        self._table = weights.table.astype(np.float32)

    def score(self, texts: Sequence[str]) -> Any:
        sums = sum(part.transform(texts) @ self._table for part in self._parts)
        return 1 / (1 + np.exp(-np.clip(sums / 16, -30, 30)))


Score = Callable[[Sequence[str]], Any]


def measure_rate(score: Score, comments: Sequence[str], *, batch: int, rounds: int) -> float:
    """Comments a second: the median of several rounds after a first one that is not counted."""
    score(comments[:batch])
    rates: list[float] = []
    for _ in range(rounds):
        began = time.perf_counter()
        for begin in range(0, len(comments), batch):
            score(comments[begin : begin + batch])
        rates.append(len(comments) / (time.perf_counter() - began))
    return statistics.median(rates)


def measure_latency_us(score: Score, comments: Sequence[str]) -> float:
    """Median time for one comment alone, in microseconds."""
    times: list[float] = []
    for comment in comments[:1000]:
        began = time.perf_counter()
        score([comment])
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--comments", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=1000)
    options = parser.parse_args()
    weights = load_weights(LINEAR.find("", None))
    comments = make_comments(options.comments)
    ours, theirs = LinearScorer(weights).score, Baseline(weights).score
    rate = measure_rate(ours, comments, batch=options.batch, rounds=5)
    peer = measure_rate(theirs, comments[: max(1, options.comments // 5)], batch=options.batch, rounds=3)
    length = statistics.mean(map(len, comments))
    print(f"{len(comments):,} comments of {length:.0f} characters, batches of {options.batch:,}, one core")
    for name, found, score in ((weights.name, rate, ours), ("HashingVectorizer + dot product", peer, theirs)):
        alone = measure_latency_us(score, comments)
        print(f"{name:<34} {found:>10,.0f} comments/s {alone:>8,.0f} µs for one alone")
    print(f"{'ratio':<34} {rate / peer:>10.1f}")
    print(f"target of {TARGET:,} comments/s: {'met' if rate >= TARGET else 'missed'}")


if __name__ == "__main__":
    main()
