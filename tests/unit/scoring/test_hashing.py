import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.scoring.folding import FoldTable
from sayso.scoring.hashing import BOUNDARY, FeatureHasher, HashingScheme

SCHEME = HashingScheme((2, 3, 4), bits=16)
HASHER = FeatureHasher(SCHEME, FoldTable.build())
ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)


def show(*texts: str) -> list[str]:
    """The folded texts, one by one."""
    stream = "".join("|" if code == BOUNDARY else chr(code) for code in HASHER.normalise(texts).tolist())
    assert stream[0] == stream[-1] == "|"
    return stream[1:-1].split("|")


def list_features(*texts: str) -> list[list[int]]:
    """The buckets of each text, sorted."""
    hashed = HASHER.hash(texts)
    ends = [*hashed.starts[1:].tolist(), hashed.grams.shape[1]]
    found: list[list[int]] = []
    for begin, end in zip(hashed.starts.tolist(), ends, strict=True):
        inside = (hashed.word_positions >= begin) & (hashed.word_positions < end)
        every = np.concatenate([hashed.grams[:, begin:end].ravel(), hashed.word_buckets[:, inside].ravel()])
        found.append(sorted(bucket for bucket in every.tolist() if bucket != SCHEME.empty))
    return found


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("You're SILLY!!", "youre silly"),
        ("", ""),
        ("  \n\t ", ""),
        ("naïve Ünï", "naive uni"),
        ("s1lly", "silly"),
        ("$illy", "silly"),
        ("s!lly", "silly"),
        ("hi! you", "hi you"),
        ("s**ly", "s**ly"),
        ("*silly* you", "silly you"),
        ("sooooo silly", "soo silly"),
        ("s i l l y you", "silly you"),
        ("a b or not", "a b or not"),
        ("sil\u200bly", "silly"),
        ("ѕіllу", "silly"),
        ("ⓢⓘⓛⓛⓨ", "silly"),
        ("in 1984 and 2001", "in 00 and 00"),
        ("fine\ud800day", "fine day"),
        ("ok 👍🏽", "ok 👍"),
        ("\U000e0041plane\U0010ffff", "plane"),
    ],
)
def test_disguises_fold_to_plain_words(text: str, folded: str) -> None:
    assert show(text) == [folded]


def test_texts_stay_apart_in_the_buffer() -> None:
    assert show("one ", "", " two", "a", "b", "c") == ["one", "", "two", "a", "b", "c"]


def test_a_short_word_has_the_features_counted_by_hand() -> None:
    """ "ab" is hashed as " ab ": pairs " a", "ab", "b "; threes " ab", "ab "; four " ab "; the word."""
    assert len(list_features("ab")[0]) == 3 + 2 + 1 + 1
    assert HASHER.hash(["ab"]).counts.tolist() == [7]


def test_two_words_add_a_pair_and_no_ngram_across_them() -> None:
    alone = [*list_features("ab")[0], *list_features("cd")[0]]
    assert len(list_features("ab cd")[0]) == len(alone) + 1
    assert set(list_features("ab cd")[0]) > set(alone)


def test_an_empty_text_has_no_features() -> None:
    assert HASHER.hash(["", "ab", ""]).counts.tolist() == [0, 7, 0]
    assert list_features("")[0] == []


def test_no_texts_give_no_rows() -> None:
    assert HASHER.hash([]).counts.tolist() == []


def test_the_order_of_letters_and_of_words_matters() -> None:
    assert list_features("abc")[0] != list_features("cba")[0]
    assert list_features("one two")[0] != list_features("two one")[0]


def test_buckets_spread_as_evenly_as_chance() -> None:
    """20,000 words fill 65,536 (1 - e^(-20,000 / 65,536)) = 17,235 of 65,536 buckets by chance."""
    hashed = HASHER.hash(
        [f"{number:05}".translate(str.maketrans("0123456789", "bcdfghjklm")) for number in range(20_000)]
    )
    assert len(np.unique(hashed.word_buckets[0])) == pytest.approx(17_235, rel=0.03)


@settings(max_examples=150, deadline=None)
@given(st.lists(ANY_TEXT, max_size=6))
def test_features_depend_on_the_text_alone(texts: list[str]) -> None:
    together = list_features(*texts) if texts else []
    assert together == [list_features(text)[0] for text in texts]


@settings(max_examples=100, deadline=None)
@given(st.lists(ANY_TEXT, min_size=1, max_size=6))
def test_counts_are_the_number_of_features(texts: list[str]) -> None:
    assert HASHER.hash(texts).counts.tolist() == [len(features) for features in list_features(*texts)]


def test_sums_shrink_with_a_power_of_the_number_of_features() -> None:
    hashed = HASHER.hash(["ab", "ab cd", ""])
    assert hashed.counts.tolist() == [7, 15, 0]
    assert hashed.shrink(0.5).tolist() == pytest.approx([7**-0.5, 15**-0.5, 1])
