"""A small scorer for one language: labelled texts of that language to weights with their record.

Hashed letter groups and words as in the linear scorer, so it runs by the same code. What is rare counts for
more (inverse document frequency), or a few thousand texts are learned by heart; the regression is convex and
fitted to its end, so the same texts give the same bytes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute
from sayso.core.errors import BadFile
from sayso.scoring.calibration import Temperature, sigmoid
from sayso.scoring.folding import FoldTable
from sayso.scoring.hashing import FeatureHasher, HashingScheme
from sayso.scoring.linear import LinearScorer
from sayso.scoring.linear_weights import LinearWeights, WindowRule
from sayso.stats.ranking import auc
from sayso.stats.reliability import expected_calibration_error
from sayso.stats.resampling import Bootstrap
from sayso_lab.data import columns as col
from sayso_lab.data.files import hash_file
from sayso_lab.data.splits import Part, make_keys, measure_key
from sayso_lab.features import import_sparse, make_matrix
from sayso_lab.fit import quantise
from sayso_lab.scale import as_list

Array = NDArray[np.float64]
FILE = "other_languages"
LABELS: Final = {Attribute.TOXICITY: "offensive", Attribute.IDENTITY_ATTACK: "hate"}
"""What a column of the file says, in our words: offensive to readers at all; against a group."""
SCHEME = HashingScheme((2, 3, 4, 5), 18)
DAMPING = 0.5
LONGEST = 1500
STRENGTH = 1.0
"""How far weights may go from nought: chosen on the dev parts."""
FEWEST_TEXTS = 2
"""A feature of fewer texts is left out: it could only be learned by heart."""
FEWEST_JUDGED, FEWEST_POSITIVE = 500, 100
"""With fewer texts to learn from an attribute is not offered."""
LEAST_AUC = 0.74
"""An attribute that ranks worse on the dev part is not offered: it would be a number without a meaning."""
LEAST_STEP = 0.6
"""Weights under this many steps of the eight bits become nought: the file gets small, scores hardly move."""


@dataclass(frozen=True)
class Labelled:
    """Texts of one language with their labels, nan where nobody judged, and the part of each."""

    texts: list[str]
    labels: dict[Attribute, Array]
    parts: NDArray[np.str_]
    sources: tuple[tuple[str, str, int], ...]
    """Name, licence and number of texts of each set."""
    file: tuple[str, str]
    """The file's name and SHA-256."""


def read_language(path: Path, language: str) -> Labelled:
    """The rows of a language; copies fall into one part, by letters and digits of any script.

    A file needs `lang`, `text` and `offensive`; `hate`, `source` and `licence` may be empty.
    """
    share = col.number(0, 1, empty=True)
    columns = {"lang": col.text(), "text": col.text(), "offensive": share, "hate": share}
    columns |= {"source": col.optional_text(), "licence": col.optional_text()}
    found = col.read_columns(path, columns)
    places = [place for place, one in enumerate(found["lang"]) if one == language]
    if not places:
        known = ", ".join(sorted(set(found["lang"])))
        raise BadFile(f"{path.name} has no text in {language!r}.", hint=f"It has {known}.")
    texts = [found["text"][place] for place in places]
    labels = {
        name: np.array(
            [np.nan if (one := found[label][place]) is None else one for place in places], np.float64
        )
        for name, label in LABELS.items()
    }
    pairs = [(found["source"][place] or path.stem, found["licence"][place] or "not said") for place in places]
    sources = tuple((*pair, pairs.count(pair)) for pair in sorted(set(pairs)))
    parts = np.array([_choose_part(text) for text in texts])
    return Labelled(texts, labels, parts, sources, (path.name, hash_file(path)))


def _choose_part(text: str) -> str:
    share = measure_key(make_keys(text)[0])
    return str(Part.HELD_OUT if share < 0.15 else Part.DEV if share < 0.25 else Part.TRAIN)


def train_language(
    path: Path,
    language: str,
    *,
    name: str,
    record: dict[str, Any],
    step: Callable[[str], None] = lambda _: None,
) -> LinearWeights:
    """Weights of the attributes that the data supports, measured on the held-out part."""
    step(f"reading {path.name}")
    data = read_language(path, language)
    folds = FoldTable.build()
    step(f"hashing {len(data.texts):,} texts")
    features = make_matrix(
        FeatureHasher(SCHEME, folds), [text[:LONGEST] for text in data.texts], damping=DAMPING
    )
    lanes = dict[Attribute, tuple[Array, float]]()
    tried = dict[str, Any]()
    for attribute, labels in data.labels.items():
        step(f"fitting {attribute}")
        lane, tried[attribute] = _fit_attribute(features, labels, data.parts)
        if lane is not None:
            lanes[attribute] = lane
    if not lanes:
        found = "; ".join(_explain(name, note) for name, note in tried.items())
        raise BadFile(
            f"What {path.name} has in {language!r} is not enough for a scorer: {found}.",
            hint=f"An attribute needs {FEWEST_JUDGED} texts to learn from, {FEWEST_POSITIVE} of them over"
            f" 0.5, and an AUC of {LEAST_AUC:g} on texts kept apart.",
        )
    step("measuring")
    draft = _round(name, language, folds, lanes)
    final = _calibrate(draft, data)
    made = {
        "language": language,
        "parts": {str(part): int((data.parts == part).sum()) for part in Part},
        "sets": [{"name": one, "licence": licence, "texts": count} for one, licence, count in data.sources],
        "files": [{"file": data.file[0], "sha256": data.file[1]}],
        "offered": tried,
        "results": _measure(final, data),
    }
    return replace(final, record=record | made)


def _explain(name: str, note: dict[str, Any]) -> str:
    ranked = f", AUC {note['dev_auc']:.2f}" if "dev_auc" in note else ""
    return f"{name} {note['judged']} texts, {note['positive']} over 0.5{ranked}"


def _fit_attribute(
    features: Any, labels: Array, parts: NDArray[np.str_]
) -> tuple[tuple[Array, float] | None, dict[str, Any]]:
    train, dev = ((parts == part) & ~np.isnan(labels) for part in (Part.TRAIN, Part.DEV))
    positive = int((labels[train] >= 0.5).sum())
    note: dict[str, Any] = {"judged": int(train.sum()), "positive": positive}
    if train.sum() < FEWEST_JUDGED or positive < FEWEST_POSITIVE:
        return None, note | {"offered": False}
    weights, bias = fit_rare(features[train], labels[train])
    found = auc(labels[dev] >= 0.5, features[dev] @ weights) if (labels[dev] >= 0.5).any() else 0.0
    note |= {"dev_auc": round(found, 4), "offered": found >= LEAST_AUC}
    return ((weights, bias) if found >= LEAST_AUC else None), note


def fit_rare(features: Any, labels: Array, *, strength: float = STRENGTH) -> tuple[Array, float]:
    """Logistic regression with weights pulled to nought, on features scaled by how rare they are.

    The scale goes into the weights, so that scoring knows nothing of it.
    """
    minimize = import_minimize()
    counts: NDArray[np.int64] = np.asarray((features > 0).sum(axis=0)).ravel()
    kept = np.flatnonzero(counts >= FEWEST_TEXTS)
    rarity = np.log((1 + len(labels)) / (1 + counts[kept])) + 1
    scaled: Any = (features[:, kept].astype(np.float64) @ import_sparse().diags(rarity)).tocsr()
    turned: Any = scaled.T.tocsr()

    def lose(theta: Array) -> tuple[float, Array]:
        logits: Array = scaled @ theta[:-1] + theta[-1]
        errors = sigmoid(logits) - labels
        loss = np.sum(np.logaddexp(0, logits) - labels * logits) + theta[:-1] @ theta[:-1] / (2 * strength)
        return float(loss), np.append(turned @ errors + theta[:-1] / strength, errors.sum())

    found: Any = minimize(lose, np.zeros(len(kept) + 1), jac=True, method="L-BFGS-B", options={"maxiter": 60})
    weights = np.zeros(features.shape[1])
    weights[kept] = found.x[:-1] * rarity
    return weights, float(found.x[-1])


def import_minimize() -> Any:
    import_sparse()  # says what to install where there is no scipy
    from scipy import optimize  # pyright: ignore[reportMissingTypeStubs]  # it has none

    untyped: Any = optimize
    return untyped.minimize


def _round(
    name: str, language: str, folds: FoldTable, lanes: dict[Attribute, tuple[Array, float]]
) -> LinearWeights:
    table = np.stack([weights for weights, _ in lanes.values()], axis=1).astype(np.float32)
    rounded = quantise(table, tail=1.0, least=LEAST_STEP)
    return LinearWeights(
        name=name,
        attributes=tuple(lanes),
        scheme=SCHEME,
        folds=folds,
        table=rounded.table,
        scales=tuple(rounded.scales.tolist()),
        biases=tuple(bias for _, bias in lanes.values()),
        damping=DAMPING,
        windows=WindowRule(),
        temperatures=(Temperature(),) * len(lanes),
        languages=(language,),
    )


def _calibrate(weights: LinearWeights, data: Labelled) -> LinearWeights:
    dev = data.parts == Part.DEV
    logits = LinearScorer(weights).compute_logits([data.texts[place] for place in np.flatnonzero(dev)])
    fitted: list[Temperature] = []
    for lane, attribute in enumerate(weights.attributes):
        labels = data.labels[attribute][dev]
        judged = ~np.isnan(labels)
        fitted.append(Temperature.fit(logits[judged, lane], labels[judged]))
    return replace(weights, temperatures=tuple(fitted))


def _measure(weights: LinearWeights, data: Labelled) -> dict[str, Any]:
    places = np.flatnonzero(data.parts == Part.HELD_OUT)
    columns = LinearScorer(weights).score([data.texts[place] for place in places]).columns
    found: dict[str, Any] = {}
    for attribute in weights.attributes:
        labels = data.labels[attribute][places]
        judged = ~np.isnan(labels)
        truth, scores = (labels[judged] >= 0.5).astype(np.float64), np.asarray(columns[attribute])[judged]
        interval = Bootstrap(200).interval(auc, truth, scores)
        found[str(attribute)] = {
            "texts": int(judged.sum()),
            "positive": int(truth.sum()),
            "auc": as_list(interval),
            "calibration_error": round(expected_calibration_error(truth, scores), 4),
            "false_alarms": _share(scores[truth == 0] >= 0.5),
            "found": _share(scores[truth == 1] >= 0.5),
        }
    return found


def _share(hits: Sequence[bool] | NDArray[np.bool_]) -> float | None:
    return round(float(np.mean(hits)), 4) if len(hits) else None
