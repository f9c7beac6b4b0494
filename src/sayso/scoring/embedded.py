"""The embedded model: scores, classes, and the evidence for them, from one small encoder."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sayso.core import Attribute, Evidence, Scorer, Scores, UnjudgedReason, WordWeight
from sayso.scoring.calibration import PerspectiveMap, sigmoid
from sayso.scoring.encoder_file import EncoderMetadata, load_encoder
from sayso.scoring.encoder_run import EncoderRun, Outputs, TokenAttention
from sayso.scoring.encoder_tokenizer import find_tokens
from sayso.scoring.imitation import find_open
from sayso.scoring.optional_roles import put_on_perspective
from sayso.scoring.readings import read_texts
from sayso.scoring.registry import ScorerContext, refuse_argument
from sayso.scoring.weight_files import ENCODER
from sayso.scoring.word_marker import WordMarker
from sayso.text.words import split_words

Array = NDArray[np.float64]
MOST_UNKNOWN = 0.5
"""A text of which the model does not know more than this is unjudged."""


class EmbeddedScorer:
    """Scores texts of any length; long ones in overlapping windows."""

    def __init__(self, metadata: EncoderMetadata, graph: bytes, *, threads: int = 0) -> None:
        self.metadata = metadata
        self.name = metadata.name
        self.attributes: frozenset[Attribute] = frozenset(metadata.attributes)
        self.languages: frozenset[str] = frozenset(metadata.languages)
        self.scale_map: PerspectiveMap | None = metadata.scale_map
        lanes = np.array([(one.temperature, one.offset) for one in metadata.temperatures])
        self._charged = frozenset(metadata.charged)
        self._temperatures, self._offsets = lanes.reshape(len(metadata.attributes), 2).T
        self._marker = WordMarker(metadata)
        self.run = EncoderRun(metadata, graph, threads=threads).run

    def score(self, texts: Sequence[str]) -> Scores:
        readings = read_texts(texts)
        outputs = self.run(readings.texts)
        return readings.join(self.imitate(readings.texts, outputs, self.calibrate(outputs)))

    def examine(self, texts: Sequence[str]) -> list[Evidence]:
        return self.judge(texts)[1]

    def judge(self, texts: Sequence[str]) -> tuple[Scores, list[Evidence]]:
        """Scores and evidence from one pass; the evidence is that of the reading with most TOXICITY."""
        readings = read_texts(texts)
        outputs = self.run(readings.texts, words=True)
        scores = self.calibrate(outputs)
        toxicity = scores.column(Attribute.TOXICITY)
        evidence = self.explain(readings.texts, outputs, toxicity=toxicity)
        chosen = readings.choose(toxicity)
        scores = self.imitate(readings.texts, outputs, scores)
        return readings.join(scores), [readings.place(place, evidence[place]) for place in chosen]

    def attend(self, texts: Sequence[str]) -> list[tuple[WordWeight, ...]]:
        """Where the model looked: the share of the attention that the tokens of each word got together."""
        found = self.run(texts, attention=True).attention
        return [share_attention(text, one) for text, one in zip(texts, found, strict=True)]

    def classify(self, texts: Sequence[str]) -> Mapping[str, list[float]]:
        """Probabilities of HateXplain's three classes."""
        logits = self.run(texts).heads["classes"].astype(np.float64).reshape(-1, len(self.metadata.classes))
        odds = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-np.inf))
        columns = (odds / odds.sum(axis=1, keepdims=True)).T.tolist()
        return dict(zip(self.metadata.classes, columns, strict=True))

    def calibrate(self, outputs: Outputs) -> Scores:
        """All attributes' temperatures at once: one by one they take longer than the arithmetic."""
        logits = outputs.heads["attributes"].astype(np.float64).reshape(-1, len(self.metadata.attributes))
        columns = sigmoid(logits / self._temperatures + self._offsets).T.tolist()
        unjudged: dict[int, UnjudgedReason] = {
            row: "unreadable" for row, share in enumerate(outputs.unknown) if share > MOST_UNKNOWN
        }
        return Scores(self.name, dict(zip(self.metadata.attributes, columns, strict=True)), unjudged)

    def imitate(self, texts: Sequence[str], outputs: Outputs, scores: Scores) -> Scores:
        """The scores, and beside them what Perspective would answer, if the metadata say how. An attribute
        that no output learned from Perspective goes by the map."""
        if self.metadata.imitation is None or not texts:
            return scores
        answers = self.metadata.imitation.answer(
            self.read_imitated(outputs),
            worst=np.max(list(scores.columns.values()), axis=0),
            is_open=find_open(texts, self._charged),
        )
        by_map = put_on_perspective(scores, self.scale_map).columns
        return replace(scores, perspective={**by_map, **answers})

    def read_imitated(self, outputs: Outputs) -> dict[Attribute, Array]:
        """What the output that learned Perspective's scores says, from 0 to 1, before any curve."""
        names = self.metadata.perspective
        imitated = sigmoid(outputs.heads["perspective"].reshape(-1, len(names)))
        return {name: imitated[:, names.index(name)] for name in self.metadata.attributes if name in names}

    def explain(self, texts: Sequence[str], outputs: Outputs, *, toxicity: Sequence[float]) -> list[Evidence]:
        """`toxicity` is each text's score as a whole."""
        groups, implied = (sigmoid(outputs.heads[head]).tolist() for head in ("groups", "implied"))
        return [
            Evidence(
                words=self._marker.mark(text, marks, toxicity=score),
                targets=_name(self.metadata.groups, groups[index]),
                implied=_name(self.metadata.implied, implied[index]),
            )
            for index, (text, marks, score) in enumerate(zip(texts, outputs.marks, toxicity, strict=True))
        ]


def share_attention(text: str, attention: TokenAttention) -> tuple[WordWeight, ...]:
    """For each word the shares of its tokens, added up; none is left out, for there is no cut of its own."""
    words = split_words(text)
    return tuple(
        WordWeight(word.span, float(attention.shares[tokens].sum()), word.text)
        for word, tokens in zip(words, find_tokens(words, attention.begins, attention.ends), strict=True)
    )


def _name(names: Sequence[str], values: Sequence[float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in zip(names, values, strict=True)}


def load_embedded(path: Path, *, threads: int = 0) -> EmbeddedScorer:
    """The scorer of a metadata and the graph beside it."""
    metadata, graph = load_encoder(path)
    try:
        return EmbeddedScorer(metadata, graph, threads=threads)
    except Exception as error:  # the runtime's own errors have no common type
        raise ENCODER.damaged(path.with_suffix(".onnx"), "the runtime cannot load it") from error


def build(argument: str, context: ScorerContext, create: Callable[[str], Scorer]) -> EmbeddedScorer:  # noqa: ARG001 - the registry's shape
    """What the registry calls for `embedded` and `embedded.vN`."""
    refuse_argument("embedded", argument, hint="Write embedded, or a version such as embedded.v4.")
    return load_embedded(ENCODER.find(context.version, context.models_dir))
