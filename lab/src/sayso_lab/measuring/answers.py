"""What a scorer says of many texts: scores from any, and more from those that can say more."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, Classifier, Examiner, Scorer
from sayso.core.scores import FLAGGED
from sayso.scoring.calibration import sigmoid
from sayso.scoring.embedded import EmbeddedScorer
from sayso.scoring.encoder_run import Outputs
from sayso_lab.data.labels import CLASSES
from sayso_lab.measuring.marks import WordMarks, mark_evidence

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Watch = Callable[[int], None]
"""Called with how many more texts are done."""
_Item = TypeVar("_Item")
_Name = TypeVar("_Name", bound=str)

ALARM = 0.5
BLOCK = 256
"""Texts handed over at once; a score does not depend on it."""
PERSPECTIVE = "TOXICITY"
"""The output of the encoder that learned Perspective's own toxicity."""


@dataclass(frozen=True)
class Answers:
    """Columns with a number per text. None where the scorer cannot say it, or was not asked."""

    model: str
    scores: Mapping[Attribute, Array]
    logits: Mapping[Attribute, Array] | None = None
    """The raw outputs that the scores were calibrated from."""
    perspective: Array | None = None
    """What it thinks Perspective's TOXICITY would be."""
    answered: Mapping[Attribute, Array] | None = None
    """What it answers to Perspective's question, on Perspective's scale."""
    classes: Mapping[str, Array] | None = None
    words: tuple[WordMarks, ...] | None = None
    """What authors see: the weights of the evidence, and by how much each is over `FLAGGED`."""

    def flag(self, attributes: Sequence[Attribute]) -> Flags | None:
        """Which texts any of these attributes raises an alarm for; None if one of them is not scored."""
        if not all(name in self.scores for name in attributes):
            return None
        return np.any([self.scores[name] >= ALARM for name in attributes], axis=0)


def ask(
    scorer: Scorer,
    texts: Sequence[str],
    *,
    words: bool = False,
    classes: bool = False,
    watch: Watch = lambda _: None,
) -> Answers:
    """Every text, block by block. With `words` and `classes` those too, if the scorer gives them."""
    parts: list[Answers] = []
    for begin in range(0, len(texts), BLOCK):
        block = texts[begin : begin + BLOCK]
        parts.append(_ask_block(scorer, block, words=words, classes=classes))
        watch(len(block))
    return _join(parts) if parts else Answers(scorer.name, {name: np.zeros(0) for name in scorer.attributes})


def _ask_block(scorer: Scorer, texts: Sequence[str], *, words: bool, classes: bool) -> Answers:
    probabilities = _classify(scorer, texts) if classes else None
    marks = None
    if words and isinstance(scorer, Examiner):
        marks = tuple(mark_evidence(one, cut=FLAGGED) for one in scorer.examine(texts))
    if isinstance(scorer, EmbeddedScorer):
        return replace(_read_outputs(scorer, texts, scorer.run(texts)), classes=probabilities, words=marks)
    columns = {name: np.asarray(column, np.float64) for name, column in scorer.score(texts).columns.items()}
    return Answers(scorer.name, columns, classes=probabilities, words=marks)


def _classify(scorer: Scorer, texts: Sequence[str]) -> Mapping[str, Array] | None:
    if not isinstance(scorer, Classifier):
        return None
    found = scorer.classify(texts)
    return (
        {name: np.asarray(found[name], np.float64) for name in CLASSES}
        if set(CLASSES) <= set(found)
        else None
    )


def _read_outputs(scorer: EmbeddedScorer, texts: Sequence[str], outputs: Outputs) -> Answers:
    card, heads = scorer.metadata, outputs.heads
    logits = {
        name: heads["attributes"][:, column].astype(np.float64) for column, name in enumerate(card.attributes)
    }
    scores = scorer.imitate(texts, outputs, scorer.calibrate(outputs))
    perspective = heads["perspective"][:, card.perspective.index(PERSPECTIVE)].astype(np.float64)
    return Answers(
        scorer.name,
        {name: np.asarray(column, np.float64) for name, column in scores.columns.items()},
        logits,
        sigmoid(perspective),
        {name: np.asarray(column, np.float64) for name, column in scores.perspective.items()}
        if scores.perspective is not None
        else None,
    )


def _join(parts: Sequence[Answers]) -> Answers:
    perspective = _present(part.perspective for part in parts)
    return Answers(
        parts[0].model,
        _join_columns([part.scores for part in parts]) or {},
        _join_columns(_present(part.logits for part in parts)),
        np.concatenate(perspective) if perspective else None,
        _join_columns(_present(part.answered for part in parts)),
        _join_columns(_present(part.classes for part in parts)),
        _join_marks(_present(part.words for part in parts)),
    )


def _present(values: Iterable[_Item | None]) -> list[_Item]:
    return [value for value in values if value is not None]


def _join_columns(parts: Sequence[Mapping[_Name, Array]]) -> dict[_Name, Array] | None:
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]} if parts else None


def _join_marks(parts: Sequence[tuple[WordMarks, ...]]) -> tuple[WordMarks, ...] | None:
    return tuple(chain.from_iterable(parts)) if parts else None
