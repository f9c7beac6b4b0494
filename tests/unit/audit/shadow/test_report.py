"""Agreement of two services, on numbers small enough to count by hand."""

from math import atanh, isnan, tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.audit.shadow.report import (
    Counts,
    bootstrap_kappa,
    compare,
    correlate,
    count_flags,
    kappa_of_counts,
    rank,
)


def test_texts_are_counted_by_who_flags_them() -> None:
    ours, theirs = np.array([0.9, 0.8, 0.1, 0.2, 0.7]), np.array([0.9, 0.1, 0.8, 0.3, 0.7])
    # At 0.7: both 0.9/0.9 and 0.7/0.7 (the threshold itself is flagged), ours 0.8, theirs 0.8, neither 0.2.
    assert count_flags(ours, theirs, ours_at=0.7, theirs_at=0.7) == Counts(2, 1, 1, 1)


def test_kappa_and_f1_are_as_worked_out_by_hand() -> None:
    counts = Counts(both=20, only_ours=5, only_theirs=10, neither=15)
    # p_o = 35/50 = 0.7; rates 25/50 and 30/50: p_e = 0.5 * 0.6 + 0.5 * 0.4 = 0.5; (0.7 - 0.5) / 0.5 = 0.4
    assert kappa_of_counts(counts) == pytest.approx(0.4)
    # Ours flags 25, theirs 30, both together 20.
    assert counts.f1 == pytest.approx(40 / 55)
    assert counts.agreement.value == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("counts", "kappa"),
    [(Counts(5, 0, 0, 5), 1.0), (Counts(0, 5, 5, 0), -1.0), (Counts(25, 25, 25, 25), 0.0)],
    ids=["always the same", "always the opposite", "chance"],
)
def test_kappa_is_one_at_best_and_zero_for_chance(counts: Counts, kappa: float) -> None:
    assert kappa_of_counts(counts) == pytest.approx(kappa)


@pytest.mark.parametrize("counts", [Counts(0, 0, 0, 9), Counts(9, 0, 0, 0), Counts(0, 0, 0, 0)])
def test_kappa_is_undefined_where_both_only_ever_say_one_thing(counts: Counts) -> None:
    assert isnan(kappa_of_counts(counts))
    assert isnan(bootstrap_kappa(counts, seed=0).low)


def test_f1_is_undefined_where_nobody_flags_anything() -> None:
    assert isnan(Counts(0, 0, 0, 9).f1)


def test_the_interval_of_kappa_holds_it_and_shrinks_with_more_texts() -> None:
    few, many = (bootstrap_kappa(Counts(4 * n, n, 2 * n, 3 * n), seed=0) for n in (10, 1000))
    assert few.low < few.value < few.high
    assert many.high - many.low < (few.high - few.low) / 5


def test_the_interval_of_kappa_covers_the_truth_about_as_often_as_it_says() -> None:
    # Truth: cells 0.4, 0.1, 0.2, 0.3; p_o = 0.7, p_e = 0.5 * 0.6 + 0.5 * 0.4 = 0.5, kappa 0.4.
    draws = np.random.default_rng(7).multinomial(400, [0.4, 0.1, 0.2, 0.3], size=300)
    intervals = [bootstrap_kappa(Counts(*map(int, draw)), seed=1) for draw in draws]
    covered = sum(one.low <= 0.4 <= one.high for one in intervals)
    assert 0.91 * 300 <= covered <= 0.985 * 300


def test_correlation_has_fishers_interval() -> None:
    generator = np.random.default_rng(0)
    left = generator.random(103)
    right = left + generator.random(103)
    found = correlate(left, right)
    assert found.value == pytest.approx(float(np.corrcoef(left, right)[0, 1]))
    assert found.low == pytest.approx(tanh(atanh(found.value) - 1.959964 * 0.1))  # 1 / sqrt(103 - 3)


@pytest.mark.parametrize("scores", [[], [0.5], [0.5, 0.5, 0.5]])
def test_correlation_is_undefined_without_change(scores: list[float]) -> None:
    assert isnan(correlate(np.array(scores), np.array(scores)).value)


def test_three_texts_correlate_with_an_interval_that_says_nothing() -> None:
    found = correlate(np.array([0.1, 0.2, 0.9]), np.array([0.1, 0.3, 0.2]))
    assert (found.low, found.high) == (-1.0, 1.0)


def test_equal_scores_share_their_rank() -> None:
    assert rank(np.array([0.3, 0.1, 0.3, 0.9])).tolist() == [2.5, 1.0, 2.5, 4.0]


def make_scores(count: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Theirs spread evenly; ours is their square: the same order on another scale."""
    theirs = (np.arange(count) + 0.5) / count
    return theirs**2, theirs


def test_thresholds_of_another_scale_are_found_again() -> None:
    ours, theirs = make_scores()
    report = compare(ours, theirs, attribute="TOXICITY", model="linear.v1", thresholds=[0.5, 0.8])
    assert (report.texts, report.attribute, report.model) == (400, "TOXICITY", "linear.v1")
    assert report.spearman.value == pytest.approx(1)
    for one, expected in zip(report.thresholds, (0.25, 0.64), strict=True):
        assert one.same_rate is not None
        assert one.best_match is not None
        # The order is the same, so that the square of the threshold flags exactly the same texts.
        assert one.same_rate.threshold == pytest.approx(expected, abs=0.002)
        assert one.best_match.threshold == pytest.approx(expected, abs=0.002)
        assert one.best_match.kappa == one.best_match.f1 == pytest.approx(1)
        assert one.too_few == ""


def test_at_an_unchanged_threshold_the_counts_show_what_would_be_missed() -> None:
    ours, theirs = make_scores(100)
    report = compare(ours, theirs, attribute="TOXICITY", model="m", thresholds=[0.5])
    # Theirs flags 50 of 100; ours those whose square root of 0.5 = 0.7071 or more: 0.715 ... 0.995, 29 texts.
    assert report.thresholds[0].counts == Counts(both=29, only_ours=0, only_theirs=21, neither=50)


@pytest.mark.parametrize(
    ("threshold", "message"),
    [
        (0.8, "20 texts at or over 0.8 are too few for a proposal; 25 are needed"),
        (0.1, "10 texts under 0.1 are too few for a proposal; 25 are needed"),
    ],
)
def test_too_few_texts_give_no_proposal_and_say_so(threshold: float, message: str) -> None:
    ours, theirs = make_scores(100)
    (one,) = compare(ours, theirs, attribute="TOXICITY", model="m", thresholds=[threshold]).thresholds
    assert (one.too_few, one.same_rate, one.best_match) == (message, None, None)


def test_the_proposal_lies_in_the_middle_of_equally_good_ones() -> None:
    ours, theirs = np.repeat([0.2, 0.6], 30), np.repeat([0.1, 0.9], 30)
    (one,) = compare(ours, theirs, attribute="TOXICITY", model="m", thresholds=[0.5]).thresholds
    assert one.best_match is not None
    # Everything over 0.2 and up to 0.6 separates the two.
    assert one.best_match.threshold == pytest.approx(0.401)


def test_scores_of_different_texts_are_not_compared() -> None:
    with pytest.raises(ValueError, match="2 scores of ours cannot be compared with 3"):
        compare([0.1, 0.2], [0.1, 0.2, 0.3], attribute="TOXICITY", model="m", thresholds=[0.5])


@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=60, max_size=200), st.floats(0.05, 0.95)
)
def test_the_best_match_is_never_worse_than_the_same_rate(
    pairs: list[tuple[float, float]], threshold: float
) -> None:
    ours, theirs = zip(*pairs, strict=True)
    (one,) = compare(ours, theirs, attribute="TOXICITY", model="m", thresholds=[threshold]).thresholds
    counts = one.counts
    assert counts.total == len(pairs)
    if one.same_rate and one.best_match and not isnan(one.same_rate.kappa):
        assert one.best_match.kappa >= one.same_rate.kappa - 1e-9
