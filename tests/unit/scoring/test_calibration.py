import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.core import Attribute
from sayso.scoring.calibration import Isotonic, PerspectiveMap, Temperature, link_ranks, sigmoid
from sayso.stats import expected_calibration_error

UNIT = st.floats(0, 1, allow_nan=False)


def test_sigmoid_is_a_half_at_nought_and_never_quite_an_end() -> None:
    values = sigmoid([0, -1e9, 1e9])
    assert values[0] == 0.5
    assert 0 < values[1] < 1e-12
    assert 1 - 1e-12 < values[2] < 1


def test_temperature_divides_and_the_offset_shifts() -> None:
    assert Temperature(2.0, 1.0).apply([4.0])[0] == pytest.approx(1 / (1 + np.exp(-3)))


def test_a_temperature_of_nought_is_refused() -> None:
    with pytest.raises(ValueError, match="a temperature must be over 0, not 0"):
        Temperature(0.0)


@pytest.mark.parametrize(("temperature", "offset"), [(0.5, 0.0), (2.0, -1.0), (4.0, 0.7)])
def test_the_fit_recovers_the_temperature_the_labels_were_drawn_with(
    temperature: float, offset: float
) -> None:
    generator = np.random.default_rng(3)
    logits = generator.normal(0, 3, 60_000)
    labels = generator.random(60_000) < Temperature(temperature, offset).apply(logits)
    fitted = Temperature.fit(logits, labels)
    assert fitted.temperature == pytest.approx(temperature, rel=0.05)
    assert fitted.offset == pytest.approx(offset, abs=0.05)


def test_the_fit_is_exact_for_labels_that_are_probabilities() -> None:
    logits = np.linspace(-5, 5, 101)
    fitted = Temperature.fit(logits, Temperature(1.7).apply(logits), offset=False)
    assert fitted.temperature == pytest.approx(1.7, rel=1e-6)
    assert fitted.offset == 0


def test_weights_count_like_copies() -> None:
    logits, labels = [1.0, -1.0, 2.0, 0.5], [1, 0, 0, 1]
    weighted = Temperature.fit(logits, labels, weights=[3, 1, 1, 2])
    copied = Temperature.fit([1.0, 1.0, 1.0, -1.0, 2.0, 0.5, 0.5], [1, 1, 1, 0, 0, 1, 1])
    assert weighted.temperature == pytest.approx(copied.temperature, rel=1e-4)
    assert weighted.offset == pytest.approx(copied.offset, rel=1e-4, abs=1e-6)


def test_outputs_that_rank_backwards_are_held_at_little_information() -> None:
    fitted = Temperature.fit([-2.0, -1.0, 1.0, 2.0], [1, 1, 0, 0])
    assert fitted.temperature == 100


def test_fitting_makes_overconfident_scores_mean_what_they_say() -> None:
    generator = np.random.default_rng(5)
    logits = generator.normal(0, 2, 20_000)
    labels = generator.random(20_000) < sigmoid(logits / 3)
    before = expected_calibration_error(labels, sigmoid(logits))
    after = expected_calibration_error(labels, Temperature.fit(logits, labels).apply(logits))
    assert before > 0.1
    assert after < 0.02


def test_isotonic_pools_neighbours_that_fall() -> None:
    """3 and 1 fall, so they become their mean 2 at the mean place 2.5."""
    assert Isotonic.fit([1, 2, 3, 4], [0, 3, 1, 5]).knots == ((1, 0), (2.5, 2), (4, 5))


def test_isotonic_averages_ties_first() -> None:
    assert Isotonic.fit([1, 1, 2], [0, 1, 1]).knots == ((1, 0.5), (2, 1))


def test_isotonic_weighs_its_pools() -> None:
    assert Isotonic.fit([1, 2], [1, 0], weights=[3, 1]).knots == ((1.25, 0.75),)


def test_isotonic_is_straight_between_knots_and_flat_beyond() -> None:
    line = Isotonic(((1.0, 0.0), (3.0, 1.0)))
    assert line.apply([0, 1, 2, 3, 9]).tolist() == [0, 0, 0.5, 1, 1]


@given(st.lists(st.tuples(UNIT, UNIT), min_size=1, max_size=40))
def test_isotonic_never_falls(pairs: list[tuple[float, float]]) -> None:
    line = Isotonic.fit([x for x, _ in pairs], [y for _, y in pairs])
    assert (np.diff(line.apply(np.linspace(0, 1, 50))) >= 0).all()


def test_isotonic_needs_a_value() -> None:
    with pytest.raises(ValueError, match="at least one value"):
        Isotonic.fit([], [])


@pytest.mark.parametrize(
    ("knots", "message"),
    [
        ((), "at least one knot"),
        (((0.0, 1.0), (1.0, 0.0)), "never down"),
        (((1.0, 0.0), (1.0, 1.0)), "go right"),
    ],
)
def test_knots_that_make_no_rising_line_are_refused(
    knots: tuple[tuple[float, float], ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Isotonic(knots)


def test_linking_recovers_a_known_curve() -> None:
    """Their score is the square root of ours: at our 0.25 stands 0.5."""
    ours = np.random.default_rng(1).random(20_000)
    curve = link_ranks(ours, np.sqrt(ours))
    assert curve.apply([0.25, 0.64]).tolist() == pytest.approx([0.5, 0.8], abs=0.01)


def test_linking_keeps_the_share_over_a_threshold_although_scores_differ_by_noise() -> None:
    generator = np.random.default_rng(2)
    trait = generator.normal(0, 1, 20_000)
    ours, theirs = (
        sigmoid(trait + generator.normal(0, 0.7, 20_000) - 2),
        sigmoid(2 * trait + generator.normal(0, 1, 20_000)),
    )
    mapped = link_ranks(ours, theirs).apply(ours)
    for threshold in (0.5, 0.7, 0.9):
        assert (mapped >= threshold).mean() == pytest.approx((theirs >= threshold).mean(), abs=0.01)


def test_linking_needs_two_texts() -> None:
    with pytest.raises(ValueError, match="at least two texts"):
        link_ranks([0.5], [0.5])


@given(st.lists(st.tuples(UNIT, UNIT), min_size=2, max_size=60))
def test_a_linked_curve_rises_strictly_from_corner_to_corner(pairs: list[tuple[float, float]]) -> None:
    curve = link_ranks([x for x, _ in pairs], [y for _, y in pairs])
    assert (curve.knots[0], curve.knots[-1]) == ((0, 0), (1, 1))
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in zip(curve.knots, curve.knots[1:], strict=False))


SCALE = PerspectiveMap({Attribute.TOXICITY: Isotonic(((0.0, 0.0), (0.4, 0.8), (1.0, 1.0)))})


def test_the_map_goes_there_and_back() -> None:
    assert SCALE.apply(Attribute.TOXICITY, [0, 0.2, 0.7, 1]) == pytest.approx([0, 0.4, 0.9, 1])
    assert SCALE.invert(Attribute.TOXICITY, [0, 0.4, 0.9, 1]) == pytest.approx([0, 0.2, 0.7, 1])


def test_an_attribute_without_a_curve_is_passed_on_unchanged() -> None:
    assert SCALE.apply(Attribute.THREAT, [0.3]) == SCALE.invert(Attribute.THREAT, [0.3]) == [0.3]


@pytest.mark.parametrize("made", [Temperature(1.5, -0.25), Isotonic(((0.0, 0.1), (1.0, 0.9))), SCALE])
def test_everything_survives_json(made: Temperature | Isotonic | PerspectiveMap) -> None:
    assert type(made).from_json(json.loads(json.dumps(made.to_json()))) == made
