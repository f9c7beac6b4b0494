from dataclasses import replace
from random import Random

import numpy as np
import pytest

from sayso.text.lexicon import Lexicon
from sayso_lab.data.rows import make_row
from sayso_lab.encoder.augmentation import Augmentation
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.samples import Sample, make_sample

PLAIN = EncoderConfig(
    disguised_contrast=0, disguised_harmful=0, disguised_other=0, swapped_groups=0, changed_case=0
)
LEXICON = Lexicon({"some": 1, "people": 2}, [])


def change(
    config: EncoderConfig, text: str, source: str = "ours", seed: int = 1, harm: float = 0.0
) -> Sample:
    row = make_row(source, text, {"TOXICITY": harm}, groups={"women": 1.0})
    augmentation = Augmentation(config, LEXICON, frozenset({"wobbly"}))
    return augmentation.change(make_sample(row, LEXICON, longest_text=2000), Random(seed))


def test_with_every_share_at_nought_nothing_changes() -> None:
    assert change(PLAIN, "Some wobbly people").text == "Some wobbly people"


def test_a_group_takes_the_place_of_another_and_the_target_is_forgotten() -> None:
    config = replace(PLAIN, swapped_groups=1.0)
    found = {change(config, "two gays and a cat", "toxigen", seed).text for seed in range(20)}
    assert len(found) > 3
    assert all(text.startswith("two ") and text.endswith("s and a cat") for text in found)
    assert change(config, "two gays and a cat", "toxigen").groups is None


def test_without_a_group_to_swap_the_target_stays() -> None:
    sample = change(replace(PLAIN, swapped_groups=1.0), "two dogs and a cat", "toxigen")
    assert (sample.text, sample.groups is None) == ("two dogs and a cat", False)


def test_sets_that_mark_words_keep_their_groups() -> None:
    assert change(replace(PLAIN, swapped_groups=1.0), "two gays", "hatexplain").text == "two gays"


@pytest.mark.parametrize(
    ("share", "source", "harm"),
    [
        ("disguised_contrast", "contrast", 0.0),
        ("disguised_harmful", "ours", 1.0),
        ("disguised_other", "ours", 0.0),
    ],
)
def test_each_kind_of_text_is_disguised_at_its_own_share(share: str, source: str, harm: float) -> None:
    always = replace(PLAIN, **{share: 1.0})
    texts = {change(always, "a wobbly table", source, seed, harm).text for seed in range(30)}
    assert len(texts) > 5
    never = replace(EncoderConfig(), **{share: 0.0}, changed_case=0.0)
    assert {change(never, "a wobbly table", source, seed, harm).text for seed in range(30)} == {
        "a wobbly table"
    }


def test_marks_follow_a_disguise() -> None:
    marks = np.array([0, 0] + [250] * 6 + [0] * 6, np.uint8)
    row = make_row("ours", "a wobbly table", {"TOXICITY": 1.0}, word_marks=marks)
    augmentation = Augmentation(replace(PLAIN, disguised_harmful=1.0), LEXICON, frozenset({"wobbly"}))
    for seed in range(30):
        sample = augmentation.change(make_sample(row, LEXICON, longest_text=99), Random(seed))
        assert sample.word_marks is not None
        assert len(sample.word_marks) == len(sample.text)
        assert sample.word_marks[0] == 0
        assert sample.word_marks.any()


@pytest.mark.parametrize("source", ["perspective_scores", "wiki_context"])
def test_what_perspective_scored_is_read_as_it_was(source: str) -> None:
    config = replace(PLAIN, disguised_other=1.0, disguised_harmful=1.0)
    assert change(config, "a wobbly table", source).text == "a wobbly table"


def test_a_long_text_is_not_disguised() -> None:
    text = "a wobbly table " * 100
    assert change(replace(PLAIN, disguised_other=1.0), text).text == text


def test_case_changes_where_that_keeps_the_length() -> None:
    config = replace(PLAIN, changed_case=1.0)
    assert {change(config, "Some Tea", seed=seed).text for seed in range(20)} == {"SOME TEA", "some tea"}
    # A long s is folded before this; a letter whose capital is two letters stays as it is.
    assert {change(config, "straße", seed=seed).text for seed in range(20)} == {"straße"}


def test_lengths_are_drawn_by_their_shares() -> None:
    config = replace(PLAIN, long_share=0.2, middle_share=0.3)
    drawn = [change(config, "some tea", seed=seed).longest for seed in range(400)]
    assert drawn.count(256) / 400 == pytest.approx(0.2, abs=0.06)
    assert drawn.count(128) / 400 == pytest.approx(0.3, abs=0.07)
    assert set(drawn) == {96, 128, 256}


def hide(config: EncoderConfig, tokens: int, seed: int = 1) -> frozenset[int]:
    return Augmentation(config, LEXICON, frozenset()).hide(tokens, Random(seed))


def test_tokens_are_hidden_by_their_shares() -> None:
    config = replace(PLAIN, hidden_texts=0.5, hidden_tokens=0.1)
    drawn = [hide(config, 52, seed) for seed in range(600)]
    touched = [places for places in drawn if places]
    assert len(touched) / 600 == pytest.approx(0.5, abs=0.06)
    assert sum(map(len, touched)) / len(touched) == pytest.approx(5, abs=0.4)


def test_begin_and_end_are_never_hidden() -> None:
    assert hide(replace(PLAIN, hidden_texts=1.0, hidden_tokens=1.0), 5) == {1, 2, 3}


def test_without_a_share_nothing_is_hidden() -> None:
    assert hide(replace(PLAIN, hidden_texts=0.0, hidden_tokens=1.0), 5) == frozenset()
