import pytest
import torch

from sayso_lab.encoder.base import Base, load_tokenizer
from sayso_lab.encoder.meaning import LONGEST, MeaningEmbedder, load_embedder
from sayso_lab.encoder.network import load_base


def test_a_text_is_the_mean_of_its_last_states(base: Base) -> None:
    network = load_base(base, seed=3).eval()
    ids = torch.tensor([load_tokenizer(base).encode("the cat sat").ids])
    states = network.embeddings(ids)
    for layer in network.layers:
        states = layer(states, torch.zeros(1, 1, 1, ids.shape[1]))
    (found,) = MeaningEmbedder(base).embed(["the cat sat"])
    assert torch.tensor(found) == pytest.approx(states[0].mean(0).detach(), abs=1e-6)


def test_the_same_text_has_the_same_vector_whatever_its_company(base: Base) -> None:
    embedder = MeaningEmbedder(base)
    one, other = embedder.embed(["my mat", "the cat sat on my mat"])
    assert embedder.embed(["my mat"]) == [one]
    assert one != other


def test_a_long_text_is_cut(base: Base) -> None:
    """The tiny base knows 64 places; the real ones 512."""
    embedder = MeaningEmbedder(base, longest=8)
    words = ["cat"] * 6
    assert embedder.embed([" ".join(words)]) == embedder.embed([" ".join([*words, "mat"])])
    assert LONGEST == 128


def test_the_folder_given_is_loaded(base: Base) -> None:
    assert load_embedder(base.folder).name == "base"
