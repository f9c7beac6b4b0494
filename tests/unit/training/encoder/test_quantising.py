import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sayso.training.encoder.quantising import round_blocks, round_rows


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


@pytest.mark.parametrize(("width", "blocks"), [(64, 1), (65, 2), (128, 2)])
def test_a_matrix_is_filled_up_to_whole_blocks(width: int, blocks: int) -> None:
    weights = np.random.default_rng(1).standard_normal((3, width)).astype(np.float32)
    rounded = round_blocks(weights, block=64)
    assert rounded.numbers.shape == (3, blocks, 64)
    back = (rounded.numbers * rounded.scales[..., None]).reshape(3, -1)
    assert np.abs(back[:, :width] - weights).max() < 0.5
    assert not back[:, width:].any()
