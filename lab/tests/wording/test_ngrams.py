"""The n-gram model, from sentences to a file."""

from datetime import UTC, datetime
from math import exp
from pathlib import Path

import pytest
from lab.tests.tiny_masked import write_parquet

from sayso.core.errors import BadFile
from sayso.predicting.ngrams import NgramModel, load_ngrams
from sayso_lab.card_wording import read_ngrams
from sayso_lab.wording.ngrams import NgramJob, estimate, make_ngrams

SENTENCES = [["a", "red", "door"], ["a", "red", "car"], ["a", "red", "door"], ["the", "blue", "door"]]


def test_what_follows_adds_up_to_one_and_what_was_seen_more_is_likelier() -> None:
    model = NgramModel(*estimate(SENTENCES, least=(1, 1)))
    likely = dict(zip(model.words, map(exp, model.log_probabilities("a", "red", model.words)), strict=True))
    assert likely["door"] > likely["car"] > likely["blue"]
    assert sum(likely.values()) == pytest.approx(1, abs=0.05)  # each in sixteenths of a logarithm


def test_a_model_is_written_with_its_record_and_each_sentence_counts_once(tmp_path: Path) -> None:
    texts = ["a red door", "a red door", "a blue door"]
    columns = {"text": texts, "source": ["talk", "talk", "news"], "licence": ["CC0", "CC0", "MIT"]}
    write_parquet(tmp_path / "everyday_text.parquet", columns)
    made = make_ngrams(NgramJob(tmp_path, tmp_path / "out", datetime(2026, 2, 3, tzinfo=UTC)))
    assert made.sentences == 2
    assert "door" in load_ngrams(made.path)
    record = read_ngrams(made.path).record
    assert (record["date"], record["sources"]) == ("2026-02-03", [["talk", 2, "CC0"], ["news", 1, "MIT"]])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"everyday_text\.parquet"):
        make_ngrams(NgramJob(tmp_path, tmp_path, datetime(2026, 2, 3, tzinfo=UTC)))
