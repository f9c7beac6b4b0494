from dataclasses import replace
from typing import Any

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from sayso.training.encoder.graph import GraphBuilder
from sayso.training.encoder.observing import Seen
from sayso.training.encoder.row_product import (
    GELU,
    MOST_PAIR,
    SIGNED,
    Inputs,
    add_product,
    limit_pairs,
    round_product,
    round_with_feedback,
)

Floats = NDArray[np.float64]
RANDOM = np.random.default_rng(5)
ONE_LEVEL = replace(SIGNED, levels=1)


def see(rows: Floats) -> Seen:
    return Seen(np.abs(rows).max(axis=0).astype(np.float32), rows.T @ rows)


def test_without_links_between_inputs_rounding_is_plain_rounding() -> None:
    columns = np.array([[1.2, -2.6], [0.4, 3.0]])
    rounded = round_with_feedback(columns, np.eye(2), np.ones(2))
    assert rounded.tolist() == [[1.0, -3.0], [0.0, 3.0]]


def test_an_error_is_made_good_by_an_input_that_goes_with_it() -> None:
    """Both inputs are always the same: 0.4 + 0.4 is best served by 0 and 1, not by 0 and 0."""
    rounded = round_with_feedback(np.array([[0.4], [0.4]]), np.ones((2, 2)), np.ones(1))
    assert rounded.sum() == 1.0


def test_feedback_is_nearer_to_the_product_than_plain_rounding() -> None:
    mixed = RANDOM.normal(size=(400, 8)) @ RANDOM.normal(size=(8, 32))
    weights = RANDOM.normal(size=(32, 16))
    scales = np.abs(weights).max(axis=0) / 7
    fed = round_with_feedback(weights, mixed.T @ mixed, scales) * scales
    plain = np.rint(weights / scales) * scales
    assert np.square(mixed @ (fed - weights)).sum() < 0.5 * np.square(mixed @ (plain - weights)).sum()


def test_the_larger_of_two_neighbours_gives_way() -> None:
    numbers = np.array([[100.0, -127.0], [50.0, 10.0]])
    assert limit_pairs(numbers).tolist() == [[78.0, -118.0], [50.0, 10.0]]


def test_neighbours_fit_into_sixteen_bits_together() -> None:
    product = round_product(
        RANDOM.normal(size=(16, 32)).astype(np.float32), see(RANDOM.normal(size=(90, 32)))
    )
    numbers = np.abs(product.numbers.astype(int))
    assert (numbers[0::2] + numbers[1::2]).max() <= MOST_PAIR


@pytest.mark.parametrize(("inputs", "tolerance"), [(SIGNED, 0.012), (ONE_LEVEL, 0.02), (GELU, 0.012)])
def test_the_product_is_nearly_exact(inputs: Inputs, tolerance: float) -> None:
    rows = RANDOM.normal(size=(60, 32))
    rows[:, 3] *= 20  # a channel far larger than the others, as encoders have them
    rows = rows if inputs.is_signed else np.maximum(rows, -0.17)
    weights = RANDOM.normal(size=(16, 32)).astype(np.float32)
    expected = rows @ weights.T
    found = run(weights, rows, inputs)
    assert np.abs(found - expected).max() / np.abs(expected).max() < tolerance


def test_a_row_does_not_depend_on_its_neighbours() -> None:
    rows = RANDOM.normal(size=(8, 32)) * np.array([[1.0], [100.0]] * 4)
    weights = RANDOM.normal(size=(16, 32)).astype(np.float32)
    together = run(weights, rows, SIGNED, seen=rows)
    alone = [run(weights, row[None], SIGNED, seen=rows)[0] for row in rows]
    assert np.array_equal(together, np.stack(alone))


def test_a_second_level_is_nearer_than_one() -> None:
    rows, weights = RANDOM.normal(size=(60, 32)), RANDOM.normal(size=(16, 32)).astype(np.float32)
    one, two = (
        np.abs(run(weights, rows, inputs) - rows @ weights.T).mean() for inputs in (ONE_LEVEL, SIGNED)
    )
    assert two < 0.9 * one


def test_a_row_of_noughts_gives_noughts() -> None:
    weights = np.ones((4, 8), np.float32)
    assert run(weights, np.zeros((1, 8)), SIGNED, seen=np.ones((4, 8))).tolist() == [[0.0] * 4]


def run(weights: NDArray[np.float32], rows: Floats, inputs: Inputs, *, seen: Floats | None = None) -> Floats:
    builder = GraphBuilder(weights="int8")
    nothing = builder.add("Cast", "ids", to=1)  # a graph has inputs of whole numbers only
    states = builder.add("Add", builder.hold(rows.astype(np.float32)), nothing)
    product = round_product(weights, see(rows if seen is None else seen), even=inputs.is_signed)
    builder.rename(add_product(builder, states, product, inputs, name="w"), "found")
    runtime: Any = onnxruntime
    session = runtime.InferenceSession(builder.build(["ids"], {"found": ("texts", len(weights))}))
    return session.run(["found"], {"ids": np.zeros((1, 1), np.int64)})[0]
