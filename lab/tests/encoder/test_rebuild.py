"""A network of chance weights, exported, and read back from the graph."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from sayso.core.errors import BadFile, BadWeights
from sayso.scoring.encoder_file import save_encoder
from sayso.scoring.graph import Graph
from sayso.testing.counting_encoder import make_graph
from sayso.testing.tiny_tokenizer import make_tokenizer
from sayso_lab.encoder.base import Base
from sayso_lab.encoder.export import export_graph
from sayso_lab.encoder.finishing import make_card
from sayso_lab.encoder.network import OUTPUTS, WORD_OUTPUTS, Network, load_base
from sayso_lab.encoder.observing import observe
from sayso_lab.encoder.rebuild import rebuild, rebuild_network

IDS = torch.tensor([[2, 5, 6, 7, 9, 3], [2, 8, 11, 3, 0, 0]])
MASK = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]])


@pytest.fixture
def network(base: Base) -> Network:
    return load_base(base, seed=1).eval()


def distance(network: Network, graph: bytes) -> float:
    """The largest, over all outputs, between what the network and the graph answer."""
    found = Graph(graph).run(list(OUTPUTS), {"ids": IDS.numpy(), "mask": MASK.numpy()})
    with torch.no_grad():
        expected = network(IDS, MASK)
    shown = MASK[..., None].numpy()
    return max(
        float(np.abs((mine - expected[name].numpy()) * (shown if name in WORD_OUTPUTS else 1)).max())
        for name, mine in zip(OUTPUTS, found, strict=True)
    )


def test_a_shipped_graph_comes_back_as_a_network_that_answers_nearly_alike(
    network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = export_graph(network, seen=observe(network, [(IDS, MASK)]))
    path = save_encoder(tmp_path, make_card("embedded.v7", make_tokenizer(), ["grumble"]), graph)
    again = rebuild_network(path)
    assert not again.training
    assert again.shape == replace(network.shape, epsilon=again.shape.epsilon)
    assert again.shape.epsilon == pytest.approx(network.shape.epsilon)
    assert distance(again, graph) < 0.01
    # The weights are the graph's: where the runtime does not round the inputs, the two are the same.
    monkeypatch.setattr("sayso.scoring.graph.GROUP", 0)
    assert distance(again, graph) < 1e-5 < distance(network, graph)


def test_weights_rounded_for_nothing_in_particular_are_read_back_too(network: Network) -> None:
    """Each is at most half a step off, or what an outlier was cut by: 15 % of the largest in its row."""
    again, before = rebuild(export_graph(network), name="x").state_dict(), network.state_dict()
    for name in ("layers.0.mix.weight", "layers.1.down.weight", "heads.dense.weight"):
        largest = before[name].abs().amax(1, keepdim=True)
        assert ((again[name] - before[name]).abs() <= 0.15 * largest).all()
        assert (again[name] - before[name]).abs().mean() <= largest.mean() / 127 / 2


def test_an_exact_graph_gives_back_what_went_in(network: Network) -> None:
    again = rebuild(export_graph(network, weights="float32"), name="x").state_dict()
    before = network.state_dict()
    places = before["embeddings.places.weight"] + before["embeddings.kind"]
    assert torch.equal(again["embeddings.places.weight"], places)
    assert not again["embeddings.kind"].any()
    others = set(before) - {"embeddings.places.weight", "embeddings.kind"}
    assert all(torch.equal(again[name], before[name]) for name in others)


def test_a_graph_that_does_not_name_its_weights_is_refused() -> None:
    with pytest.raises(BadFile, match=r"graph of old\.json is of an older kind") as caught:
        rebuild(make_graph(), name="old.json")
    assert "embedded.v3" in caught.value.hint


def test_a_missing_card_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadWeights, match="There is no weights file"):
        rebuild_network(tmp_path / "embedded.v7.json")
