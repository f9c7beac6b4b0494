from typing import Literal, get_args

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from sayso.scoring.graph import Graph
from sayso_lab.encoder.base import Base
from sayso_lab.encoder.export import ATTENTION, export_graph
from sayso_lab.encoder.network import FAR, OUTPUTS, WORD_OUTPUTS, Layer, Network, load_base
from sayso_lab.encoder.observing import observe

IDS = np.array([[2, 5, 6, 7, 9, 3], [2, 8, 11, 3, 0, 0], [2, 12, 3, 0, 0, 0]], np.int64)
LENGTHS = (6, 4, 3)
MASK = (np.arange(6)[None] < np.array(LENGTHS)[:, None]).astype(np.int64)
Way = Literal["exact", "rounded", "rounded for what comes in"]
WAYS: tuple[Way, ...] = get_args(Way)


@pytest.fixture
def network(base: Base) -> Network:
    return load_base(base, seed=1).eval()


def run(graph: Graph, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> dict[str, NDArray[np.float32]]:
    return dict(zip(OUTPUTS, graph.run(list(OUTPUTS), {"ids": ids, "mask": mask}), strict=True))


def export(network: Network, way: Way) -> bytes:
    if way == "exact":
        return export_graph(network, weights="float32")
    seen = observe(network, [(torch.tensor(IDS), torch.tensor(MASK))])
    return export_graph(network, seen=seen if way == "rounded for what comes in" else None)


@pytest.mark.parametrize(("way", "tolerance"), [*zip(WAYS, (1e-5, 0.02, 0.03), strict=True)])
def test_the_graph_answers_as_the_network_does(network: Network, way: Way, tolerance: float) -> None:
    found = run(Graph(export(network, way)), IDS, MASK)
    with torch.no_grad():
        expected = network(torch.tensor(IDS), torch.tensor(MASK))
    for name in OUTPUTS:
        distance = np.abs(found[name] - expected[name].numpy())
        shown = distance * MASK[..., None] if name in WORD_OUTPUTS else distance
        assert shown.max() <= tolerance, name


@pytest.mark.parametrize("way", WAYS)
def test_a_text_has_the_same_answers_alone_and_in_company(network: Network, way: Way) -> None:
    graph = Graph(export(network, way))
    together = run(graph, IDS, MASK)
    for row, length in enumerate(LENGTHS):
        alone = run(graph, IDS[row : row + 1, :length], MASK[row : row + 1, :length])
        for name in OUTPUTS:
            mine = together[name][row, :length] if name in WORD_OUTPUTS else together[name][row]
            assert np.abs(mine - alone[name][0]).max() <= 1e-5, name


def look(network: Network) -> NDArray[np.float32]:
    """The last layer's attention of the first token, step by step as the network computes it."""
    states = network.embeddings(torch.tensor(IDS))
    far = (1.0 - torch.tensor(MASK, dtype=torch.float32))[:, None, None, :] * FAR
    *others, last = [layer for layer in network.layers if isinstance(layer, Layer)]
    for layer in others:
        states = layer(states, far)
    asked, offered, _ = last.mix(states).chunk(3, dim=-1)
    shares = [
        torch.softmax(one @ other.transpose(-1, -2) / one.shape[-1] ** 0.5 + far[:, 0], -1)[:, 0]
        for one, other in zip(asked.chunk(last.heads, -1), offered.chunk(last.heads, -1), strict=True)
    ]
    return torch.stack(shares).mean(0).detach().numpy()


@pytest.mark.parametrize(("way", "tolerance"), [*zip(WAYS, (1e-6, 0.03, 0.03), strict=True)])
def test_attention_is_what_the_first_token_looks_at(network: Network, way: Way, tolerance: float) -> None:
    (found,) = Graph(export(network, way)).run([ATTENTION], {"ids": IDS, "mask": MASK})
    assert np.abs(found - look(network)).max() <= tolerance
    assert found.sum(axis=1) == pytest.approx(1.0)
    assert found[MASK == 0].tolist() == [0.0] * 5


def test_eight_bits_are_used_and_make_the_file_smaller(network: Network) -> None:
    exact, rounded, seen = (export(network, way) for way in WAYS)
    assert [b".numbers" in graph for graph in (exact, rounded, seen)] == [False, True, True]
    assert [b".evening" in graph for graph in (exact, rounded, seen)] == [False, False, True]
    assert max(len(rounded), len(seen)) < len(exact) * 0.75


@pytest.mark.parametrize("way", WAYS)
def test_the_same_weights_give_the_same_bytes(network: Network, way: Way) -> None:
    assert export(network, way) == export(network, way)
