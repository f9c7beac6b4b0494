from typing import Any

import numpy as np
import onnxruntime
import pytest
import torch
from numpy.typing import NDArray

from sayso.training.encoder.base import Base
from sayso.training.encoder.export import export_graph
from sayso.training.encoder.graph import Weights
from sayso.training.encoder.network import OUTPUTS, WORD_OUTPUTS, Network, load_base

IDS = np.array([[2, 5, 6, 7, 9, 3], [2, 8, 11, 3, 0, 0], [2, 12, 3, 0, 0, 0]], np.int64)
LENGTHS = (6, 4, 3)
MASK = (np.arange(6)[None] < np.array(LENGTHS)[:, None]).astype(np.int64)


@pytest.fixture
def network(base: Base) -> Network:
    return load_base(base, seed=1).eval()


def open_graph(graph: bytes) -> Any:
    runtime: Any = onnxruntime
    return runtime.InferenceSession(graph, providers=["CPUExecutionProvider"])


def run(session: Any, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> dict[str, NDArray[np.float32]]:
    return dict(zip(OUTPUTS, session.run(list(OUTPUTS), {"ids": ids, "mask": mask}), strict=True))


@pytest.mark.parametrize(("weights", "tolerance"), [("float32", 1e-5), ("int8", 0.02)])
def test_the_graph_answers_as_the_network_does(network: Network, weights: Weights, tolerance: float) -> None:
    found = run(open_graph(export_graph(network, weights=weights)), IDS, MASK)
    with torch.no_grad():
        expected = network(torch.tensor(IDS), torch.tensor(MASK))
    for name in OUTPUTS:
        distance = np.abs(found[name] - expected[name].numpy())
        shown = distance * MASK[..., None] if name in WORD_OUTPUTS else distance
        assert shown.max() <= tolerance, name


@pytest.mark.parametrize("weights", ["float32", "int8"])
def test_a_text_has_the_same_answers_alone_and_in_company(network: Network, weights: Weights) -> None:
    session = open_graph(export_graph(network, weights=weights))
    together = run(session, IDS, MASK)
    for row, length in enumerate(LENGTHS):
        alone = run(session, IDS[row : row + 1, :length], MASK[row : row + 1, :length])
        for name in OUTPUTS:
            mine = together[name][row, :length] if name in WORD_OUTPUTS else together[name][row]
            assert np.abs(mine - alone[name][0]).max() <= 1e-5, name


def test_eight_bits_are_used_and_make_the_file_smaller(network: Network) -> None:
    full, short = export_graph(network, weights="float32"), export_graph(network)
    assert b"MatMulNBits" in short
    assert b"MatMulNBits" not in full
    assert len(short) < len(full) * 0.6


def test_the_same_weights_give_the_same_bytes(network: Network) -> None:
    assert export_graph(network) == export_graph(network)
