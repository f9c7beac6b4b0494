import numpy as np
import pytest

from sayso.core import Attribute
from sayso_lab.corpus import Corpus
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.evaluation import count_alarms, evaluate


def make_corpus(source: str, toxicity: list[float]) -> Corpus:
    labels = np.full((len(toxicity), len(ATTRIBUTES)), np.nan, np.float32)
    labels[:, ATTRIBUTES.index(Attribute.TOXICITY)] = toxicity
    count = len(toxicity)
    return Corpus(
        ["x"] * count, np.full(count, source), labels, np.ones(count, np.float32), np.full(count, "held-out")
    )


def score(values: list[float]) -> dict[Attribute, np.ndarray]:
    return dict.fromkeys(ATTRIBUTES, np.asarray(values, np.float64))


def test_a_set_is_measured_for_the_attributes_it_has_labels_for() -> None:
    corpus = make_corpus("jigsaw", [0.0] * 28 + [1.0] * 32)
    (row,) = evaluate(corpus, score([0.2] * 28 + [0.9] * 32), seed=1)
    assert (row["source"], row["attribute"], row["texts"], row["positives"]) == ("jigsaw", "TOXICITY", 60, 32)
    assert row["auc"] == [1, 1, 1]
    assert row["calibration_error"][0] == pytest.approx(2.2 / 15, abs=1e-4)  # 7 bins off by 0.2, 8 by 0.1


def test_too_few_texts_of_a_kind_are_not_shown() -> None:
    corpus = make_corpus("jigsaw", [0.0] * 30 + [1.0] * 19)
    assert evaluate(corpus, score([0.5] * 49), seed=1) == []


def test_alarms_are_the_share_at_or_over_a_half() -> None:
    corpus = make_corpus("identity_neutral", [0.0] * 4)
    (row,) = count_alarms(corpus, score([0.1, 0.5, 0.49, 0.2]))
    assert row["share"][0] == 0.25
    assert row["texts"] == 4


def test_sets_that_are_not_there_raise_no_alarm() -> None:
    assert count_alarms(make_corpus("jigsaw", [0.0]), score([0.9])) == []
