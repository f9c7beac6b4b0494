"""Nodes on their own, with numbers that eight bits hold exactly."""

import numpy as np
import pytest

from sayso.scoring.graph import Graph
from sayso_lab.encoder.graph import GraphBuilder, Weights

EITHER = pytest.mark.parametrize("weights", ["float32", "int8"])


def run(builder: GraphBuilder, output: str, size: int, ids: list[list[int]]) -> list[list[float]]:
    builder.rename(output, "found")
    graph = Graph(builder.build(["ids"], {"found": ("texts", size)}))
    return graph.run(["found"], {"ids": np.array(ids, np.int64)})[0].tolist()


@EITHER
def test_a_product_is_the_one_that_torch_would_give(weights: Weights) -> None:
    """A row of ones sums the states: 127 + 254.."""
    builder = GraphBuilder(weights=weights)
    matrix = np.array([[1.0, 1.0], [1.0, 0.0], [-1.0, 1.0]], np.float32)
    states = builder.add("Cast", "ids", to=1)
    found = run(builder, builder.multiply(states, matrix, name="m"), 3, [[127, 254]])
    assert found == [pytest.approx([381, 127, 127], rel=0.01)]


def test_a_product_that_is_to_be_kept_is_exact() -> None:
    builder = GraphBuilder(weights="int8")
    matrix = np.array([[0.123456789, 1000.0]], np.float32)
    states = builder.add("Cast", "ids", to=1)
    found = run(builder, builder.multiply(states, matrix, name="m", keep=True), 1, [[1, 0]])
    assert found == [[pytest.approx(0.123456789)]]


@EITHER
def test_rows_of_a_table_are_looked_up(weights: Weights) -> None:
    builder = GraphBuilder(weights=weights)
    table = np.array([[127.0, -5.0], [0.0, 254.0]], np.float32)
    rows = builder.look_up(table, "ids", name="t")
    summed = builder.add("ReduceSum", rows, builder.hold_numbers(1), keepdims=0)
    found = run(builder, summed, 2, [[0, 1], [1, 1]])
    off = 0 if weights == "float32" else 1
    assert [number for row in found for number in row] == pytest.approx([127, 249, 0, 508], abs=off)


def test_a_node_with_several_outputs_names_each() -> None:
    builder = GraphBuilder(weights="float32")
    parts = builder.add("Split", builder.add("Cast", "ids", to=1), outputs=2, axis=1)
    assert run(builder, f"{parts}.1", 1, [[3, 4]]) == [[4]]


def test_what_is_held_under_a_name_is_kept_once() -> None:
    builder = GraphBuilder(weights="float32")
    names = [builder.hold(np.array([4.0], np.float32), "four") for _ in range(2)]
    assert names == ["four", "four"]
    found = builder.add("Add", *names)
    added = builder.add("Add", builder.add("Cast", "ids", to=1), found)
    assert run(builder, added, 1, [[1]]) == [[9]]
