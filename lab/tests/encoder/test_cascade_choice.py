import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sayso.core import Attribute
from sayso.scoring.encoder_file import SettledRange
from sayso_lab.encoder.cascade_choice import NOTHING, choose_limits, find_disagreement, measure_settling

TOXICITY, INSULT, THREAT = Attribute.TOXICITY, Attribute.INSULT, Attribute.THREAT
FIRST = {TOXICITY: np.array([0.1, 0.2, 0.3, 0.9]), INSULT: np.array([0.1, 0.1, 0.1, 0.1])}
SECOND = {TOXICITY: np.array([0.1, 0.1, 0.8, 0.9]), INSULT: np.zeros(4), THREAT: np.ones(4)}
"""They fall on different sides for the third text alone; only the second scores THREAT."""


def test_two_scorers_disagree_where_any_shared_attribute_is_on_the_other_side() -> None:
    assert find_disagreement(FIRST, SECOND).tolist() == [False, False, True, False]


def test_settled_and_disagreement_are_shares_of_all_texts() -> None:
    found = measure_settling({TOXICITY: SettledRange(0.3, 0.95)}, FIRST, find_disagreement(FIRST, SECOND))
    assert found.describe() == {"settled": 0.75, "disagreement": 0.25}


def test_as_much_is_settled_as_the_disagreement_allows() -> None:
    none = choose_limits(FIRST, SECOND, most_disagreement=0.0)
    assert none.describe() == {"settled": 0.75, "disagreement": 0.0}
    assert 0.2 <= none.limits[TOXICITY].low < 0.3
    assert 0.3 < none.limits[TOXICITY].high <= 0.9
    assert choose_limits(FIRST, SECOND, most_disagreement=0.25).settled == 1.0
    assert set(none.limits) == {TOXICITY, INSULT}


def test_attributes_get_limits_of_their_own() -> None:
    """Disagreements lie at 0.2 of TOXICITY and nowhere on INSULT, which may be settled whatever it is."""
    first = {TOXICITY: np.array([0.1, 0.2, 0.1]), INSULT: np.array([0.4, 0.1, 0.2])}
    second = {TOXICITY: np.array([0.1, 0.9, 0.1]), INSULT: np.zeros(3)}
    found = choose_limits(first, second, most_disagreement=0.0)
    assert found.describe() == {"settled": 0.6667, "disagreement": 0.0}
    assert found.limits[TOXICITY].low < 0.2
    assert found.limits[INSULT].low >= 0.4 or found.limits[INSULT].high <= 0.4


def test_where_nothing_may_be_settled_nothing_is() -> None:
    first, second = {TOXICITY: np.full(5, 0.3)}, {TOXICITY: np.full(5, 0.9)}
    found = choose_limits(first, second, most_disagreement=0.0)
    assert (found.settled, found.limits) == (0.0, {TOXICITY: NOTHING})


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=30))
def test_the_disagreement_is_never_over_what_is_allowed(pairs: list[tuple[float, float]]) -> None:
    first, second = ({TOXICITY: np.array(column)} for column in zip(*pairs, strict=True))
    found = choose_limits(first, second, most_disagreement=0.1)
    assert found.disagreement <= 0.1
    assert found.settled >= found.disagreement
    assert found.settled == pytest.approx(
        measure_settling(found.limits, first, find_disagreement(first, second)).settled
    )
