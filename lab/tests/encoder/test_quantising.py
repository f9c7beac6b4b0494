import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sayso_lab.encoder.quantising import round_rows, round_table


@given(st.integers(0, 2**32 - 1), st.floats(1e-3, 1e3))
def test_rounding_moves_a_row_by_at_most_a_sixth_of_its_largest_number(seed: int, scale: float) -> None:
    """At a clip of .85 the largest number moves by .15 of itself; the others by half a step."""
    table = (np.random.default_rng(seed).standard_normal((4, 16)) * scale).astype(np.float32)
    rounded = round_rows(table)
    moved = np.abs(rounded.numbers * rounded.scales - table).max(axis=1)
    assert (moved <= np.abs(table).max(axis=1) * (0.15 + 1 / 254 + 1e-5)).all()


def test_numbers_that_fit_are_kept_exactly() -> None:
    table = np.array([[127.0, -3.0, 64.0], [0.0, 0.0, 0.0]], np.float32)
    rounded = round_rows(table)
    assert (rounded.numbers * rounded.scales).tolist() == table.tolist()


def test_an_outlier_is_cut_where_that_serves_the_rest() -> None:
    many = np.linspace(-0.9, 0.9, 5000, dtype=np.float32) + np.float32(0.0031)
    rounded = round_rows(np.append(many, np.float32(1.0))[None])
    assert rounded.scales[0, 0] < 1.0 / 127


def test_a_strong_column_does_not_take_the_steps_from_the_others() -> None:
    table = np.random.default_rng(1).standard_normal((50, 16)).astype(np.float32)
    table[:, 3] *= 40
    rounded = round_table(table)
    moved = np.abs(rounded.numbers * rounded.scales * rounded.strengths - table)
    assert moved[:, 4:].max() < 0.05
    assert np.abs(round_rows(table).numbers * round_rows(table).scales - table)[:, 4:].max() > 0.2


def test_a_column_of_noughts_stays_one() -> None:
    rounded = round_table(np.array([[1.0, 0.0], [-0.5, 0.0]], np.float32))
    assert np.isfinite(rounded.strengths).all()
    assert not (rounded.numbers * rounded.scales * rounded.strengths)[:, 1].any()
