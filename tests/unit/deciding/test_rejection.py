"""Value-sensitive rejection: the numbers of the thesis worked out by hand, and what must hold for all."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.core.errors import BadInput
from sayso.deciding.density import draw_density_curve
from sayso.deciding.rejection import Predictions, draw_curve, fit_rejection
from sayso.deciding.values import Values

THESIS = Values(18.15, 36.32, -16.69, -28.08, -4.82)
ZEROS = Values(0, 0, -16.69, -28.08, -4.82)


def make(rows: list[tuple[float, int, int]]) -> Predictions:
    confidence, predicted, actual = zip(*rows, strict=True)
    return Predictions(np.array(confidence, float), np.array(predicted, bool), np.array(actual, bool))


SIX = make([(0.95, 1, 1), (0.90, 0, 0), (0.80, 1, 0), (0.70, 0, 1), (0.65, 0, 0), (0.55, 1, 0)])


def test_six_predictions_by_hand() -> None:
    curve = draw_curve(SIX, THESIS)
    assert curve.thresholds.tolist() == [0.5, 0.65, 0.7, 0.8, 0.9, 0.95, 1.0]
    assert curve.value.round(4).tolist() == [9.7083, 13.665, -0.0483, 7.705, 11.6617, -2.0517, -9.7083]
    assert curve.mean_value.round(4).tolist() == [4.8883, 6.8667, 0.01, 3.8867, 5.865, -0.9917, -4.82]
    zeros = draw_curve(SIX, ZEROS)
    assert zeros.value.round(4).tolist() == [-5.4233, -1.4667, -3.0733, 4.68, 8.6367, 7.03, 5.4233]


def test_the_best_threshold_of_six_by_hand() -> None:
    found = fit_rejection(SIX, THESIS)
    assert (found.tau, found.reject_all, found.beneficial) == (0.65, False, True)
    assert (round(found.rejection_rate, 4), found.accuracy_accepted) == (0.1667, 0.6)
    assert found.counts["rejected"] == {"tp": 0, "tn": 0, "fp": 1, "fn": 0}
    assert (found.toxic.tau, round(found.toxic.value, 4)) == (0.95, 7.785)
    assert (found.harmless.tau, round(found.harmless.value, 4)) == (0.5, 9.8367)
    zeros = fit_rejection(SIX, ZEROS)
    assert (zeros.tau, round(zeros.rejection_rate, 4), zeros.accuracy_accepted) == (0.9, 0.6667, 1.0)


COUNTS = [
    # all; V(0); V(0) with zeros; accepted at the thesis's threshold; V there with zeros
    ((689, 2036, 171, 322), 27.989, 1.123, (472, 1724, 59, 159), 2.721),
    ((481, 1056, 335, 528), 15.931, -3.687, (31, 45, 16, 9), 3.660),
    ((763, 1971, 236, 248), 27.981, 1.432, (521, 1708, 55, 124), 3.047),
    ((514, 1023, 368, 495), 15.838, -3.531, (0, 163, 0, 22), 3.759),
    ((669, 2017, 190, 342), 27.388, 0.850, (466, 1621, 74, 164), 2.485),
    ((586, 924, 467, 423), 15.038, -3.377, (0, 0, 0, 0), 3.377),
]


@pytest.mark.parametrize(("everything", "whole", "zeros", "accepted", "there"), COUNTS)
def test_the_counts_of_the_thesis_give_these_values(
    everything: tuple[int, ...], whole: float, zeros: float, accepted: tuple[int, ...], there: float
) -> None:
    kinds = ((1, 1), (0, 0), (1, 0), (0, 1))
    rows: list[tuple[float, int, int]] = []
    for (predicted, actual), all_, kept in zip(kinds, everything, accepted, strict=True):
        rows += [(0.9, predicted, actual)] * kept + [(0.6, predicted, actual)] * (all_ - kept)
    predictions = make(rows)
    assert draw_curve(predictions, THESIS).value[0] == pytest.approx(whole, abs=0.001)
    curve = draw_curve(predictions, ZEROS)
    assert curve.value[0] == pytest.approx(zeros, abs=0.001)
    at = int(np.searchsorted(curve.thresholds, 0.9)) if sum(accepted) else -1
    assert curve.value[at] == pytest.approx(there, abs=0.001)


def test_thresholds_for_true_shares_by_hand() -> None:
    assert THESIS.calibrated_threshold_toxic == pytest.approx(0.3407, abs=5e-5)
    assert THESIS.calibrated_threshold_harmless == pytest.approx(0.3612, abs=5e-5)
    assert ZEROS.calibrated_threshold_toxic == pytest.approx(0.7112, abs=5e-5)
    assert ZEROS.calibrated_threshold_harmless == pytest.approx(0.8283, abs=5e-5)


def test_on_true_shares_the_search_finds_the_closed_form() -> None:
    rng = np.random.default_rng(5)
    confidence = rng.uniform(0.5, 1, 200_000)
    predicted = rng.random(len(confidence)) < 0.5
    right = rng.random(len(confidence)) < confidence
    predictions = Predictions(confidence, predicted, np.where(right, predicted, ~predicted))
    found = fit_rejection(predictions, ZEROS)
    assert found.toxic.tau == pytest.approx(0.711, abs=0.03)
    assert found.harmless.tau == pytest.approx(0.828, abs=0.03)
    closed = (confidence >= np.where(predicted, 0.7112, 0.8283)) * 1.0
    margins = np.select(
        [right & predicted, right, predicted], [4.82, 4.82, -11.87], -23.26
    )  # of tp, tn, fp, fn: values less -4.82
    lost = found.toxic.value + found.harmless.value - float((margins * (2 * closed - 1)).mean())
    assert 0 <= lost < 0.01
    assert fit_rejection(predictions, THESIS).tau == pytest.approx(0.5, abs=0.01)


predictions = st.lists(
    st.tuples(st.integers(50, 100).map(lambda whole: whole / 100), st.integers(0, 1), st.integers(0, 1)),
    min_size=1,
    max_size=40,
).map(make)
number = st.integers(-100, 100).map(float)
values = st.builds(Values, number, number, number, number, number)


@given(predictions, values, st.sampled_from([0.5, 2.0, 8.0]), st.integers(-50, 50))
@settings(max_examples=60)
def test_scale_and_shift_change_no_threshold(
    texts: Predictions, worth: Values, scale: float, shift: int
) -> None:
    changed = Values(
        *(scale * (one + shift) for one in (worth.tp, worth.tn, worth.fp, worth.fn, worth.rejection))
    )
    assert fit_rejection(texts, changed).tau == fit_rejection(texts, worth).tau
    assert draw_curve(texts, changed).value == pytest.approx(scale * draw_curve(texts, worth).value)


@given(predictions, values)
@settings(max_examples=60)
def test_what_holds_of_every_curve(texts: Predictions, worth: Values) -> None:
    curve, found = draw_curve(texts, worth), fit_rejection(texts, worth)
    assert curve.value[-1] == pytest.approx(-curve.value[0])
    assert curve.value == pytest.approx(2 * curve.mean_value - curve.mean_value[0] - worth.rejection)
    assert found.value >= abs(curve.value[0]) - 1e-9
    assert found.toxic.value + found.harmless.value >= found.value - 1e-9
    assert found.beneficial == (found.value > abs(curve.value[0]) + 1e-9)
    assert sum(found.counts["accepted"].values()) + sum(found.counts["rejected"].values()) == len(texts)


@given(predictions, values, st.sampled_from(["fp", "fn", "rejection", "tp", "tn"]), st.integers(1, 60))
@settings(max_examples=100)
def test_dearer_errors_never_lower_a_threshold_and_dearer_asking_never_raises_one(
    texts: Predictions, worth: Values, name: str, by: int
) -> None:
    before = fit_rejection(texts, worth)
    given_ = {kind: getattr(worth, kind) for kind in ("tp", "tn", "fp", "fn", "rejection")}
    better = name in ("tp", "tn")
    after = fit_rejection(texts, Values(**{**given_, name: given_[name] + (by if better else -by)}))
    old, new = (2.0 if one.reject_all else one.tau for one in (before, after))
    assert new >= old if name in ("fp", "fn") else new <= old


@pytest.mark.parametrize("form", ["reflected", "as-published"])
def test_the_smooth_curve_is_near_the_steps_and_only_the_published_one_loses_mass(form: str) -> None:
    rng = np.random.default_rng(2)
    confidence = 0.5 + 0.5 * rng.beta(2, 1, 4_000)
    predicted = rng.random(len(confidence)) < 0.4
    right = rng.random(len(confidence)) < confidence
    texts = Predictions(confidence, predicted, np.where(right, predicted, ~predicted))
    steps, smooth = draw_curve(texts, ZEROS), draw_density_curve(texts, ZEROS, form=form)  # type: ignore[arg-type]
    assert smooth.thresholds[smooth.best] == pytest.approx(steps.thresholds[steps.best], abs=0.03)
    lost = abs(smooth.value[0] + smooth.value[-1])
    assert lost < 1e-6 if form == "reflected" else lost > 1e-4


def test_a_type_with_few_predictions_keeps_its_steps() -> None:
    assert draw_density_curve(SIX, THESIS).value[150] == pytest.approx(13.665)  # at .650
    assert draw_density_curve(SIX, THESIS, form="as-published").value.tolist() == [0.0] * 501


def test_conditions_say_in_words_what_does_not_hold() -> None:
    assert [one.name for one in THESIS.check_conditions() if not one.holds] == []
    odd = Values(tp=1, tn=1, fp=5, fn=-1, rejection=0)
    assert [one.name for one in odd.check_conditions() if not one.holds] == ["3.1", "3.2b", "fp"]


def test_a_confidence_under_a_half_is_refused_with_the_way_to_make_one() -> None:
    with pytest.raises(BadInput, match=r"Row 2: the confidence 0\.4"):
        make([(0.9, 1, 1), (0.4, 1, 1)])
