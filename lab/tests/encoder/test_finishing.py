import pytest

from sayso.testing.tiny_tokenizer import make_tokenizer
from sayso_lab.data.rows import make_row
from sayso_lab.encoder.base import Base
from sayso_lab.encoder.finishing import export_both, make_card, spread
from sayso_lab.encoder.network import load_base

ROWS = [make_row("ours", f"you grumble {'a' * place}", {}) for place in range(1, 11)]


@pytest.mark.parametrize(
    ("most", "expected"), [(10, 10), (99, 10), (5, 5), (4, 4), (3, 3), (9, 5)], ids=lambda one: str(one)
)
def test_rows_are_spread_evenly_and_never_too_many(most: int, expected: int) -> None:
    """Every second of ten for nine, since every one would be ten."""
    found = spread(ROWS, most)
    assert len(found) == expected
    assert found[0] is ROWS[0]


def test_of_no_rows_none_are_taken() -> None:
    assert spread([], 5) == []


def test_what_ships_is_rounded_for_what_comes_in_and_the_other_graph_is_exact(base: Base) -> None:
    network = load_base(base, seed=1)
    graph, exact = export_both(network, make_card("embedded.v7", make_tokenizer(), ["grumble"]), ROWS)
    assert b"layers.0.up.weight.evening" in graph
    assert b".evening" not in exact
    assert b".numbers" not in exact
    assert not network.training
