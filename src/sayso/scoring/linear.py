"""The linear scorer: a sum of learned weights over the words and letter groups of a text."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, Scorer, Scores
from sayso.scoring.calibration import PerspectiveMap
from sayso.scoring.hashing import FeatureHasher, HashedTexts
from sayso.scoring.linear_weights import LinearWeights, load_weights
from sayso.scoring.readings import read_texts
from sayso.scoring.registry import ScorerContext, refuse_argument
from sayso.scoring.weight_files import LINEAR, SECOND
from sayso.text.windows import split_windows

LANES = 8
"""A row of weights is widened to eight 16-bit numbers, so that numpy can fetch it as one 16-byte item."""
RUN_LENGTH = 1 << 16
"""Code points hashed in one go: enough to amortise numpy's calls, few enough to stay in the cache."""

Logits = NDArray[np.float64]


class LinearScorer:
    """Scores texts of any length; long ones are read whole and in windows."""

    def __init__(self, weights: LinearWeights) -> None:
        self.name = weights.name
        self.attributes: frozenset[Attribute] = frozenset(weights.attributes)
        self.languages: frozenset[str] = frozenset(weights.languages)
        self.scale_map: PerspectiveMap | None = weights.scale_map
        self._weights = weights
        self._hasher = FeatureHasher(weights.scheme, weights.folds)
        # The table with a row of noughts at its end for the empty bucket, each row as one opaque item.
        rows = np.zeros((len(weights.table) + 1, LANES), np.int16)
        rows[:-1, : weights.table.shape[1]] = weights.table
        self._rows = rows.view(np.complex128).ravel()
        self._scales, self._biases = np.asarray(weights.scales), np.asarray(weights.biases)

    def score(self, texts: Sequence[str]) -> Scores:
        readings = read_texts(texts)
        logits = self.compute_logits(readings.texts)
        calibrated = (
            one.apply(logits[:, lane]).tolist() for lane, one in enumerate(self._weights.temperatures)
        )
        return readings.join(Scores(self.name, dict(zip(self._weights.attributes, calibrated, strict=True))))

    def compute_logits(self, texts: Sequence[str]) -> Logits:
        """The uncalibrated outputs: a row per text, a column per attribute in the order of the weights."""
        rule = self._weights.windows
        logits = self._sum_up(texts)
        longs = [index for index, text in enumerate(texts) if len(text) > rule.size]
        if longs:
            worst = self._find_worst([texts[index] for index in longs])
            mixed = logits[longs] + rule.share * (worst - logits[longs])
            logits[longs] = np.maximum(mixed, worst - rule.margin)
        return logits

    def _find_worst(self, texts: Sequence[str]) -> Logits:
        """For each text and attribute the highest output among the text's windows."""
        rule = self._weights.windows
        cuts = [
            [
                text[span.begin : span.end]
                for span in split_windows(text, size=rule.size, overlap=rule.overlap)
            ]
            for text in texts
        ]
        begins = np.cumsum([0, *(len(windows) for windows in cuts[:-1])])
        return np.maximum.reduceat(self._sum_up([window for windows in cuts for window in windows]), begins)

    def _sum_up(self, texts: Sequence[str]) -> Logits:
        """Each text in one piece: bias + scale * sum of weights * damping."""
        runs = [self._sum_run(run) for run in _cut_runs(texts)]
        return np.concatenate(runs) if runs else np.empty((0, len(self._weights.attributes)))

    def _sum_run(self, texts: Sequence[str]) -> Logits:
        hashed = self._hasher.hash(texts)
        sums = self._add_weights(hashed)[:, : len(self._weights.attributes)]
        shrink = hashed.shrink(self._weights.damping)
        return self._biases + self._scales * sums * shrink[:, None]

    def _add_weights(self, hashed: HashedTexts) -> NDArray[np.int64]:
        """Whole numbers, so that the sum is exact and no neighbour can change a rounding."""
        total = np.zeros((hashed.grams.shape[1], LANES), np.int16)
        for buckets in hashed.grams:
            total += self._fetch(buckets)
        for buckets in hashed.word_buckets:
            total[hashed.word_positions] += self._fetch(buckets)
        return np.add.reduceat(total, hashed.starts, axis=0, dtype=np.int64)

    def _fetch(self, buckets: NDArray[np.int32]) -> NDArray[np.int16]:
        return self._rows.take(buckets).view(np.int16).reshape(-1, LANES)


def _cut_runs(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    """Neighbouring texts that together have about `RUN_LENGTH` code points."""
    begin, length = 0, 0
    for end, text in enumerate(texts):
        if length and length + len(text) > RUN_LENGTH:
            yield texts[begin:end]
            begin, length = end, 0
        length += len(text) + 1
    if begin < len(texts):
        yield texts[begin:]


def load_linear(path: Path) -> LinearScorer:
    """The scorer of a weights file."""
    return LinearScorer(load_weights(path))


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> LinearScorer:  # noqa: ARG001 - the registry's shape
    """What the registry calls for `linear` and `linear.vN`."""
    refuse_argument("linear", argument, hint="Write linear, or a version such as linear.v1.")
    return load_linear(LINEAR.find(context.version, context.models_dir))


def build_second(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> LinearScorer:  # noqa: ARG001 - the registry's shape
    """What the registry calls for `second`: a linear scorer of texts that the encoder never saw."""
    refuse_argument("second", argument, hint="Write second, or a version such as second.v1.")
    return load_linear(SECOND.find(context.version, context.models_dir))
