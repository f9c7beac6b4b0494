"""The table as the linear scorer learns from it."""

import numpy as np

from sayso_lab.corpus import make_corpus
from sayso_lab.data.old_split import make_key
from sayso_lab.data.rows import make_row
from sayso_lab.data.splits import Part
from sayso_lab.data.table import Table

ROWS = (
    make_row("jigsaw", "one", {"TOXICITY": 0.25, "INSULT": 1.0}),
    make_row("davidson", "two", {"TOXICITY": 1.0}),
    make_row("perspective_scores", "three", {}),
    make_row("toxic_spans_trial", "four", {}),
)
TABLE = Table(ROWS, (Part.TRAIN, Part.DEV, Part.TRAIN, Part.HELD_OUT))


def test_labels_weights_and_parts_are_those_of_the_table() -> None:
    corpus = make_corpus(TABLE)
    assert corpus.texts == ["one", "two", "four"]
    assert corpus.sources.tolist() == ["jigsaw", "davidson", "toxic_spans_trial"]
    assert (corpus.labels[0, 0], corpus.labels[0, 3], corpus.weights.tolist()) == (0.25, 1.0, [1.0, 0.5, 1.0])
    assert np.isnan(corpus.labels[0, 1])
    assert corpus.parts.tolist() == ["train", "dev", "held-out"]


def test_what_nobody_judged_is_only_measured_on() -> None:
    corpus = make_corpus(TABLE)
    assert "three" not in corpus.texts
    assert corpus.part(Part.HELD_OUT).texts == ["four"]


def test_reserved_texts_are_never_learned_from() -> None:
    corpus = make_corpus(TABLE, reserved={make_key("One!")})
    assert corpus.part(Part.TRAIN).texts == []
    assert corpus.part(Part.HELD_OUT).texts == ["one", "four"]
