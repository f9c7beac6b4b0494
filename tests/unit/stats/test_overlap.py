import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.stats.overlap import chance_overlap, character_f1, overlap_coefficient

OFFSETS = st.frozensets(st.integers(0, 30))


@pytest.mark.parametrize(
    ("gold", "marked", "value"),
    [
        (set[int](), set[int](), 1.0),
        ({1, 2}, set[int](), 0.0),
        (set[int](), {1, 2}, 0.0),
        ({0, 1, 2, 3}, {2, 3, 4, 5}, 0.5),  # 2 of 4 and 2 of 4
        ({0, 1, 2, 3, 4, 5}, {0, 1}, 0.5),  # precision 1, recall 1/3: 2 * 1/3 / (4/3)
        ({7}, {7}, 1.0),
    ],
)
def test_character_f1_follows_the_definition(gold: set[int], marked: set[int], value: float) -> None:
    assert character_f1(gold, marked) == pytest.approx(value)


def test_offsets_named_twice_count_once() -> None:
    assert character_f1([1, 1, 2], [1, 2, 2]) == 1.0


@given(OFFSETS, OFFSETS)
def test_character_f1_is_the_same_both_ways_and_one_only_for_equals(
    gold: frozenset[int], marked: frozenset[int]
) -> None:
    value = character_f1(gold, marked)
    assert 0 <= value <= 1
    assert value == character_f1(marked, gold)
    assert (value == 1) == (gold == marked)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ({1, 2}, {2, 3, 4}, 0.5),
        ({1}, {1, 2, 3}, 1.0),
        ({1}, {2}, 0.0),
        (set[int](), {1}, 0.0),
        (set[int](), set[int](), 0.0),
    ],
)
def test_the_smaller_set_counts(left: set[int], right: set[int], expected: float) -> None:
    assert overlap_coefficient(left, right) == expected
    assert overlap_coefficient(right, left) == expected


@pytest.mark.parametrize(
    ("left", "right", "total", "expected"),
    # Two of four by chance: each of the two wanted is among them every other time.
    [(2, 2, 4, 0.5), (1, 3, 4, 0.75), (4, 1, 4, 1.0), (0, 2, 4, 0.0)],
)
def test_chance_hits_the_share_of_the_larger_set(left: int, right: int, total: int, expected: float) -> None:
    assert chance_overlap(left, right, total) == expected
