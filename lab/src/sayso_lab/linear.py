"""The recipe of the linear scorer, from data sets to weights with their record.

Read, split, add disguises and identity sentences, fit, round to whole numbers, calibrate on the dev part,
link to Perspective's scale, measure on the held-out part.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute
from sayso.scoring.calibration import Temperature
from sayso.scoring.folding import FoldTable
from sayso.scoring.hashing import FeatureHasher
from sayso.scoring.linear import LinearScorer
from sayso.scoring.linear_weights import LinearWeights
from sayso_lab.augmentation import extend
from sayso_lab.corpus import Corpus, make_corpus
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.old_split import make_key
from sayso_lab.data.splits import Part
from sayso_lab.data.table import read_table
from sayso_lab.evaluation import count_alarms, evaluate
from sayso_lab.features import make_matrix
from sayso_lab.fit import Fitted, fit_logistic, quantise
from sayso_lab.record import Run, describe_run
from sayso_lab.scale import Reference, read_reference, translate

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Watcher:
    """Told how far a run is: the step by name, and the share of the step that is done."""

    step: Callable[[str], None] = lambda _: None
    progress: Callable[[float], None] = lambda _: None


def train_linear(run: Run, *, watcher: Watcher = Watcher()) -> LinearWeights:  # noqa: B008 - it is frozen
    """Weights with the record of how they were made and what they achieve."""
    table = read_table(run.data_dir, limit=run.limit, on_file=lambda name: watcher.step(f"reading {name}"))
    reference = read_reference(run.data_dir)
    reserved = {make_key(text) for text in reference.texts} if reference else set[int]()
    corpus = make_corpus(table, reserved=reserved | run.excluded)
    draft = _fit(run, corpus, watcher)
    watcher.step("calibrating")
    calibrated = _calibrate(draft, corpus.part(Part.DEV))
    linked, translation = _link(calibrated, reference, run.seed)
    watcher.step("measuring")
    made = describe_run(run, corpus, table)
    return replace(linked, record=made | _measure(linked, corpus, run.seed) | translation)


def _fit(run: Run, corpus: Corpus, watcher: Watcher) -> LinearWeights:
    recipe = run.recipe
    folds = FoldTable.build()
    learned = extend(
        corpus.part(Part.TRAIN),
        disguised_share=recipe.disguised_share,
        sentence_weight=recipe.sentence_weight,
        seed=run.seed,
    )
    watcher.step(f"hashing {len(learned):,} texts")
    hasher = FeatureHasher(recipe.scheme, folds)
    texts = [text[: recipe.longest] for text in learned.texts]
    features = make_matrix(hasher, texts, damping=recipe.damping)
    watcher.step("fitting")
    fitted = fit_logistic(
        features,
        learned.labels,
        learned.weights,
        rule=recipe.fit,
        seed=run.seed,
        on_step=lambda done, total: watcher.progress(done / total),
    )
    return _round(run, fitted, folds)


def _round(run: Run, fitted: Fitted, folds: FoldTable) -> LinearWeights:
    rounded = quantise(fitted.weights)
    return LinearWeights(
        name=run.name,
        attributes=ATTRIBUTES,
        scheme=run.recipe.scheme,
        folds=folds,
        table=rounded.table,
        scales=tuple(rounded.scales.tolist()),
        biases=tuple(fitted.biases.tolist()),
        damping=run.recipe.damping,
        windows=run.recipe.windows,
        temperatures=(Temperature(),) * len(ATTRIBUTES),
    )


def _calibrate(weights: LinearWeights, dev: Corpus) -> LinearWeights:
    """A temperature and an offset per attribute, on sets that have texts of both kinds.

    Sets of harmless texts alone, or of toxic ones alone, are left out: how many of them were gathered says
    nothing about how often such texts occur.
    """
    logits = LinearScorer(weights).compute_logits(dev.texts)
    pairs = zip(range(len(ATTRIBUTES)), dev.labels.T, strict=True)
    return replace(
        weights,
        temperatures=tuple(_fit_temperature(logits[:, column], labels, dev) for column, labels in pairs),
    )


def _fit_temperature(logits: Array, labels: NDArray[np.float32], dev: Corpus) -> Temperature:
    judged = ~np.isnan(labels)
    mixed = [name for name in set(dev.sources.tolist()) if _is_mixed(labels[judged & (dev.sources == name)])]
    chosen = judged & np.isin(dev.sources, mixed)
    if not chosen.any():
        return Temperature()
    return Temperature.fit(logits[chosen], labels[chosen], weights=dev.weights[chosen])


def _is_mixed(labels: NDArray[np.float32]) -> bool:
    return bool((labels >= 0.5).any() and (labels < 0.5).any())


def _link(
    weights: LinearWeights, reference: Reference | None, seed: int
) -> tuple[LinearWeights, dict[str, Any]]:
    if reference is None:
        return weights, {}
    found = translate(_score(weights, reference.texts), reference.scores, seed=seed)
    return replace(weights, scale_map=found.scale_map), found.describe()


def _score(weights: LinearWeights, texts: Sequence[str]) -> dict[Attribute, Array]:
    columns = LinearScorer(weights).score(texts).columns
    return {attribute: np.asarray(column) for attribute, column in columns.items()}


def _measure(weights: LinearWeights, corpus: Corpus, seed: int) -> dict[str, Any]:
    held_out = corpus.part(Part.HELD_OUT)
    scores = _score(weights, held_out.texts)
    return {"results": evaluate(held_out, scores, seed=seed), "alarms": count_alarms(held_out, scores)}
