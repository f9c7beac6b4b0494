import numpy as np
from numpy.typing import NDArray

from sayso.scoring.graph import Graph
from sayso_lab.encoder.graph import GraphBuilder
from sayso_lab.encoder.observing import Seen
from sayso_lab.encoder.product import add_product, round_product, round_with_feedback

Floats = NDArray[np.float64]
RANDOM = np.random.default_rng(5)


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


def test_the_product_is_nearly_exact() -> None:
    rows = RANDOM.normal(size=(60, 64))
    rows[:, 3] *= 20  # a channel far larger than the others, as encoders have them
    weights = RANDOM.normal(size=(32, 64)).astype(np.float32)
    expected = rows @ weights.T
    found = run(weights, rows)
    assert np.abs(found - expected).max() / np.abs(expected).max() < 0.02


def test_a_strong_channel_is_evened_out() -> None:
    rows = RANDOM.normal(size=(60, 64))
    rows[:, 3] *= 100
    product = round_product(RANDOM.normal(size=(32, 64)).astype(np.float32), see(rows))
    assert product.evening[3] < 0.5 * np.median(product.evening)


def test_a_row_does_not_depend_on_its_neighbours() -> None:
    rows = RANDOM.normal(size=(8, 64)) * np.array([[1.0], [100.0]] * 4)
    weights = RANDOM.normal(size=(32, 64)).astype(np.float32)
    together = run(weights, rows, seen=rows)
    alone = [run(weights, row[None], seen=rows)[0] for row in rows]
    assert np.array_equal(together, np.stack(alone))


def test_a_row_of_noughts_gives_noughts() -> None:
    weights = np.ones((4, 8), np.float32)
    assert run(weights, np.zeros((1, 8)), seen=np.ones((4, 8))).tolist() == [[0.0] * 4]


def run(weights: NDArray[np.float32], rows: Floats, *, seen: Floats | None = None) -> NDArray[np.float32]:
    builder = GraphBuilder(weights="int8")
    product = round_product(weights, see(rows if seen is None else seen))
    builder.rename(add_product(builder, "rows", product, name="w"), "found")
    shape = ("texts", weights.shape[1])
    graph = Graph(builder.build([], {"found": ("texts", len(weights))}, floats={"rows": shape}))
    return graph.run(["found"], {"rows": rows.astype(np.float32)})[0]
