import numpy as np
import pytest
import torch

from sayso_lab.data.rows import make_row
from sayso_lab.encoder.base import Base, load_tokenizer
from sayso_lab.encoder.finishing import make_card
from sayso_lab.encoder.network import Layer, Network, load_base
from sayso_lab.encoder.observing import LONGEST, PRODUCTS, observe, observe_rows

IDS = torch.tensor([[2, 5, 6, 3], [2, 8, 3, 0]])
MASK = torch.tensor([[1, 1, 1, 1], [1, 1, 1, 0]])


@pytest.fixture
def network(base: Base) -> Network:
    return load_base(base, seed=1).eval()


def test_what_comes_into_the_first_product_is_what_was_embedded(network: Network) -> None:
    seen = observe(network, [(IDS, MASK)])[0]["mix"]
    with torch.no_grad():
        rows = network.embeddings(IDS)[MASK.bool()].numpy()
    assert seen.highest == pytest.approx(np.abs(rows).max(axis=0))
    assert seen.moments == pytest.approx(rows.T @ rows, abs=1e-4)


def test_padding_is_not_counted(network: Network) -> None:
    padded = torch.nn.functional.pad(IDS, (0, 3)), torch.nn.functional.pad(MASK, (0, 3))
    one, other = observe(network, [(IDS, MASK)]), observe(network, [padded])
    for name in PRODUCTS:
        assert other[-1][name].moments == pytest.approx(one[-1][name].moments, abs=1e-3)


def test_batches_add_up(network: Network) -> None:
    once, twice = observe(network, [(IDS, MASK)]), observe(network, [(IDS, MASK)] * 2)
    assert twice[0]["up"].moments == pytest.approx(2 * once[0]["up"].moments)
    assert twice[0]["up"].highest == pytest.approx(once[0]["up"].highest)


def test_the_network_is_left_as_it_was(network: Network) -> None:
    observe(network, [(IDS, MASK)])
    for layer in network.layers:
        assert isinstance(layer, Layer)
        assert all(not getattr(layer, name)._forward_pre_hooks for name in PRODUCTS)


def test_texts_are_read_as_the_model_will_read_them(base: Base, network: Network) -> None:
    """`g r u m b l e` is read as one word, and so is seen as that word is."""
    card = make_card("embedded.v7", load_tokenizer(base), ["grumble"])
    plain, disguised, other = (
        observe_rows(network, card, [make_row("ours", text, {}) for text in texts])[0]["mix"].moments
        for texts in (
            ["you grumble", "the cat sat on my mat"],
            ["the cat sat on my mat", "you g r u m b l e"],
            ["the cat sat on my mat", "you cat"],
        )
    )
    assert disguised == pytest.approx(plain, abs=1e-4)
    assert other != pytest.approx(plain, abs=1e-4)


def test_of_a_long_text_only_the_beginning_counts(base: Base, network: Network) -> None:
    card = make_card("embedded.v7", load_tokenizer(base), ["grumble"])
    long, longer = (
        observe_rows(network, card, [make_row("ours", "cat " * count, {})])[0]["mix"].moments
        for count in (LONGEST, LONGEST + 20)
    )
    assert long == pytest.approx(longer)
